/* Flat elements, in which single precision loses digits if a variant stores stresses in the local basis of
 * each element. */
#include <float.h>
#include <math.h>
#include "elem/geometry.h"
#include "mesh/geometry.h"
#include "preflight/preflight.h"

#define LOSS_MOST 1e-4 /* relative rounding error per stage above which a warning is due */

/* The longest edge of an element over its least height. */
static double find_flatness(const struct nd_mesh *mesh, nd_idx k)
{
    double G[9], J, n[4][3], Fscale[4], edge = 0, most = 0;
    const nd_idx *v = mesh->EToV + 4 * (size_t)k;
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 4; j++)
            edge = fmax(edge, nd_distance2(nd_mesh_vertex(mesh, v[i]), nd_mesh_vertex(mesh, v[j])));
    nd_geometry_metric(mesh, k, G, &J);
    nd_geometry_faces(G, n, Fscale);
    for (int f = 0; f < 4; f++) most = fmax(most, Fscale[f]); /* 2 / height */
    return sqrt(edge) * most / 2;
}

static int keeps_tensors(const nudge_solver *s)
{
    if (!s->plan.variant->basis->along_edges(&s->law)) return 0;
    for (int f = 0; f + 5 < s->law.fields.n; f++)
        if (nd_names_tensor((const char *const *)s->law.fields.at + f)) return 1;
    return 0;
}

/* In the local basis, components of a tensor exceed the tensor itself by up to the square of the flatness. */
int nd_preflight_flat(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_solver *s = pf->solver;
    const double ulp = FLT_EPSILON / 2;
    if (s->problem->precision != ND_SINGLE || !keeps_tensors(s)) return 0;
    for (nd_idx k = 0; k < s->mesh.K; k++) {
        const double flatness = find_flatness(&s->mesh, k);
        if (ulp * flatness * flatness > LOSS_MOST) pf->flat++;
        if (!(flatness > pf->flattest)) continue;
        pf->flattest = flatness;
        pf->flattest_element = k;
    }
    if (pf->flat)
        TRY(nd_preflight_warn(
            pf,
            "%lld element%s so flat that the variant %s rounds stresses in %s by more than %.0e per stage in "
            "single precision; worst is element %lld, %.3g times as long as high, with %.1e: take precision: "
            "double or --variant fused, or improve the mesh there",
            (long long)pf->flat, pf->flat == 1 ? " is" : "s are", nd_plan_name(&s->plan),
            pf->flat == 1 ? "it" : "them", LOSS_MOST, (long long)s->mesh.label[pf->flattest_element],
            pf->flattest, ulp * pf->flattest * pf->flattest));
done:
    return status;
}
