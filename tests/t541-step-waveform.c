// Waveforms: values, beginnings and ends, spectra against sums over time, bands, tables from files and their
// mistakes, and the samples that a device interpolates.
#include "base/file.h"
#include "rig.h"
#include "source/waveform.h"

static char folder[256];
static nudge_problem problem;

static int init(struct nd_wave *wave, const struct nd_waveform *form, double horizon)
{
    problem.folder = folder;
    problem.path = (char *)"";
    return nd_waveform_init(wave, &problem, form, 0, horizon);
}

static double at(struct nd_wave *wave, double t)
{
    double value = NAN;
    CHECK_OK(nd_waveform_at(wave, t, &value));
    return value;
}

/* Compares the spectrum with the sum of a running Fourier transform. */
static void check_spectrum(struct nd_wave *wave, double end, double f, double tolerance)
{
    double complex sum = 0, got = 0;
    const int n = 200000;
    const double h = (end - fmin(wave->begin, 0)) / n;
    for (int i = 0; i < n; i++) {
        const double t = fmin(wave->begin, 0) + (i + 0.5) * h;
        sum += h * at(wave, t) * cexp(-2 * M_PI * I * f * t);
    }
    CHECK_OK(nd_waveform_spectrum(wave, f, &got));
    CHECK_NEAR(cabs(got - sum), 0, tolerance);
}

static double spectrum(struct nd_wave *wave, double f)
{
    double complex got = 0;
    CHECK_OK(nd_waveform_spectrum(wave, f, &got));
    return cabs(got);
}

/* The error on the device is what the samples say it is. */
static void check_samples(struct nd_wave *wave, double first, double last, double most)
{
    struct nd_device *device = NULL;
    struct nd_samples samples = {0};
    CHECK_OK(nd_device_open(&device, "cpu"));
    CHECK_OK(nd_samples_init(&samples, device, 8, wave, first, last));
    CHECK(samples.error <= most && samples.n > 6 && samples.peak > 0);
    CHECK(samples.buffer.bytes == ((size_t)samples.n + 4) * 8);
    nd_samples_clear(&samples);
    nd_device_close(device);
}

static double *read_samples(struct nd_wave *wave, double last, int *n)
{
    struct nd_device *device = NULL;
    struct nd_samples samples = {0};
    CHECK_OK(nd_device_open(&device, "cpu"));
    CHECK_OK(nd_samples_init(&samples, device, 8, wave, 0, last));
    double *all = malloc(samples.buffer.bytes);
    CHECK_OK(device->backend->read(device, all, &samples.buffer, 0, samples.buffer.bytes));
    *n = samples.n;
    nd_samples_clear(&samples);
    nd_device_close(device);
    return all;
}

/* Until the end of the earlier run, one that ends later interpolates between the same samples. */
static void check_ends(struct nd_wave *wave, double early, double late)
{
    int n, more;
    double *a = read_samples(wave, early, &n), *b = read_samples(wave, late, &more);
    CHECK(!memcmp(a, b, 4 * sizeof *a)); /* the first time, and samples per unit of time */
    const int used = (int)ceil((fmin(early, wave->end) - a[0]) * a[2]);
    CHECK(used < n && (more == n || used + 3 < n));
    for (int i = 0; i < n && i <= used + 3; i++) CHECK(a[4 + i] == b[4 + i]);
    free(a);
    free(b);
}

/* A run that ends before the waveform begins, or begins when it has ended. */
static void check_silent(struct nd_wave *wave)
{
    struct nd_device *device = NULL;
    struct nd_samples samples = {0};
    CHECK_OK(nd_device_open(&device, "cpu"));
    for (int after = 0; after < 2; after++) {
        const double first = after ? wave->end + 1 : wave->begin - 2;
        CHECK_OK(nd_samples_init(&samples, device, 8, wave, first, first + 1));
        CHECK(samples.peak == 0 && samples.n > 6);
        nd_samples_clear(&samples);
    }
    nd_device_close(device);
}

