/* res_local.h - residuals lie as fields do (dof_local.h). */
#define RES_DOF(e, f, n) DOF(e, f, n)
