/* Tables of waveforms. */
#include <math.h>
#include "fuzz.h"
#include "source/waveform.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const double at[] = {-1, 0, 0.5, 1e-300, 1e300};
    struct nd_wave wave = {0};
    const char *path = fuzz_file("table.csv", bytes, n);
    if (!fuzz_read(nd_wave_table_read(&wave, path))) {
        FUZZ_CHECK(wave.n > 0);
        for (int i = 0; i < wave.n; i++) FUZZ_CHECK(isfinite(wave.t[i]) && isfinite(wave.y[i]));
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) nd_wave_table_at(&wave, at[i]);
    }
    nd_waveform_clear(&wave);
    return 0;
}