static void check_pulse(void)
{
    struct nd_wave wave;
    double low, high;
    struct nd_waveform form = {.pulse = true, .pulse_frequency = 3, .pulse_bandwidth = 2};
    CHECK_OK(init(&wave, &form, 100));
    CHECK(fabs(at(&wave, 0)) < 1e-8 && wave.delay < 10 * wave.width);
    CHECK(at(&wave, wave.delay) == 1);
    CHECK_NEAR(at(&wave, wave.delay + 0.1), cos(0.6 * M_PI) * exp(-0.005 / (wave.width * wave.width)), 1e-14);
    const double top = spectrum(&wave, 3);
    CHECK_NEAR(spectrum(&wave, 4) / top, 0.1, 1e-6);
    CHECK_NEAR(spectrum(&wave, 2) / top, 0.1, 1e-6);
    for (double f = 0; f < 5; f += 0.7) check_spectrum(&wave, 20, f, 1e-9);
    CHECK_OK(nd_waveform_band(&wave, &low, &high));
    CHECK(low == 2 && high == 4);
    CHECK(nd_waveform_end(&wave) > wave.delay && fabs(at(&wave, wave.end * (1 - 1e-12))) < 1e-9);
    CHECK(at(&wave, wave.end + 1e-9) == 0 && at(&wave, wave.begin - 1e-9) == 0);
    check_samples(&wave, 0, 100, 1e-9);
    check_ends(&wave, 3.7, 100);
    check_silent(&wave);
    wave.horizon = wave.delay; /* cut in the middle */
    check_spectrum(&wave, wave.delay, 2.5, 1e-6);
    nd_waveform_clear(&wave);

    form = (struct nd_waveform){.pulse = true, .pulse_bandwidth = 1, .pulse_delay = 9};
    CHECK_OK(init(&wave, &form, 100));
    CHECK(at(&wave, 9) == 1 && at(&wave, 8) == at(&wave, 10));
    check_spectrum(&wave, 30, 0, 1e-9);
    check_spectrum(&wave, 30, 0.4, 1e-9);
    nd_waveform_clear(&wave);
}

static void check_ricker(void)
{
    struct nd_wave wave;
    double low, high;
    struct nd_waveform form = {.ricker = true, .ricker_frequency = 3};
    CHECK_OK(init(&wave, &form, 100));
    CHECK(fabs(at(&wave, 0)) < 1e-8 && wave.delay < 0.6 && at(&wave, wave.delay) == 1);
    const double a = 9 * M_PI * M_PI * 0.01;
    CHECK_NEAR(at(&wave, wave.delay + 0.1), (1 - 2 * a) * exp(-a), 1e-14);
    for (double f = 0; f < 9; f += 1.3) check_spectrum(&wave, 20, f, 1e-9);
    CHECK_OK(nd_waveform_band(&wave, &low, &high));
    CHECK(spectrum(&wave, 3) > spectrum(&wave, 2.9) && spectrum(&wave, 3) > spectrum(&wave, 3.1));
    CHECK_NEAR(spectrum(&wave, low) / spectrum(&wave, 3), 0.1, 1e-4);
    CHECK_NEAR(spectrum(&wave, high) / spectrum(&wave, 3), 0.1, 1e-4);
    check_samples(&wave, 0, 100, 1e-9);
    check_ends(&wave, 3.7, 100);
    wave.horizon = wave.delay; /* cut in the middle */
    check_spectrum(&wave, wave.delay, 2.5, 1e-6);
    nd_waveform_clear(&wave);
    form.ricker_delay = 1.2;
    CHECK_OK(init(&wave, &form, 100));
    CHECK(at(&wave, 1.2) == 1);
    check_spectrum(&wave, 10, 2, 1e-9);
    nd_waveform_clear(&wave);
}

static void check_brune(void)
{
    struct nd_wave wave;
    double low, high;
    const struct nd_waveform form = {.brune = true, .brune_duration = 0.1};
    CHECK_OK(init(&wave, &form, 100));
    CHECK(at(&wave, -1e-9) == 0 && at(&wave, 0) == 0 && at(&wave, wave.end) < 1e-15 && wave.end < 5);
    CHECK_NEAR(at(&wave, 0.25), 25 * exp(-2.5), 1e-13);
    CHECK_NEAR(spectrum(&wave, 0), 1, 1e-12);
    for (double f = 0; f < 9; f += 1.3) check_spectrum(&wave, 5, f, 1e-7);
    CHECK_OK(nd_waveform_band(&wave, &low, &high));
    CHECK(low == 0);
    CHECK_NEAR(spectrum(&wave, high), 0.1, 1e-9);
    check_samples(&wave, 0, 100, 1e-9);
    check_ends(&wave, 3.7, 100);
    wave.horizon = 0.3;
    check_spectrum(&wave, 0.3, 2.5, 1e-6);
    nd_waveform_clear(&wave);
}

