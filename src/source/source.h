/* Sources on the device: plane waves, sources at points and in regions, each with its waveform. They are extras (extra.h) of the elements
 * that hold them. */
#ifndef ND_SOURCE_H
#define ND_SOURCE_H

#include "law/assign.h"
#include "step/extra.h"
#include "step/matrices.h"
#include "source/waveform.h"

/* What sources are made from; all but problem may go once they are. */
struct nd_sources_setup {
    const nudge_problem *problem;
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    const struct nd_elem *elem;
    const struct nd_law *law;
    const struct nd_assign *assign;
    double end; /* of the run */
    /* Set by nd_sources_init, for the files of this folder: */
    const double *medium; /* [nmaterials][law->medium.n] */
};

/* A plane wave: fields q0 f(t - d.(x - origin) / c). */
struct nd_plane_wave {
    double d[3], origin[3], c;
    double q0[ND_FIELDS_MOST];
    double amplitude, along[3]; /* of the law's LAW_WAVE: a number, or that along a unit vector */
    double intensity;           /* mean power to an area across d, of a sine of amplitude 1 */
    int background;             /* the material it travels in */
};

struct nd_emitter {
    const struct nd_source *source;
    struct nd_wave wave;
    struct nd_samples samples;
    struct nd_subset subset;
    struct nd_plane_wave plane; /* of a plane wave */
    double early, late;         /* when t = 0 of the waveform reaches its elements first and last */
    struct nd_buffer profile;   /* compact, of the others; then kernel/inject.knl is launched */
    int64_t entries; /* faces where a plane wave comes in: kernel/incident.knl's, as is what follows */
    struct nd_buffer begin, face, factor, delay;
    int64_t nodes; /* of all entries */
    /* Where the stage lets it in, instead of factor and left: 4 times an entry's slot and the face; surface.knl's kind; where the entry is
     * among those of all waves. */
    int64_t *place;
    int32_t *kind;
    struct nd_buffer at;
    struct nd_buffer
        left; /* its residual (extra.h): a number an element; of a plane wave, at all stages, a number a node */
};

struct nd_sources {
    struct nd_rhs *rhs;
    struct nd_emitter *at;
    int n;
    struct nd_buffer LIFT;  /* for plane waves */
    struct nd_buffer basis; /* or where the stage lets them in, see arrive_bernstein.knl */
    struct nd_module *inject_module, *arrive_module, *incident_module;
    struct nd_kernel *inject, *arrive, *incident;
};

/* Makes the problem's sources, and has them launched with each stage of rhs, which must outlive them. The sources stay where they
 * are until nd_sources_clear. */
int nd_sources_init(struct nd_sources *sources, struct nd_rhs *rhs, const struct nd_sources_setup *setup);
void nd_sources_clear(struct nd_sources *sources);
/* When all are silent everywhere; INFINITY: never, -INFINITY: there are none. */
double nd_sources_end(const struct nd_sources *sources);

/* -- between the files of this folder -- */
/* flag[region] = 1 for the words, which must be the mesh's regions. what: for messages. */
int nd_sources_mark(const struct nd_sources_setup *setup, const struct nd_source *source, const char *what,
                    const struct nd_words *words, unsigned char *flag);
/* The start of a message: "file:line: source 'name'". */
const char *nd_sources_where(const struct nd_sources_setup *setup, const struct nd_source *source,
                             char where[640]);
/* source_density.c: what the law says of this kind of source; refuses what it has not. */
int nd_sources_act(const struct nd_sources_setup *setup, const struct nd_source *source,
                   const struct nd_act_names **act);
/* By which a density in element k becomes a rate. */
double nd_sources_factor(const struct nd_sources_setup *setup, const struct nd_act_names *act, nd_idx k);
/* Which of the law's fields the i-th of source->fields is. */
int nd_sources_field(const struct nd_sources_setup *setup, const struct nd_source *source, int i, int *field);
/* Subset and profile of a source in regions, and (source_point.c) of one at a point. */
int nd_emitter_make_density(struct nd_emitter *emitter, struct nd_rhs *rhs,
                            const struct nd_sources_setup *setup);
int nd_emitter_make_point(struct nd_emitter *emitter, struct nd_rhs *rhs,
                          const struct nd_sources_setup *setup);
/* source_wave.c: the wave itself, and whether the problem leaves it room. */
int nd_emitter_make_wave(struct nd_emitter *emitter, struct nd_rhs *rhs,
                         const struct nd_sources_setup *setup);
/* source_faces.c: the faces where the wave comes in, of elements with total[region] or without; at least one. */
int nd_emitter_make_faces(struct nd_emitter *emitter, struct nd_rhs *rhs,
                          const struct nd_sources_setup *setup, const unsigned char *total);
/* source_stage.c: does the stage let plane waves in itself? If so, has it do so, when all sources are made; and the launch that it wants before
 * a step: all waves at all stages of it. */
int nd_waves_in_stage(const struct nd_rhs *rhs);
int nd_sources_arrive(void *sources, struct nd_rhs *rhs, const struct nd_stage *stage);
int nd_sources_enter_stage(struct nd_sources *sources, struct nd_rhs *rhs,
                           const struct nd_sources_setup *setup);
/* LIFT by columns, to nodal values or to what the stage keeps. */
int nd_emitter_make_LIFT(struct nd_rhs *rhs, const struct nd_elem *elem, struct nd_buffer *LIFT);

#endif
