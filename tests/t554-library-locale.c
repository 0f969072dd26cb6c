// In a program with a locale with a decimal comma the library computes, writes and compiles the same.
// Arguments: how many of the problems.
// PLAIN: 2
// SANITIZED: 1
#include <dirent.h>
#include <locale.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file.h"
#include "base/format.h"
#include "test.h"

#define PROBLEM(law, rest)                                                                                   \
    "law: " law "\nmesh: {box: {size: [1, 1, 1.25], divisions: [2, 2, 2], jitter: 0.1}}\norder: 2\n" rest    \
    "flux: {upwind: 0.5}\ntime: {end: 0.75}\n"                                                               \
    "output: {folder: %s, fields: {file: f.pvd, every: 0.25}, energy: {file: energy.csv},"                   \
    " picture: {file: p.png}}\n"                                                                             \
    "monitors: {a: {probe: {at: [0.3, 0.3, 0.3]}}}\n"

static const char *const problem[] = {
    PROBLEM("acoustic", "materials: {air: {rho: 1.5, c: 1.25}}\nregions: {default: air}\n"
                        "boundaries: {default: impedance 1.5}\ninitial: {p: cos(pi*x*0.5)}\n"),
    PROBLEM("maxwell", "materials: {air: {epsilon: 1.5}}\nregions: {default: air}\n"
                       "boundaries: {default: pec}\ninitial: {Ey: 0.5*sin(pi*x)}\n"),
};

static const char *const in_c[] = {"acoustic-c", "maxwell-c"};
static const char *const in_de[] = {"acoustic-de", "maxwell-de"};

static char folder[256];

static void run(const char *text, const char *out)
{
    nudge_problem *p = NULL;
    nudge_solver *s = NULL;
    char whole[2048];
    nd_format(whole, sizeof whole, "%s/cache-%s", folder, out);
    setenv("NUDGE_CACHE", whole, 1); /* each run compiles its kernels itself */
    nd_format(whole, sizeof whole, text, out);
    CHECK_OK(nudge_problem_parse(&p, whole, folder));
    if (p) CHECK_OK(nudge_problem_set(p, "time.cfl", "0.75"));
    if (p) CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    if (s) CHECK_OK(nudge_solver_run(s, NULL, NULL));
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
}

/* The same bytes in both folders; run.json, which has times in it, is left to check_numbers. */
static void compare(const char *one, const char *two)
{
    char *path[2], *bytes[2];
    size_t n[2];
    int files = 0;
    struct dirent *entry;
    char *first = nd_path_join(folder, one), *second = nd_path_join(folder, two);
    DIR *list = opendir(first);
    while (list && (entry = readdir(list))) {
        if (entry->d_name[0] == '.' || !strcmp(entry->d_name, "run.json")) continue;
        path[0] = nd_path_join(first, entry->d_name);
        path[1] = nd_path_join(second, entry->d_name);
        bytes[0] = bytes[1] = NULL;
        for (int i = 0; i < 2; i++) CHECK_OK(nd_file_read(path[i], 1 << 24, &bytes[i], &n[i]));
        if (bytes[0] && bytes[1] && (n[0] != n[1] || memcmp(bytes[0], bytes[1], n[0]))) {
            printf("%s differs in the locale\n", path[1]);
            test_failures++;
        }
        files++;
        for (int i = 0; i < 2; i++) free(path[i]), free(bytes[i]);
    }
    if (list) closedir(list);
    CHECK(files >= 7); /* four .vtu, .pvd, energy, probe */
    free(first);
    free(second);
}

/* A comma in a JSON number would be a comma between digits. */
static void check_report(const char *out)
{
    char *text = NULL, name[300];
    size_t n;
    nd_format(name, sizeof name, "%s/%s/run.json", folder, out);
    CHECK_OK(nd_file_read(name, 1 << 20, &text, &n));
    for (const char *p = text; p && *p; p++)
        CHECK(!(*p == ',' && p > text && nd_is_digit(p[-1]) && nd_is_digit(p[1])));
    free(text);
}

/* de_DE.UTF-8 is compiled into the test's own folder: machines seldom have it. */
static int make_locale(void)
{
    char path[300];
    const char *command[] = {"localedef", "-i", "de_DE", "-f", "UTF-8", path, NULL};
    nd_format(path, sizeof path, "%s/de_DE.UTF-8", folder);
    const pid_t child = fork();
    int ended = 1;
    if (!child) {
        execvp(command[0], (char *const *)command);
        _exit(127);
    }
    waitpid(child, &ended, 0);
    return ended;
}

int main(int argc, char **argv)
{
    char digits[32];
    const int problems = argc > 1 ? atoi(argv[1]) : 2;
    nd_format(folder, sizeof folder, "%s/nudge-locale-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    if (!mkdtemp(folder)) return 1;
    CHECK(!make_locale());
    setenv("LOCPATH", folder, 1);
    for (int i = 0; i < problems; i++) run(problem[i], in_c[i]);
    CHECK(setlocale(LC_ALL, "de_DE.UTF-8") != NULL);
    CHECK(!strcmp(localeconv()->decimal_point, ","));
    nd_format(digits, sizeof digits, "%.2f %g", 0.25, 1e-7);
    CHECK(!strcmp(digits, "0.25 1e-07"));
    CHECK(nd_number("0.5,25", NULL) == 0.5);
    for (int i = 0; i < problems; i++) run(problem[i], in_de[i]);
    CHECK(!strcmp(localeconv()->decimal_point, ",")); /* the program's locale is left alone */
    for (int i = 0; i < problems; i++) compare(in_c[i], in_de[i]);
    check_report("acoustic-de");
    TEST_END;
}
