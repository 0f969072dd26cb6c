/* res_local_interleaved.h - residuals (dof_local.h) lie interleaved with those of RES_INTERLEAVED elements. */
#define RES_DOF(e, f, n)                                                                                        \
    (((int64)((e) / RES_INTERLEAVED) * Np + (n)) * (FIELDS * RES_INTERLEAVED) + ((f) % PART * RES_INTERLEAVED + (e) % RES_INTERLEAVED) * LOCAL_PARTS + (f) / PART)
