/* The typed description of a run. The reader (yaml.c, keys.c) fills it; everything after only reads it. */
#ifndef ND_PROBLEM_H
#define ND_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>
#include "base/error.h"

struct nd_node; /* the YAML tree behind it; see yaml.h */

enum nd_units { ND_UNITS_NATURAL, ND_UNITS_SI };
enum nd_precision { ND_SINGLE, ND_DOUBLE };
enum nd_scheme { ND_LSRK4, ND_LSRK14 };
/* What a source is, by the line of a law's head that tells what it acts on. */
enum nd_act { ND_ELECTRIC, ND_MAGNETIC, ND_MONOPOLE, ND_FORCE, ND_MOMENT, ND_ACTS };

/* name: value, as written, with the line it stands on (0: not from a file). */
struct nd_pair {
    char *name;
    char *value;
    int line;
};
struct nd_pairs {
    struct nd_pair *at;
    int n;
};

struct nd_constant {
    char *name;
    double value;
    int line;
};
struct nd_material {
    char *name;
    int line;
    bool vacuum; /* named by regions only: the law's own vacuum */
    struct nd_constant *constant;
    int nconstants;
};

/* Lists, with the line they stand on. */
struct nd_words {
    char **at;
    int n, line;
};
struct nd_numbers {
    double *at;
    int n, line;
};
/* Records under free names; each begins with a struct nd_named. */
struct nd_records {
    void *at;
    int n;
};
struct nd_named {
    char *name;
    int line;
};

/* A function of time. pulse: cos(2 pi f (t - delay)) under a Gaussian; ricker: its second derivative; brune: t / T^2 exp(-t / T);
 * sine: of a smooth beginning and, after `cycles` periods, end; else an expression in t, or rows "t value" of a file. */
struct nd_waveform {
    int line;
    bool pulse, sine, ricker, brune;
    double pulse_frequency, pulse_bandwidth, pulse_delay; /* delay 0: chosen */
    double ricker_frequency, ricker_delay;
    double brune_duration;
    double sine_frequency, sine_phase; /* radians */
    double sine_ramp, sine_cycles;     /* periods; cycles 0: for ever */
    char *expression;                  /* null: none */
    char *table;                       /* a file; null: none */
};

struct nd_source {
    struct nd_named named;
    /* A plane wave; total: the regions that hold the total field, elsewhere fields are the scattered ones. */
    bool plane_wave;
    double direction[3], polarization[3], amplitude, origin[3];
    struct nd_words total;
    /* At a point: */
    bool dipole, monopole, force, moment, point;
    double at[3];
    double value[6]; /* current times length; volume velocity; force; moment xx yy zz yz xz xy */
    /* In regions: */
    bool current, volume_source, body_force, rate;
    struct nd_words regions;
    char *density[3];       /* expressions in x y z xc yc zc; null: 0 */
    struct nd_pairs fields; /* of point and rate: the rate of each, likewise */
    enum nd_act dipole_kind, current_kind;
    struct nd_waveform waveform;
};

/* Where a monitor looks. */
struct nd_monitor_spec {
    struct nd_named named;
    char *file; /* null: its name and .csv or .h5 */
    bool probe;
    double at[3], every; /* simulated time; 0: every step */
    int at_line;
    /* Sums over time of exp(-2 pi i f t) times the fields: */
    bool fourier; /* kept whole: of regions, on a plane or on a surface */
    bool power;   /* through a surface */
    bool far;     /* of a closed surface: radar cross-sections or patterns */
    struct nd_numbers frequencies;
    struct nd_words regions; /* fourier: elements of these */
    struct nd_words around;  /* the surface around these regions, normals outwards */
    char *boundary;          /* fourier, power: this boundary, normals outwards */
    int plane;               /* fourier of a plane: the direction it is across, 0 1 2 */
    double plane_at;
    int plane_line;
    struct nd_numbers theta, phi; /* far: degrees; empty: theta 0 ... 180 at phi 0 and 90 */
};

/* Elements that absorb what leaves: of these regions, or where none are named of those that mesh.shell made. */
struct nd_pml_spec {
    bool given;
    int line;
    struct nd_words regions;
    double reflection; /* at normal incidence, of the profile, before discretisation */
    int grading;       /* the profile grows as depth to this power; 0: by the number of layers */
};

/* What the mesh's coordinates are multiplied by. */
struct nd_scale {
    double factor;
    bool word; /* it was written as a unit of length, which stands for its metres */
    int line;
};

/* The built-in box: six tetrahedra a cell. */
struct nd_box {
    bool given;
    int line;
    double size[3], origin[3];
    int divisions[3]; /* all 0: use h */
    double h;         /* 0: use divisions */
    double jitter;    /* 0 ... 0.3: inner vertices move by up to this share of a cell */
    char *side[6];    /* boundary names x-, x+, y-, y+, z-, z+; null: "xmin" ... "zmax" */
    bool periodic[3];
    char *region; /* null: "box" */
};

/* Layers of elements grown around the mesh. */
struct nd_mesh_shell {
    bool given;
    int line;
    int layers;
    double thickness; /* of all layers */
    bool side[6];     /* x-, x+, y-, y+, z-, z+; none: all that are not periodic */
};

