#include "kernel/bernstein/local_basis.h"

#include "kernel/restated.h"

static int number(const struct nd_law *law, const char *word, int otherwise)
{
    return nd_restated_number(law, ND_FORM_LOCAL, word, otherwise);
}

struct nd_local_basis nd_local_basis(const struct nd_law *law)
{
    return (struct nd_local_basis){
        .parts = number(law, "LOCAL_PARTS", 1),
        .vgeo = number(law, "LOCAL_VGEO", 9 + law->medium.n),
        .sgeo = number(law, "LOCAL_SGEO", 2 + law->medium.n),
        .fluxes = number(law, "LOCAL_FLUXES", law->fields.n),
        .neighbour = number(law, "LOCAL_NEIGHBOUR", 0),
        .bases = number(law, "LOCAL_BASES", 0),
        .rereads = number(law, "LOCAL_REREADS", 0),
        .cartesian = !nd_restated(law, ND_FORM_LOCAL, 1),
    };
}
