/* Sources on the device: plane waves, sources at points and in regions, each with its waveform.
 *
 * A source is a term that is added to each stage (step/rhs_term.h), for the elements that hold it.
 * nd_sources_init makes all sources of a problem and attaches them to the operator, which launches them from
 * then on. struct nd_sources owns its buffers and modules; it must not move, and must be cleared before the
 * operator. */
#ifndef ND_SOURCE_H
#define ND_SOURCE_H

#include "law/assign.h"
#include "step/rhs_term.h"
#include "step/matrices.h"
#include "source/waveform.h"

/* The input of nd_sources_init. Only `problem` must outlive the sources. */
struct nd_sources_setup {
    const nudge_problem *problem;
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    const struct nd_elem *elem;
    const struct nd_law *law;
    const struct nd_assign *assign;
    double end; /* time at which the run ends */
    int stages; /* of a step */
    /* Set by nd_sources_init, for the files of this folder: */
    const double *medium; /* [nmaterials][law->medium.n] */
};

/* A plane wave: fields q0 f(t - d.(x - origin) / c). */
struct nd_plane_wave {
    double d[3], origin[3], c;
    double q0[ND_FIELDS_MOST];
    double amplitude, along[3]; /* of the field LAW_WAVE, or of that vector along a unit vector */
    double intensity;           /* mean power per area across d, for a sine of amplitude 1 */
    int background;             /* the material it travels in */
};

/* The part of a plane wave that enters through faces of curved elements: incident_curved.knl. */
struct nd_curved_wave {
    nd_idx n;      /* elements */
    int64_t nodes; /* points of all its faces */
    struct nd_buffer which, begin, side, factor, delay, left;
};

/* One source on the device. */
struct nd_emitter {
    const struct nd_source *source;
    struct nd_wave wave;
    struct nd_samples samples;
    struct nd_subset subset;
    struct nd_plane_wave plane; /* plane waves only */
    double early, late; /* times at which t = 0 of the waveform reaches its first and its last element */
    struct nd_buffer profile; /* other sources, for inject.knl: compact */
    int64_t entries;          /* faces where a plane wave enters: incident.knl, as are the next five */
    struct nd_buffer begin, face, factor, delay;
    int64_t nodes; /* face nodes of all entries */
    /* Used instead of factor and left where the stage adds the wave itself: */
    int64_t *place;        /* [entries] 4 * slot + face */
    int32_t *kind;         /* [entries] kinds of surface.knl */
    struct nd_buffer at;   /* [entries] index among the entries of all waves */
    struct nd_buffer left; /* the residual (step/rhs_term.h) of a plane wave, [stages][nodes] */
    struct nd_curved_wave curved;
};

struct nd_sources {
    struct nd_rhs *rhs;
    struct nd_emitter *at;
    int n;
    struct nd_buffer LIFT;  /* plane waves: see incident.knl */
    struct nd_buffer basis; /* plane waves that the stage adds itself: see arrive_bernstein.knl */
    struct nd_module *inject_module, *arrive_module, *incident_module;
    struct nd_kernel *inject, *arrive, *incident;
    struct nd_module *curved_arrive_module, *curved_incident_module;
    struct nd_kernel *curved_arrive, *curved_incident;
};

/* Makes the problem's sources and attaches them to rhs, which must outlive them. */
int nd_sources_init(struct nd_sources *sources, struct nd_rhs *rhs, const struct nd_sources_setup *setup);
void nd_sources_clear(struct nd_sources *sources);
/* The time after which all are silent everywhere; INFINITY: never, -INFINITY: there are none. */
double nd_sources_end(const struct nd_sources *sources);

/* -- between the files of this folder -- */
/* Sets flag[region] for the named regions. what: the key of the problem file, for messages.
 * Returns NUDGE_EVALUE if the mesh has no region of that name. */
int nd_sources_mark(const struct nd_sources_setup *setup, const struct nd_source *source, const char *what,
                    const struct nd_words *words, unsigned char *flag);
