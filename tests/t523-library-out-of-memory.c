/* Every allocation of a check and a run fails in turn, each in a process of its own: the library
 * returns NUDGE_ENOMEM with a message, or does without; no signal, no hang. Afterwards the same run
 * succeeds in the same process, and nothing leaks. Arguments: which problems; the stride of failing
 * allocations; the stride of those followed by a run that must succeed. */
// PLAIN: maxwell 5 35
// PLAIN: sources 29 87
// LONG: maxwell 1 1
// LONG: sources 1 1
// NOSANITIZE: the sanitizers have an allocator of their own, and fork slowly
#include <errno.h>
#include <signal.h>
#include <omp.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "output/outputs.h"
#include "preflight/preflight.h"
#include "test.h"

/* -- the allocator: glibc's, which counts, and fails once -- */

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t alignment, size_t n);
void __libc_free(void *p);

static long live, taken, failing; /* blocks; allocations since the last start; the one that fails, 0: none */

static int refuse(void)
{
    if (__atomic_add_fetch(&taken, 1, __ATOMIC_RELAXED) != failing) return 0;
    if (getenv("TEST_BREAK")) raise(SIGTRAP); /* for a debugger: who asked? */
    errno = ENOMEM;
    return 1;
}

static void *counted(void *p)
{
    if (p) __atomic_add_fetch(&live, 1, __ATOMIC_RELAXED);
    return p;
}

void *malloc(size_t n)
{
    return refuse() ? NULL : counted(__libc_malloc(n));
}

void *calloc(size_t n, size_t size)
{
    return refuse() ? NULL : counted(__libc_calloc(n, size));
}

void *realloc(void *p, size_t n)
{
    if (refuse()) return NULL;
    void *q = __libc_realloc(p, n);
    return p ? q : counted(q);
}

void *memalign(size_t alignment, size_t n);
void *memalign(size_t alignment, size_t n)
{
    return refuse() ? NULL : counted(__libc_memalign(alignment, n));
}

void *aligned_alloc(size_t alignment, size_t n)
{
    return memalign(alignment, n);
}

int posix_memalign(void **p, size_t alignment, size_t n)
{
    *p = memalign(alignment, n);
    return *p ? 0 : ENOMEM;
}

void free(void *p)
{
    if (p) __atomic_sub_fetch(&live, 1, __ATOMIC_RELAXED);
    __libc_free(p);
}

/* -- what is run -- */

static const struct {
    const char *name, *text;
} problems[] = {
    {"maxwell", "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}\norder: 1\n"
                "materials: {air: {epsilon: 1, mu: 1}}\nregions: {default: air}\nboundaries: {default: pec}\n"
                "initial: {Ey: sin(x+1)*sin(pi*z+1)}\n"
                "exact: {Ey: sin(x+1)*sin(pi*z+1)*cos(sqrt(2)*pi*t)}\ntime: {dt: 1e-3, steps: 2}\n"
                "output: {fields: {file: f.pvd, every: 1e-3}, energy: {file: energy.csv}}\n"},
    {"sources",
     "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1], periodic: [z]}}\norder: 1\n"
     "materials: {wet: {epsilon: 2, sigma: 1}}\nregions: {default: wet}\nboundaries: {default: absorbing}\n"
     "sources: {dot: {dipole: {at: [0.4, 0.3, 0.2], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 1, "
     "bandwidth: 1}}}}\n"
     "monitors: {near: {probe: {at: [0.5, 0.4, 0.3]}}, all: {fourier: {frequencies: [1], plane: z}}}\n"
     "time: {dt: 1e-3, steps: 2}\n"
     "output: {picture: {file: p.png, field: Ez, frames: 1}}\n"},
};

static const char *text;
static char folder[256];

/* What `nudge check` and `nudge run` do. */
static int run_all(void)
{
    int status = 0;
    double seconds = 0;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    struct nd_preflight preflight = {0};
    TRY(nudge_problem_parse(&problem, text, folder));
    TRY(nudge_problem_set(problem, "precision", "single"));
    TRY(nudge_solver_create(&solver, problem, "cpu"));
    TRY(nd_outputs_check(problem, &solver->law, &solver->mesh));
    TRY(nd_preflight_make(&preflight, solver, seconds));
    TRY(nudge_solver_run(solver, NULL, NULL));
done:
    nd_preflight_clear(&preflight);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return status;
}

