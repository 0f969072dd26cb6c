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
    struct nd_constant *constant;
    int nconstants;
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
struct nd_shell {
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
    char *report_file; /* null: run.json */
};

struct nudge_problem {
    char *path;   /* for messages; "" when parsed from memory */
    char *folder; /* paths are relative to it */
    struct nd_node *tree;

    char *law; /* a built-in name, or a path ending in .law */
    int law_line;
    enum nd_units units;
    char *mesh_file; /* null: the box */
    int mesh_line;
    struct nd_box box;
    struct nd_shell shell;
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

    enum nd_scheme integrator;
    double time_end; /* NaN: not given */
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

/* The entry called name, else the one called "default", else null. */
const struct nd_pair *nd_pairs_find(const struct nd_pairs *pairs, const char *name);

/* Starts a message "file:line" into `where` (at least 1 char): "cavity.yaml:12", or "problem" when not from a file. */
const char *nd_problem_where(const nudge_problem *problem, int line, char where[512]);

/* The key table rendered for people (Markdown) and for editors (JSON Schema). Free() the result. */
int nd_problem_keys_markdown(char **text);
int nd_problem_keys_schema(char **text);

#endif
