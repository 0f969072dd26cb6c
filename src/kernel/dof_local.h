/* dof_local.h - the words of dof_index.h where fields are in the local basis of each element. */
#define SIZE              STATE
#define PART              (FIELDS / LOCAL_PARTS)
#define COMPONENT(c)      ((c) / PART * PART_STRIDE + (c) % PART * Np)
#define DOF(e, f, n)      ((int64)(e) * STATE + COMPONENT(f) + (n))
#define ELEMENT_DOF(e, i) ((int64)(e) * STATE + (i))
#define COMPACT(i, f, n)  DOF(i, f, n)
