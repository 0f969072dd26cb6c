/* dof_nodal.h - the words of dof_index.h where fields are nodal values; they read the text's argument
 * stride_f. */
#define SIZE              (FIELDS * Np)
#define DOF(e, f, n)      ADDRESS(e, f, n)
#define ELEMENT_DOF(e, i) DOF(e, (i) / Np, (i) % Np)
#define COMPACT(i, f, n)  ((int64)(i) * SIZE + (f) * Np + (n))
#define RES_DOF(e, f, n)  DOF(e, f, n)
