/* The table of keys of a problem file. The checks, the decoder, the reference page and the JSON Schema
 * all come from it, so that they cannot disagree. */
#ifndef ND_KEYS_H
#define ND_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include "base/text.h"
#include "problem/problem.h"
#include "problem/units.h"
#include "problem/yaml.h"

/* The kind of a value, and the C type of the member that stores it. */
enum nd_key_kind {
    ND_KEY_MAP,         /* fixed keys; choices: exactly one of these must be given */
    ND_KEY_NAMES,       /* free names, at most `most` of them; struct nd_pairs when their values are texts */
    ND_KEY_TEXT,        /* char * */
    ND_KEY_EXPRESSION,  /* char *: in x y z xc yc zc; also in t if most is 1; in t alone if most is 2 */
    ND_KEY_CHOICE,      /* enum: the place in choices */
    ND_KEY_AXES,        /* bool[], one per choice: whether it is listed */
    ND_KEY_NUMBER,      /* double in [least, most] */
    ND_KEY_NOTNEGATIVE, /* double, 0 or above */
    ND_KEY_POSITIVE,    /* double in (0, most] */
    ND_KEY_SCALE,       /* struct nd_scale: a number above 0, or a unit of nd_length_units */
    ND_KEY_INTEGER,     /* int in [least, most] */
    ND_KEY_COUNT,       /* long in [least, most] */
    ND_KEY_VECTOR,      /* double[3] */
    ND_KEY_TENSOR,      /* double[6] */
    ND_KEY_SIZES,       /* double[3], all positive */
    ND_KEY_COUNTS,      /* int[3], each in [least, most] */
    ND_KEY_RECORDS, /* free names, at most `most`, of maps: struct nd_records with items of `record` bytes */
    ND_KEY_WORDS,   /* struct nd_words: a list of texts */
    ND_KEY_NUMBERS, /* struct nd_numbers: a list of numbers, each in [least, most] */
    ND_KEY_MEDIUM,  /* a number, or a list of three or six: a tensor's diagonal, or xx yy zz yz xz xy */
    ND_KEY_MAPS, /* a map, or a list of at most `most` maps: struct nd_records with items of `record` bytes, without names */
    ND_KEY_LIST,    /* a list of at most `most` maps; the row below, with the name [], describes them */
};

/* Names of length units, and their sizes in metres in the same order. */
#define ND_LENGTH_WORDS "nm|um|mm|cm|m|km|mil|in|ft"
double nd_length_metres(int place);

struct nd_key {
    const char *path; /* dotted; * stands for a free name */
    enum nd_key_kind kind;
    const char *help;
    const char *fallback; /* the value when not given, as YAML; null: none */
    const char *choices;  /* separated by | */
    const char *what;     /* of ND_KEY_TEXT, what messages call it; null: a string */
    double least, most;   /* most 0: no limits */
    bool required;
    enum nd_dim dim; /* of numbers: what they measure; a unit of it may be written behind them */
    /* Offsets of the value and of its line in struct nudge_problem, or in the record below ND_KEY_RECORDS or ND_KEY_MAPS;
     * 0: none. */
    size_t at, line;
    bool unset;    /* of a number in a record: NaN if it is not given */
    size_t record; /* size of one record in bytes (ND_KEY_RECORDS, ND_KEY_MAPS) */
};

/* materials.c: a material from its entry in the tree, which has been checked. */
int nd_material_decode(struct nd_material *material, const struct nd_entry *entry);
void nd_material_clear(struct nd_material *material);

/* From outermost to innermost, ended by a null path; the first row, "", is the whole file. */
extern const struct nd_key nd_keys[];

/* The row for key `name` in the map that `parent` describes, or null. */
const struct nd_key *nd_key_child(const struct nd_key *parent, const char *name);
/* The next row directly under parent; start with after = null. */
const struct nd_key *nd_key_next(const struct nd_key *parent, const struct nd_key *after);
/* The last part of the row's path. */
const char *nd_key_name(const struct nd_key *key);
/* The index of text among choices, or -1. */
int nd_choice_find(const char *choices, const char *text);
/* Describes the expected value for messages and the reference: "a whole number from 1 to 9". */
void nd_key_describe(const struct nd_key *key, struct nd_text *text);

/* The place that a message names: file:line, or the --set option if the value has no line. */
struct nd_origin {
    const nudge_problem *problem;
    const char *set; /* null: none */
};
const char *nd_origin_where(const struct nd_origin *origin, int line, char where[512]);

/* Frees everything that the rows below `parent` store in a record. */
void nd_keys_clear(const struct nd_key *parent, void *record);

/* Returns NUDGE_EVALUE with a message if the tree does not fit the table. */
int nd_keys_check(const struct nd_node *tree, const struct nd_origin *origin);
/* decode_check.c: completes a decoded problem, and returns NUDGE_EVALUE if its parts do not fit each other. */
int nd_problem_check(nudge_problem *problem, const struct nd_origin *origin);
/* Checks the problem's tree and fills the problem from it. Before the call the problem holds only path,
 * folder and tree. */
int nd_problem_decode(nudge_problem *problem, const char *set);

#endif
