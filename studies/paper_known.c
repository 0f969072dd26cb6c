/* Numbers printed in the paper: Tables 2 and 3 of A. Klöckner, T. Warburton, J. Bridge, J. S. Hesthaven,
 * Nodal discontinuous Galerkin methods on graphics processors, Journal of Computational Physics 228 (2009).
 * Its figures' data were not printed. */
#include "paper_section.h"

const int paper_elements[PAPER_MESHES] = {475, 728, 1187, 1844};

/* clang-format off */
const struct paper_order paper_orders[PAPER_ORDERS] = {
    {{1.57,    1.19,    1.03,    6.46e-1}, 1.72, {"4", "matrix", "6",  "2", "3", "4", "28", "field", "4", "2", "1"}},
    {{4.15e-1, 2.84e-1, 1.82e-1, 1.19e-1}, 2.58, {"8", "matrix", "19", "1", "3", "2", "26", "field", "3", "3", "1"}},
    {{1.61e-1, 9.44e-2, 5.56e-2, 2.80e-2}, 3.55, {"4", "matrix", "14", "2", "3", "3", "19", "field", "2", "3", "1"}},
    {{4.75e-2, 2.52e-2, 1.13e-2, 5.03e-3}, 4.64, {"4", "matrix", "19", "2", "3", "2", "18", "field", "2", "4", "1"}},
    {{1.54e-2, 6.37e-3, 2.55e-3, 9.03e-4}, 5.79, {"2", "field",  "1",  "4", "1", "3", "15", "field", "2", "3", "1"}},
    {{3.84e-3, 1.42e-3, 4.42e-4, 1.32e-4}, 6.94, {"2", "field",  "1",  "4", "1", "1", "4",  "field", "2", "4", "1"}},
    {{9.89e-4, 2.77e-4, 7.36e-5, 1.77e-5}, 8.24, {"2", "field",  "2",  "4", "1", "2", "8",  "field", "2", "3", "1"}},
    {{1.91e-4, 4.76e-5, 1.05e-5, 2.55e-6}, 8.90, {"1", "field",  "2",  "4", "1", "1", "1",  "field", "2", "4", "1"}},
    {{4.25e-5, 8.71e-6, 2.10e-6, 1.30e-6}, 7.31, {"1", "field",  "2",  "4", "1", "1", "2",  "field", "2", "4", "1"}},
};
/* clang-format on */
