/* The typed description of a run. The reader (yaml.c, keys.c, decode.c) fills it; all later stages only
 * read it. */
#ifndef ND_PROBLEM_H
#define ND_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>
#include "base/error.h"
#include "problem/units.h"

struct nd_node; /* the YAML tree behind it; see yaml.h */

enum nd_units { ND_UNITS_NATURAL, ND_UNITS_SI };
enum nd_precision { ND_SINGLE, ND_DOUBLE };
enum nd_scheme { ND_SCHEME_AUTO, ND_LINEAR, ND_LSRK4, ND_LSRK14 };
enum nd_time_order { ND_ORDER_AUTO, ND_ORDER_4, ND_ORDER_6, ND_ORDER_8 };
/* The kinds of sources that a law may define in its head; ND_SOURCE_KINDS stands for none of them. */
enum nd_source_kind { ND_ELECTRIC, ND_MAGNETIC, ND_MONOPOLE, ND_FORCE, ND_MOMENT, ND_SOURCE_KINDS };

/* name: value, as written. line: in the problem file; 0: not from a file. */
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
/* A term of a susceptibility chi(w), with time factor exp(-i w t). Frequencies are in cycles per time, as all
 * others of a problem; rates are in 1/time.
 *     Drude    -wp^2 / (w^2 + i g w)                             wp = 2 pi frequency, g = rate
 *     Lorentz  strength (w0^2 - i w tilt) / (w0^2 - i g w - w^2)   w0 = 2 pi frequency, g = rate
 *     Debye    strength / (1 - i w time) */
enum nd_pole_kind { ND_POLE_DRUDE, ND_POLE_LORENTZ, ND_POLE_DEBYE };
struct nd_pole {
    enum nd_pole_kind kind;
    int line;
    bool magnetic; /* of mu, else of epsilon */
    double frequency, rate, strength, tilt, time;
};
struct nd_material {
    char *name;
    int line;
    bool vacuum; /* not listed, only named by regions: the law's own vacuum */
    struct nd_constant *constant;
    int nconstants;
    bool tensor; /* epsilon or mu is one: constants epsilon_xx ... mu_xy */
    struct nd_pole *pole; /* the electric ones first */
    int npoles;
    double loss_tangent, loss_at; /* at the frequency loss_at; 0: none */
    int loss_line;
};

/* Lists, with their line in the problem file. */
struct nd_words {
    char **at;
    int n, line;
};
struct nd_numbers {
    double *at;
    int n, line;
};
/* Records with free names; each begins with a struct nd_named. */
struct nd_records {
    void *at;
    int n;
};
struct nd_named {
    char *name;
    int line;
};

/* A function of time. pulse: cos(2 pi f (t - delay)) times a Gaussian. ricker: a Gaussian's second
 * derivative. brune: t / T^2 exp(-t / T). sine: with a smooth ramp; continuous, or of finite length and
 * with a smooth end. Else an expression in t, or the rows "t value" of a file. */
struct nd_waveform {
    int line;
    bool pulse, sine, ricker, brune;
    double pulse_frequency, pulse_bandwidth, pulse_delay; /* delay 0: chosen by the program */
    double ricker_frequency, ricker_delay;
    double brune_duration;
    double sine_frequency, sine_phase; /* radians */
    double sine_ramp, sine_cycles;     /* periods; cycles 0: continuous */
    char *expression;                  /* null: none */
    char *table;                       /* a file; null: none */
};

struct nd_source {
    struct nd_named named;
    /* A plane wave. total: regions that hold the total field; elsewhere fields are the scattered field. */
    bool plane_wave;
    double direction[3], polarization[3], amplitude, origin[3];
    struct nd_words total;
    /* At a point: */
    bool dipole, monopole, force, moment, point;
    double at[3];
    double value[6]; /* current times length; volume velocity; force; moment xx yy zz yz xz xy */
    /* Throughout regions: */
    bool current, volume_source, body_force, rate;
    struct nd_words regions;
    char *density[3];       /* expressions in x y z xc yc zc; null: 0 */
    struct nd_pairs fields; /* of point and rate: rate of change of each field, as expressions */
    enum nd_source_kind dipole_kind, current_kind;
    struct nd_waveform waveform;
};

