/* Tables of nudge fit: their text, units and the order of rows. A few rows are also fitted, with one place. */
#include <math.h>
#include "cli/cli.h"
#include "fuzz.h"
#include "studies/fit.h"

/* A doubtful unit is no mistake. */
void cli_warn(const char *format, ...)
{
    FUZZ_CHECK(*format);
}

/* The library opens LAPACK. On such small matrices its threads would only wait. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return setenv("OPENBLAS_NUM_THREADS", "1", 1);
}

static void fit_one(const struct fit_data *data)
{
    struct fit fit = {0};
    FUZZ_CHECK(!fuzz_status(fit_vector(data, 1, fit.place, &fit.n)) && fit.n <= 2);
    FUZZ_CHECK(!fuzz_status(fit_weigh(data, &fit)));
    for (int i = 0; i < 1 + 2 * fit.n; i++) FUZZ_CHECK(isfinite(fit.weight[i]) && fit.weight[i] >= 0);
    FUZZ_CHECK(isfinite(fit.mean) && isfinite(fit.worst));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct fit_data data;
    if (!fuzz_read(fit_data_read(&data, fuzz_file("table.csv", bytes, n)))) {
        FUZZ_CHECK(data.n >= 4 && isfinite(data.unit) && data.unit > 0);
        for (int i = 0; i < data.n; i++) {
            FUZZ_CHECK(isfinite(data.omega[i]) && data.omega[i] > (i ? data.omega[i - 1] : 0));
            FUZZ_CHECK(isfinite(cabs(data.epsilon[i])) && cimag(data.epsilon[i]) >= 0);
        }
        if (data.n <= 8) fit_one(&data);
    }
    fit_data_clear(&data);
    return 0;
}
