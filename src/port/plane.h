/* The surface of a port: flat, made of faces of elements, with the device on one side. Elements may be curved, so that edges
 * of faces bend within the plane. nd_port_plane_init finds it in the mesh; the struct owns its arrays. */
#ifndef ND_PORT_PLANE_H
#define ND_PORT_PLANE_H

#include "law/assign.h"
#include "mesh/mesh.h"
#include "part/connect.h"
#include "pml/pml.h"

/* What ports are made from; all of it must outlive nd_ports_init only. */
struct nd_port_setup {
    const nudge_problem *problem;
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    const struct nd_elem *elem;
    const struct nd_law *law;
    const struct nd_assign *assign;
    const struct nd_pml *pml;
    double end; /* time at which the run ends */
};

struct nd_port_face {
    nd_idx v[3];       /* vertices, as nd_face_vertex orders them in element[0] */
    nd_idx element[2]; /* on the side of the device; behind the port, -1: the mesh ends there */
    int face[2];
};

/* What a cross-section has at an edge. Of several walls there, the last of these counts. */
enum nd_port_wall {
    ND_WALL_NONE,
    ND_WALL_OTHER,    /* a boundary that is neither of the following */
    ND_WALL_MAGNETIC, /* pmc */
    ND_WALL_ELECTRIC  /* pec, or one of conductors */
};

/* An edge of the surface's triangles. */
struct nd_port_edge {
    nd_idx v[2];
    int faces; /* of the surface: 1 at its rim */
    enum nd_port_wall wall;
    nd_idx boundary; /* of the wall */
};

struct nd_port_plane {
    struct nd_port_face *face;
    nd_idx n;
    struct nd_port_edge *edge;
    nd_idx edges;
    double normal[3]; /* into the device */
    double up[3]; /* the same or the opposite direction, so that its largest component is positive: two ports
                       * that look at each other orient their modes alike */
    double area;
};

int nd_port_plane_init(struct nd_port_plane *plane, const struct nd_port_setup *setup,
                       const struct nd_port_spec *spec);
void nd_port_plane_clear(struct nd_port_plane *plane);
/* The edge between two vertices; null: the surface does not have it. */
const struct nd_port_edge *nd_port_plane_edge(const struct nd_port_plane *plane, nd_idx a, nd_idx b);

/* walls.c: sets `wall` of the edges; boundary: that of the surface, which is no wall. */
void nd_port_mark_walls(struct nd_port_plane *plane, const struct nd_port_setup *setup, nd_idx boundary);
/* walls.c: fails if the mode is not one between the walls that the surface has. tem: whether it is TEM or hybrid, which is
 * only warned of where it goes on beyond the rim. */
int nd_port_check_walls(const struct nd_port_plane *plane, const struct nd_port_setup *setup,
                        const struct nd_port_spec *spec, int tem);

/* face.c: the point x of a face at barycentric coordinates l of its vertices, and its derivatives along l[1] and l[2], unless
 * null. */
void nd_port_face_map(const struct nd_mesh *mesh, const struct nd_port_face *face, const double l[3],
                      double x[3], double along[2][3]);
/* The area element at a point, whose mean over a quadrature rule is the area. */
double nd_port_face_area(const struct nd_mesh *mesh, const struct nd_port_face *face, const double l[3]);
/* The largest distance of a face from the plane through its first vertex with this unit normal, over its longest edge. */
double nd_port_face_off(const struct nd_mesh *mesh, const struct nd_port_face *face, const double normal[3]);

/* Whether ports and loads are there for the law: Maxwell's equations, also where some material has a tensor. */
int nd_port_has_law(const struct nd_law *law);
/* The constants of the material of element k, which is no tensor at the surface of a port. */
void nd_port_media(const struct nd_port_setup *setup, nd_idx k, double *epsilon, double *mu);
/* The start of a message: "file:line: ports.name". */
const char *nd_port_where(const nudge_problem *problem, const struct nd_port_spec *spec, char where[640]);
/* Whether these are the settings of a port with its `source` in place of its boundary. */
static inline int nd_port_is_source(const struct nd_port_spec *spec)
{
    return spec->source && spec->boundary == spec->source;
}
/* Fails: the surface of a source is not where it must be. spec: that of the source. */
int nd_port_refuse_source(const struct nd_port_setup *setup, const struct nd_port_spec *spec);
/* Reverses v if its largest component is negative. */
void nd_port_orient(double v[3]);

static inline double nd_port_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static inline void nd_port_cross(const double a[3], const double b[3], double out[3])
{
    const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    for (int i = 0; i < 3; i++) out[i] = c[i];
}

#endif