/* A quantity recorded during the run, and where. */
struct nd_monitor_spec {
    struct nd_named named;
    char *file; /* null: the monitor's name with .csv or .h5 */
    bool probe;
    double at[3], every; /* every: simulated time between rows; 0: every step */
    int at_line;
    /* Modes in a band, `frequencies`, from the fields at a point; then probe is set, too. */
    bool resonances;
    char *field;           /* null: the largest */
    double after;          /* time from which fields are used; NaN: when sources have ended */
    double error, weakest; /* limits for modes: relative error of the frequency, amplitude over the largest */
    /* Discrete Fourier transforms of the fields, summed over the run: */
    bool fourier;            /* stored as they are: in regions, on a plane or on a surface */
    bool power;              /* power through a surface */
    bool orders;             /* waves of a periodic cell by diffraction order */
    struct nd_words between; /* orders: through the faces between two regions */
    int most;                /* orders: from -most to most along each period */
    bool far;                /* far field of a closed surface: radar cross-sections or patterns */
    struct nd_numbers frequencies;
    double sums_after;       /* fourier: time from which fields are added */
    struct nd_words regions; /* fourier: elements of these regions */
    struct nd_words around;  /* the surface around these regions, normals outwards */
    char *boundary;          /* fourier, power: this boundary, normals outwards */
    int plane;               /* fourier on a plane: the direction of its normal, 0 1 2 */
    double plane_at;
    int plane_line;
    struct nd_numbers theta, phi; /* far: degrees; empty: theta 0 ... 180 at phi 0 and 90 */
};

enum nd_connection { ND_SERIES, ND_PARALLEL };

/* A port: a planar surface of the mesh and one mode of its cross-section, or a lumped circuit; or a load: the circuit
 * without a port. */
struct nd_port_spec {
    struct nd_named named;
    char *boundary; /* the tagged surface */
    char *source;   /* that at which the mode is excited; null: the same */
    bool rectangular, coaxial, section, lumped, load;
    char *mode;          /* "TE10", "TEM"; of a section "TEM", "TE1", "TM2": counted from the lowest */
    double direction[3]; /* into the device; all 0: away from the PML or from the end of the mesh */
    double shift;        /* of the reference plane, into the device */
    double along[3];     /* lumped: from the negative to the positive conductor */
    double resistance;   /* lumped: 0: there is none */
    double inductance, capacitance; /* the same; of a port, between it and the device */
    enum nd_connection connection;
};

/* How ports are excited, and what is computed from them. */
struct nd_sparameters_spec {
    bool given;
    int line;
    struct nd_numbers band; /* lowest and highest frequency */
    int points;
    double bandwidth; /* of the pulse; 0: chosen by the program */
    char *excite;     /* the port that nudge run excites; null: none */
    char *file;       /* outputs are this name with endings */
};

/* A good conductor whose surface is a boundary. */
struct nd_conductor_spec {
    struct nd_named named;
    double conductivity;
    double permeability;    /* relative */
    struct nd_numbers band; /* lowest and highest frequency */
};

/* A resistive film: resistance, or conductivity and thickness; 0: not given. nd_sheet_value has the result. */
struct nd_sheet_spec {
    struct nd_named named;
    double resistance, conductivity, thickness;
};

/* The perfectly matched layer: its elements are those of the named regions, or, if none are named, those
 * that mesh.pml grew. */
struct nd_pml_spec {
    bool given;
    int line;
    struct nd_words regions;
    double reflection; /* of the continuous profile at normal incidence */
    int grading;       /* the profile grows as depth to this power; 0: chosen by the number of layers */
};

/* Periodic sides with a phase. */
struct nd_floquet_spec {
    bool given;
    int line;
    double k[3]; /* the wave vector */
};

/* The factor on the mesh's coordinates. */
struct nd_scale {
    double factor;
    bool word; /* written as a unit of length; factor is its size in metres */
    int line;
};

/* The built-in box mesh: six tetrahedra per cell. */
struct nd_box {
    bool given;
    int line;
    double size[3], origin[3];
    int divisions[3]; /* all 0: use h */
    double h;         /* 0: use divisions */
    double jitter;    /* 0 ... 0.3: inner vertices are displaced by up to this fraction of a cell */
    char *side[6];    /* boundary names x-, x+, y-, y+, z-, z+; null: "xmin" ... "zmax" */
    bool periodic[3];
    char *region; /* null: "box" */
};

/* Layers of PML elements that are grown around the mesh. */
struct nd_mesh_pml {
    bool given;
    int line;
    int layers;
    double thickness; /* of all layers */
    bool side[6];     /* x-, x+, y-, y+, z-, z+; none: all that are not periodic */
};

/* How a geometry is meshed. */
struct nd_make_spec {
    int line;
    double wavelength; /* 0: the geometry decides */
    double per, edges;
    int curvature;
    int curve; /* order of the elements' shape */
};

