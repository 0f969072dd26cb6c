/* Checkpoints of several ranks. Each rank has a file of its own, a part, with the rows of its elements. The head,
 * which has the name of a checkpoint, holds all else, and the sizes and checksums of the parts. A checkpoint of one
 * rank is a head that holds all rows, too. Names of parts have a random id: those of an older checkpoint stay as
 * they are until a new head has taken the place of the old one. Ids of runs are odd. Those of nudge_solver_save are
 * even: runs in the same folder leave their parts alone. */
#ifndef ND_CHECKPOINT_PARTS_H
#define ND_CHECKPOINT_PARTS_H

#include "checkpoint/archive.h"

/* A checkpoint that is open for reading. */
struct nd_checkpoint {
    struct nd_archive_reader *head;
    uint64_t id;                  /* 0: one file */
    int parts;                    /* files with rows; 1 if there is one file */
    struct nd_archive_size *size; /* [parts] */
    char *folder;
    struct nd_archive_reader *open; /* the part in use, of number `which` */
    int which;
};
/* checked: another rank has checked the head. Parts are not looked at yet. */
int nd_checkpoint_load(struct nd_checkpoint **from, const char *path, int checked);
/* Checks the parts number first, first + step and so on. Returns NUDGE_EIO or NUDGE_EFORMAT if one is missing,
 * damaged or another one than the head says. */
int nd_checkpoint_check_parts(const struct nd_checkpoint *from, int first, int step);
/* The file of part i, or the head if it is the only one. Closed by the next call. */
int nd_checkpoint_part(struct nd_checkpoint *from, int i, struct nd_archive_reader **part);
void nd_checkpoint_close(struct nd_checkpoint *from);

/* The path of a part; free() it. Null if memory is out. */
char *nd_part_path(const char *folder, uint64_t id, int rank);
/* A new id; run: 1 for a checkpoint of a run. */
uint64_t nd_parts_random_id(int run);
/* Fails if one of n parts is not seen from here: ranks on nodes with folders of their own would write parts that no
 * run could resume from. */
int nd_parts_check_visible(const char *folder, uint64_t id, const struct nd_archive_size *size, int n);
/* Adds the list of n parts to a head. */
int nd_parts_list(struct nd_archive *head, uint64_t id, const struct nd_archive_size *size, int n);
/* Removes parts in the folder: those of one checkpoint, or all of runs but those of two, of which either may be 0. What
 * cannot be removed stays. */
void nd_parts_remove(const char *folder, uint64_t id);
void nd_parts_keep(const char *folder, const uint64_t id[2]);
/* Moves the parts of two checkpoints, of which either may be 0, to another folder. */
int nd_parts_move(const char *folder, const char *to, const uint64_t id[2]);
/* Whether there are parts of nudge_solver_save. */
int nd_parts_states(const char *folder);
/* Whether there are parts of another checkpoint of a run. */
int nd_parts_other(const char *folder, uint64_t id);

/* places.c: where the rows of some elements are in the parts of a checkpoint. */
struct nd_places {
    nd_idx n;
    struct nd_places_part {
        nd_idx n;
        nd_idx *there, *here; /* [n] rows of the part, ascending, and those of the caller */
    } * part;                 /* [parts] */
    int parts;
};
/* element[n]: ascending. index: the dataset with the elements of rows; if it is ND_ELEMENTS, a checkpoint in one file
 * has a row for each element of the mesh. Returns NUDGE_EFORMAT if an element has no row. */
#define ND_ELEMENTS "elements"
int nd_places_find(struct nd_places *places, struct nd_checkpoint *from, const char *index,
                   const int64_t *element, nd_idx n);
void nd_places_clear(struct nd_places *places);
/* Reads these rows of a dataset; set->size[0] is ignored. Floats are widened if set->type is double. Only one piece
 * of the other rows is in memory at a time. */
int nd_places_get(const struct nd_places *places, struct nd_checkpoint *from,
                  const struct nd_archive_set *set, void *values);

#endif