static void check_sine(void)
{
    struct nd_wave wave;
    struct nd_waveform form = {
        .sine = true, .sine_frequency = 2, .sine_phase = 0.3, .sine_ramp = 3, .sine_cycles = 10};
    CHECK_OK(init(&wave, &form, 100));
    CHECK(at(&wave, -1e-9) == 0 && at(&wave, 0) == 0 && at(&wave, 5) == 0 && nd_waveform_end(&wave) == 5);
    CHECK_NEAR(at(&wave, 2.1), sin(4 * M_PI * 2.1 + 0.3), 1e-13);
    CHECK_NEAR(at(&wave, 0.75), 0.5 * sin(3 * M_PI + 0.3), 1e-13); /* half way up */
    check_spectrum(&wave, 6, 2, 1e-8);
    check_spectrum(&wave, 6, 0.9, 1e-8);
    check_samples(&wave, 0, 100, 1e-9);
    check_ends(&wave, 3.7, 100);
    nd_waveform_clear(&wave);
    form.sine_cycles = 5.9;
    CHECK_FAILS(init(&wave, &form, 100), NUDGE_EVALUE, "cycles must be 6 or more, or ramp 2.95 or less");
    form.sine_cycles = 0;
    CHECK_OK(init(&wave, &form, 100));
    CHECK(isinf(nd_waveform_end(&wave)) && fabs(at(&wave, 99.9)) > 0.1);
    check_spectrum(&wave, 100, 2, 1e-4);
    check_samples(&wave, 0, 100, 1e-9);
    check_ends(&wave, 3.7, 100);
    nd_waveform_clear(&wave);
    form.sine_ramp = 0; /* begins at once */
    CHECK_OK(init(&wave, &form, 100));
    CHECK_NEAR(at(&wave, 0), sin(0.3), 1e-15);
    check_samples(&wave, 0, 100, 1e-9);
    check_ends(&wave, 3.7, 100);
    nd_waveform_clear(&wave);
}

static void check_expression(void)
{
    struct nd_wave wave;
    struct nd_device *device = NULL;
    struct nd_samples samples;
    double low, high;
    struct nd_waveform form = {.expression = (char *)"exp(-(t-5)^2)*sin(2*pi*3*(t-5))"};
    CHECK_OK(init(&wave, &form, 20));
    CHECK_NEAR(at(&wave, 5.3), exp(-0.09) * sin(1.8 * M_PI), 1e-14);
    CHECK(at(&wave, -0.1) == 0 && isinf(nd_waveform_end(&wave)));
    check_spectrum(&wave, 20, 3.1, 1e-8);
    CHECK_OK(nd_waveform_band(&wave, &low, &high));
    CHECK_NEAR(low, 3 - 0.483, 0.06);
    CHECK_NEAR(high, 3 + 0.483, 0.06);
    CHECK_OK(nd_waveform_measure(&wave, 0.5, &low, &high));
    CHECK_NEAR(low, 3 - 0.265, 0.06);
    CHECK_NEAR(high, 3 + 0.265, 0.06);
    check_samples(&wave, 0, 20, 1e-9);
    nd_waveform_clear(&wave);

    /* Components beyond the range of the search, and jumps, must not look slow. */
    static const char *const fast[] = {"sin(2*pi*30*t)",  "sin(2*pi*102.4*t)", "cos(2*pi*102.4*t)",
                                       "sin(2*pi*205*t)", "cos(2*pi*1024*t)",  "t < 3 ? 0 : 1"};
    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++) {
        form.expression = (char *)fast[i];
        CHECK_OK(init(&wave, &form, 20));
        CHECK_OK(nd_waveform_band(&wave, &low, &high));
        CHECK(isnan(low) && isnan(high));
        nd_waveform_clear(&wave);
    }
    form.expression = (char *)"sin(2*pi*20*t)";
    CHECK_OK(init(&wave, &form, 20));
    CHECK_OK(nd_waveform_band(&wave, &low, &high));
    CHECK_NEAR(low, 20, 0.2);
    CHECK_NEAR(high, 20, 0.2);
    nd_waveform_clear(&wave);

    form.expression = (char *)"exp(-((t-5)/0.003)^2)"; /* much shorter than the run */
    CHECK_OK(init(&wave, &form, 100));
    check_samples(&wave, 0, 100, 1e-9);
    check_ends(&wave, 70, 100);
    nd_waveform_clear(&wave);

    form.expression = (char *)"t < 3 ? 0 : 1";
    CHECK_OK(init(&wave, &form, 10));
    CHECK_OK(nd_device_open(&device, "cpu"));
    CHECK_FAILS(nd_samples_init(&samples, device, 8, &wave, 0, 10), NUDGE_EVALUE, "near t = 3");
    nd_waveform_clear(&wave);

    form.expression = (char *)"1/(t-4)";
    CHECK_OK(init(&wave, &form, 8));
    CHECK(nd_samples_init(&samples, device, 8, &wave, 0, 8) == NUDGE_EVALUE);
    nd_waveform_clear(&wave);
    nd_device_close(device);
}