struct nd_output {
    char *folder;        /* null: the problem file's */
    char *fields_file;   /* null: none; .pvd */
    double fields_every; /* simulated time; 0: first and last only */
    int fields_line;
    char *energy_file;   /* null: none; .csv */
    double energy_every; /* simulated time; 0: every 20 steps */
    char *picture_file;  /* null: none; .png */
    char *picture_field; /* null: the first with an initial value */
    int picture_plane;   /* 0, 1, 2: x, y, z */
    double picture_at;   /* NaN: the middle of the mesh */
    int picture_frames;
    int picture_line, picture_field_line, picture_at_line;
    char *scene_file; /* null: none; .png */
    struct nd_words scene_surface;
    char *scene_colour;   /* a field, or "magnitude" of the arrows' */
    char *scene_arrows;   /* a vector field; null: the first there is */
    int scene_count;      /* of arrows */
    double scene_view[3]; /* from where one looks */
    enum nd_scene_side { ND_SIDE_FACING, ND_SIDE_INSIDE, ND_SIDE_OUTSIDE } scene_side;
    double scene_at; /* time; NaN: the end */
    int scene_line, scene_colour_line, scene_arrows_line, scene_view_line, scene_at_line;
    char *report_file; /* null: run.json */
};

struct nudge_problem {
    char *path;   /* for messages; "" when parsed from memory */
    char *folder; /* paths are relative to it */
    struct nd_node *tree;
    int trust; /* NUDGE_TRUST_...: what the text may do; see trust.c */

    char *law; /* a built-in name, or a path ending in .law */
    int law_line;
    enum nd_units units;
    char *mesh_file; /* null: the box */
    int mesh_line;
    struct nd_box box;
    struct nd_scale scale;
    struct nd_mesh_shell shell;
    struct nd_pairs periodic; /* boundary name: opposite boundary's name (mesh files) */
    int order;
    enum nd_precision precision;
    double upwind; /* 1: upwind flux, 0: central */

    struct nd_material *material;
    int nmaterials;
    struct nd_pairs regions;    /* region name: material name */
    struct nd_pairs boundaries; /* boundary name: condition */
    struct nd_pairs initial;    /* field: expression in x y z xc yc zc */
    struct nd_pairs exact;      /* field: expression in x y z xc yc zc t */

    struct nd_pml_spec pml;
    struct nd_records sources;  /* struct nd_source */
    struct nd_records monitors; /* struct nd_monitor_spec */

    enum nd_scheme integrator;
    double time_end; /* NaN: not given */
    double decay;    /* dB below its peak at which the energy may end the run; 0: it may not */
    double cfl;      /* factor on the stable step, 1 when not given */
    double dt;       /* 0: chosen */
    long steps;      /* 0: chosen */
    int time_line;

    struct nd_output output;
};

/* Elements of a box at the most; four times as many, its faces, are still counted in 32 bits. */
#define ND_BOX_TETS_MOST (INT32_MAX / 4)
/* The bricks of a box along each axis, and its tetrahedra in all, which may be too many. */
double nd_box_count(const struct nd_box *box, double bricks[3]);
/* A box of as many bricks as the problem's has with its shell. */
struct nd_box nd_box_grown(const nudge_problem *problem);

static inline const struct nd_source *nd_problem_source(const nudge_problem *problem, int i)
{
    return (const struct nd_source *)problem->sources.at + i;
}
static inline const struct nd_monitor_spec *nd_problem_monitor(const nudge_problem *problem, int i)
{
    return (const struct nd_monitor_spec *)problem->monitors.at + i;
}

static inline bool nd_source_is_point(const struct nd_source *s)
{
    return s->dipole || s->monopole || s->force || s->moment || s->point;
}
/* What it is by the law's head; ND_ACTS: it names fields itself (or is a plane wave). */
static inline enum nd_act nd_source_act(const struct nd_source *s)
{
    if (s->dipole) return s->dipole_kind;
    if (s->current) return s->current_kind;
    if (s->monopole || s->volume_source) return ND_MONOPOLE;
    if (s->force || s->body_force) return ND_FORCE;
    return s->moment ? ND_MOMENT : ND_ACTS;
}
/* Its key in the problem file. */
static inline const char *nd_source_word(const struct nd_source *s)
{
    return s->plane_wave      ? "plane_wave"
           : s->dipole        ? "dipole"
           : s->monopole      ? "monopole"
           : s->force         ? "force"
           : s->moment        ? "moment"
           : s->point         ? "point"
           : s->current       ? "current"
           : s->volume_source ? "volume_source"
           : s->body_force    ? "body_force"
                              : "rate";
}

/* Whether it keeps fields on a plane. */
static inline bool nd_monitor_is_plane(const struct nd_monitor_spec *m)
{
    return m->fourier && !m->regions.at && !m->around.at && !m->boundary;
}

/* trust.c. Whether the law, where it is a file, may be run: the caller named it, or trusts the problem's text. */
bool nd_problem_trusts_law(const nudge_problem *problem);
/* Fails if an output's name or folder in the problem's text leads out of its folder, or is a hidden one, and may not; and if one begins
 * with ~. */
int nd_problem_check_paths(const nudge_problem *problem);
/* Whether the text puts the output folder outside the problem's own. */
bool nd_problem_writes_outside(const nudge_problem *problem);

/* The entry called name, else the one called "default", else null. */
const struct nd_pair *nd_pairs_find(const struct nd_pairs *pairs, const char *name);

/* Starts a message "file:line" into `where` (at least 1 char): "cavity.yaml:12", or "problem" when not from a file. */
const char *nd_problem_where(const nudge_problem *problem, int line, char where[512]);

/* The key table rendered for people (Markdown) and for editors (JSON Schema). Free() the result. */
int nd_problem_keys_markdown(char **text);
int nd_problem_keys_schema(char **text);

#endif
