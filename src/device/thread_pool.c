/* Invariants:
 * 1. The caller writes a job (work, context) only while `left` is 0. A thread reads it only after
 *    it has seen a new `turn` that includes it and before it decrements `left`.
 * 2. `turn` holds the number of jobs so far and, in its low bits, the number of threads that take
 *    part. A thread that does not take part reads nothing else of the job, so that a slow one
 *    cannot see half of the next.
 * 3. A thread that is about to sleep announces it (`sleepers`, `caller_sleeps`) before its last
 *    check; a thread that changes the condition looks for sleepers afterwards. All these accesses
 *    are sequentially consistent, so that one of the two sees the other. */
#define _GNU_SOURCE
#include "device/thread_pool.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/log.h"
#include "base/memory.h"
#include "base/threads.h"
#include "base/time.h"

enum {
    MEMBER_BITS = 16,      /* of turn */
    STACK_LEAST = 1 << 20, /* bytes: kernels keep up to 256 kB of shared arrays on it */
    STACK_USUAL = 4 << 20,
};

/* Seconds that a thread spins before it sleeps, on an idle machine and on a busy one. Waking threads costs as
 * much as a small launch, so they do not sleep between the stages of a run while cores are idle. On a busy
 * machine a spinning thread takes the core from one that works. */
#define SPIN_IDLE 5e-3
#define SPIN_BUSY 20e-6

/* The machine counts as busy if the system preempts our threads again and again. Each preemption
 * adds PREEMPTED to a count that falls by one with every job. A single one, which a daemon may
 * cause on any machine, does not make it busy. */
enum { PREEMPTED = 8, BUSY = 12, BUSY_MOST = 32 };

struct spin {
    int busy;      /* the count */
    long switches; /* preemptions of this thread so far */
};

struct member {
    struct nd_thread_pool *pool;
    pthread_t thread;
    int i;
    cpu_set_t cores;
};

struct nd_thread_pool {
    int n, threads; /* size of the pool; threads of our own among them, the last ones */
    int spins, bound, forks; /* forks: nd_threads_forks when the threads were created */
    struct member *member;    /* [n], of which `threads` are used */
    nd_thread_pool_work work; /* null: the threads end */
    void *context;
    struct spin spin; /* of the calling thread */
    _Alignas(64) _Atomic uint64_t turn;
    _Alignas(64) _Atomic uint32_t left;
    _Atomic uint32_t sleepers, caller_sleeps;
};

static void futex_wait(void *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void futex_wake(void *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Time taken by a hypervisor is not counted: spinning does not slow down our own threads then. */
static void spin_learn(struct spin *spin)
{
    struct rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage)) return;
    const int taken = usage.ru_nivcsw != spin->switches;
    const int busy = spin->busy + (taken ? PREEMPTED : -1);
    spin->switches = usage.ru_nivcsw;
    spin->busy = busy < 0 ? 0 : busy > BUSY_MOST ? BUSY_MOST : busy;
}

/* Spins while waits(t, value) holds, for as long as it pays. Returns whether the wait has ended. */
static int spin_while(struct nd_thread_pool *t, struct spin *spin,
                      int (*waits)(struct nd_thread_pool *, uint64_t), uint64_t value)
{
    const double end = nd_seconds_now() + (!t->spins ? 0 : spin->busy >= BUSY ? SPIN_BUSY : SPIN_IDLE);
    while (waits(t, value) && nd_seconds_now() < end)
        for (int i = 0; i < 64 && waits(t, value); i++) relax();
    return !waits(t, value);
}

