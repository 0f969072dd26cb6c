// The plain kernels work with any layout: the paper's, fused and padded, and the simd layout read
// one element at a time, with elements in random slots. Rates and energies against the reference.
#include "bare.h"

#ifdef __SANITIZE_ADDRESS__
#define MOST 1
#else
#define MOST 5
#endif

static void check(const struct rig_case *c, const char *name, const struct nd_layout *layout, struct rig *rig)
{
    struct bare b = {.rig = rig, .layout = *layout};
    double *got[6], *element = nd_alloc((size_t)rig->mesh.K, sizeof *element), energy = 0, difference = NAN;
    for (int f = 0; f < 6; f++) got[f] = nd_alloc(rig->n, sizeof(double));
    int code = bare_init(&b, c);
    if (!code) code = nd_ref_rate(&rig->ref, rig->q, rig->rate);
    if (!code) code = bare_rate(&b);
    for (int f = 0; f < 6 && !code; f++)
        code = nd_transfer_read(&b.transfer, &b.buffer[BARE_RATE], f, got[f]);
    if (!code) code = bare_energy(&b, element);
    CHECK_OK(code);
    if (!code) difference = rig_difference(got, rig->rate, rig->n);
    for (nd_idx k = 0; k < rig->mesh.K; k++) energy += element[k];
    const double off = fabs(energy / nd_ref_energy(&rig->ref, rig->q) - 1);
    if (!(difference < (c->single ? 2e-6 : 2e-14)) || !(off < (c->single ? 1e-6 : 1e-13))) {
        rig_describe(c, rig->mesh.K);
        printf("%s layout: rate differs by %.3g, energy by %.3g\n", name, difference, off);
        test_failures++;
    }
    bare_clear(&b);
    for (int f = 0; f < 6; f++) free(got[f]);
    free(element);
}

static void check_layouts(const struct rig_case *c)
{
    struct rig rig;
    struct nd_layout layout;
    rig_begin(&rig, c);
    CHECK_OK(nd_device_open(&rig.device, "cpu"));
    const nd_idx K = rig.mesh.K;
    const int Np = rig.ref.elem.Np;
    nd_layout_paper(&layout, K, Np, 6, 5, (5 * Np + 15) / 16 * 16);
    check(c, "paper", &layout, &rig);
    nd_layout_fused(&layout, K, Np, 6, (Np + 7) / 8 * 8);
    check(c, "fused", &layout, &rig);
    nd_layout_simd(&layout, K, Np, 6, 4);
    check(c, "simd", &layout, &rig);
    rig_clear(&rig);
}

int main(void)
{
    for (int N = 1; N <= MOST; N += 2)
        for (int single = 0; single < 2; single++)
            check_layouts(&(struct rig_case){.cubes = {.n = {2, 2, 1}, .seed = 14, .untagged = 1},
                                             .keep = 23,
                                             .N = N,
                                             .single = single,
                                             .upwind = N == 3 ? 0.5 : 1,
                                             .regions = 4,
                                             .seed = 3});
    TEST_END;
}