/* The start of a message: "file:line: source 'name'". */
const char *nd_sources_where(const struct nd_sources_setup *setup, const struct nd_source *source,
                             char where[640]);
/* source_density.c: how the law takes this kind of source. Returns NUDGE_EVALUE if it does not. */
int nd_sources_kind(const struct nd_sources_setup *setup, const struct nd_source *source,
                    const struct nd_law_source **kind);
/* The factor that turns a density in element k into a rate. */
/* Fails if element k is of a material with a tensor, in which a current does not act along itself. */
int nd_sources_check_scalar(const struct nd_sources_setup *setup, const struct nd_source *source, nd_idx k);
double nd_sources_factor(const struct nd_sources_setup *setup, const struct nd_law_source *kind, nd_idx k);
/* The index of the law's field that the i-th of source->fields names. */
int nd_sources_field(const struct nd_sources_setup *setup, const struct nd_source *source, int i, int *field);
/* Subset and profile of a source in regions (source_density.c) and of one at a point (source_point.c). */
int nd_emitter_make_density(struct nd_emitter *emitter, struct nd_rhs *rhs,
                            const struct nd_sources_setup *setup);
int nd_emitter_make_point(struct nd_emitter *emitter, struct nd_rhs *rhs,
                          const struct nd_sources_setup *setup);
/* source_wave.c: the wave; checks that regions and boundaries of the problem admit it. */
int nd_emitter_make_wave(struct nd_emitter *emitter, struct nd_rhs *rhs,
                         const struct nd_sources_setup *setup);
/* source_faces.c: the faces where the wave enters, between regions of total and of scattered fields. Fails if
 * there is none. total: [nregions] 1 for regions of total fields. */
int nd_emitter_make_faces(struct nd_emitter *emitter, struct nd_rhs *rhs,
                          const struct nd_sources_setup *setup, const unsigned char *total);
/* How the wave enters through face f of element k: a kind of surface.knl, or 0. */
int nd_emitter_kind(const struct nd_sources_setup *setup, const unsigned char *total, nd_idx k, int f);
int nd_emitter_upload_ints(struct nd_rhs *rhs, struct nd_buffer *to, const int32_t *from, size_t n);
/* Entries of surface.knl, and what is the same for all of them. */
struct nd_emitter_entries {
    int64_t n;
    const int32_t *kind, *sides, *of;
    const double *face, *q0;
    const struct nd_buffer *edges;
};
/* *factor: their factors, by the law on the device. */
int nd_emitter_factors(struct nd_rhs *rhs, const struct nd_sources_setup *setup,
                       const struct nd_emitter_entries *entries, struct nd_buffer *factor);
/* source_curved.c: faces of curved elements, which the functions above leave out. */
int nd_emitter_make_curved(struct nd_emitter *emitter, struct nd_rhs *rhs,
                           const struct nd_sources_setup *setup, const unsigned char *total);
void nd_emitter_clear_curved(struct nd_emitter *emitter, struct nd_device *device);
int nd_sources_attach_curved(struct nd_sources *sources, struct nd_rhs *rhs);
/* source_stage.c, for stages that add plane waves themselves. nd_waves_in_stage: whether the stage of rhs
 * does so. nd_sources_enter_stage: called once all sources are made. nd_sources_arrive: the launch before
 * each step, which computes all waves at all stages of it. */
int nd_waves_in_stage(const struct nd_rhs *rhs);
int nd_sources_arrive(void *sources, struct nd_rhs *rhs, const struct nd_stage *stage);
int nd_sources_enter_stage(struct nd_sources *sources, struct nd_rhs *rhs,
                           const struct nd_sources_setup *setup);
/* LIFT by columns, to nodal values or to the coefficients of the stage. */
int nd_emitter_make_LIFT(struct nd_rhs *rhs, const struct nd_elem *elem, struct nd_buffer *LIFT);

#endif
