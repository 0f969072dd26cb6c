/* The one table of keys of a problem file. It validates, fills struct nudge_problem, and writes the reference
 * and the JSON Schema, so that these cannot disagree. */
#ifndef ND_KEYS_H
#define ND_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include "base/text.h"
#include "problem/problem.h"
#include "problem/yaml.h"

/* What a value is, and the type of the member it goes to. */
enum nd_key_kind {
    ND_KEY_MAP,         /* fixed keys; choices: those of which exactly one is given */
    ND_KEY_NAMES,       /* free names, at most `most` of them; struct nd_pairs when their values are texts */
    ND_KEY_TEXT,        /* char * */
    ND_KEY_EXPRESSION,  /* char *: in x y z xc yc zc, and t where most is 1; in t alone where it is 2 */
    ND_KEY_CHOICE,      /* enum: the place in choices */
    ND_KEY_AXES,        /* bool[], one a choice: those that are listed */
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
    ND_KEY_RECORDS, /* free names, at most `most` of them, of maps: struct nd_records of what `record` bytes hold */
    ND_KEY_WORDS,   /* struct nd_words: a list of texts */
    ND_KEY_NUMBERS, /* struct nd_numbers: a list of numbers, each in [least, most] */
};

/* Units of length by name, and their metres in the same order. */
#define ND_LENGTH_WORDS "nm|um|mm|cm|m|km|mil|in|ft"
double nd_length_metres(int place);

struct nd_key {
    const char *path; /* dotted; * stands for a free name */
    enum nd_key_kind kind;
    const char *help;
    const char *fallback; /* the value when not given, as YAML; null: none */
    const char *choices;  /* separated by | */
    double least, most;   /* most 0: no limits */
    bool required;
    /* Offsets of the value and its line into struct nudge_problem, below ND_KEY_RECORDS into the record; 0: none. */
    size_t at, line;
    size_t record; /* bytes of one, of ND_KEY_RECORDS */
};

/* From outermost to innermost, ended by a null path; the first row, "", is the whole file. */
extern const struct nd_key nd_keys[];

/* The row of this key of the map that `parent` describes, or null. */
const struct nd_key *nd_key_child(const struct nd_key *parent, const char *name);
/* The next row directly under parent; start with after = null. */
const struct nd_key *nd_key_next(const struct nd_key *parent, const struct nd_key *after);
/* The last part of the row's path. */
const char *nd_key_name(const struct nd_key *key);
/* The place of text among choices, or -1. */
int nd_choice_find(const char *choices, const char *text);
/* "a whole number from 1 to 9", as messages and the reference say it. */
void nd_key_describe(const struct nd_key *key, struct nd_text *text);

/* Where complaints point: file:line, or the --set option behind a value that has no line. */
struct nd_origin {
    const nudge_problem *problem;
    const char *set; /* null: none */
};
const char *nd_origin_where(const struct nd_origin *origin, int line, char where[512]);

/* Frees what the rows below `parent` hold of a record. */
void nd_keys_clear(const struct nd_key *parent, void *record);

/* Whether the tree fits the table. */
int nd_keys_check(const struct nd_node *tree, const struct nd_origin *origin);
/* Fills the problem from its tree, which is checked first. The problem holds only path, folder and tree
 * before. */
int nd_problem_decode(nudge_problem *problem, const char *set);

#endif
