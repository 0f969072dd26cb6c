/* Texts of the Bernstein variant in the words of real-threads.h, and the arrays that they work on, as files for a
 * program that runs them: real-threads.c, real-blocks.c. */
#ifndef REAL_THREADS_TEXT_H
#define REAL_THREADS_TEXT_H

#include "base/file.h"
#include "gpu.h"
#include "kernel/bernstein/bernstein.h"
#include "rig.h"
#include "tune/fixture.h"

/* A GPU's numbers for the cpu device, which has the same layout then. */
static void gpu_plan(struct nd_fixture *fixture, const char *how, struct nd_plan *plan)
{
    struct nd_plan there;
    const int N = fixture->elem.N;
    CHECK_OK(nd_plan_choose(&there, ND_CASE(&gpu, fixture->law, N, fixture->single, 1), "bernstein"));
    CHECK_OK(
        nd_plan_choose(plan, ND_CASE(fixture->device, fixture->law, N, fixture->single, 1), "bernstein"));
    plan->number[ND_BATCH] = there.number[ND_BATCH];
    plan->number[ND_THREADS] = there.number[ND_THREADS];
    plan->number[ND_MIN_BLOCKS] = there.number[ND_MIN_BLOCKS];
    plan->number[ND_PREFETCH_FACES] = there.number[ND_PREFETCH_FACES];
    plan->number[ND_PREFETCH_RESIDUALS] = there.number[ND_PREFETCH_RESIDUALS];
    plan->number[ND_PERSISTENT] = strstr(how, "leaving") ? 0 : there.number[ND_PERSISTENT];
    plan->mixed = strstr(how, "unmixed") ? -1 : 1;
    nd_plan_derive(plan, ND_CASE(fixture->device, fixture->law, N, fixture->single, 1));
}

static void keep_file(const char *folder, const char *name, const void *bytes, size_t n)
{
    FILE *file = fopen(test_path(folder, name), "wb");
    CHECK(file && fwrite(bytes, 1, n, file) == n);
    if (file) CHECK(fclose(file) == 0);
}

static void keep(const char *folder, const char *name, struct nd_rhs *rhs, int which)
{
    const struct nd_buffer *buffer = &rhs->buffer[which];
    void *bytes = malloc(buffer->bytes);
    CHECK(bytes != NULL);
    CHECK_OK(rhs->device->backend->read(rhs->device, bytes, buffer, 0, buffer->bytes));
    keep_file(folder, name, bytes, buffer->bytes);
    free(bytes);
}

/* The text of a stage with bulk copies, in the words of real-threads.h. */
static void make_text(const char *folder, const struct nd_plan *plan, enum nd_pass pass,
                      struct nd_recipe *recipe, struct nd_text *text)
{
    static const char none[] = "/* real-threads.h has these words. */\n";
    struct nd_plan own = *plan;
    char *words = NULL;
    size_t n = 0;
    CHECK_OK(nd_file_read("tests/real-threads.h", 1 << 20, &words, &n));
    keep_file(folder, "dialect_c.h", words, n);
    keep_file(folder, "batches_c.h", none, strlen(none));
    keep_file(folder, "async_load_cuda.h", none, strlen(none));
    keep_file(folder, "async_store_cuda.h", none, strlen(none));
    keep_file(folder, "cooperative_cuda.h", none, strlen(none));
    own.number[ND_BULK] = 1;
    setenv("NUDGE_KERNELS", folder, 1);
    nd_plan_recipe(&own, pass, recipe);
    CHECK_OK(nd_kernel_text(recipe, nd_plan_file(&own, pass), text));
    unsetenv("NUDGE_KERNELS");
    free(words);
}

/* Compiles a program of tests/ with the text, and runs it in the folder. */
static void run_threads(const char *folder, const char *program, int sanitized)
{
    char command[1000];
    snprintf(command, sizeof command,
             "cc -std=gnu17 -O1 -g -w %s -Itests -I'%s' -o '%s/run' "
             "tests/%s -lm -lpthread",
             sanitized ? "-fsanitize=thread" : "", folder, folder, program);
    CHECK(system(command) == 0);
    /* At a fixed address, for sanitizers do not find their way about every kernel's. */
    snprintf(command, sizeof command, "cd '%s' && setarch -R ./run > out 2>&1 || { head -40 out; exit 1; }",
             folder);
    CHECK(system(command) == 0);
}

#endif
