/* The names of checkpoints in the output folder. A run on several ranks has a part for each beside the two files. */
#ifndef ND_CHECKPOINT_NAME_H
#define ND_CHECKPOINT_NAME_H

#include <stddef.h>
#include <stdint.h>

/* The newest, and the one before it. */
extern const char *const nd_checkpoint_names[2];

/* The folder for checkpoints of a run that had not ended when another one from t = 0 took its folder. */
#define ND_CHECKPOINT_ASIDE "nudge-checkpoint-replaced"

/* The part of a rank. id: of the checkpoint, not 0. */
#define ND_CHECKPOINT_PART 48 /* bytes of such a name */
void nd_checkpoint_part_name(uint64_t id, int rank, char out[ND_CHECKPOINT_PART]);
/* The id, if the first n characters of `name` are the name of a part; else 0. */
uint64_t nd_checkpoint_part_id(const char *name, size_t n);

#endif
