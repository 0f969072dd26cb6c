// The number of threads: OMP_NUM_THREADS and nudge_threads_set, senseless numbers, limits of control groups,
// OpenMP's own setting afterwards; and stack sizes in OpenMP's notation.
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/cores.h"
#include "base/threads.h"
#include "test.h"

static char folder[256];
static int warnings;

static void count_warnings(void *context, int level, const char *message)
{
    (void)context;
    warnings += level == NUDGE_LOG_WARNING && strstr(message, "threads") != NULL;
}

static void put(const char *name, const char *text)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!text) {
        CHECK(!mkdir(path, 0700));
        return;
    }
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && !fclose(file));
}

static double quota(const char *self)
{
    char path[600];
    put("self", self);
    snprintf(path, sizeof path, "%s/self", folder);
    return nd_cores_quota(folder, path);
}

static void test_quota(void)
{
    const char *tmp = getenv("TMPDIR");
    char command[400];
    snprintf(folder, sizeof folder, "%s/t012-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    CHECK(isinf(nd_cores_quota("/no/such/folder", "/no/such/file")));
    CHECK(isinf(quota("0::/\n")));
    put("job", NULL), put("job/step", NULL), put("job/step/cpu.max", "max 100000\n");
    CHECK(isinf(quota("0::/job/step\n")));
    put("job/cpu.max", "250000 100000\n"); /* of the group above */
    CHECK_NEAR(quota("0::/job/step\n"), 2.5, 1e-12);
    put("job/step/cpu.max", "50000 100000\n");
    CHECK_NEAR(quota("0::/job/step\n"), 0.5, 1e-12);
    put("cpu.max", "30000 100000\n"); /* as a container sees its own group */
    CHECK_NEAR(quota("0::/job/step\n"), 0.3, 1e-12);
    /* Version 1, mounted under the names of its controllers, and beside others. */
    put("cpu,cpuacct", NULL), put("cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    put("cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    CHECK(isinf(quota("5:devices:/x\n4:cpu,cpuacct:/\n")));
    put("cpu,cpuacct/cpu.cfs_quota_us", "300000\n");
    CHECK_NEAR(quota("5:cpuset:/\n4:cpu,cpuacct:/no/longer\n"), 3, 1e-12);
    CHECK(isinf(quota("4:cpuacct,cpuset:/\n")));
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(!system(command));
}

static void test_numbers(void)
{
    const int cores = nd_threads_get().cores;
    CHECK(cores >= 1 && cores <= nd_cores_allowed());
    omp_set_num_threads(3);
    CHECK(nd_threads_get().n == 3 && nd_threads_get().why == ND_THREADS_OPENMP);
    CHECK_OK(nudge_threads_set(2, NULL));
    CHECK(nd_threads_get().n == 2 && nd_threads_get().why == ND_THREADS_SET);
    const int before = nd_threads_enter();
    CHECK(omp_get_max_threads() == 2);
    CHECK(nd_threads_enter() == 0); /* within each other */
    nd_threads_leave(0);
    CHECK(omp_get_max_threads() == 2);
    CHECK_OK(nudge_threads_set(0, NULL));
    CHECK(nd_threads_get().n == 3 && nd_threads_get().why == ND_THREADS_OPENMP);
    nd_threads_leave(before);
    CHECK(omp_get_max_threads() == 3);
    CHECK_FAILS(nudge_threads_set(-1, NULL), NUDGE_EVALUE, "threads");
    nudge_log_set(count_warnings, NULL);
    for (int i = 0; i < 2; i++) {
        CHECK_OK(nudge_threads_set(99999, NULL));
        CHECK(nd_threads_get().n == cores && nd_threads_get().asked == 99999);
        CHECK_OK(nudge_threads_set(0, NULL));
        omp_set_num_threads(99999);
        CHECK(nd_threads_get().n == cores);
    }
    CHECK(warnings == 1);
    omp_set_num_threads(2);
}

/* Called from a parallel region, each thread works alone. */
static void test_nested(void)
{
    int wrong = 0;
    omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2) reduction(+ : wrong)
    wrong += omp_get_num_threads() == 2 && nd_threads_get().n != 1;
    CHECK(!wrong);
}

/* With one core in the affinity mask there is one thread, unless a number is set. */
static void test_affinity(void)
{
    cpu_set_t all, one;
    CHECK(!sched_getaffinity(0, sizeof all, &all));
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
    CHECK(!sched_setaffinity(0, sizeof one, &one));
    CHECK(nd_cores_allowed() == 1 && nd_threads_get().cores == 1);
    CHECK(!sched_setaffinity(0, sizeof all, &all));
    CHECK(nd_cores_allowed() == CPU_COUNT(&all));
}

int main(void)
{
    test_quota();
    test_numbers();
    test_nested();
    test_affinity();
    CHECK(nd_stack_parse("16k") == 16384 && nd_stack_parse("16") == 16384 &&
          nd_stack_parse(" 2 M") == 2 << 20);
    CHECK(nd_stack_parse("512B") == 512 && nd_stack_parse("1g") == 1 << 30);
    CHECK(nd_stack_parse("none") == 0 && nd_stack_parse(NULL) == 0 && nd_stack_parse("-3") == 0);
    CHECK(nd_stack_bytes() > 0);
    TEST_END;
}
