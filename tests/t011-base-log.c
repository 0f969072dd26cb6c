/* The log hook is called by one thread at a time, and may call the library. */
#include "test.h"

#include <stdatomic.h>
#include <unistd.h>
#include "base/log.h"

static atomic_int inside, overlaps;
static int calls, nested;

static void hook(void *context, int level, const char *message)
{
    (void)level;
    if (context == &nested) {
        if (!nested++) nd_info("again");
        if (nested == 2) nudge_log_set(NULL, NULL);
        return;
    }
    if (atomic_fetch_add(&inside, 1)) atomic_fetch_add(&overlaps, 1);
    usleep(1000);
    calls++;
    CHECK(!strncmp(message, "number ", 7));
    atomic_fetch_sub(&inside, 1);
}

int main(void)
{
    nd_warn("nobody listens");
    nudge_log_set(hook, NULL);
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 100; i++) nd_warn("number %d", i);
    CHECK(calls == 100 && overlaps == 0);
    alarm(30); /* a hook that waits for itself waits for ever */
    nudge_log_set(hook, &nested);
    nd_info("once");
    nd_info("not any more");
    CHECK(nested == 2);
    TEST_END;
}