/* The result of a child process, for its parent. */
static struct outcome {
    int ended;         /* by itself */
    long taken;        /* allocations of the first run */
    long live;         /* blocks after the second */
    int code, again;   /* of both runs */
    char message[512]; /* of the first that failed */
} * outcome;

static void run_child(long fail_at, int twice)
{
    const struct rlimit most = {60, 60};
    setrlimit(RLIMIT_CPU, &most); /* a hang that works */
    alarm(400);                   /* and one that waits */
    taken = 0;
    failing = fail_at;
    outcome->code = run_all();
    failing = 0;
    outcome->taken = taken;
    snprintf(outcome->message, sizeof outcome->message, "%s", outcome->code ? nudge_error() : "");
    if (twice) outcome->again = run_all();
    if (outcome->again) snprintf(outcome->message, sizeof outcome->message, "%s", nudge_error());
    outcome->live = live;
    outcome->ended = 1;
    _exit(0);
}

static int start(long fail_at, int twice)
{
    int how = 0;
    memset(outcome, 0, sizeof *outcome);
    const pid_t child = fork();
    if (!child) run_child(fail_at, twice);
    CHECK(child > 0 && waitpid(child, &how, 0) == child);
    return how;
}

static void complain(long k, const char *what)
{
    test_failures++;
    if (test_failures <= 20) printf("allocation %ld fails: %s: %s\n", k, what, outcome->message);
}

/* libgomp says "Out of memory" and exits by itself where it cannot have what a first parallel
 * region takes; *gomp counts these. */
static void judge(long k, int how, long live_wanted, int *gomp)
{
    char signal[32];
    if (WIFSIGNALED(how)) {
        snprintf(signal, sizeof signal, "signal %d", WTERMSIG(how));
        complain(k, signal);
    } else if (!outcome->ended && WEXITSTATUS(how) == 1)
        ++*gomp;
    else if (!outcome->ended)
        complain(k, "it exited");
    else if (outcome->code && outcome->code != NUDGE_ENOMEM && outcome->code != NUDGE_EDEVICE &&
             outcome->code != NUDGE_EIO) /* a device that is full; a file that could not be opened for it */
        complain(k, nudge_error_name(outcome->code));
    else if (outcome->code && !strstr(outcome->message, "memory"))
        complain(k, "the message does not speak of memory");
    else if (outcome->again)
        complain(k, "the run after it fails");
    else if (live_wanted >= 0 && outcome->live > live_wanted) {
        snprintf(outcome->message, sizeof outcome->message, "%ld, not %ld", outcome->live, live_wanted);
        complain(k, "blocks are left");
    }
}

int main(int argc, char **argv)
{
    const char *tmp = getenv("TMPDIR");
    char path[300];
    int gomp = 0;
    if (argc < 4) return printf("usage: PROBLEM STRIDE EVERY [FROM [TO]]\n"), 1;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        if (!strcmp(argv[1], problems[i].name)) text = problems[i].text;
    const int stride = atoi(argv[2]), every = atoi(argv[3]);
    snprintf(folder, sizeof folder, "%s/nudge-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(text && stride > 0 && every > 0 && mkdtemp(folder) != NULL);
    if (test_failures) return 1;
    snprintf(path, sizeof path, "%s/cache", folder);
    setenv("NUDGE_CACHE", path, 1);
    omp_set_num_threads(1); /* the same allocations in the same order each time */
    outcome = mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    start(0, 1); /* fills the cache */
    start(0, 1);
    const long all = outcome->taken, live_wanted = outcome->live;
    CHECK(outcome->ended && !outcome->code && !outcome->again && all > 100);
    if (test_failures) printf("nothing fails: %s\n", outcome->message);
    const long from = argc > 4 ? atol(argv[4]) : stride, to = argc > 5 ? atol(argv[5]) : all;
    for (long k = from; k <= to && !(test_failures && all <= 100); k += stride) {
        const int twice = k % every == 0;
        judge(k, start(k, twice), twice ? live_wanted : -1, &gomp);
    }
    if (getenv("TEST_SHOW")) printf("%ld allocations, %d of libgomp's\n", all, gomp);
    CHECK(gomp <= 8);
    snprintf(path, sizeof path, "rm -rf '%s'", folder);
    CHECK(system(path) == 0);
    if (test_failures) printf("%d failures\n", test_failures);
    TEST_END;
}
