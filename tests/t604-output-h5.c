/* HDF5 files: datasets and attributes read back, no larger than necessary; after a failure nothing
 * is printed, no file is left, and an earlier file is kept. */
#include "test.h"

#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include "base/file.h"
#include "output/table.h"

static void check_read_back(const char *path, const double *values)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    CHECK(file >= 0);
    hid_t set = H5Dopen2(file, "rate_Ex", H5P_DEFAULT), space = H5Dget_space(set);
    hsize_t size[2] = {0};
    CHECK(H5Sget_simple_extent_ndims(space) == 2 && H5Sget_simple_extent_dims(space, size, NULL) == 2);
    CHECK(size[0] == 300 && size[1] == 20);
    hid_t kind = H5Dget_type(set), plist = H5Dget_create_plist(set);
    CHECK(H5Tequal(kind, H5T_IEEE_F64LE) > 0 && H5Pget_layout(plist) == H5D_CONTIGUOUS);
    double *back = nd_alloc(6000, sizeof *back);
    CHECK(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, back) >= 0);
    CHECK(!memcmp(back, values, 6000 * sizeof *back));
    free(back);

    hid_t attribute = H5Aopen(file, "law", H5P_DEFAULT), type = H5Aget_type(attribute);
    char law[8] = "";
    CHECK(H5Tget_size(type) == sizeof law && H5Aread(attribute, type, law) >= 0 && !strcmp(law, "maxwell"));
    H5Pclose(plist);
    H5Tclose(kind);
    H5Tclose(type);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Dclose(set);
    CHECK(H5Fclose(file) >= 0);
}

static void check_size(const char *path)
{
    const double data = (12 + 6000) * sizeof(double);
    struct stat info;
    CHECK(stat(path, &info) == 0);
    CHECK((double)info.st_size >= data && (double)info.st_size < 2 * data + 65536);
}

static void check_abandon(const char *path, const double *values)
{
    struct nd_h5 *h5 = NULL;
    CHECK_OK(nd_h5_create(&h5, path));
    CHECK_OK(nd_h5_write(h5, "other", 300, 20, values));
    nd_h5_abandon(h5);
    nd_h5_abandon(NULL);
    check_read_back(path, values);
}

static void check_failures(const char *path, const double *values)
{
    struct nd_h5 *h5 = NULL;
    struct rlimit all, few;
    remove(path);
    CHECK_OK(nd_h5_create(&h5, path));
    CHECK_OK(nd_h5_write(h5, "x", 300, 20, values));
    CHECK_FAILS(nd_h5_write(h5, "x", 1, 1, values), NUDGE_EIO, "dataset x");
    CHECK_FAILS(nd_h5_write(h5, "y", -1, 1, values), NUDGE_EINTERNAL, "negative");
    CHECK_OK(nd_h5_destroy(h5));
    CHECK(!nd_file_exists(path));

    CHECK_OK(nd_h5_create(&h5, path));
    CHECK_OK(nd_h5_write(h5, "x", 300, 20, values));
    CHECK_OK(nd_h5_attribute(h5, "law", ""));
    getrlimit(RLIMIT_FSIZE, &all);
    few = (struct rlimit){20000, all.rlim_max};
    setrlimit(RLIMIT_FSIZE, &few);
    int code = nd_h5_destroy(h5);
    setrlimit(RLIMIT_FSIZE, &all);
    CHECK(code == NUDGE_EIO && strstr(nudge_error(), path) && strstr(nudge_error(), "File too large"));
    CHECK(!nd_file_exists(path));

    h5 = NULL;
    CHECK_FAILS(nd_h5_create(&h5, "/dev/null/x.h5"), NUDGE_EIO, "/dev/null");
    CHECK_FAILS(nd_h5_create(&h5, "/proc/no/x.h5"), NUDGE_EIO, "/proc/no");
    CHECK(!h5);
    CHECK_OK(nd_h5_destroy(NULL));
}

int main(void)
{
    char folder[256], path[300], command[300];
    const char *tmp = getenv("TMPDIR");
    struct nd_h5 *h5 = NULL;
    double *values = nd_alloc(6000, sizeof *values);
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 6000; i++) values[i] = 1.0 / (i + 1);
    snprintf(folder, sizeof folder, "%s/nudge-h5-XXXXXX", tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/new/rhs.h5", folder);
    CHECK_OK(nd_h5_create(&h5, path));
    CHECK_OK(nd_h5_write(h5, "x", 3, 4, values));
    CHECK_OK(nd_h5_write(h5, "rate_Ex", 300, 20, values));
    CHECK_OK(nd_h5_write(h5, "none", 0, 20, values));
    CHECK_OK(nd_h5_attribute(h5, "law", "maxwell"));
    CHECK_OK(nd_h5_destroy(h5));
    check_read_back(path, values);
    check_size(path);
    check_abandon(path, values);
    check_failures(path, values);
    free(values);
    snprintf(command, sizeof command, "! ls '%s/new' | grep .", folder);
    CHECK(system(command) == 0);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
