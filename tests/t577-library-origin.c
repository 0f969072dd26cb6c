// A checkpoint says on which device, in which precision, by which plan and by which texts of kernels it was computed. A run
// that is resumed with others says so in one line; one that has the same, or whose checkpoint does not say it, says nothing.
#include <string.h>
#include "base/checksum.h"
#include "base/file.h"
#include "checkpoint/archive_h5.h"
#include "test.h"

static char folder[256], path[320], said[2000];
static int lines;

static void hear(void *context, int level, const char *message)
{
    (void)context, (void)level;
    if (!strstr(message, ": another ")) return;
    snprintf(said, sizeof said, "%s", message);
    lines++;
}

/* The last line of a file that HDF5 has changed, which removes it. */
static void end_file(void)
{
    char *bytes = NULL;
    size_t n;
    uint64_t sum = 0;
    CHECK_OK(nd_file_read(path, 1 << 30, &bytes, &n));
    bytes = realloc(bytes, n + ND_ARCHIVE_LINE + 1);
    for (size_t at = 0; at < n; at += ND_ARCHIVE_BLOCK)
        sum += nd_archive_block_checksum(bytes + at, (int64_t)(at / ND_ARCHIVE_BLOCK),
                                         n - at < ND_ARCHIVE_BLOCK ? n - at : ND_ARCHIVE_BLOCK);
    snprintf(bytes + n, ND_ARCHIVE_LINE + 1, ND_ARCHIVE_FORMAT, ND_ARCHIVE_VERSION, (unsigned long long)n,
             (unsigned long long)sum);
    CHECK_OK(nd_file_write(path, bytes, n + ND_ARCHIVE_LINE));
    free(bytes);
}

/* Changes the last letter of a text. */
static void change(const char *name)
{
    char text[4000];
    hid_t h5 = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), set = H5Dopen2(h5, name, H5P_DEFAULT);
    hid_t at = H5Aopen(set, ND_ARCHIVE_CHECKSUM, H5P_DEFAULT), space = H5Dget_space(set);
    const int64_t n = H5Sget_simple_extent_npoints(space);
    const hid_t type = nd_archive_h5_type(ND_ARCHIVE_BYTE);
    CHECK(n > 0 && n < (int64_t)sizeof text);
    CHECK(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
    text[n - 1] = text[n - 1] == 'z' ? 'y' : 'z';
    const uint64_t sum = nd_checksum(text, 0, n, 1);
    CHECK(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
    CHECK(H5Awrite(at, H5T_NATIVE_UINT64, &sum) >= 0);
    CHECK(H5Sclose(space) >= 0 && H5Aclose(at) >= 0 && H5Dclose(set) >= 0 && H5Fclose(h5) >= 0);
    end_file();
}

static void forget(void)
{
    hid_t h5 = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    CHECK(H5Ldelete(h5, "origin", H5P_DEFAULT) >= 0 && H5Fclose(h5) >= 0);
    end_file();
}

/* end: later each time, so that a new checkpoint is written. */
static void run(double end, const char *variant, const char *precision, int resume)
{
    static const char text[] =
        "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [2, 1, 1]}}\norder: 1\n"
        "materials: {air: {epsilon: 1}}\nboundaries: {default: pec}\ninitial: {Ey: sin(pi*x)*sin(pi*z)}\n"
        "time: {end: 1}\noutput: {folder: out}\n";
    char later[32];
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    const nudge_solver_options options = {.size = sizeof options, .device = "cpu", .variant = variant};
    const nudge_run_options how = {.size = sizeof how, .checkpoint_every = 1e9, .resume = resume};
    lines = 0;
    CHECK_OK(nudge_problem_parse(&problem, text, folder));
    snprintf(later, sizeof later, "%g", end);
    CHECK_OK(nudge_problem_set(problem, "time.end", later));
    CHECK_OK(nudge_problem_set(problem, "precision", precision));
    CHECK_OK(nudge_solver_create_with(&solver, problem, &options));
    CHECK_OK(nudge_solver_run_with(solver, &how));
    CHECK(!resume || nudge_solver_status(solver)->resumed > 0);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

int main(void)
{
    static const char *const changed[][2] = {
        {"origin/device", ": another device 'cpu: "},
        {"origin/precision", ": another precision 'singlz' (now 'single')"},
        {"origin/variant", ": another variant 'simz' (now 'simd')"},
        {"origin/parameters", ": another parameters '"},
        {"origin/kernels", ": another kernels: "}};
    char command[400];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/t577-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/out/nudge-checkpoint.h5", folder);
    nudge_log_set(hear, NULL);
    run(4, "simd", "single", NUDGE_RESUME_NONE);
    run(5, "simd", "single", NUDGE_RESUME);
    CHECK(lines == 0);
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) {
        change(changed[i][0]);
        run(6 + (double)i, "simd", "single", NUDGE_RESUME);
        if (lines != 1 || !strstr(said, changed[i][1]))
            printf("%s: %d lines, %s\n", changed[i][0], lines, said);
        CHECK(lines == 1 && strstr(said, changed[i][1]));
    }
    run(11, "plain", "double", NUDGE_RESUME);
    CHECK(lines == 1 &&
          strstr(said, ": another precision 'single' (now 'double'), variant 'simd' (now 'plain'): "));
    forget();
    run(12, "simd", "single", NUDGE_RESUME);
    CHECK(lines == 0);
    nudge_log_set(NULL, NULL);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(!system(command));
    TEST_END;
}
