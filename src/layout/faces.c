#include "layout/faces.h"

#include <string.h>

int nd_faces_init(struct nd_faces *faces, const struct nd_placed *placed)
{
    int status = 0;
    const struct nd_elem *elem = placed->elem;
    const struct nd_layout *layout = placed->layout;
    const struct nd_connect *connect = placed->connect;
    const nd_idx *slot = placed->slot;
    memset(faces, 0, sizeof *faces);
    ALLOC(faces->EToE, layout->slots * 4);
    ALLOC(faces->EToL, layout->slots * 4);
    ALLOC(faces->lists, ND_FACE_LISTS * elem->Nfp);
    for (int g = 0; g < 4; g++)
        for (int p = 0; p < 6; p++)
            for (int n = 0; n < elem->Nfp; n++)
                faces->lists[(6 * g + p) * elem->Nfp + n] =
                    elem->Fmask[g * elem->Nfp + elem->permuted[p * elem->Nfp + n]];
#pragma omp parallel for schedule(static)
    for (int64_t s = 0; s < layout->slots; s++)
        for (int f = 0; f < 4; f++) {
            faces->EToE[4 * s + f] = (int32_t)s;
            faces->EToL[4 * s + f] = (unsigned char)(6 * f);
        }
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < placed->mesh->K; k++)
        for (int f = 0; f < 4 && slot[k] >= 0; f++) {
            const size_t from = 4 * (size_t)k + (size_t)f, to = 4 * (size_t)slot[k] + (size_t)f;
            const nd_idx there = slot[connect->EToE[from]];
            faces->EToE[to] = there >= 0 ? there : slot[k]; /* of a ghost, which no stage computes */
            if (connect->EToB[from] >= 0)
                faces->EToL[to] = (unsigned char)(ND_FACE_LISTS + placed->condition[connect->EToB[from]]);
            else
                faces->EToL[to] = (unsigned char)(6 * connect->EToF[from] + connect->EToP[from]);
        }
done:
    if (status) nd_faces_clear(faces);
    return status;
}

void nd_faces_clear(struct nd_faces *faces)
{
    free(faces->EToE);
    free(faces->EToL);
    free(faces->lists);
    memset(faces, 0, sizeof *faces);
}
