/* A whole step of step_bernstein.knl: a process for every block, with a system thread per thread of the block.
 * t430-kernel-whole-step.c makes its folder, compiles this with the kernel's text in it, and runs it there.
 * Files q, vgeo, neighbours, fmask, slices, segments, sgeo, factors: the arrays; q-after: the expected result. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#define ALL_BLOCKS 1
#include "numbers.h"
#include "text.c"

_Thread_local int thread_;
_Thread_local atomic_int written_;
_Thread_local int writing_;
struct meeting block_, warp_[1024];
static int number;

void earlier_done(void) {}

/* Memory that all processes see. */
static void *shared(size_t bytes)
{
    void *all = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) exit(2);
    return all;
}

static void *load(const char *name, size_t *bytes)
{
    FILE *file = fopen(name, "rb");
    if (!file) exit(2);
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    void *all = shared(*bytes + 256);
    if (fread(all, 1, *bytes, file) != *bytes) exit(2);
    fclose(file);
    return all;
}

static real *q, *w, *vgeo_, *sgeo_, *factors_;
static unsigned *neighbours_, *slices_, *segments_, *ended_;
static unsigned char *Fmask_;

static void *work(void *argument)
{
    thread_ = *(int *)argument;
    step_bernstein(number, BLOCKS_NUMBER, q, w, vgeo_, neighbours_, Fmask_, slices_, segments_, sgeo_, factors_, ended_,
                   EVALUATIONS_NUMBER, (real)DT_NUMBER);
    return NULL;
}

static void run_block(void)
{
    static int index[THREADS];
    static pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
        index[i] = i;
        if (pthread_create(&thread[i], NULL, work, &index[i])) exit(2);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
}

int main(void)
{
    size_t n, bytes;
    int wrong = 0, status;
    double square = 0, size = 0;
    const real *q_after = load("q-after", &n);
    q = load("q", &bytes), w = shared(n), vgeo_ = load("vgeo", &bytes), sgeo_ = load("sgeo", &bytes);
    neighbours_ = load("neighbours", &bytes), Fmask_ = load("fmask", &bytes), slices_ = load("slices", &bytes);
    segments_ = load("segments", &bytes), factors_ = load("factors", &bytes);
    ended_ = shared(BLOCKS_NUMBER * ENDED_STRIDE * sizeof *ended_);
    for (int g = 0; g < BLOCKS_NUMBER; g++) ended_[g * ENDED_STRIDE] = FIRST_NUMBER; /* soon it wraps around */
    for (number = 0; number < BLOCKS_NUMBER; number++) {
        const pid_t child = fork();
        if (child < 0) exit(2);
        if (!child) {
            run_block();
            exit(0);
        }
    }
    while (wait(&status) > 0) wrong |= status;
    for (size_t i = 0; i < n / sizeof(real); i++)
        square += (double)(q[i] - q_after[i]) * (double)(q[i] - q_after[i]), size += (double)q_after[i] * (double)q_after[i];
    printf("fields differ by %.2e\n", sqrt(square / size));
    return wrong || !(sqrt(square / size) < TOLERANCE);
}
