/* Everything known about a run before its first step: resolution, the elements that set the time step,
 * boundaries, the PML, expected time. nd_preflight_make fills a report, nd_preflight_check judges it,
 * nd_preflight_clear frees it. report.c turns it into the structs of nudge.h. */
#ifndef ND_PREFLIGHT_H
#define ND_PREFLIGHT_H

#include "solver/solver.h"

#define ND_POINTS_FAIR   NUDGE_POINTS_FAIR /* points per wavelength below which a warning is due */
#define ND_POINTS_LEAST  2                 /* below which a wave cannot be resolved at all */
#define ND_NOTE          "note: "          /* begins warnings of what only a run would lack */
#define ND_TIGHT_MOST    (ND_DT_TIGHT - 1)
#define ND_PATIENCE_MOST (30 * 86400.) /* seconds; a longer run is probably a mistake */

/* The frequencies of a waveform; NaN if unknown. The spectrum of a pulse or a ricker is above -30 dB of its
 * largest value between low and high. The mesh must resolve all of them, and `vital` equals `high`. Other
 * spectra have no such end: that of a brune falls only as 1/f^2, and those of expressions and tables are
 * found from their values. It is usual to filter records to the frequencies that the mesh resolves. For
 * these, a tenth of the largest value (-20 dB) is left at `high` and half of it at `vital`; for a brune that
 * is its corner frequency 1 / (2 pi T). */
struct nd_band {
    double low, high, vital;
};
#define ND_OF_PORTS (-2) /* instead of the index of a source: sparameters.band */
/* By formula; NaN for an expression or a table. */
struct nd_band nd_preflight_band(const struct nd_waveform *waveform);

struct nd_preflight_region {
    nd_idx elements;
    double edge_mean, edge_most;
    double speed;      /* of the fastest waves */
    double slowest;    /* of the slowest */
    double wavelength; /* of these, at the highest frequency of all sources; NaN if that is unknown */
    double points;     /* per wavelength: N wavelength / edge_mean */
    double least;      /* the same for the element with the longest mean edge */
    double coarse;     /* part of the volume in elements with fewer points than ND_POINTS_FAIR */
    double reach;      /* frequency at which points are ND_POINTS_FAIR */
    int pml;           /* absorbs */
};

struct nd_preflight_boundary {
    nd_idx faces;      /* on the surface of the mesh */
    nd_idx periodic;   /* joined to others */
    nd_idx sheet;      /* on a wall inside the mesh, both sides counted */
    nd_idx inside;     /* tagged triangles inside the mesh that are not walls: transparent */
    double area;       /* of the faces on the surface of the mesh */
    double sheet_area; /* of one side of the wall */
    char circuit[200]; /* "port 'feed'": the ports and loads inside the mesh that have the surface */
    const char
        *condition; /* as in the problem, or `circuit`; null without faces on the surface and without walls */
};

struct nd_preflight {
    const nudge_solver *solver;
    double host, device;  /* bytes */
    double stage_seconds; /* measured; NaN: not measured */
    double seconds;       /* of all steps */
    double after;         /* seconds of far fields after the last step; NaN: not measured */

    struct nd_band *source; /* [problem.sources.n] */
    struct nd_band band;    /* of all sources and ports together, as far as they are known */
    double lowest;          /* frequency of the sources alone; NaN: unknown */
    int highest;            /* the source with the highest frequency; -1: unknown, or ND_OF_PORTS */
    int vital;              /* the source with the highest vital frequency; the same */
    int unknown;            /* sources whose band is unknown */
    int filled;             /* the problem excites nothing, and the caller has set fields */

    double extent[3];                       /* of the mesh along x, y, z */
    struct nd_preflight_region *region;     /* [mesh.nregions] */
    struct nd_preflight_boundary *boundary; /* [mesh.nboundaries] */

    nd_idx tight[ND_TIGHT_MOST]; /* the elements that allow the shortest steps, shortest first */
    double tight_dt[ND_TIGHT_MOST];
    int ntight;
    double longer; /* stable step without them over that with them; NaN if there are no others */

    nd_idx flat;     /* elements whose shape costs digits in this precision and variant */
    double flattest; /* longest edge over least height, if that matters; else 0 */
    nd_idx flattest_element;

    nd_idx pml_elements;
    double pml_thickness;             /* where it is thinnest; NaN: no PML */
    double pml_edge;                  /* mean edge in it */
    double pml_longest, pml_shortest; /* wavelengths in it, at the lowest and the highest frequency */

    char **warning;
    int nwarnings;
};

/* patience: seconds to measure stages for; 0 leaves times NaN. Fields stay as they are. */
int nd_preflight_make(struct nd_preflight *preflight, nudge_solver *solver, double patience);
void nd_preflight_clear(struct nd_preflight *preflight);
/* Returns NUDGE_EVALUE if the mesh cannot resolve the waves of a source. */
int nd_preflight_check(const struct nd_preflight *preflight);
/* -- parts of nd_preflight_make: flatness.c, boundaries.c, conductors.c, ports.c, pml.c, sources.c -- */
int nd_preflight_warn(struct nd_preflight *preflight, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Elements that are too flat for the variant in this precision. */
int nd_preflight_flat(struct nd_preflight *preflight);
int nd_preflight_boundaries(struct nd_preflight *preflight);
int nd_preflight_films(struct nd_preflight *preflight);
/* Conductors whose band does not cover the frequencies of sources and ports. */
int nd_preflight_conductors(struct nd_preflight *preflight);
int nd_preflight_pml(struct nd_preflight *preflight);
/* Ports, their modes, and loads. */
int nd_preflight_ports(struct nd_preflight *preflight);
/* modes.c: modes of ports whose fields change over the band, or have losses that change them. */
int nd_preflight_modes(struct nd_preflight *preflight);
/* poles.c: the slowest waves of a region, as the speed that has their least wavelength at the highest frequency. */
double nd_preflight_slowest(const struct nd_preflight *preflight, nd_idx region);
/* Loss tangents at frequencies that the waves do not have. */
int nd_preflight_losses(struct nd_preflight *preflight);
/* Sources and monitors at places or frequencies where they do no good. */
int nd_preflight_sources(struct nd_preflight *preflight);
/* -- json.c: adds the object that the report has under "preflight" -- */
struct nd_text;
void nd_preflight_json(struct nd_text *text, const nudge_preflight *preflight);

#endif
