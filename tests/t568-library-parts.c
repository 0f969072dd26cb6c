// Checkpoints in several parts, without a solver: names of parts, the list in the head, rows of some elements from any part, and
// files that do not fit together.
#include <unistd.h>
#include "base/file.h"
#include "base/format.h"
#include "checkpoint/parts.h"
#include "output/checkpoint_name.h"
#include "test.h"

enum { ROW = 3, PARTS = 3, BIG = 3000000 };
static const uint64_t id = 0xfedcba9876543211u;
static char folder[256], head_path[320];

static void names(void)
{
    char name[ND_CHECKPOINT_PART];
    nd_checkpoint_part_name(0x1f, 12, name);
    CHECK(!strcmp(name, "nudge-checkpoint-000000000000001f-12.h5"));
    CHECK(nd_checkpoint_part_id(name, strlen(name)) == 0x1f);
    CHECK(nd_checkpoint_part_id("nudge-checkpoint-000000000000001f-12.h5.more", strlen(name)) == 0x1f);
    static const char *const other[] = {
        "nudge-checkpoint.h5",
        "nudge-checkpoint-previous.h5",
        "nudge-checkpoint-000000000000001F-12.h5",
        "nudge-checkpoint-000000000000001f-012.h5",
        "nudge-checkpoint-000000000000001f-.h5",
        "nudge-checkpoint-000000000000001f--1.h5",
        "nudge-checkpoint-0000000000000000-1.h5",
        "nudge-checkpoint-00000000000001f-12.h5",
        "nudge-checkpoint-000000000000001f-12.h6",
        "xudge-checkpoint-000000000000001f-12.h5",
        "nudge-checkpoint-000000000000001f-123456789012345678901234567890.h5"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        CHECK(!nd_checkpoint_part_id(other[i], strlen(other[i])));
}

static double value(int64_t element, int j)
{
    return (double)element * 10 + j;
}

/* A part with the rows of these elements, of floats if it is an odd one. Returns the size of the file. */
static struct nd_archive_size write_part(int rank, const int64_t *element, int64_t n, int64_t rows)
{
    struct nd_archive *a = NULL;
    struct nd_archive_room room = {0};
    double bytes, *reals = calloc((size_t)rows * ROW, sizeof *reals);
    float *floats = calloc((size_t)rows * ROW, sizeof *floats);
    for (int64_t i = 0; i < rows; i++)
        for (int j = 0; j < ROW; j++)
            floats[i * ROW + j] = (float)(reals[i * ROW + j] = value(element[i], j));
    const struct nd_archive_set index = {ND_ELEMENTS, ND_ARCHIVE_WHOLE, 1, {n}},
                                set = {"v", rank % 2 ? ND_ARCHIVE_SINGLE : ND_ARCHIVE_DOUBLE, 2, {rows, ROW}};
    char *path = nd_part_path(folder, id, rank);
    CHECK_OK(nd_archive_create(&a, &room, 0));
    CHECK_OK(nd_archive_put(a, &index, element));
    CHECK_OK(nd_archive_put(a, &set, rank % 2 ? (const void *)floats : reals));
    CHECK_OK(nd_archive_seal(a, &bytes));
    CHECK_OK(nd_archive_store(a, path, NULL));
    const struct nd_archive_size size = nd_archive_stored(a);
    CHECK((double)size.bytes == bytes);
    nd_archive_destroy(a);
    nd_archive_room_clear(&room);
    free(path);
    free(reals);
    free(floats);
    return size;
}

static void write_head(const struct nd_archive_size *size, int n)
{
    struct nd_archive *a = NULL;
    struct nd_archive_room room = {0};
    double bytes;
    CHECK_OK(nd_archive_create(&a, &room, 0));
    CHECK_OK(nd_parts_list(a, id, size, n));
    CHECK_OK(nd_archive_seal(a, &bytes));
    CHECK_OK(nd_archive_store(a, head_path, NULL));
    nd_archive_destroy(a);
    nd_archive_room_clear(&room);
}

static struct nd_checkpoint *load(void)
{
    struct nd_checkpoint *from = NULL;
    CHECK_OK(nd_checkpoint_load(&from, head_path, 0));
    if (!from) exit(1);
    return from;
}

/* Elements 0, 3, 6 ... are in part 0, and so on. */
static void write_all(int64_t n)
{
    struct nd_archive_size size[PARTS];
    int64_t *element = calloc((size_t)n, sizeof *element);
    for (int r = 0; r < PARTS; r++) {
        for (int64_t i = 0; i < n; i++) element[i] = PARTS * i + r;
        size[r] = write_part(r, element, n, n);
    }
    write_head(size, PARTS);
    free(element);
}

/* Every `step`-th element from `first` on. */
static void get_some(int64_t all, int64_t first, int64_t step)
{
    struct nd_checkpoint *from = load();
    struct nd_places places = {0};
    const struct nd_archive_set set = {"v", ND_ARCHIVE_DOUBLE, 2, {0, ROW}};
    const int64_t n = (all - first + step - 1) / step;
    int64_t *element = calloc((size_t)n, sizeof *element), wrong = 0;
    double *values = calloc((size_t)n * ROW, sizeof *values);
    for (int64_t i = 0; i < n; i++) element[i] = first + i * step;
    CHECK(from->parts == PARTS && from->id == id);
    for (int r = 0; r < 2; r++) CHECK_OK(nd_checkpoint_check_parts(from, r, 2));
    CHECK_OK(nd_places_find(&places, from, ND_ELEMENTS, element, (nd_idx)n));
    CHECK_OK(nd_places_get(&places, from, &set, values));
    for (int64_t i = 0; i < n; i++)
        for (int j = 0; j < ROW; j++)
            wrong += values[i * ROW + j] !=
                     (element[i] % PARTS % 2 ? (double)(float)value(element[i], j) : value(element[i], j));
    CHECK(!wrong);
    const struct nd_archive_set other = {"v", ND_ARCHIVE_DOUBLE, 2, {0, ROW + 1}},
                                none = {"w", ND_ARCHIVE_DOUBLE, 2, {0, ROW}};
    CHECK_FAILS(nd_places_get(&places, from, &other, values), NUDGE_EFORMAT, "another type or size");
    CHECK_FAILS(nd_places_get(&places, from, &none, values), NUDGE_EFORMAT, "dataset w is missing");
    nd_places_clear(&places);
    nd_checkpoint_close(from);
    free(element);
    free(values);
}

/* What the parts have in place of elements 0 1 2 and 3 4 5. */
static void refuse(const int64_t *first, const int64_t *second, int64_t rows, const char *why)
{
    static const int64_t wanted[] = {0, 1, 2, 3, 4, 5};
    const struct nd_archive_size size[] = {write_part(0, first, 3, 3), write_part(2, second, 3, rows)};
    struct nd_places places = {0};
    double values[6 * ROW];
    const struct nd_archive_set set = {"v", ND_ARCHIVE_DOUBLE, 2, {0, ROW}};
    char *from_path = nd_part_path(folder, id, 2), *to_path = nd_part_path(folder, id, 1);
    CHECK(!rename(from_path, to_path)); /* both are of doubles */
    write_head(size, 2);
    struct nd_checkpoint *from = load();
    CHECK_OK(nd_checkpoint_check_parts(from, 0, 1));
    int status = nd_places_find(&places, from, ND_ELEMENTS, wanted, 6);
    if (!status) status = nd_places_get(&places, from, &set, values);
    CHECK_FAILS(status, NUDGE_EFORMAT, why);
    nd_places_clear(&places);
    nd_checkpoint_close(from);
    free(from_path);
    free(to_path);
}

static void misfits(void)
{
    refuse((int64_t[]){0, 1, 2}, (int64_t[]){3, 4, 6}, 3, "element 5 has no row");
    refuse((int64_t[]){0, 1, 2}, (int64_t[]){2, 4, 5}, 3, "element 2 has more than one row");
    refuse((int64_t[]){0, 1, 2}, (int64_t[]){3, 5, 4}, 3, "is not in order");
    refuse((int64_t[]){0, 1, 2}, (int64_t[]){3, 4, 5}, 2, "has too few rows");
    /* A part that is right, but not of this checkpoint. */
    write_all(2);
    write_part(1, (int64_t[]){7, 8}, 2, 2);
    struct nd_checkpoint *from = load();
    CHECK_OK(nd_checkpoint_check_parts(from, 0, 2));
    CHECK_FAILS(nd_checkpoint_check_parts(from, 1, 2), NUDGE_EFORMAT, "not the part that");
    char *path = nd_part_path(folder, id, 1);
    CHECK(!unlink(path));
    CHECK_FAILS(nd_checkpoint_check_parts(from, 0, 1), NUDGE_EIO, path);
    free(path);
    nd_checkpoint_close(from);
    /* No parts at all. */
    write_head(NULL, 0);
    CHECK_FAILS(nd_checkpoint_load(&from, head_path, 0), NUDGE_EFORMAT, "list of parts is impossible");
}

static int there(uint64_t which, int rank)
{
    char *path = nd_part_path(folder, which, rank);
    const int found = nd_file_exists(path);
    free(path);
    return found;
}

/* Odd ids are those of runs. */
static void removal(void)
{
    for (uint64_t i = 1; i <= 8; i++) {
        char *path = nd_part_path(folder, i, 0);
        CHECK_OK(nd_file_write(path, "x", 1));
        free(path);
    }
    nd_parts_remove(folder, 3);
    CHECK(there(1, 0) && there(2, 0) && !there(3, 0) && there(4, 0) && there(5, 0));
    CHECK(nd_parts_other(folder, 1));
    nd_parts_keep(folder, (uint64_t[]){5, 0});
    CHECK(!there(1, 0) && there(5, 0) && !there(7, 0) && !there(id, 0));
    CHECK(!nd_parts_other(folder, 5) && nd_file_exists(head_path));
    nd_parts_keep(folder, (uint64_t[]){0, 0});
    CHECK(!there(5, 0) && there(2, 0) && there(4, 0) && nd_parts_states(folder));
    for (uint64_t i = 2; i <= 8; i += 2) nd_parts_remove(folder, i);
    CHECK(!there(2, 0) && !nd_parts_states(folder));
    for (int i = 0; i < 20; i++) CHECK(nd_parts_random_id(1) % 2 == 1);
    for (int i = 0; i < 20; i++) CHECK(nd_parts_random_id(0) % 2 == 0 && nd_parts_random_id(0));
}

int main(void)
{
    char command[400];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/t568-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(head_path, sizeof head_path, "%s/nudge-checkpoint.h5", folder);
    names();
    write_all(20);
    get_some(60, 0, 1);
    get_some(60, 1, 3); /* all in one part */
    get_some(60, 4, 7);
    write_all(BIG / PARTS); /* more than one piece */
    get_some(BIG, 5, 11);
    misfits();
    removal();
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(!system(command));
    TEST_END;
}
