/* A wisdom file in a temporary folder, and plans to store in it. */
#ifndef WISDOM_RIG_H
#define WISDOM_RIG_H

#include <sys/stat.h>
#include "base/file.h"
#include "kernel/bernstein/bernstein.h"
#include "kernel/paper/paper.h"
#include "rig.h"
#include "tune/wisdom.h"

static char folder[256];
static struct nd_device *device;
static int warnings;
static char warning[2048];

static inline void hook(void *context, int level, const char *message)
{
    (void)context;
    if (level != NUDGE_LOG_WARNING) return;
    warnings++;
    snprintf(warning, sizeof warning, "%s", message);
}

static inline const char *in_folder(const char *name)
{
    return test_path(folder, name);
}

/* Not by nd_file_write: thousands of files need not be synced to the disk. */
static inline void write_bytes(const char *name, const char *bytes, size_t n)
{
    FILE *file = fopen(in_folder(name), "wb");
    CHECK(file && fwrite(bytes, 1, n, file) == n);
    CHECK(file && fclose(file) == 0);
}

static inline void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

/* The present content of the file; free() it. */
static inline char *wisdom_text(void)
{
    char *text = NULL;
    size_t n;
    CHECK_OK(nd_file_read(in_folder("wisdom"), 1 << 21, &text, &n));
    return text ? text : nd_strdup("");
}

static inline void forget(void)
{
    remove(in_folder("wisdom"));
}

/* No two numbers alike, as far as the kernels allow. */
static inline struct nd_plan paper_plan(const char *variant, int N)
{
    static const struct {
        int which, value;
    } numbers[] = {{M_B, 2},        {GATHER_P, 18}, {LIFT_P, 3}, {LIFT_I, 4},
                   {DIFF_P, 5},     {DIFF_I, 6},    {DIFF_S, 8}, {DIFF_SHARED, ND_SHARED_MATRIX},
                   {DIFF_ROWS, 64}, {GROUPING, 16}};
    struct nd_plan plan = nd_plan_named(variant);
    plan.blocks = ND_BLOCKS_CURVE;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        plan.number[numbers[i].which] = numbers[i].value;
    nd_paper_microblocks(&plan, N, 32, 7);
    return plan;
}

static inline struct nd_plan kept_plan(const char *variant)
{
    return (struct nd_plan){.variant = nd_plan_named(variant).variant,
                            .number = {[ND_BATCH] = 8,
                                       [ND_THREADS] = 96,
                                       [ND_MIN_BLOCKS] = 5,
                                       [ND_PREFETCH_FACES] = 2,
                                       [ND_PREFETCH_RESIDUALS] = 4,
                                       [ND_PERSISTENT] = 1}};
}

static inline struct nd_wisdom_key key_of(int N, int single, const char *variant)
{
    return (struct nd_wisdom_key){"maxwell", N, single, variant, device, 0};
}

static inline int same(const struct nd_plan *a, const struct nd_plan *b)
{
    return nd_plan_same(a, b);
}

/* Found, with this plan and time. */
static inline int finds(struct nd_wisdom_key key, const struct nd_plan *wanted, double seconds)
{
    struct nd_plan plan;
    double took = 0;
    memset(&plan, 0xff, sizeof plan);
    return nd_wisdom_find(&key, &plan, &took) == 1 && same(&plan, wanted) && fabs(took / seconds - 1) < 1e-3;
}

static inline int finds_none(struct nd_wisdom_key key)
{
    struct nd_plan plan;
    double seconds;
    return nd_wisdom_find(&key, &plan, &seconds) == 0;
}

static inline void keep(struct nd_wisdom_key key, const struct nd_plan *plan, double seconds)
{
    CHECK_OK(nd_wisdom_keep(&key, plan, seconds));
}

/* The folder, the cpu and the hook that counts; 0 when there is no device. */
static inline int wisdom_begin(void)
{
    umask(022); /* files that a group may write are not trusted */
    test_folder(folder);
    setenv("NUDGE_WISDOM", in_folder("wisdom"), 1);
    unsetenv("NUDGE_KERNELS");
    CHECK_OK(nd_device_open(&device, "cpu"));
    nudge_log_set(hook, NULL);
    return device != NULL;
}

static inline void wisdom_end(void)
{
    nd_device_close(device);
    test_folder_remove(folder);
}

#endif
