/* A file in the making: written aside and renamed when whole, so that readers see the old file or the new one, never a
 * part. Links are followed, and what cannot be replaced (a device, a pipe, our own standard output) is written as it
 * is. */
#ifndef ND_DRAFT_H
#define ND_DRAFT_H

#include <stdio.h>

struct nd_draft {
    FILE *file;
    char *path;   /* as the caller says it, for messages */
    char *target; /* what is replaced in the end */
    char *aside;  /* what is written until then; null: the target itself is */
};

/* The folder must be there. After success the draft is kept or dropped; dropping one that was kept, or that failed to
 * open, does nothing. */
int nd_draft_open(struct nd_draft *draft, const char *path);
int nd_draft_keep(struct nd_draft *draft);
void nd_draft_drop(struct nd_draft *draft);

#endif
