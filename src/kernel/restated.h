/* Restatements of laws. A variant may compute a law in a form of its own, with fewer products or in another
 * basis. Its folder then has laws/plain.h, which gives that form of any law by the law's plain functions,
 * and for some built-in laws laws/<law>.h, which gives it with less work. Where kernels need parts of it
 * only, there are further texts laws/<law>_<phase>.h and laws/plain_<phase>.h. */
#ifndef ND_RESTATED_H
#define ND_RESTATED_H

#include "law/law.h"

enum nd_form {
    ND_FORM_NONE,
    ND_FORM_REDUCED, /* fused/laws: fewer products with the operators; of fused and simd */
    ND_FORM_LOCAL    /* bernstein/laws: fields in the local basis of each element */
};

/* Whether this law has a restatement of its own. A user's file has none, whatever its name, and none is for
 * fluxes that are not fully upwind. */
int nd_restated(const struct nd_law *law, enum nd_form form, double upwind);
/* The text of the form for a phase, "bernstein/laws/maxwell_faces.h" or "bernstein/laws/plain_faces.h" for
 * "faces", "fused/laws/maxwell.h" for ""; null where there is none. */
const char *nd_restated_text(const struct nd_law *law, enum nd_form form, double upwind, const char *phase);
/* The number in the line "#define WORD number" of the law's own restatement at full upwind; `otherwise`
 * where there is none. */
int nd_restated_number(const struct nd_law *law, enum nd_form form, const char *word, int otherwise);

#endif
