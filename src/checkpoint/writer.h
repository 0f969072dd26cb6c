/* An archive on its way to the disk, written by a thread. Begins as zeros; nd_writer_clear frees it. */
#ifndef ND_WRITER_H
#define ND_WRITER_H

#include <pthread.h>
#include "checkpoint/archive.h"

struct nd_writer {
    struct nd_archive_room room; /* of the archive; kept for the next one */
    struct nd_archive *archive;  /* null: none is being written */
    const char *path, *previous; /* as nd_archive_store has them */
    const char *folder; /* not null: afterwards all parts there but those of two checkpoints are removed: */
    uint64_t keep[2];
    struct nd_archive_size size; /* of the file, when it is complete */
    pthread_t thread;
    int running, ready; /* ready: set by the thread when it is done */
    int status;
    char why[1024];
};
/* Takes over writer->archive, which is sealed. path, previous, folder and keep are set, and must live until
 * nd_writer_wait. */
void nd_writer_start(struct nd_writer *writer);
/* Whether a thread still writes. */
int nd_writer_busy(const struct nd_writer *writer);
/* Waits for it. Returns its error, with the message. */
int nd_writer_wait(struct nd_writer *writer);
void nd_writer_clear(struct nd_writer *writer);

#endif
