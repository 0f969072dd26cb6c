/* Order N + 1 of every law, on plane waves along a side of a periodic box: all the waves of the
 * law's own matrix at once. The box with two wavelengths is, per wavelength, a mesh half as fine as
 * the box with one, and otherwise equal. The observed order is at least N + 0.7 where the error is
 * above rounding. Arguments: orders, precisions, a law (all). $TEST_DEVICE: another device than the
 * cpu. */
// RUN: 2 double
// RUN: 1 single
// LONG: 1,2,3,4,5,6,7,8,9 double,single
// NOSANITIZE: thousands of steps of kernels that t410 checks under the sanitizers
#include "laws.h"
#include "ref/suite.h"

static void check(const char *path, int N, int single)
{
    static double constants[LAWS_MATERIALS * ND_FIELDS_MOST];
    const int cells = N == 1 ? 8 : N < 6 ? 6 : 3;
    const char *wanted = getenv("TEST_DEVICE");
    struct nd_law law;
    struct nd_device *device = NULL;
    double error[2] = {NAN, NAN};
    int fluid;
    const int count = laws_open(path, &law, constants, &fluid), last = nd_law_extended(&law) ? count - 1 : 0;
    CHECK_OK(nd_device_open(&device, wanted ? wanted : "cpu"));
    if (test_failures) return;
    CHECK_OK(nd_suite_order(
        &(struct nd_suite_order){device, &law, constants + last * law.material.n, N, single, cells}, error));
    const double order = log2(error[0] / error[1]), floor = single ? 2e-7 * N : 1e-11;
    printf("%s %s N %d: %.3e with %g cells a wave, %.3e with %d, order %.2f\n", path,
           single ? "single" : "double", N, error[0], cells / 2.0, error[1], cells, order);
    if (!(error[1] < floor)) CHECK(order >= N + 0.7);
    nd_device_close(device);
    nd_law_clear(&law);
}

int main(int argc, char **argv)
{
    char paths[16][300];
    CHECK(argc > 2);
    const int n = laws_list(paths, 16, argc > 3 ? argv[3] : NULL);
    CHECK(n >= (argc > 3 ? 1 : 6));
    for (const char *N = argc > 2 ? argv[1] : ""; *N; N += N[1] ? 2 : 1)
        for (int single = 0; single < 2; single++)
            for (int i = 0; i < n && strstr(argv[2], single ? "single" : "double"); i++)
                check(paths[i], *N - '0', single);
    TEST_END;
}
