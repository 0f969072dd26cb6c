#include "kernel/bernstein/local_basis.h"

#include "kernel/restated.h"

static int number(const struct nd_law *law, const char *word, int otherwise)
{
    return nd_restated_number(law, ND_FORM_LOCAL, word, otherwise);
}

struct nd_local_basis nd_local_basis(const struct nd_law *law)
{
    return (struct nd_local_basis){
        .parts = number(law, "LAW_PARTS", 1),
        .vgeo = number(law, "LAW_RECORD", 9 + law->medium.n),
        .sgeo = number(law, "LAW_SIDE", 2 + law->medium.n),
        .fluxes = number(law, "LAW_KEPT_TRACES", law->fields.n),
        .neighbour = number(law, "LAW_OTHER", 0),
        .cartesian = !nd_restated(law, ND_FORM_LOCAL, 1),
    };
}
