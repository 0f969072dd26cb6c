/* Histories: whole lines on disk after every row, numbers that read back exactly, and a full disk
 * cuts at the end of a line. */
#include "test.h"

#include <signal.h>
#include <sys/resource.h>
#include "base/file.h"
#include "output/table.h"

static void check_text(const char *path, const char *text)
{
    char *bytes = NULL;
    size_t n = 0;
    CHECK_OK(nd_file_read(path, 1 << 20, &bytes, &n));
    CHECK(bytes && !strcmp(bytes, text));
    free(bytes);
}

static void check_rows(const char *path)
{
    struct nd_csv *csv = NULL;
    CHECK_OK(nd_csv_create(&csv, path, "time,energy"));
    check_text(path, "time,energy\n");
    CHECK_OK(nd_csv_row(csv, (const double[]){0, 0.1}, 2));
    check_text(path, "time,energy\n0,0.1\n");
    CHECK_OK(nd_csv_row(csv, (const double[]){-1e-300, 1.0 / 3}, 2));
    check_text(path, "time,energy\n0,0.1\n-1e-300,0.3333333333333333\n");
    CHECK_FAILS(nd_csv_row(csv, (const double[]){1, 2, 3}, 3), NUDGE_EINTERNAL,
                "3 values under a header of 2");
    CHECK_OK(nd_csv_row(csv, (const double[]){NAN, INFINITY}, 2));
    check_text(path, "time,energy\n0,0.1\n-1e-300,0.3333333333333333\nnan,inf\n");
    CHECK_OK(nd_csv_destroy(csv));
    CHECK_OK(nd_csv_destroy(NULL));
}

static void check_full_disk(const char *path)
{
    struct nd_csv *csv = NULL;
    struct rlimit all, few;
    CHECK_OK(nd_csv_create(&csv, path, "time"));
    CHECK_OK(nd_csv_row(csv, (const double[]){1}, 1));
    getrlimit(RLIMIT_FSIZE, &all);
    few = (struct rlimit){9, all.rlim_max};
    setrlimit(RLIMIT_FSIZE, &few);
    int code = nd_csv_row(csv, (const double[]){1.25}, 1);
    setrlimit(RLIMIT_FSIZE, &all);
    CHECK(code == NUDGE_EIO && strstr(nudge_error(), path) && strstr(nudge_error(), "File too large"));
    check_text(path, "time\n1\n");
    CHECK_OK(nd_csv_row(csv, (const double[]){2}, 1));
    check_text(path, "time\n1\n2\n");
    CHECK_OK(nd_csv_destroy(csv));
}

int main(void)
{
    char folder[256], path[300], inside[320], command[300];
    const char *tmp = getenv("TMPDIR");
    struct nd_csv *csv = NULL;
    signal(SIGXFSZ, SIG_IGN);
    snprintf(folder, sizeof folder, "%s/nudge-csv-XXXXXX", tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/new/energy.csv", folder);
    check_rows(path);
    check_full_disk(path);
    snprintf(inside, sizeof inside, "%s/energy.csv", path);
    CHECK_FAILS(nd_csv_create(&csv, inside, "time"), NUDGE_EIO, "energy.csv");
    CHECK_FAILS(nd_csv_create(&csv, "/proc/energy.csv", "time"), NUDGE_EIO,
                "/proc/energy.csv: cannot create");
    CHECK(!csv);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
