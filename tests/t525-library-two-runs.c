/* Two solvers in one process and one folder: the second is refused while the first runs, and works
 * after it. A run whose outputs cannot be closed is not "finished". The lock file: left by a dead
 * process, planted as a link, a pipe or a hard link. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file.h"
#include "base/lock.h"

static const char text[] = "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}\norder: 1\n"
                           "materials: {air: {epsilon: 1, mu: 1}}\nregions: {default: air}\n"
                           "boundaries: {default: pec}\ninitial: {Ey: sin(pi*x)*sin(pi*z)}\n"
                           "time: {end: 1}\noutput: {folder: out, energy: {file: energy.csv}}\n";

static int contains(const char *path, const char *what)
{
    char *bytes = NULL;
    size_t n = 0;
    CHECK_OK(nd_file_read(path, 1 << 20, &bytes, &n));
    const int found = bytes && strstr(bytes, what) != NULL;
    if (!found) printf("%s has no '%s': %.200s\n", path, what, bytes ? bytes : "");
    free(bytes);
    return found;
}

struct pair {
    nudge_problem *problem[2];
    nudge_solver *solver[2];
    int calls;
};

/* Called by the first one's run. */
static int try_second(void *context, const nudge_status *status)
{
    struct pair *pair = context;
    char pid[64];
    (void)status;
    if (pair->calls++) return 0;
    snprintf(pid, sizeof pid, "process %ld on ", (long)getpid());
    CHECK_FAILS(nudge_solver_run(pair->solver[1], NULL, NULL), NUDGE_EBUSY, pid);
    CHECK(strstr(nudge_error(), "output.folder") && strstr(nudge_error(), "out: another run"));
    snprintf(pid, sizeof pid, "\"pid\": %ld,", (long)getpid());
    CHECK(contains("out/run.json", "\"outcome\": \"running\"") && contains("out/run.json", pid));
    CHECK(contains("out/run.json", "\"ended_by\": null") && contains("out/energy.csv", "time,energy\n0,"));
    return 0;
}

static void check_solvers(void)
{
    struct pair pair = {0};
    for (int i = 0; i < 2; i++) {
        CHECK_OK(nudge_problem_parse(&pair.problem[i], text, ""));
        CHECK_OK(nudge_solver_create(&pair.solver[i], pair.problem[i], "cpu"));
        CHECK(!nd_file_exists("out"));
    }
    CHECK_OK(nudge_solver_run(pair.solver[0], try_second, &pair));
    CHECK(pair.calls > 0 && !nd_file_exists("out/.nudge.lock"));
    CHECK(contains("out/run.json", "\"outcome\": \"finished\""));
    CHECK_OK(nudge_solver_run(pair.solver[1], NULL, NULL));
    CHECK(contains("out/run.json", "\"outcome\": \"finished\""));
    for (int i = 0; i < 2; i++) {
        nudge_solver_destroy(pair.solver[i]);
        nudge_problem_destroy(pair.problem[i]);
    }
}

static int table_fails;

/* In place of the C library's: the energy's table cannot be brought to the disk. */
int fsync(int handle)
{
    char name[64], path[512] = "";
    snprintf(name, sizeof name, "/proc/self/fd/%d", handle);
    if (!table_fails || readlink(name, path, sizeof path - 1) < 0 || !strstr(path, "energy.csv"))
        return (int)syscall(SYS_fsync, handle);
    errno = EIO;
    return -1;
}

/* Outputs are closed before the report says how the run ended. */
static void check_close(void)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    table_fails = 1;
    CHECK_FAILS(nudge_solver_run(solver, NULL, NULL), NUDGE_EIO,
                "out/energy.csv: cannot write: Input/output");
    table_fails = 0;
    CHECK(contains("out/run.json", "\"outcome\": \"out/energy.csv: cannot write: Input/output error\""));
    CHECK(!nd_file_exists("out/.nudge.lock"));
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

/* A child takes the lock, says so and waits to be killed. */
static pid_t hold(const char *path)
{
    int ready[2];
    char byte = 0;
    CHECK(pipe(ready) == 0);
    const pid_t child = fork();
    if (child == 0) {
        struct nd_lock lock;
        char *holder = NULL;
        alarm(60);
        byte = nd_lock_take(&lock, path, "the child\nand more", &holder) ? 'n' : 'y';
        if (write(ready[1], &byte, 1) != 1) _exit(1);
        for (;;) pause();
    }
    close(ready[1]);
    CHECK(read(ready[0], &byte, 1) == 1 && byte == 'y');
    close(ready[0]);
    return child;
}

static void check_dead(void)
{
    struct nd_lock lock;
    char *holder = NULL;
    const pid_t child = hold("lock");
    CHECK_FAILS(nd_lock_take(&lock, "lock", "parent", &holder), NUDGE_EBUSY, "lock: locked by the child");
    CHECK(holder && !strcmp(holder, "the child"));
    free(holder);
    CHECK(!lock.held);
    nd_lock_release(&lock);
    CHECK(nd_file_exists("lock"));
    CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
    CHECK(nd_file_exists("lock"));
    CHECK_OK(nd_lock_take(&lock, "lock", "parent", &holder));
    CHECK(contains("lock", "parent") && !holder);
    nd_lock_release(&lock);
    CHECK(!nd_file_exists("lock"));
}

static void check_planted(void)
{
    struct nd_lock lock;
    char *holder = NULL;
    CHECK_OK(nd_file_write("victim", "mine", 4));
    CHECK(symlink("victim", "link") == 0 && mkfifo("pipe", 0666) == 0 && link("victim", "twin") == 0);
    CHECK_FAILS(nd_lock_take(&lock, "link", "me", &holder), NUDGE_EIO, "link: cannot open the lock file");
    CHECK_FAILS(nd_lock_take(&lock, "pipe", "me", &holder), NUDGE_EIO,
                "pipe: the lock file must be a regular file");
    CHECK_FAILS(nd_lock_take(&lock, "no/lock", "me", &holder), NUDGE_EIO, "no/lock: cannot create");
    CHECK_OK(nd_lock_take(&lock, "twin", "me", &holder)); /* replaced, not written to */
    nd_lock_release(&lock);
    CHECK(contains("victim", "mine"));
}

int main(void)
{
    char folder[256], command[300];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nudge-two-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
    check_dead();
    check_planted();
    check_solvers();
    check_close();
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
