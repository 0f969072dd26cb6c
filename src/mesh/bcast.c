/* The mesh of rank 0 on all ranks: one rank reads the file. */
#include <string.h>
#include "base/text.h"
#include "comm/comm.h"
#include "mesh/curved.h"

/* An array of the mesh: where its pointer is, and its size. */
struct array {
    void **at;
    size_t bytes;
};
enum { ARRAYS = 10 };

static void list_arrays(struct nd_mesh *m, struct array list[ARRAYS])
{
    const size_t K = (size_t)m->K, index = sizeof(nd_idx);
    const struct array all[ARRAYS] = {
        {(void **)&m->V, (size_t)m->Nv * 3 * sizeof *m->V},
        {(void **)&m->EToV, K * 4 * index},
        {(void **)&m->region, K * index},
        {(void **)&m->label, K * sizeof *m->label},
        {(void **)&m->BToV, (size_t)m->Nb * 3 * index},
        {(void **)&m->boundary, (size_t)m->Nb * index},
        {(void **)&m->periodic, (size_t)m->Nperiodic * 6 * index},
        {(void **)&m->wall, (size_t)m->nwalls * index},
        {(void **)&m->curved, (size_t)m->Ncurved * index},
        {(void **)&m->shape,
         (size_t)m->Ncurved * (size_t)nd_curved_points(m->curved_order) * 3 * sizeof *m->shape},
    };
    memcpy(list, all, sizeof all);
}

/* All names, each with its NUL: that of the mesh, regions, boundaries. */
static int pack_names(const struct nd_mesh *m, struct nd_text *to)
{
    const char *name = m->name ? m->name : "";
    nd_text_add_bytes(to, name, strlen(name) + 1);
    for (nd_idx i = 0; i < m->nregions; i++)
        nd_text_add_bytes(to, m->region_name[i], strlen(m->region_name[i]) + 1);
    for (nd_idx i = 0; i < m->nboundaries; i++)
        nd_text_add_bytes(to, m->boundary_name[i], strlen(m->boundary_name[i]) + 1);
    return nd_text_check(to);
}

static int unpack_names(struct nd_mesh *m, const char *names, nd_idx regions, nd_idx boundaries)
{
    int status = 0;
    nd_idx index;
    STRDUP(m->name, names);
    for (nd_idx i = 0; i < regions + boundaries; i++) {
        names += strlen(names) + 1;
        TRY(i < regions ? nd_mesh_region(m, names, &index) : nd_mesh_boundary(m, names, &index));
    }
done:
    return status;
}

/* On ranks other than 0: an empty mesh with room for the arrays. */
static int make_room(struct nd_mesh *mesh)
{
    int status = 0;
    struct array list[ARRAYS];
    list_arrays(mesh, list);
    for (int i = 0; i < ARRAYS; i++) {
        char *room = NULL;
        ALLOC(room, list[i].bytes);
        *list[i].at = room;
    }
done:
    return status;
}

static int send_names(struct nd_mesh *mesh, nd_idx regions, nd_idx boundaries)
{
    int status = 0;
    const int rank = nd_comm_rank();
    struct nd_text text = {0};
    char *names = NULL;
    if (!rank) status = pack_names(mesh, &text);
    TRY(nd_comm_agree(status));
    int64_t n = (int64_t)text.n;
    TRY(nd_comm_bcast(&n, sizeof n));
    if (rank)
        status =
            (names = nd_alloc((size_t)n, 1)) ? 0 : nd_fail(NUDGE_ENOMEM, __FILE__, __LINE__, "out of memory");
    TRY(nd_comm_agree(status));
    TRY(nd_comm_bcast(rank ? names : text.s, (size_t)n));
    if (rank) status = unpack_names(mesh, names, regions, boundaries);
    TRY(nd_comm_agree(status));
done:
    nd_text_clear(&text);
    free(names);
    return status;
}

int nd_mesh_bcast(struct nd_mesh *mesh)
{
    int status = 0;
    const int rank = nd_comm_rank();
    struct array list[ARRAYS];
    nd_idx count[] = {mesh->K,       mesh->Nv,           mesh->Nb,       mesh->Nperiodic,
                      mesh->nwalls,  mesh->reoriented,   mesh->nregions, mesh->nboundaries,
                      mesh->Ncurved, mesh->curved_order, mesh->real};
    if (nd_comm_size() == 1) return 0;
    TRY(nd_comm_bcast(count, sizeof count));
    if (rank) {
        *mesh = (struct nd_mesh){.K = count[0],
                                 .Nv = count[1],
                                 .Nb = count[2],
                                 .Nperiodic = count[3],
                                 .nwalls = count[4],
                                 .reoriented = count[5],
                                 .Ncurved = count[8],
                                 .curved_order = (int)count[9],
                                 .real = count[10]};
        status = make_room(mesh);
    }
    TRY(nd_comm_agree(status));
    list_arrays(mesh, list);
    for (int i = 0; i < ARRAYS; i++) TRY(nd_comm_bcast(*list[i].at, list[i].bytes));
    TRY(nd_comm_bcast(mesh->apart, sizeof mesh->apart));
    TRY(send_names(mesh, count[6], count[7]));
done:
    return status;
}
