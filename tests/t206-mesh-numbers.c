// The number reader agrees with the C library to the last bit, however a number is written.
#include <unistd.h>
#include "test.h"
#include "base/text.h"
#include "mesh/scan.h"

static void open_text(struct nd_scan *scan, char path[600], const struct nd_text *t)
{
    const char *base = getenv("TMPDIR");
    snprintf(path, 600, "%s/nudge-test-XXXXXX", base && *base ? base : "/tmp");
    int file = mkstemp(path);
    CHECK(file >= 0 && write(file, t->s, t->n) == (ssize_t)t->n && !close(file));
    CHECK_OK(nd_scan_open(scan, path));
}

static void reals(void)
{
    static const char *const fixed[] = {"0",
                                        "-0.0",
                                        "1.",
                                        ".5",
                                        "+3",
                                        "1e22",
                                        "1e23",
                                        "9007199254740993",
                                        "1e-22",
                                        "1e-23",
                                        "5e-324",
                                        "1e-400",
                                        "1.7e308",
                                        "0.1",
                                        "123456e3",
                                        "0000000000000000000001.5",
                                        "1E+05",
                                        "2.2",
                                        "4.1",
                                        "1.2e-05",
                                        "0.30000000000000004"};
    struct nd_text t = {0};
    struct nd_scan scan;
    char path[600];
    enum { FIXED = sizeof fixed / sizeof *fixed, RANDOM = 20000 };
    for (int i = 0; i < FIXED; i++) nd_text_add(&t, "%s ", fixed[i]);
    uint64_t state = 1;
    for (int i = 0; i < RANDOM; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double x = ((double)(state >> 11) * 0x1p-53 - 0.5) * pow(10, (int)(state % 80) - 40);
        nd_text_add(&t, "%.*g ", 3 + i % 18, x);
    }
    open_text(&scan, path, &t);
    char *p = t.s;
    for (int i = 0; i < FIXED + RANDOM; i++) {
        double x = 0, y = strtod(p, &p);
        CHECK_OK(nd_scan_real(&scan, "x", &x));
        CHECK(x == y && signbit(x) == signbit(y));
    }
    CHECK(!nd_scan_line_more(&scan));
    nd_scan_close(&scan);
    nd_text_clear(&t);
    remove(path);
}

static void refused(void)
{
    static const char *const bad[] = {"1e",  "e5",    ".",   "-",   "0x10", "inf",
                                      "nan", "1.5.2", "1,5", "1e+", "--1",  "1e999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct nd_text t = {0};
        struct nd_scan scan;
        char path[600];
        double x;
        int64_t n;
        nd_text_add(&t, "%s", bad[i]);
        open_text(&scan, path, &t);
        CHECK_FAILS(nd_scan_real(&scan, "x", &x), NUDGE_EFORMAT, "'...'"); /* it may be any file */
        scan.known = true;
        CHECK_FAILS(nd_scan_real(&scan, "x", &x), NUDGE_EFORMAT, bad[i]);
        CHECK_FAILS(nd_scan_int(&scan, "n", &n), NUDGE_EFORMAT, "whole number");
        nd_scan_close(&scan);
        nd_text_clear(&t);
        remove(path);
    }
}

int main(void)
{
    reals();
    refused();
    TEST_END;
}
