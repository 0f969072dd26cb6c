/* Finite elements on the triangles of a port's plane; section.c solves with them. */
#ifndef ND_PORT_SECTION_H
#define ND_PORT_SECTION_H

#include "port/mode.h"

#define ND_CONDUCTORS_MOST 8 /* less one: numbers begin with 1 */

struct nd_section {
    struct nd_mode *mode;
    int Nf;        /* nodes of a triangle */
    int *node;     /* [faces][Nf] global numbers */
    int n;         /* nodes */
    int *on;       /* [n] conductor on electric walls, from 1; 0: none */
    int *magnetic; /* [n] whether on a magnetic wall */
    int conductors;
    double capacity[ND_CONDUCTORS_MOST * ND_CONDUCTORS_MOST]; /* of conductors alone, by assemble */
    int *free;                                                /* [n] number among the unknowns; -1: fixed */
    int unknowns;
    double *epsilon;         /* [faces] relative to the first face */
    double *sigma;           /* [faces] */
    double *K, *M;           /* matrices of a face for the present metric; K: [Nf][Nf] */
    double *Dr, *Ds, *value; /* [points][Nf] at the quadrature points */
    double (*l)[3], *weight; /* [points] */
    int points;
};

/* Numbers nodes and unknowns, finds conductors and fillings; mode->elem is set. where: for messages. */
int nd_section_init(struct nd_section *section, struct nd_mode *mode, const struct nd_port_setup *setup,
                    const char *where);
void nd_section_clear(struct nd_section *section);
/* Sets K and M to the stiffness and the mass of a face. */
void nd_section_face(struct nd_section *section, nd_idx face);
/* Barycentric coordinates of local node j. */
void nd_section_node(const struct nd_elem *elem, int j, double l[3]);
/* grad: of the barycentric coordinates l1 and l2 at a point of a face; returns the area element (port/plane.h). */
double nd_section_metric(const struct nd_mode *mode, nd_idx face, const double l[3], double grad[2][3]);

/* hybrid.c: from the quasi-TEM mode, which is set, to the mode of the middle of a band. */
int nd_mode_hybrid(struct nd_mode *mode, struct nd_section *section, const double band[2], const char *where);

#endif
