/* The connectivity of rank 0 on all ranks: finding it takes longer than sending it, and half as much memory again. */
#include "comm/comm.h"
#include "part/connect.h"

/* On ranks other than 0: room for what rank 0 has found. */
static int make_room(struct nd_connect *connect, const struct nd_mesh *mesh, nd_idx nsheets, nd_idx inside)
{
    int status = 0;
    const size_t nfaces = 4 * (size_t)mesh->K;
    *connect = (struct nd_connect){.unnamed = -1, .nsheets = nsheets};
    ALLOC(connect->EToE, nfaces);
    ALLOC(connect->EToF, nfaces);
    ALLOC(connect->EToP, nfaces);
    ALLOC(connect->EToB, nfaces);
    ALLOC(connect->inside, inside);
    ALLOC(connect->sheet, nsheets);
done:
    return status;
}

static int send(struct nd_connect *connect, const struct nd_mesh *mesh, nd_idx inside)
{
    int status = 0;
    const size_t nfaces = 4 * (size_t)mesh->K;
    TRY(nd_comm_bcast(connect->EToE, nfaces * sizeof *connect->EToE));
    TRY(nd_comm_bcast(connect->EToF, nfaces));
    TRY(nd_comm_bcast(connect->EToP, nfaces));
    TRY(nd_comm_bcast(connect->EToB, nfaces * sizeof *connect->EToB));
    TRY(nd_comm_bcast(connect->inside, (size_t)inside * sizeof *connect->inside));
    TRY(nd_comm_bcast(connect->sheet, (size_t)connect->nsheets * sizeof *connect->sheet));
done:
    return status;
}

int nd_connect_init_ranks(struct nd_connect *connect, struct nd_mesh *mesh)
{
    int status = 0;
    const nd_idx inside = mesh->nboundaries + 1; /* before a name for untagged faces is added */
    if (nd_comm_size() == 1) return nd_connect_init(connect, mesh);
    *connect = (struct nd_connect){.unnamed = -1};
    if (!nd_comm_rank()) status = nd_connect_init(connect, mesh);
    TRY(nd_comm_agree(status));
    nd_idx number[] = {connect->nsheets, connect->unnamed};
    TRY(nd_comm_bcast(number, sizeof number));
    if (nd_comm_rank()) {
        status = make_room(connect, mesh, number[0], inside);
        if (!status && number[1] >= 0) status = nd_mesh_boundary(mesh, "", &connect->unnamed);
    }
    TRY(nd_comm_agree(status));
    TRY(send(connect, mesh, inside));
done:
    if (status) nd_connect_clear(connect);
    return status;
}
