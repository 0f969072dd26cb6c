/* The time series is complete after every step, never partial, and messages are clear when the disk
 * refuses. */
#define _GNU_SOURCE
#include "test.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include "base/file.h"
#include "output/vtu.h"

static double V[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static nd_idx EToV[4] = {0, 1, 2, 3}, region[1];
static nd_gid label[1] = {17};
static const struct nd_mesh mesh = {.K = 1, .Nv = 4, .V = V, .EToV = EToV, .region = region, .label = label};
static const char *const names[] = {"p",   "vx",  "vy",  "vz", "wx", "wy", "wt",
                                    "sxx", "syy", "szz", "x",  "y",  "z"};
enum { FIELDS = sizeof names / sizeof *names };

static int contains(const char *path, const char *text)
{
    char *bytes = NULL;
    size_t n = 0;
    CHECK_OK(nd_file_read(path, 1 << 20, &bytes, &n));
    int found = bytes && memmem(bytes, n, text, strlen(text)) != NULL;
    free(bytes);
    return found;
}

static int begin(void *context, int fields, nd_idx most)
{
    (void)context;
    return most == 1 && fields <= 3 ? 0 : NUDGE_EVALUE;
}

static int give(void *context, const struct nd_picked *what, double *values)
{
    (void)context;
    for (int n = 0; n < 20 * what->fields; n++) values[n] = sin(n % 20);
    return 0;
}

static int count_files(const char *folder)
{
    int n = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) n += entry->d_name[0] != '.';
    if (dir) closedir(dir);
    return n;
}

static void check_series(const char *folder, const struct nd_elem *elem, const struct nd_vtu_fields *from)
{
    struct nd_pvd *pvd = NULL;
    char path[300], piece[300];
    snprintf(path, sizeof path, "%s/a <b>.pvd", folder);
    snprintf(piece, sizeof piece, "%s/a <b>_0001.vtu", folder);
    CHECK_OK(nd_pvd_create(&pvd, path, &mesh, elem, names, FIELDS));
    CHECK(contains(path, "</VTKFile>") && !contains(path, "<DataSet"));
    CHECK_OK(nd_pvd_write(pvd, 0, from));
    CHECK(
        contains(path, "<DataSet timestep=\"0\" part=\"0\" file=\"a &lt;b&gt;_0000.vtu\"/>\n</Collection>"));
    CHECK_OK(nd_pvd_write(pvd, 0.25, from));
    CHECK(contains(path,
                   "<DataSet timestep=\"0.25\" part=\"0\" file=\"a &lt;b&gt;_0001.vtu\"/>\n</Collection>"));
    CHECK(contains(path, "a &lt;b&gt;_0000.vtu"));
    CHECK(count_files(folder) == 3);

    /* Three consecutive names with one stem are a vector; nothing else is. */
    CHECK(contains(piece, "Name=\"p\" format") && contains(piece, "Name=\"v\" NumberOfComponents=\"3\""));
    CHECK(contains(piece, "Name=\"wx\" format") && contains(piece, "Name=\"wt\" format"));
    CHECK(contains(piece, "Name=\"sxx\" format") && contains(piece, "Name=\"szz\" format"));
    CHECK(contains(piece, "Name=\"x\" format") && contains(piece, "Name=\"z\" format"));
    CHECK(!contains(piece, "Name=\"vx\"") && !contains(piece, "Name=\"\""));
    CHECK(contains(piece, "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">0.25<"));

    /* A disk that is full at any point: an error with the file's name, no part left behind, the series as it
     * was. */
    struct rlimit all, few;
    getrlimit(RLIMIT_FSIZE, &all);
    for (rlim_t most = 0; most < 4000; most += 500) {
        few = (struct rlimit){most, all.rlim_max};
        setrlimit(RLIMIT_FSIZE, &few);
        int code = nd_pvd_write(pvd, 0.5, from);
        setrlimit(RLIMIT_FSIZE, &all);
        CHECK(code == NUDGE_EIO && strstr(nudge_error(), "a <b>_0002.vtu") &&
              strstr(nudge_error(), "File too large"));
        CHECK(count_files(folder) == 3 && !contains(path, "_0002"));
    }
    CHECK_OK(nd_pvd_write(pvd, 0.5, from));
    CHECK(contains(path, "_0002.vtu"));
    nd_pvd_destroy(pvd);
}

static void check_refused(const char *folder, const struct nd_elem *elem)
{
    struct nd_pvd *pvd = NULL;
    char path[320];
    snprintf(path, sizeof path, "%s/a <b>.pvd/c.pvd", folder);
    CHECK_FAILS(nd_pvd_create(&pvd, path, &mesh, elem, names, FIELDS), NUDGE_EIO, "a <b>.pvd");
    CHECK_FAILS(nd_pvd_create(&pvd, "/proc/no/c.pvd", &mesh, elem, names, FIELDS), NUDGE_EIO, "/proc/no");
    CHECK_FAILS(nd_pvd_create(&pvd, "fields.vtu", &mesh, elem, names, FIELDS), NUDGE_EVALUE,
                "must end in .pvd");
    CHECK_FAILS(nd_pvd_create(&pvd, "folder/.pvd", &mesh, elem, names, FIELDS), NUDGE_EVALUE,
                "must end in .pvd");
    CHECK(!pvd);
    nd_pvd_destroy(NULL);
}

int main(void)
{
    char folder[256], command[300];
    const char *tmp = getenv("TMPDIR");
    struct nd_elem elem;
    const struct nd_vtu_fields from = {begin, give, NULL};
    signal(SIGXFSZ, SIG_IGN);
    snprintf(folder, sizeof folder, "%s/nudge-pvd-XXXXXX", tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    CHECK_OK(nd_elem_init(&elem, 3));
    check_series(folder, &elem, &from);
    check_refused(folder, &elem);
    nd_elem_clear(&elem);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
