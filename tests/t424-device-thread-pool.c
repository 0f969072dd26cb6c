// The thread pool of the cpu: every part of a job is done once, by the requested number of threads,
// whether they spin or sleep; they sleep without work; other threads handle signals; a caller with
// a small stack leaves its part to them; a child of fork has threads of its own.
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/threads.h"
#include "base/time.h"
#include "device/thread_pool.h"
#include "test.h"

enum { MOST = 40 };
struct counts {
    atomic_int share[MOST], members, wrong;
    size_t stack;
};

static void count(void *context, int i, int n)
{
    struct counts *c = context;
    c->share[i]++;
    c->members++;
    c->wrong += n < 1 || i >= n;
}

static void check_shares(struct nd_thread_pool *pool, int n, int rounds)
{
    struct counts c = {0};
    for (int r = 0; r < rounds; r++) nd_thread_pool_run(pool, n, count, &c);
    for (int i = 0; i < MOST; i++) CHECK(c.share[i] == (i < n ? rounds : 0));
    CHECK(c.members == n * rounds && !c.wrong);
}

static void test_shares(int threads)
{
    struct nd_thread_pool *pool = NULL;
    CHECK_OK(nd_thread_pool_create(&pool, threads));
    CHECK(nd_thread_pool_size(pool) == threads);
    check_shares(pool, threads, 500);
    for (int n = 1; n <= threads; n++) check_shares(pool, n, 20);
    const struct timespec pause = {0, 20000000}; /* until all sleep */
    for (int r = 0; r < 3; r++) {
        nanosleep(&pause, NULL);
        check_shares(pool, threads, 2);
    }
    nd_thread_pool_destroy(pool);
}

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

static void linger(void *context, int i, int n)
{
    const struct timespec pause = {0, 200000000};
    (void)context, (void)n;
    if (i == 1) nanosleep(&pause, NULL);
}

/* Three that wait 0.2 s for a fourth, and four for 0.2 s for something to do: spinning takes more
 * than a second of processors. */
static void test_waiting(void)
{
    struct nd_thread_pool *pool = NULL;
    const struct timespec pause = {0, 200000000};
    CHECK_OK(nd_thread_pool_create(&pool, 4));
    nd_thread_pool_run(pool, 4, linger, NULL);
    const double start = cpu_seconds();
    nd_thread_pool_run(pool, 4, linger, NULL);
    nanosleep(&pause, NULL);
    CHECK(cpu_seconds() - start < 0.1);
    nd_thread_pool_destroy(pool);
}

static void look_at_mask(void *context, int i, int n)
{
    struct counts *c = context;
    sigset_t mask;
    (void)n;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    c->share[i] = sigismember(&mask, SIGINT) + 2 * sigismember(&mask, SIGSEGV);
}

/* Mistakes in kernels are seen where they happen. */
static void test_signals(void)
{
    struct nd_thread_pool *pool = NULL;
    struct counts c = {0};
    CHECK_OK(nd_thread_pool_create(&pool, 3));
    nd_thread_pool_run(pool, 3, look_at_mask, &c);
    CHECK(c.share[0] == 0 && c.share[1] == 1 && c.share[2] == 1);
    nd_thread_pool_destroy(pool);
}

static void need_stack(void *context, int i, int n)
{
    volatile char room[400000];
    (void)i, (void)n;
    for (size_t k = 0; k < sizeof room; k += 512) room[k] = 1;
    atomic_fetch_add(&((struct counts *)context)->members, room[512]);
}

static void *use_stack(void *context)
{
    struct counts *c = context;
    struct nd_thread_pool *pool = NULL;
    c->stack = nd_stack_bytes();
    CHECK_OK(nd_thread_pool_create(&pool, 2));
    CHECK(nd_thread_pool_size(pool) == 2);
    nd_thread_pool_run(pool, 2, need_stack, c);
    nd_thread_pool_run(pool, 1, need_stack, c);
    nd_thread_pool_destroy(pool);
    return NULL;
}

static void test_stack(void)
{
    struct counts c = {0};
    pthread_attr_t attr;
    pthread_t thread;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 256 << 10);
    CHECK(!pthread_create(&thread, &attr, use_stack, &c));
    CHECK(!pthread_join(thread, NULL));
    pthread_attr_destroy(&attr);
    CHECK(c.stack > 0 && c.stack <= 512 << 10);
    CHECK(c.members == 3);
}

/* In the child, which a signal ends if it waits for threads that do not exist. */
static void work_in_child(struct nd_thread_pool *pool)
{
    int sum = 0;
    alarm(60);
    check_shares(pool, 4, 100);
    check_shares(pool, 1, 3);
    nd_threads_leave(nd_threads_enter());
#pragma omp parallel num_threads(3) reduction(+ : sum)
    sum++;
    CHECK(sum == 3);
    nd_thread_pool_destroy(pool);
    _exit(test_failures != 0);
}

/* A pool and OpenMP's threads that were used before serve parent and child after it. */
static void test_fork(void)
{
    struct nd_thread_pool *pool = NULL, *unused = NULL;
    int state = -1;
    CHECK_OK(nd_thread_pool_create(&pool, 4));
    CHECK_OK(nd_thread_pool_create(&unused, 3));
    check_shares(pool, 4, 10);
#pragma omp parallel num_threads(3)
    {
    }
    for (int i = 0; i < 2; i++) {
        const pid_t child = fork();
        CHECK(child >= 0);
        if (!child) {
            nd_thread_pool_destroy(unused);
            work_in_child(pool);
        }
        check_shares(pool, 4, 10);
        CHECK(waitpid(child, &state, 0) == child && state == 0);
    }
    nd_thread_pool_destroy(pool);
    nd_thread_pool_destroy(unused);
}

int main(void)
{
    for (int n = 1; n <= 5; n++) test_shares(n);
    test_shares(MOST);
    test_waiting();
    test_signals();
    test_stack();
    test_fork();
    TEST_END;
}