/* A film strip. */
struct nd_picture_spec {
    struct nd_named named; /* without a name */
    char *file;            /* .png, .svg or .pdf */
    char *field;           /* or a vector, for its magnitude; null: the first with an initial value */
    int plane;             /* 0, 1, 2: x, y, z */
    double at;             /* NaN: the middle of the mesh */
    int frames;
    int field_line, at_line;
};

struct nd_output {
    char *folder;        /* null: the problem file's */
    char *fields_file;   /* null: none; .pvd */
    double fields_every; /* simulated time; 0: first and last only */
    int fields_line;
    char *energy_file;   /* null: none; .csv */
    double energy_every; /* simulated time; 0: every 100 evaluations */
    struct nd_records pictures; /* struct nd_picture_spec */
    char *scene_file;           /* null: none; .png, .svg or .pdf */
    struct nd_words scene_surface;
    char *scene_colour;   /* a field, or "magnitude" of the arrows' field */
    char *scene_arrows;   /* a vector field; null: the law's first */
    int scene_count;      /* number of arrows */
    double scene_view[3]; /* direction towards the viewer */
    enum nd_scene_side { ND_SIDE_FACING, ND_SIDE_INSIDE, ND_SIDE_OUTSIDE } scene_side;
    double scene_at; /* simulated time; NaN: the end */
    int scene_line, scene_colour_line, scene_arrows_line, scene_view_line, scene_at_line;
    enum nd_charts { ND_CHARTS_AUTO, ND_CHARTS_PNG, ND_CHARTS_SVG, ND_CHARTS_PDF } charts;
    char *report_file; /* null: run.json */
};

struct nudge_problem {
    char *path;   /* for messages; "" when parsed from memory */
    char *folder; /* paths in the file are relative to it */
    struct nd_node *tree;
    int trust; /* NUDGE_TRUST_...: permissions of the text; see trust.c */

    char *law; /* a built-in name, or a path ending in .law */
    int law_line;
    enum nd_units units;
    char *mesh_file; /* null: the box or the geometry */
    char *geometry;  /* null: none */
    char *made_in;   /* folder of the mesh of the geometry, of runs that share one; null: the output folder */
    struct nd_make_spec make;
    int mesh_line;
    struct nd_box box;
    struct nd_scale scale;
    struct nd_mesh_pml mesh_pml;
    struct nd_pairs periodic; /* boundary name: opposite boundary's name (mesh files) */
    int order;
    enum nd_precision precision;
    double upwind; /* 1: upwind flux, 0: central */

    struct nd_material *material;
    int nmaterials;
    struct nd_pairs regions;      /* region name: material name */
    struct nd_pairs boundaries;   /* boundary name: condition */
    struct nd_pairs symmetry;     /* boundary name: condition; they are among the boundaries, too */
    struct nd_records conductors; /* struct nd_conductor_spec */
    struct nd_records sheets;     /* struct nd_sheet_spec */
    struct nd_pairs initial;      /* field: expression in x y z xc yc zc */
    struct nd_pairs exact;        /* field: expression in x y z xc yc zc t */

    struct nd_floquet_spec floquet;
    struct nd_pml_spec pml;
    struct nd_records sources;  /* struct nd_source */
    struct nd_records monitors; /* struct nd_monitor_spec */
    struct nd_records ports;    /* struct nd_port_spec */
    struct nd_records loads;    /* struct nd_port_spec */
    struct nd_sparameters_spec sparameters;

    enum nd_scheme integrator;
    enum nd_time_order time_order; /* of ND_LINEAR */
    double time_end;               /* NaN: not given */
    double decay;                  /* end the run when the energy is this many dB below its peak; 0: never */
    double cfl;                    /* factor on the stable step, 1 when not given */
    double dt;                     /* 0: chosen */
    long steps;                    /* 0: chosen */
    int time_line;

    struct nd_output output;
};

/* Largest number of elements of a box: four times as many faces still fit 32 bits. */
#define ND_BOX_TETS_MOST (INT32_MAX / 4)
/* Returns the number of tetrahedra of a box, which may be too large, and its cells along each axis. */
double nd_box_count(const struct nd_box *box, double bricks[3]);
/* A box with as many cells as the problem's box has together with its PML. */
struct nd_box nd_box_grown(const nudge_problem *problem);

