#include "checkpoint/writer.h"

#include "base/format.h"
#include "checkpoint/parts.h"

static void *store(void *context)
{
    struct nd_writer *w = context;
    w->status = nd_archive_store(w->archive, w->path, w->previous);
    if (w->status) nd_format(w->why, sizeof w->why, "%s", nudge_error());
    w->size = nd_archive_stored(w->archive);
    if (!w->status && w->folder) nd_parts_keep(w->folder, w->keep);
    __atomic_store_n(&w->ready, 1, __ATOMIC_RELEASE);
    return NULL;
}

void nd_writer_start(struct nd_writer *w)
{
    w->status = w->ready = 0;
    w->running = !pthread_create(&w->thread, NULL, store, w);
    if (!w->running) store(w); /* no thread: write it now */
}

int nd_writer_busy(const struct nd_writer *w)
{
    return w->archive && !__atomic_load_n(&w->ready, __ATOMIC_ACQUIRE);
}

int nd_writer_wait(struct nd_writer *w)
{
    int status = 0;
    if (!w->archive) return 0;
    if (w->running) pthread_join(w->thread, NULL);
    w->running = 0;
    nd_archive_destroy(w->archive);
    w->archive = NULL;
    if (w->status) FAIL(w->status, "%s", w->why);
done:
    return status;
}

void nd_writer_clear(struct nd_writer *w)
{
    (void)nd_writer_wait(w);
    nd_archive_room_clear(&w->room);
    *w = (struct nd_writer){0};
}
