/* What can be told of a run before its first step: how well the mesh holds the waves, which elements set the time step, what the
 * walls are, how deep the absorbing shell is, how long it will take. */
#ifndef ND_PREFLIGHT_H
#define ND_PREFLIGHT_H

#include "solver/solver.h"

#define ND_POINTS_FAIR   5 /* nodes a wavelength: fewer are warned of */
#define ND_POINTS_LEAST  2 /* fewer hold no wave at all */
#define ND_TIGHT_MOST    10
#define ND_PATIENCE_MOST (30 * 86400.) /* seconds: a run that takes longer is likely a mistake */

/* Frequencies that a waveform holds. Of a pulse or a ricker: where its spectrum is above -30 dB of the largest. A mesh must hold them all,
 * and `vital` is `high`. Others may have no such end: a brune's spectrum falls as 1/f^2 only, so that it is usual to compute what a mesh
 * holds and to filter records; and an expression's or a table's is found from its values. Of those, `high` is where a tenth is left, -20 dB,
 * and `vital` where it is a half, of a brune its corner frequency 1 / (2 pi T). NaN: it cannot be told. */
struct nd_band {
    double low, high, vital;
};
/* Of those that a formula tells; NaN for an expression or a table. */
struct nd_band nd_preflight_band(const struct nd_waveform *waveform);

struct nd_preflight_region {
    nd_idx elements;
    double edge_mean, edge_most;
    double speed;      /* of the fastest waves */
    double slowest;    /* of the slowest */
    double wavelength; /* of these, at the highest frequency of all sources; NaN where that is not known */
    double points;     /* nodes a wavelength: N wavelength / edge_mean */
    double least;      /* the same of the element whose own mean edge is longest */
    double coarse;     /* share of the volume in elements where they are below ND_POINTS_FAIR */
    double reach;      /* frequency at which points are ND_POINTS_FAIR */
    int shell;         /* absorbs */
};

struct nd_preflight_boundary {
    nd_idx faces;          /* on the hull */
    nd_idx periodic;       /* joined to others */
    nd_idx sheet;          /* on a wall inside the mesh, both sides counted */
    nd_idx inside;         /* tagged triangles inside the mesh that are no wall, so transparent */
    double area;           /* of those on the hull */
    double sheet_area;     /* of one side of the wall */
    const char *condition; /* as the problem has it; null: there are neither faces on the hull nor walls */
};

struct nd_preflight {
    const nudge_solver *solver;
    double host, device;  /* bytes */
    double stage_seconds; /* measured; NaN: not asked for */
    double seconds;       /* of all steps */
    double after;         /* seconds of far fields after the last step; NaN: not asked for */

    struct nd_band *source; /* [problem.sources.n] */
    struct nd_band band;    /* of all sources together, as far as theirs are known */
    int highest;            /* the source that reaches highest; -1: none is known */
    int vital;              /* the one whose vital frequency is highest; -1: none is known */
    int unknown;            /* sources whose band cannot be told */

    double extent[3];                       /* of the mesh along x, y, z */
    struct nd_preflight_region *region;     /* [mesh.nregions] */
    struct nd_preflight_boundary *boundary; /* [mesh.nboundaries] */

    nd_idx tight[ND_TIGHT_MOST]; /* the elements of the shortest stable steps, shortest first */
    double tight_dt[ND_TIGHT_MOST];
    int ntight;
    double longer; /* the stable step without them, of that with them; NaN where there are no others */

    nd_idx flat; /* elements that lose digits by their shape, where precision and variant do not suit them */
    double flattest; /* longest edge by least height, where that matters; else 0 */
    nd_idx flattest_element;

    nd_idx shell_elements;
    double shell_thickness;               /* where it is thinnest; NaN: there is none */
    double shell_edge;                    /* mean, in it */
    double shell_longest, shell_shortest; /* wavelengths in it, of the lowest and the highest frequency */

    char **warning;
    int nwarnings;
};

/* patience: seconds to measure stages for, 0: not at all. Fields stay as they are. */
int nd_preflight_make(struct nd_preflight *preflight, nudge_solver *solver, double patience);
void nd_preflight_clear(struct nd_preflight *preflight);
/* Refuses a mesh that cannot hold the waves of a source. */
int nd_preflight_check(const struct nd_preflight *preflight);
/* preflight_flat.c: looks for elements that are too flat; a part of nd_preflight_make. */
int nd_preflight_flat(struct nd_preflight *preflight);

/* -- between preflight.c and the others: preflight_faces.c, preflight_shell.c, preflight_look.c -- */
int nd_preflight_warn(struct nd_preflight *preflight, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int nd_preflight_boundaries(struct nd_preflight *preflight);
int nd_preflight_shell(struct nd_preflight *preflight);
int nd_preflight_look(struct nd_preflight *preflight);

#endif
