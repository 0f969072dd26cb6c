/* Sources on the device: plane waves, sources at points and in regions, each with its waveform.
 * They are added terms (step/extra.h) of the elements that contain them. */
#ifndef ND_SOURCE_H
#define ND_SOURCE_H

#include "law/assign.h"
#include "step/extra.h"
#include "step/matrices.h"
#include "source/waveform.h"

/* The input of nd_sources_init; only problem must outlive the sources. */
struct nd_sources_setup {
    const nudge_problem *problem;
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    const struct nd_elem *elem;
    const struct nd_law *law;
    const struct nd_assign *assign;
    double end; /* of the run */
    /* Set by nd_sources_init for the files of this folder: */
    const double *medium; /* [nmaterials][law->medium.n] */
};

/* A plane wave: fields q0 f(t - d.(x - origin) / c). */
struct nd_plane_wave {
    double d[3], origin[3], c;
    double q0[ND_FIELDS_MOST];
    double amplitude, along[3]; /* of LAW_WAVE: a scalar, or along a unit vector */
    double intensity;           /* mean power per area normal to d, of a sine of amplitude 1 */
    int background;             /* the material in which it travels */
};

struct nd_emitter {
    const struct nd_source *source;
    struct nd_wave wave;
    struct nd_samples samples;
    struct nd_subset subset;
    struct nd_plane_wave plane; /* only of a plane wave */
    double early, late;         /* when t = 0 of the waveform reaches its elements first and last */
    struct nd_buffer profile;   /* of the other sources, compact; for inject.knl */
    int64_t entries;            /* faces where a plane wave is injected; for incident.knl */
    struct nd_buffer begin, face, factor, delay;
    int64_t nodes; /* of all entries */
    /* If the stage injects the wave, instead of factor and left: 4 times the slot of an entry plus its face;
     * surface.knl's kind; the index of the entry among those of all waves. */
    int64_t *place;
    int32_t *kind;
    struct nd_buffer at;
    /* Its residual (extra.h): one number per element; for a plane wave, one per node and stage. */
    struct nd_buffer left;
};

struct nd_sources {
    struct nd_rhs *rhs;
    struct nd_emitter *at;
    int n;
    struct nd_buffer LIFT;  /* for plane waves */
    struct nd_buffer basis; /* instead of LIFT if the stage injects them, see arrive_bernstein.knl */
    struct nd_module *inject_module, *arrive_module, *incident_module;
    struct nd_kernel *inject, *arrive, *incident;
};

/* Makes the problem's sources and attaches them to rhs, which must outlive them. *sources must not move until
 * nd_sources_clear. */
int nd_sources_init(struct nd_sources *sources, struct nd_rhs *rhs, const struct nd_sources_setup *setup);
void nd_sources_clear(struct nd_sources *sources);
/* The time at which all sources have ended everywhere; INFINITY: never; -INFINITY: there are none. */
double nd_sources_end(const struct nd_sources *sources);

/* -- between the files of this folder -- */
/* flag[region] = 1 for the words, which must be the mesh's regions. what: for messages. */
int nd_sources_mark(const struct nd_sources_setup *setup, const struct nd_source *source, const char *what,
                    const struct nd_words *words, unsigned char *flag);
/* The start of a message: "file:line: source 'name'". */
const char *nd_sources_where(const struct nd_sources_setup *setup, const struct nd_source *source,
                             char where[640]);
/* source_density.c: the law's definition of this kind of source; NUDGE_EVALUE if it has none. */
int nd_sources_act(const struct nd_sources_setup *setup, const struct nd_source *source,
                   const struct nd_law_source **act);
/* The factor that turns a density in element k into a rate. */
double nd_sources_factor(const struct nd_sources_setup *setup, const struct nd_law_source *act, nd_idx k);
/* The law's field that the i-th of source->fields names. */
int nd_sources_field(const struct nd_sources_setup *setup, const struct nd_source *source, int i, int *field);
/* Subset and profile of a source in regions and (source_point.c) of a point source. */
int nd_emitter_make_density(struct nd_emitter *emitter, struct nd_rhs *rhs,
                            const struct nd_sources_setup *setup);
int nd_emitter_make_point(struct nd_emitter *emitter, struct nd_rhs *rhs,
                          const struct nd_sources_setup *setup);
/* source_wave.c: the plane wave, and the checks of the problem around it. */
int nd_emitter_make_wave(struct nd_emitter *emitter, struct nd_rhs *rhs,
                         const struct nd_sources_setup *setup);
/* source_faces.c: the faces where the wave is injected, at least one; total: [nregions]. */
int nd_emitter_make_faces(struct nd_emitter *emitter, struct nd_rhs *rhs,
                          const struct nd_sources_setup *setup, const unsigned char *total);
/* source_stage.c. nd_waves_in_stage: whether the stage injects plane waves itself.
 * nd_sources_enter_stage: sets that up, after all sources are made. nd_sources_arrive: the launch
 * before each step, of all waves at all its stages. */
int nd_waves_in_stage(const struct nd_rhs *rhs);
int nd_sources_arrive(void *sources, struct nd_rhs *rhs, const struct nd_stage *stage);
int nd_sources_enter_stage(struct nd_sources *sources, struct nd_rhs *rhs,
                           const struct nd_sources_setup *setup);
/* LIFT by columns, to nodal values or to the stage's own basis. */
int nd_emitter_make_LIFT(struct nd_rhs *rhs, const struct nd_elem *elem, struct nd_buffer *LIFT);

#endif
