/* A stage of stage_bernstein.knl with one system thread per thread of a block; t428-kernel-threads.c makes
 * its folder, compiles this with the kernel's text in it, and runs it there. Files q, res, vgeo_,
 * neighbours, fmask, slices, segments, sgeo and those of waves: the arrays; q-after and res-after: the
 * expected result. */
#include <stdio.h>
#include <stdlib.h>
#include "numbers.h"
#include "text.c"
#if WAVES
#define WAVE_ARGUMENTS , wave_first_, wave_place_, wave_factor_, wave_, 0
#else
#define WAVE_ARGUMENTS
#endif

_Thread_local int thread_;
_Thread_local atomic_int written_;
_Thread_local int writing_;
struct meeting block_, warp_[1024];

static void *load(const char *name, size_t *bytes)
{
    FILE *file = fopen(name, "rb");
    if (!file) exit(2);
    fseek(file, 0, SEEK_END);
    const size_t n = (size_t)ftell(file);
    rewind(file);
    void *all = aligned_alloc(256, n / 256 * 256 + 256);
    if (!all || fread(all, 1, n, file) != n) exit(2);
    fclose(file);
    if (bytes) *bytes = n;
    return all;
}

static real *q, *qnew, *res, *vgeo_, *sgeo_;
static const real *q_given, *res_given;
static size_t q_bytes, res_bytes;
static unsigned *neighbours_, *slices_, *segments_, work_counter_;
static unsigned char *Fmask_;
static int *wave_first_, *wave_place_;
static real *wave_factor_, *wave_;
static const real *wave_given;
static size_t wave_bytes;

void earlier_done(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int done;
    pthread_mutex_lock(&lock);
    if (!done) {
        memcpy(q, q_given, q_bytes);
        memcpy(res, res_given, res_bytes);
        if (WAVES) memcpy(wave_, wave_given, wave_bytes);
    }
    done = 1;
    pthread_mutex_unlock(&lock);
}

/* An array that is not a number anywhere yet. */
static real *nothing_yet(size_t bytes)
{
    real *all = aligned_alloc(256, bytes / 256 * 256 + 256);
    if (!all) exit(2);
    memset(all, 255, bytes);
    return all;
}

struct job {
    int block, thread;
};
static void *work(void *argument)
{
    const struct job *job = argument;
    thread_ = job->thread;
    STAGE(job->block, BLOCKS_NUMBER, q, qnew, res, vgeo_, neighbours_, Fmask_, slices_, segments_, sgeo_,
          &work_counter_, BATCHES_NUMBER, 2, (real)A_NUMBER, (real)B_NUMBER, (real)DT_NUMBER WAVE_ARGUMENTS);
    return NULL;
}

static double difference(const real *a, const real *b, size_t n)
{
    double square = 0, size = 0;
    for (size_t i = 0; i < n; i++)
        square += (double)(a[i] - b[i]) * (double)(a[i] - b[i]), size += (double)b[i] * (double)b[i];
    return sqrt(square / size);
}

int main(void)
{
    static struct job job[THREADS];
    static pthread_t thread[THREADS];
    size_t n, left;
    const real *q_after = load("q-after", &n), *res_after = load("res-after", &left);
    q_given = load("q", &q_bytes), res_given = load("res", &res_bytes), vgeo_ = load("vgeo", NULL);
    q = nothing_yet(q_bytes), res = nothing_yet(res_bytes);
    neighbours_ = load("neighbours", NULL), Fmask_ = load("fmask", NULL), slices_ = load("slices", NULL),
    segments_ = load("segments", NULL), sgeo_ = load("sgeo", NULL);
    if (WAVES) {
        wave_first_ = load("wave-first", NULL), wave_place_ = load("wave-place", NULL);
        wave_factor_ = load("wave-factor", NULL), wave_given = load("wave", &wave_bytes);
        wave_ = nothing_yet(wave_bytes);
    }
    qnew = calloc(1, n);
    for (int g = 0; g < BLOCKS_NUMBER; g++) {
        for (int i = 0; i < THREADS; i++) {
            job[i] = (struct job){g, i};
            if (pthread_create(&thread[i], NULL, work, &job[i])) exit(2);
        }
        for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    }
    const double of_q = difference(qnew, q_after, n / sizeof(real)),
                 of_res = difference(res, res_after, left / sizeof(real));
    printf("fields differ by %.2e, residuals by %.2e, %u tickets are left over\n", of_q, of_res,
           work_counter_);
    return !(of_q < TOLERANCE && of_res < TOLERANCE && work_counter_ == 0);
}
