// Wavenumbers of guides and cavities.
#include <complex.h>
#include "exact/guide.h"
#include "test.h"

/* A guide that is filled with one material, and layers: wavenumbers across them from beta, put into the equations with
 * tangents. */
static void check_loaded(void)
{
    const double k = 6, a = 1.3, b = 0.7, d = 0.4, eps = 3;
    for (int i = 1; i <= 4; i++) {
        const double half = i * M_PI / a;
        const struct nd_loaded_guide empty = {a, b, d, 1}, full = {a, b, a, eps}, layers = {a, b, d, eps};
        CHECK_NEAR(nd_loaded_guide_beta2(&empty, ND_LOADED_LSE, 0, i, k), k * k - half * half, 1e-9 * k * k);
        CHECK_NEAR(nd_loaded_guide_beta2(&full, ND_LOADED_LSE, 1, i, k),
                   eps * k * k - half * half - pow(M_PI / b, 2), 1e-9 * k * k);
        CHECK_NEAR(nd_loaded_guide_beta2(&full, ND_LOADED_LSM, 1, i, k),
                   eps * k * k - half * half - pow(M_PI / b, 2), 1e-9 * k * k);
        for (int n = 1; n <= 2; n++) {
            const double across = pow(n * M_PI / b, 2), e = nd_loaded_guide_beta2(&layers, ND_LOADED_LSE, n, i, k),
                         h = nd_loaded_guide_beta2(&layers, ND_LOADED_LSM, n, i, k);
            const double complex qe = csqrt(eps * k * k - across - e), pe = csqrt(k * k - across - e),
                                 qh = csqrt(eps * k * k - across - h), ph = csqrt(k * k - across - h);
            CHECK(cabs(pe * ctan(qe * d) + qe * ctan(pe * (a - d))) < 1e-6 * cabs(pe * ctan(qe * d)));
            CHECK(cabs(qh / eps * ctan(qh * d) + ph * ctan(ph * (a - d))) < 1e-6 * cabs(ph * ctan(ph * (a - d))));
        }
    }
    CHECK(isnan(nd_loaded_guide_beta2(&(struct nd_loaded_guide){1, 1, 0.5, 2}, ND_LOADED_LSM, 0, 1, 3)));
}

int main(void)
{
    check_loaded();
    const double c = 299792458, a = 22.86e-3;
    CHECK_NEAR(nd_guide_cutoff(a) * c / (2 * M_PI), 6.557140e9, 500);
    CHECK_NEAR(nd_guide_beta(a, 2 * M_PI * 10e9 / c), 158.2383, 5e-5);
    CHECK(nd_guide_beta(a, 2 * M_PI * 6e9 / c) == 0);

    CHECK_NEAR(nd_sphere_root(ND_SPHERE_TM, 1, 1), 2.743707270, 5e-10);
    CHECK_NEAR(nd_sphere_root(ND_SPHERE_TE, 1, 1), 4.493409458, 5e-10);
    /* tan x = x, and for TM tan x = x / (1 - x^2), whose higher roots follow. */
    for (int i = 1; i <= 5; i++) {
        const double te = nd_sphere_root(ND_SPHERE_TE, 1, i), tm = nd_sphere_root(ND_SPHERE_TM, 1, i);
        CHECK_NEAR(sin(te) - te * cos(te), 0, 1e-12 * te);
        CHECK_NEAR((1 - tm * tm) * sin(tm) - tm * cos(tm), 0, 1e-12 * tm * tm);
        CHECK(te > (i + 0.25) * M_PI && te < (i + 0.5) * M_PI);
        CHECK(tm > (i - 0.25) * M_PI && tm < i * M_PI);
    }
    CHECK_NEAR(nd_sphere_root(ND_SPHERE_TE, 2, 1), 5.763459197, 5e-10);
    CHECK_NEAR(nd_sphere_root(ND_SPHERE_TM, 2, 1), 3.870238580, 5e-10);
    CHECK(nd_sphere_root(ND_SPHERE_TE, 40, 1) > 40 && nd_sphere_root(ND_SPHERE_TM, 40, 1) > 40);

    CHECK_NEAR(nd_half_filled_root(0.15, 0.1, sqrt(2)) * c / (2 * M_PI), 0.9033565e9, 50);
    CHECK_NEAR(nd_half_filled_root(2, 1.3, 1), M_PI / 2, 1e-14);
    CHECK_NEAR(nd_half_filled_root(2, 0, 3), M_PI / 6, 1e-14);
    CHECK(isnan(nd_half_filled_root(NAN, 1, 1)) && isnan(nd_sphere_root(ND_SPHERE_TE, 51, 1)));
    TEST_END;
}