/* The half of turn with the low bits, which change with every job. */
static uint32_t *low_word(struct nd_thread_pool *t)
{
    return (uint32_t *)&t->turn + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

static int turn_waits(struct nd_thread_pool *t, uint64_t seen)
{
    return t->turn == seen;
}

static int members_wait(struct nd_thread_pool *t, uint64_t none)
{
    return t->left != none;
}

static uint64_t await_turn(struct nd_thread_pool *t, uint64_t seen, struct spin *spin)
{
    uint64_t turn;
    if (spin_while(t, spin, turn_waits, seen)) return t->turn;
    t->sleepers++;
    while ((turn = t->turn) == seen) futex_wait(low_word(t), (uint32_t)seen);
    t->sleepers--;
    return turn;
}

static void await_members(struct nd_thread_pool *t)
{
    uint32_t left;
    if (spin_while(t, &t->spin, members_wait, 0)) return;
    t->caller_sleeps = 1;
    while ((left = t->left)) futex_wait(&t->left, left);
    t->caller_sleeps = 0;
}

static void *serve(void *context)
{
    struct member *m = context;
    struct nd_thread_pool *t = m->pool;
    uint64_t turn = 0;
    struct spin spin = {0};
    if (t->bound) pthread_setaffinity_np(pthread_self(), sizeof m->cores, &m->cores);
    for (;;) {
        turn = await_turn(t, turn, &spin);
        const int n = (int)(turn & ((1 << MEMBER_BITS) - 1));
        if (m->i >= n) continue;
        const nd_thread_pool_work work = t->work;
        if (work) work(t->context, m->i, n);
        spin_learn(&spin);
        if (t->left-- == 1 && t->caller_sleeps) futex_wake(&t->left);
        if (!work) return NULL;
    }
}

int nd_thread_pool_size(const struct nd_thread_pool *t)
{
    return t->n;
}

static int is_from_parent(const struct nd_thread_pool *t)
{
    return t->forks != nd_threads_forks();
}

static void hand_out(struct nd_thread_pool *t, int n, nd_thread_pool_work work, void *context)
{
    const int own = t->n - t->threads; /* 1: the caller takes part */
    t->work = work;
    t->context = context;
    t->left = (uint32_t)(n - own);
    t->turn = (((t->turn >> MEMBER_BITS) + 1) << MEMBER_BITS) | (uint64_t)n;
    if (t->sleepers) futex_wake(low_word(t));
}

/* If OpenMP binds its threads to cores, ours are bound in the same way; otherwise they would all
 * share the core to which the caller is bound. */
static void find_cores(struct nd_thread_pool *t)
{
    const int first = t->n - t->threads;
    t->bound = omp_get_proc_bind() != omp_proc_bind_false;
    if (!t->bound) return;
    const int n = nd_threads_creatable(t->n);
#pragma omp parallel num_threads(n)
    {
        const int got = omp_get_num_threads();
        cpu_set_t own;
        if (!pthread_getaffinity_np(pthread_self(), sizeof own, &own))
            for (int i = omp_get_thread_num(); i < t->n; i += got)
                if (i >= first) t->member[i - first].cores = own;
    }
}

/* The caller's threads handle signals, except those that an error in a kernel raises. */
static void block_signals(sigset_t *before)
{
    sigset_t most;
    sigfillset(&most);
    sigdelset(&most, SIGSEGV);
    sigdelset(&most, SIGBUS);
    sigdelset(&most, SIGFPE);
    sigdelset(&most, SIGILL);
    pthread_sigmask(SIG_SETMASK, &most, before);
}

/* Starts as many threads as possible; returns their number. */
static int start(struct nd_thread_pool *t, size_t stack)
{
    pthread_attr_t attr;
    sigset_t before;
    int made = 0;
    if (pthread_attr_init(&attr)) return 0;
    pthread_attr_setstacksize(&attr, stack);
    block_signals(&before);
    while (made < t->threads) {
        if (!pthread_create(&t->member[made].thread, &attr, serve, &t->member[made]))
            made++;
        else if (stack > STACK_USUAL)
            pthread_attr_setstacksize(&attr, stack = STACK_USUAL);
        else
            break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    return made;
}

/* OMP_STACKSIZE, which users set if kernels of their own laws need much; never less than our kernels need. */
static size_t stack_bytes(void)
{
    const size_t told = nd_stack_parse(getenv("OMP_STACKSIZE"));
    return told > STACK_USUAL ? told : STACK_USUAL;
}

/* In a child of fork. Without any thread, the caller runs kernels, whatever its stack. */
static void start_again(struct nd_thread_pool *t)
{
    const int own = t->n - t->threads;
    t->turn = 0;
    t->left = 0;
    t->sleepers = 0;
    t->caller_sleeps = 0;
    t->forks = nd_threads_forks();
    t->threads = start(t, stack_bytes());
    t->n = t->threads + own ? t->threads + own : 1;
}

void nd_thread_pool_run(struct nd_thread_pool *t, int n, nd_thread_pool_work work, void *context)
{
    if (is_from_parent(t)) start_again(t);
    const int own = t->n - t->threads;
    n = n < 1 ? 1 : n > t->n ? t->n : n;
    if (own && n == 1) {
        work(context, 0, 1);
        return;
    }
    hand_out(t, n, work, context);
    if (own) {
        work(context, 0, n);
        spin_learn(&t->spin);
    }
    await_members(t);
}

int nd_thread_pool_create(struct nd_thread_pool **out, int threads)
{
    int status = 0;
    struct nd_thread_pool *t = NULL;
    const size_t own = nd_stack_bytes();
    const int works = !own || own >= STACK_LEAST; /* whether the caller can run kernels */
    ALLOC(t, 1);
    t->n = threads < 1 ? 1 : threads >= 1 << MEMBER_BITS ? (1 << MEMBER_BITS) - 1 : threads;
    ALLOC(t->member, t->n);
    t->threads = t->n - works;
    for (int i = 0; i < t->threads; i++) t->member[i] = (struct member){.pool = t, .i = i + works};
    t->spins = t->n <= nd_threads_get().cores;
    t->forks = nd_threads_forks();
    find_cores(t);
    const int made = start(t, stack_bytes());
    if (made < t->threads) {
        t->n = made + works;
        t->threads = made;
        if (!t->n)
            FAIL(NUDGE_EDEVICE,
                 "the stack of this thread, %.3g kB, is too small for kernels, and no thread can be created "
                 "for them; raise ulimit -s to %d kB or more",
                 (double)own / 1024, STACK_LEAST / 1024);
        nd_warn("%d of %d threads could be created for kernels; ulimit -u and ulimit -v limit them", t->n,
                threads);
    }
    *out = t;
    t = NULL;
done:
    nd_thread_pool_destroy(t);
    return status;
}

void nd_thread_pool_destroy(struct nd_thread_pool *t)
{
    if (!t) return;
    const int threads = is_from_parent(t) ? 0 : t->threads;
    if (threads) hand_out(t, t->n, NULL, NULL);
    for (int i = 0; i < threads; i++) pthread_join(t->member[i].thread, NULL);
    free(t->member);
    free(t);
}
