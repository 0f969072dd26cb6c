/* face_sheet.h - face_outer (face/face_term.h) of a sheet: param[0] is the number of the law's sheet, param[1] its
 * value. */
#define FACE_WEIGHT 1
INLINE void face_outer(const real *n, const real *mM, const real *mP, const real *qM, const real *qP, const real *param,
                       const real *aux, real *outer, real *aux_rate)
{
    law_sheet((int)param[0], param[1], n, mM, mP, qM, qP, outer);
}
