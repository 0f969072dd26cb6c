/* The library's reader of archives, with datasets that may lie in memory: sets_in_memory, or null to read the file. Many times
 * faster than a file. */
#ifndef ND_FUZZ_ARCHIVE_MEMORY_H
#define ND_FUZZ_ARCHIVE_MEMORY_H

#pragma clang diagnostic ignored "-Wmissing-prototypes"
/* The library's reader, under other names. */
#define nd_archive_open         file_open
#define nd_archive_close        file_close
#define nd_archive_path         file_path
#define nd_archive_has          file_has
#define nd_archive_describe     file_describe
#define nd_archive_get          file_get
#define nd_archive_get_text     file_get_text
#define nd_archive_walk         file_walk
#define nd_archive_open_checked file_open_checked
#include "checkpoint/archive_read.c"
#undef nd_archive_open
#undef nd_archive_close
#undef nd_archive_path
#undef nd_archive_has
#undef nd_archive_describe
#undef nd_archive_get
#undef nd_archive_get_text
#undef nd_archive_walk
#undef nd_archive_open_checked
#include "fuzz.h"

/* A dataset with its values. */
struct set {
    struct nd_archive_set shape;
    char name[64];
    unsigned char *values;
};
static char file[400]; /* the path of the archive */

static size_t count(const struct nd_archive_set *s)
{
    size_t n = 1;
    for (int i = 0; i < s->rank; i++) n *= (size_t)s->size[i];
    return n;
}

static size_t bytes_of(const struct nd_archive_set *s)
{
    return count(s) * nd_archive_type_bytes(s->type);
}

/* The readers of the library: from the file, or from these sets. */
static struct nd_archive_reader memory = {.path = file, .file = -1};
static const struct set *sets_in_memory;
static int n_in_memory;

static const struct set *find(const char *name)
{
    for (int i = 0; i < n_in_memory; i++)
        if (!strcmp(sets_in_memory[i].name, name)) return &sets_in_memory[i];
    return NULL;
}

int nd_archive_open(struct nd_archive_reader **reader, const char *path)
{
    if (!sets_in_memory) return file_open(reader, path);
    *reader = &memory;
    return 0;
}

int nd_archive_open_checked(struct nd_archive_reader **reader, const char *path)
{
    return sets_in_memory ? nd_archive_open(reader, path) : file_open_checked(reader, path);
}

void nd_archive_close(struct nd_archive_reader *r)
{
    if (r != &memory) file_close(r);
}

const char *nd_archive_path(const struct nd_archive_reader *r)
{
    return file_path(r);
}

int nd_archive_has(struct nd_archive_reader *r, const char *name)
{
    return r == &memory ? find(name) != NULL : file_has(r, name);
}

int nd_archive_describe(struct nd_archive_reader *r, struct nd_archive_set *set)
{
    int status = 0;
    const char *name = set->name;
    if (r != &memory) return file_describe(r, set);
    const struct set *own = find(name);
    if (!own) FAIL(NUDGE_EFORMAT, "dataset %s is missing", name);
    *set = own->shape;
    set->name = name;
done:
    return status;
}

int nd_archive_get(struct nd_archive_reader *r, const struct nd_archive_set *set, void *values)
{
    int status = 0;
    if (r != &memory) return file_get(r, set, values);
    const struct set *own = find(set->name);
    if (!own || own->shape.type != set->type || own->shape.rank != set->rank ||
        memcmp(own->shape.size, set->size, (size_t)set->rank * sizeof *set->size) != 0)
        FAIL(NUDGE_EFORMAT, "dataset %s has another type or size", set->name);
    memcpy(values, own->values, bytes_of(set));
done:
    return status;
}

int nd_archive_walk(struct nd_archive_reader *r, const struct nd_archive_set *set, nd_archive_take take,
                    void *context)
{
    int status = 0;
    char *values = NULL;
    if (r != &memory) return file_walk(r, set, take, context);
    ALLOC(values, bytes_of(set));
    TRY(nd_archive_get(r, set, values));
    if (set->size[0] > 0) take(context, 0, set->size[0], values);
done:
    free(values);
    return status;
}

int nd_archive_get_text(struct nd_archive_reader *r, const char *name, char **text, size_t *n)
{
    int status = 0;
    if (r != &memory) return file_get_text(r, name, text, n);
    const struct set *own = find(name);
    if (!own || own->shape.type != ND_ARCHIVE_BYTE || own->shape.rank != 1)
        FAIL(NUDGE_EFORMAT, "dataset %s is not a text", name);
    *n = bytes_of(&own->shape);
    *text = fuzz_text(own->values, *n);
done:
    return status;
}

#endif