static void write_table(const char *text)
{
    CHECK_OK(nd_file_write(test_path(folder, "w.csv"), text, strlen(text)));
}

static void refuse(const char *text, const char *says)
{
    struct nd_wave wave;
    const struct nd_waveform form = {.table = (char *)"w.csv", .line = 7};
    write_table(text);
    CHECK_FAILS(init(&wave, &form, 10), NUDGE_EFORMAT, says);
}

static void check_table(void)
{
    struct nd_wave wave;
    struct nd_text text = {0};
    const struct nd_waveform form = {.table = (char *)"w.csv"}, lost = {.table = (char *)"none.csv"};
    nd_text_add(&text, "# a sine\nt, value\n\n");
    for (int i = 0; i <= 200; i++)
        nd_text_add(&text, i % 2 ? "%.17g, %.17g\n" : "  %.17g\t%.17g # here\r\n", 1 + i * 0.01,
                    sin(M_PI * i * 0.01));
    write_table(text.s);
    nd_text_clear(&text);
    CHECK_OK(init(&wave, &form, 10));
    CHECK(wave.n == 201 && wave.begin == 1 && nd_waveform_end(&wave) == 3);
    CHECK(at(&wave, 0.999) == 0 && at(&wave, 3.001) == 0);
    CHECK_NEAR(at(&wave, 1.237), sin(M_PI * 0.237), 1e-8);
    CHECK_NEAR(at(&wave, 3), 0, 1e-15);
    check_spectrum(&wave, 4, 0.5, 1e-5);
    check_samples(&wave, 0, 10, 1e-6);
    check_ends(&wave, 1.7, 10);
    nd_waveform_clear(&wave);

    refuse("1 2\n2 3\n2 4\n", "w.csv:3: time 2 does not follow 2: times must increase");
    refuse("t value\n1 2\n2 x\n", "w.csv:3: not a row of a table, which is a time and a value");
    refuse("1 2\nt v\n", "w.csv:2: not a row of a table");
    refuse("1 2 3\n2 3 4\n", "w.csv:1: not a row of a table");
    refuse("1 2\n2 nan\n", "w.csv:2: time 2, value nan");
    refuse("inf 2\n", "w.csv:1: time inf");
    refuse("# nothing\n1 2\n", "w.csv: 1 rows; a waveform needs two");
    refuse("", "w.csv: 0 rows");
    /* A file that is no table is not printed. */
    refuse("root:$6$secret:1\n:secret: 2\n", "w.csv:2: not a row");
    CHECK(!strstr(nudge_error(), "secret"));
    refuse("root:$6$secret\n", "w.csv: 0 rows");
    CHECK(init(&wave, &lost, 1) && strstr(nudge_error(), "none.csv"));
}

int main(void)
{
    test_folder(folder);
    check_pulse();
    check_ricker();
    check_brune();
    check_sine();
    check_expression();
    check_table();
    test_folder_remove(folder);
    TEST_END;
}
