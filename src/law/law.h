/* A law is one text in the kernel dialect (doc/reference/law.md). This module reads its head, the `#define
 * LAW_...` lines, and checks the text; kernel/kernel.c pastes the text into kernels.
 *
 *   order of calls   nd_law_init, nd_either_choose (calls nd_law_use), plans and kernels, nd_law_clear
 *   ownership        struct nd_law owns all its strings */
#ifndef ND_LAW_H
#define ND_LAW_H

#include "base/memory.h"
#include "base/text.h"
#include "problem/problem.h"

#define ND_FIELDS_MOST 32
#define ND_VALUES_MOST 16 /* values of LAW_VALUED's condition in one problem */
#define ND_EITHER_MOST 4
#define ND_REFUSE_MOST 8

struct nd_names {
    char *at[ND_FIELDS_MOST];
    int n;
};

struct nd_law {
    char *path; /* "maxwell" of a built-in law, or the path of the user's file */
    char *text;
    char *name;
    struct nd_names fields, material, medium, boundaries, positive, notnegative;
    struct nd_names open;   /* conditions that let waves leave */
    struct nd_names sheets; /* LAW_SHEETS: conditions, with a value, that couple both sides of a sheet */
    /* LAW_ELECTRIC ...: the n fields that each kind of source adds to; n = 0: the law has no such source.
     * The rate is the source's density times sign and the medium's number `factor`; factor -1: times sign
     * alone. */
    struct nd_law_source {
        int n;
        int field[6], factor;
        double sign;
    } source[ND_SOURCE_KINDS];
    /* LAW_WAVE: the field or three of a vector that a plane wave's amplitude refers to; 0: the law has no
     * plane waves. */
    int nwave, wave[3];
    int valued; /* LAW_VALUED: the number of the condition that takes a value, the last one; -1: none */
    /* LAW_EITHER: alternatives, of which a material has the constants of one. */
    struct nd_either {
        int n;
        int of[ND_FIELDS_MOST];               /* the alternative of each material constant; -1: none */
        int optional[ND_FIELDS_MOST];         /* whether it may be left out in its alternative */
        struct nd_names with[ND_EITHER_MOST]; /* LAW_WITH_...: names added to `medium` where it is used */
        int used[ND_EITHER_MOST];             /* whether they were added, by nd_law_use */
    } either;
    char *refuse[ND_REFUSE_MOST];    /* LAW_REFUSE_n, n from 1: messages of law_refuse */
    double standard[ND_FIELDS_MOST]; /* default of each material constant */
    double si[ND_FIELDS_MOST];       /* factor from relative to SI of each material constant */
    /* LAW_UNITS: SI units of the fields and, after the last one, of the energy; nunits 0: not given. */
    char unit[ND_FIELDS_MOST + 1][16];
    int nunits;
    struct nd_law_counts {
        int flux, volume; /* additions and multiplications of law_flux and of law_volume; 0: not given */
        int derivatives;  /* of the 3 per field, those that law_volume reads */
    } counts;
    int pointwise; /* LAW_POINTWISE: auxiliary numbers of a PML node; -1: the law has no pointwise terms */
};

/* name: a built-in law, or a path that ends in .law (relative to folder). */
int nd_law_init(struct nd_law *law, const char *name, const char *folder);
/* As nd_law_init, from memory. */
int nd_law_parse(struct nd_law *law, const char *path, const char *text);
void nd_law_clear(struct nd_law *law);

/* Whether a law, or a law's name, is a file of the user's. Such a file is compiled and run as code, so
 * callers check first whether it is trusted (nd_problem_trusts_law). */
int nd_law_own(const struct nd_law *law);
int nd_law_is_file(const char *name);
/* Logs at level NUDGE_LOG_INFO that a user's file is run as code. */
void nd_law_announce(const struct nd_law *law);

/* Adds the names of an alternative in use to the medium. Call it before plans and kernels are made. */
int nd_law_use(struct nd_law *law, int alternative);
/* Whether names were added. Fluxes may then be costly, and are better computed once per face than at every
 * node. */
int nd_law_extended(const struct nd_law *law);
/* The first constant of an alternative, or null. */
const char *nd_law_alternative(const struct nd_law *law, int alternative);

/* Whether a condition lets waves leave. Numbers above the last are further values of it. */
int nd_law_open(const struct nd_law *law, int condition);

/* The condition of the stage on faces whose whole response is a face term (face/face_term.h): the first open
 * one, behind which nothing comes back; -1: the law has none. */
int nd_law_absorbing(const struct nd_law *law);
/* The SI unit of a field, or of the energy if field is the number of fields; "" if the law does not say. */
const char *nd_law_unit(const struct nd_law *law, int field);

/* The word of a law's head for a kind of source, "LAW_FORCE". */
const char *nd_law_source_word(enum nd_source_kind kind);

void nd_names_clear(struct nd_names *names);
/* Index of a name, or -1. */
int nd_names_find(const struct nd_names *names, const char *name);
/* Whether three names differ only by their endings x, y, z. */
int nd_names_vector(const char *const *names);
/* Whether six names differ only by their endings xx, yy, zz, yz, xz, xy. */
int nd_names_tensor(const char *const *names);
/* "Ex, Ey, Ez" for messages; an empty name is "(unnamed)". */
void nd_names_join(char *const *names, int count, char *out, size_t n);
void nd_names_list(const struct nd_names *names, char *out, size_t n);

/* The generated defines that a law's functions need: FIELDS, MATERIAL, MEDIUM and the names as enums. */
void nd_law_defines(const struct nd_law *law, struct nd_text *text);
/* Of these, the numbers and the names of its conditions, BC_... */
void nd_law_conditions(const struct nd_law *law, struct nd_text *text);

#endif
