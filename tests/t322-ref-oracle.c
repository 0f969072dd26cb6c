// The oracle of all laws against the book's Maxwell operator: rates and energies, with jumps of
// material, losses, walls of every kind and weights of the flux.
#include "meshes-odd.h"

static void check(const struct rig_case *c)
{
    static const int condition[] = {0, 1, 2, 3, 4}, material[RIG_REGIONS_MOST] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct rig rig;
    struct nd_oracle oracle;
    double *rate[6];
    rig_begin(&rig, c);
    CHECK_OK(nd_oracle_init(&oracle, &rig.ref,
                            &(struct nd_setup){.law = &rig.law,
                                               .mesh = &rig.mesh,
                                               .connect = &rig.ref.connect,
                                               .elem = &rig.ref.elem,
                                               .upwind = c->upwind,
                                               .condition = condition,
                                               .material = material,
                                               .constants = rig.constants,
                                               .nmaterials = rig.nmaterials,
                                               .values = rig_impedances,
                                               .nvalues = c->impedance ? 2 : 0}));
    for (int f = 0; f < 6; f++) rate[f] = nd_alloc(rig.n, sizeof(double));
    CHECK_OK(nd_ref_rate(&rig.ref, rig.q, rig.rate));
    CHECK_OK(nd_oracle_rate(&oracle, rig.q, rate));
    CHECK_NEAR(rig_difference(rate, rig.rate, rig.n), 0, 1e-14);
    CHECK_NEAR(nd_oracle_energy(&oracle, rig.q) / nd_ref_energy(&rig.ref, rig.q), 1, 1e-13);
    for (int f = 0; f < 6; f++) free(rate[f]);
    nd_oracle_clear(&oracle);
    rig_clear(&rig);
}

int main(void)
{
    for (unsigned i = 0; i < ODD_MESHES; i++)
        for (int way = 0; way < 3; way++) {
            const struct rig_case any = {
                .N = 2 + way % 2, .upwind = 0.5 * way, .lossy = way < 2, .impedance = 1};
            const struct rig_case c = odd_case(&any, i);
            check(&c);
        }
    TEST_END;
}
