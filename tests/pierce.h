/* Conductors in box-shaped meshes: removes elements and names the new boundary "wire". */
#ifndef PIERCE_H
#define PIERCE_H

#include "mesh/geometry.h"
#include "part/connect.h"
#include "test.h"

/* Tags of the hull; faces that have none yet are "wire". */
static inline int pierce_tag(struct nd_mesh *mesh)
{
    int status = 0;
    struct nd_connect connect = {0};
    nd_idx *BToV = NULL, *boundary = NULL, wire, n = 0;
    ALLOC(BToV, 12 * (size_t)mesh->K);
    ALLOC(boundary, 4 * (size_t)mesh->K);
    TRY(nd_mesh_boundary(mesh, "wire", &wire));
    TRY(nd_connect_init(&connect, mesh));
    for (nd_idx at = 0; at < 4 * mesh->K; at++) {
        if (connect.EToB[at] < 0) continue;
        for (int i = 0; i < 3; i++) BToV[3 * n + i] = mesh->EToV[at / 4 * 4 + nd_face_vertex[at % 4][i]];
        boundary[n++] = connect.EToB[at] == connect.unnamed ? wire : connect.EToB[at];
    }
    free(mesh->BToV);
    free(mesh->boundary);
    mesh->BToV = BToV;
    mesh->boundary = boundary;
    mesh->Nb = n;
    BToV = boundary = NULL;
done:
    free(BToV);
    free(boundary);
    nd_connect_clear(&connect);
    return status;
}

/* Takes out the elements whose centres are in the hole. */
static inline int pierce(struct nd_mesh *mesh, int (*hole)(const double centre[3]))
{
    nd_idx kept = 0;
    for (nd_idx k = 0; k < mesh->K; k++) {
        double c[3] = {0};
        for (int i = 0; i < 12; i++) c[i % 3] += mesh->V[3 * mesh->EToV[4 * k + i / 3] + i % 3] / 4;
        if (hole(c)) continue;
        memmove(mesh->EToV + 4 * kept, mesh->EToV + 4 * k, 4 * sizeof *mesh->EToV);
        mesh->region[kept] = mesh->region[k];
        mesh->label[kept++] = mesh->label[k];
    }
    mesh->K = kept;
    return pierce_tag(mesh);
}

#endif
