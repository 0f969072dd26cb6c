/* Meshes as nudge.h shows them: an nd_mesh, its connectivity, and everything that describes it. */
#include <math.h>
#include "base/threads.h"
#include "elem/curved_element.h"
#include "mesh/curved.h"
#include "mesh/geometry.h"
#include "mesh/make.h"
#include "part/seams.h"
#include "api/api.h"
#include "solver/solver.h"

struct nudge_mesh {
    struct nd_mesh mesh;
    struct nd_connect connect;
    nudge_mesh_info info;
    nudge_mesh_region *region;
    nudge_mesh_boundary *boundary;
    nudge_element smallest[5];
};

int nudge_mesh_make(const char *geometry, const char *path, const nudge_mesh_make_options *options)
{
    int status = 0;
    struct nd_make_index *index = NULL;
    GIVEN(geometry, "geometry");
    GIVEN(path, "path");
    GIVEN(options, "options");
    if (options->size != sizeof *options)
        FAIL(NUDGE_EVALUE, "nudge_mesh_make: options.size is %zu, not sizeof(nudge_mesh_make_options)",
             options->size);
    if (!(options->edge >= 0 && options->edges >= 0 && options->edges <= 1) || options->curvature < 0 ||
        options->regions < 0)
        FAIL(NUDGE_EVALUE, "nudge_mesh_make: a size or a number of options is negative, or edges is above 1");
    ALLOC(index, options->regions + 1);
    for (int i = 0; i < options->regions; i++) {
        if (!(options->index[i] > 0))
            FAIL(NUDGE_EVALUE, "nudge_mesh_make: the index of region '%s' must be above 0",
                 options->region[i]);
        index[i] = (struct nd_make_index){options->region[i], options->index[i]};
    }
    TRY(nd_mesh_make(&(struct nd_mesh_make){.geometry = geometry,
                                            .size = options->edge,
                                            .edges = options->edges,
                                            .curvature = options->curvature,
                                            .curve = options->curve > 0 ? options->curve : 1,
                                            .index = index,
                                            .nindices = options->regions,
                                            .strict = true},
                     path));
done:
    free(index);
    return status;
}

static int describe_regions(nudge_mesh *m)
{
    int status = 0;
    const struct nd_mesh *mesh = &m->mesh;
    ALLOC(m->region, mesh->nregions);
    for (nd_idx r = 0; r < mesh->nregions; r++) m->region[r].name = mesh->region_name[r];
    for (nd_idx k = 0; k < mesh->K; k++) {
        m->region[mesh->region[k]].elements++;
        m->region[mesh->region[k]].volume += nd_curved_volume(mesh, k);
    }
done:
    return status;
}

static int describe_boundaries(nudge_mesh *m)
{
    int status = 0;
    const struct nd_mesh *mesh = &m->mesh;
    ALLOC(m->boundary, mesh->nboundaries);
    for (nd_idx b = 0; b < mesh->nboundaries; b++) {
        m->boundary[b].name = mesh->boundary_name[b];
        m->boundary[b].inside = m->connect.inside[b];
    }
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) {
        const nd_idx b = m->connect.EToB[i], *v = mesh->EToV + i / 4 * 4;
        const int *corner = nd_face_vertex[i % 4];
        if (b < 0) continue;
        m->boundary[b].faces++;
        m->boundary[b].area +=
            nd_curved_shape(mesh, (nd_idx)(i / 4))
                ? nd_curved_face_area(mesh, (nd_idx)(i / 4), corner)
                : nd_triangle_area(nd_mesh_vertex(mesh, v[corner[0]]), nd_mesh_vertex(mesh, v[corner[1]]),
                                   nd_mesh_vertex(mesh, v[corner[2]]));
    }
done:
    return status;
}

static void describe_counts(nudge_mesh *m, const struct nd_mesh_info *info)
{
    const struct nd_mesh *mesh = &m->mesh;
    m->info = (nudge_mesh_info){
        .name = mesh->name,
        .elements = mesh->K,
        .vertices = mesh->Nv,
        .regions = mesh->nregions,
        .boundaries = mesh->nboundaries,
        .boundary_faces = info->boundary_faces,
        .untagged_faces = info->untagged_faces,
        .inside_faces = info->inner_tagged_faces,
        .periodic_pairs = mesh->Nperiodic,
        .reoriented = mesh->reoriented,
        .order = mesh->curved_order ? mesh->curved_order : 1,
        .curved = mesh->Ncurved,
        .bend = info->bend,
        .volume = info->volume,
        .edge_min = info->edge_min,
        .edge_max = info->edge_max,
        .inradius_min = info->inradius_min,
        .inradius_median = info->inradius_median,
        .quality_min = info->quality_min,
        .quality_median = info->quality_median,
        .faces = mesh->Nb,
    };
    for (int i = 0; i < 3; i++) {
        m->info.low[i] = info->low[i];
        m->info.high[i] = info->high[i];
    }
    for (int i = 0; i < 10; i++) m->info.quality_histogram[i] = info->histogram[i];
    for (int i = 0; i < 5 && info->smallest[i] >= 0; i++)
        m->smallest[m->info.smallest++] = nd_element_describe(mesh, info->smallest[i]);
}