static inline const struct nd_source *nd_problem_source(const nudge_problem *problem, int i)
{
    return (const struct nd_source *)problem->sources.at + i;
}
/* The ending of the problem's charts; usual: that of ND_CHARTS_AUTO. */
static inline const char *nd_problem_chart_ending(const nudge_problem *problem, const char *usual)
{
    static const char *const ending[] = {NULL, ".png", ".svg", ".pdf"};
    return problem->output.charts == ND_CHARTS_AUTO ? usual : ending[problem->output.charts];
}
static inline const struct nd_picture_spec *nd_problem_picture(const nudge_problem *problem, int i)
{
    return (const struct nd_picture_spec *)problem->output.pictures.at + i;
}
static inline const struct nd_monitor_spec *nd_problem_monitor(const nudge_problem *problem, int i)
{
    return (const struct nd_monitor_spec *)problem->monitors.at + i;
}

static inline const struct nd_port_spec *nd_problem_port(const nudge_problem *problem, int i)
{
    return (const struct nd_port_spec *)problem->ports.at + i;
}

static inline const struct nd_port_spec *nd_problem_load(const nudge_problem *problem, int i)
{
    return (const struct nd_port_spec *)problem->loads.at + i;
}

static inline const struct nd_conductor_spec *nd_problem_conductor(const nudge_problem *problem, int i)
{
    return (const struct nd_conductor_spec *)problem->conductors.at + i;
}

static inline const struct nd_sheet_spec *nd_problem_sheet(const nudge_problem *problem, int i)
{
    return (const struct nd_sheet_spec *)problem->sheets.at + i;
}

/* The resistance per square. */
static inline double nd_sheet_value(const struct nd_sheet_spec *sheet)
{
    return sheet->resistance > 0 ? sheet->resistance : 1 / (sheet->conductivity * sheet->thickness);
}

static inline bool nd_source_is_point(const struct nd_source *s)
{
    return s->dipole || s->monopole || s->force || s->moment || s->point;
}
/* The kind of a source in the law's head; ND_SOURCE_KINDS for plane waves and sources that name fields. */
static inline enum nd_source_kind nd_source_kind(const struct nd_source *s)
{
    if (s->dipole) return s->dipole_kind;
    if (s->current) return s->current_kind;
    if (s->monopole || s->volume_source) return ND_MONOPOLE;
    if (s->force || s->body_force) return ND_FORCE;
    return s->moment ? ND_MOMENT : ND_SOURCE_KINDS;
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

static inline bool nd_problem_si(const nudge_problem *problem)
{
    return problem->units == ND_UNITS_SI;
}

/* Whether it is a Fourier monitor on a plane. */
static inline bool nd_monitor_is_plane(const struct nd_monitor_spec *m)
{
    return m->fourier && !m->regions.at && !m->around.at && !m->boundary;
}

/* The following four are in trust.c.
 * Whether a law in a file may be run: the caller named it, or trusts the problem's text. */
bool nd_problem_trusts_law(const nudge_problem *problem);
/* The same for a geometry, which may be a program of gmsh. */
bool nd_problem_trusts_geometry(const nudge_problem *problem);
/* Returns NUDGE_EVALUE if the problem's text, without permission, puts an output outside its folder or
 * under a hidden name, or if an output's name begins with ~. */
int nd_problem_check_paths(const nudge_problem *problem);
/* Whether the problem's text puts the output folder outside the problem's own folder. */
bool nd_problem_writes_outside(const nudge_problem *problem);

/* The entry with this name, else the one named "default", else null. */
const struct nd_pair *nd_pairs_find(const struct nd_pairs *pairs, const char *name);

/* Writes the start of a message into `where` and returns it: "cavity.yaml:12", or "problem" if it does
 * not come from a file. */
const char *nd_problem_where(const nudge_problem *problem, int line, char where[512]);

/* Takes ownership of the tree, also on failure. set: the --set option that caused a change, or null. */
int nd_problem_create(nudge_problem **problem, const char *path, const char *folder, struct nd_node *tree,
                      const char *set);

/* pack.c: a problem as bytes, and a new one from these. Both have all that a text and later settings gave;
 * what a program writes into the struct is not in it. */
struct nd_text;
int nd_problem_pack(const nudge_problem *problem, struct nd_text *bytes);
int nd_problem_unpack(nudge_problem **problem, const char *bytes, size_t n);

/* Adds a line "key: value" for every value that the problem gives, sorted, to the text. */
int nd_problem_settings(const nudge_problem *problem, struct nd_text *text);

/* The table of keys as Markdown for the reference, and as JSON Schema for editors. free() the result. */
int nd_problem_keys_markdown(char **text);
int nd_problem_keys_schema(char **text);

#endif
