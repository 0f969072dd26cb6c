#define _GNU_SOURCE
#include "base/threads.h"

#include <limits.h>
#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/cores.h"
#include "base/error.h"
#include "base/format.h"
#include "base/log.h"

/* A number is taken for a mistake if it is above PER_CORE_MOST threads per core and above NEVER_MANY. */
enum { PER_CORE_MOST = 4, NEVER_MANY = 16 };

static atomic_int chosen;              /* by nudge_threads_set; 0: not set */
static atomic_int creatable = INT_MAX; /* OpenMP threads, this one included, that could be created so far */
static atomic_int tried;               /* the largest number created at the same time so far */
static atomic_flag warned_many = ATOMIC_FLAG_INIT, warned_few = ATOMIC_FLAG_INIT;
static atomic_int forks;               /* see nd_threads_forks */
static _Thread_local int outside; /* OpenMP's number before nd_threads_enter; 0: not entered */

static const char *_Atomic asker = "the program";

int nudge_threads_set(int n, const char *name)
{
    int status = 0;
    if (n < 0) FAIL(NUDGE_EVALUE, "%d threads: give 1 or more, or 0 for as many as there are cores", n);
    chosen = n;
    asker = name ? name : "the program";
done:
    return status;
}

size_t nd_stack_parse(const char *text)
{
    char *end;
    if (!text) return 0;
    const double number = nd_number(text, &end);
    while (nd_is_space(*end)) end++;
    const char unit = nd_to_lower(*end);
    const double scale = unit == 'b' ? 1 : unit == 'm' ? 1 << 20 : unit == 'g' ? 1 << 30 : 1 << 10;
    return number > 0 && number * scale < (double)(SIZE_MAX / 2) ? (size_t)(number * scale) : 0;
}

size_t nd_stack_bytes(void)
{
    pthread_attr_t attr;
    void *at;
    size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attr)) return 0;
    if (pthread_attr_getstack(&attr, &at, &bytes)) bytes = 0;
    pthread_attr_destroy(&attr);
    return bytes;
}

/* One thread per core of the affinity mask, or fewer if the control groups allow less CPU time. */
static struct nd_threads by_default(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const int allowed = nd_cores_allowed();
    const double quota = ceil(nd_cores_quota("/sys/fs/cgroup", "/proc/self/cgroup") - 0.05);
    struct nd_threads t = {.n = allowed, .why = allowed < online ? ND_THREADS_AFFINITY : ND_THREADS_CORES};
    if (quota < t.n) {
        t.n = quota < 1 ? 1 : (int)quota;
        t.why = ND_THREADS_QUOTA;
    }
    t.asked = t.cores = t.n;
    return t;
}

/* libgomp ends the process when it cannot create a thread. So the same number of threads with the same
 * stacks is created here first; they wait at a gate until all exist, and then end. */
struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    int open;
};

static void *wait_at_gate(void *context)
{
    struct gate *gate = context;
    pthread_mutex_lock(&gate->mutex);
    while (!gate->open) pthread_cond_wait(&gate->cond, &gate->mutex);
    pthread_mutex_unlock(&gate->mutex);
    return NULL;
}

/* How many of n threads, this one included, can exist at the same time. */
static int try_threads(int n)
{
    struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    pthread_t *thread = malloc((size_t)n * sizeof *thread);
    pthread_attr_t attr;
    const size_t stack = nd_stack_parse(getenv("OMP_STACKSIZE"));
    int made = 0;
    if (!thread) return 1;
    if (pthread_attr_init(&attr)) {
        free(thread);
        return 1;
    }
    if (stack) pthread_attr_setstacksize(&attr, stack);
    while (made < n - 1 && !pthread_create(&thread[made], &attr, wait_at_gate, &gate)) made++;
    pthread_attr_destroy(&attr);
    pthread_mutex_lock(&gate.mutex);
    gate.open = 1;
    pthread_cond_broadcast(&gate.cond);
    pthread_mutex_unlock(&gate.mutex);
    for (int i = 0; i < made; i++) pthread_join(thread[i], NULL);
    free(thread);
    return made + 1;
}

/* Called within a parallel region that allows no nested one, each thread works alone. */
static int is_nested(void)
{
    return omp_in_parallel() && omp_get_active_level() >= omp_get_max_active_levels();
}

struct nd_threads nd_threads_get(void)
{
    struct nd_threads t = by_default();
    const int openmp = outside ? outside : omp_get_max_threads(), set = chosen;
    const char *text = getenv("OMP_NUM_THREADS"); /* OpenMP ignores text that is not a number */
    const int requested = (text && nd_number(text, NULL) == openmp) || openmp != omp_get_num_procs();
    if (set || requested) {
        t.why = set ? ND_THREADS_SET : ND_THREADS_OPENMP;
        t.n = t.asked = set ? set : openmp;
    }
    if (t.n > PER_CORE_MOST * t.cores && t.n > NEVER_MANY) {
        t.n = t.cores;
        if (!atomic_flag_test_and_set(&warned_many))
            nd_warn("%s requests %d threads on %d core%s; %d %s used", set ? asker : "OMP_NUM_THREADS",
                    t.asked, t.cores, t.cores == 1 ? "" : "s", t.n, t.n == 1 ? "is" : "are");
    }
    if (is_nested()) t.n = 1;
    return t;
}

/* libgomp's threads do not exist in the child, but it waits for them there; libomp sees to this itself. */
static void before_fork(void)
{
#ifndef __clang__
    omp_pause_resource_all(omp_pause_hard);
#endif
    tried = 0;
}

static void in_child(void)
{
    forks++;
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, NULL, in_child);
}

int nd_threads_forks(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    return forks;
}

/* Lets OpenMP create its threads at once, before anything else takes the memory they need. */
static void make_threads(int n)
{
    const int possible = try_threads(n);
    nd_threads_forks();
    tried = n;
    if (possible < n) {
        creatable = possible;
        if (!atomic_flag_test_and_set(&warned_few))
            nd_warn(
                "OpenMP cannot create %d threads: set-up uses %d; ulimit -u and ulimit -v limit them, and "
                "OMP_STACKSIZE is the memory of each",
                n, possible);
    }
#pragma omp parallel num_threads(possible)
    {
    }
}

int nd_threads_creatable(int n)
{
    if (n > tried && n > 1) make_threads(n);
    return n < creatable ? n : creatable;
}

int nd_threads_enter(void)
{
    if (outside) return 0;
    const int n = nd_threads_get().n;
    outside = omp_get_max_threads();
    omp_set_num_threads(nd_threads_creatable(n));
    return outside;
}

void nd_threads_leave(int before)
{
    if (!before) return;
    omp_set_num_threads(before);
    outside = 0;
}