/* Everything that follows from m->mesh. */
static int describe(nudge_mesh *m)
{
    int status = 0;
    struct nd_mesh_info info;
    TRY(nd_mesh_info(&m->mesh, &info));
    TRY(nd_connect_init(&m->connect, &m->mesh)); /* fails if three elements share a face */
    describe_counts(m, &info);
    TRY(describe_regions(m));
    TRY(describe_boundaries(m));
done:
    return status;
}

/* Reads the file, or makes the problem's mesh where path is null. */
static int create(nudge_mesh **out, const char *path, const nudge_problem *problem)
{
    int status = 0;
    nudge_mesh *m = NULL;
    const int before = nd_threads_enter();
    ALLOC(m, 1);
    TRY(path ? nd_mesh_read(&m->mesh, path) : nd_problem_mesh(problem, &m->mesh));
    TRY(describe(m));
    *out = m;
    m = NULL;
done:
    nudge_mesh_destroy(m);
    nd_threads_leave(before);
    return status;
}

int nudge_mesh_read(nudge_mesh **mesh, const char *path)
{
    GIVEN(mesh, "mesh");
    *mesh = NULL;
    GIVEN(path, "path");
    return create(mesh, path, NULL);
}

int nudge_mesh_create(nudge_mesh **mesh, const nudge_problem *problem)
{
    GIVEN(mesh, "mesh");
    *mesh = NULL;
    GIVEN(problem, "problem");
    return create(mesh, NULL, problem);
}

void nudge_mesh_destroy(nudge_mesh *m)
{
    if (!m) return;
    nd_connect_clear(&m->connect);
    nd_mesh_clear(&m->mesh);
    free(m->region);
    free(m->boundary);
    free(m);
}

int nudge_mesh_check(const nudge_mesh *mesh)
{
    GIVEN(mesh, "mesh");
    int status = 0;
    struct nd_seams seams;
    const int before = nd_threads_enter();
    TRY(nd_seams_find(&seams, &mesh->mesh, &mesh->connect, NULL));
    TRY(nd_seams_report(&seams, &mesh->mesh));
done:
    nd_threads_leave(before);
    return status;
}

const nudge_mesh_info *nudge_mesh_describe(const nudge_mesh *mesh)
{
    return mesh ? &mesh->info : NULL;
}

const nudge_mesh_region *nudge_mesh_get_region(const nudge_mesh *mesh, int i)
{
    return mesh && i >= 0 && i < mesh->info.regions ? &mesh->region[i] : NULL;
}

const nudge_mesh_boundary *nudge_mesh_get_boundary(const nudge_mesh *mesh, int i)
{
    return mesh && i >= 0 && i < mesh->info.boundaries ? &mesh->boundary[i] : NULL;
}

const nudge_element *nudge_mesh_get_smallest(const nudge_mesh *mesh, int i)
{
    return mesh && i >= 0 && i < mesh->info.smallest ? &mesh->smallest[i] : NULL;
}

const double *nudge_mesh_vertices(const nudge_mesh *mesh)
{
    return mesh ? mesh->mesh.V : NULL;
}

const int32_t *nudge_mesh_elements(const nudge_mesh *mesh)
{
    return mesh ? mesh->mesh.EToV : NULL;
}

const int32_t *nudge_mesh_regions(const nudge_mesh *mesh)
{
    return mesh ? mesh->mesh.region : NULL;
}

const int32_t *nudge_mesh_faces(const nudge_mesh *mesh)
{
    return mesh ? mesh->mesh.BToV : NULL;
}

const int32_t *nudge_mesh_boundaries(const nudge_mesh *mesh)
{
    return mesh ? mesh->mesh.boundary : NULL;
}

const int32_t *nudge_mesh_curved(const nudge_mesh *mesh)
{
    return mesh && mesh->mesh.Ncurved ? mesh->mesh.curved : NULL;
}

const double *nudge_mesh_shapes(const nudge_mesh *mesh)
{
    return mesh && mesh->mesh.Ncurved ? mesh->mesh.shape : NULL;
}
