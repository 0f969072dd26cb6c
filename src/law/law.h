/* A law is one text in the kernel dialect; its head, `#define LAW_...` lines, is read here too. doc/reference/law.md teaches it. */
#ifndef ND_LAW_H
#define ND_LAW_H

#include "base/memory.h"
#include "base/text.h"
#include "problem/problem.h"

#define ND_FIELDS_MOST 32
#define ND_VALUES_MOST 16 /* of the condition that takes one, in one problem */
#define ND_EITHER_MOST 4
#define ND_REFUSE_MOST 8

struct nd_names {
    char *at[ND_FIELDS_MOST];
    int n;
};

struct nd_law {
    char *path; /* for messages: "maxwell.law", or the user's file */
    char *text;
    char *name;
    struct nd_names fields, material, medium, boundaries, positive, notnegative;
    struct nd_names open; /* conditions that let waves leave */
    /* LAW_ELECTRIC ...: the fields that each kind of source adds to, by n, 0 where the law has no such source. A source's
     * density times sign and the medium's number `factor` is a rate; factor -1: times sign alone. */
    struct nd_law_source {
        int n;
        int field[6], factor;
        double sign;
    } source[ND_SOURCE_KINDS];
    /* What a plane wave's amplitude is of: no field (the law has none), one, or the three of a vector. */
    int nwave, wave[3];
    int valued; /* the condition that takes a value, the last of them; -1: none */
    /* LAW_EITHER: constants that exclude one another, in alternatives. */
    struct nd_either {
        int n;
        int of[ND_FIELDS_MOST];       /* the alternative of each material constant; -1: none */
        int optional[ND_FIELDS_MOST]; /* whether it may be left out beside others of its alternative */
        struct nd_names
            with[ND_EITHER_MOST]; /* LAW_WITH_...: numbers of a medium in problems that use the alternative */
        int used[ND_EITHER_MOST]; /* those that were added to `medium`: nd_law_use */
    } either;
    char *refuse[ND_REFUSE_MOST]; /* LAW_REFUSE_1 ...: what law_refuse says of a material, by number less 1 */
    double standard[ND_FIELDS_MOST]; /* default of each material constant */
    double si[ND_FIELDS_MOST];       /* factor from relative to SI of each material constant */
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

/* Whether it is a file of the user's; by a law's name, whether it is the path of one. Such a file is compiled and run as code, so whoever
 * reads one decides first whether it may be trusted: a problem's law by nd_problem_trusts_law. */
int nd_law_own(const struct nd_law *law);
int nd_law_is_file(const char *name);
/* Logs, at level NUDGE_LOG_INFO, that a file of the user's is run as code. */
void nd_law_announce(const struct nd_law *law);

/* For a problem with materials of this alternative, before plans and kernels are made: its numbers are part of the medium. */
int nd_law_use(struct nd_law *law, int alternative);
/* Whether there are such numbers: fluxes may then be costly, and are better made once a face than at every node. */
int nd_law_extended(const struct nd_law *law);
/* A constant of the alternative, the first. */
const char *nd_law_alternative(const struct nd_law *law, int alternative);

/* Whether the condition, by its number, lets waves leave. Those with a value share a name. */
int nd_law_open(const struct nd_law *law, int condition);

/* The word of a law's head for a kind of source, "LAW_FORCE". */
const char *nd_law_source_word(enum nd_source_kind kind);

void nd_names_clear(struct nd_names *names);
/* Index of a name, or -1. */
int nd_names_find(const struct nd_names *names, const char *name);
/* Do these three names differ only by their endings x, y, z? */
int nd_names_vector(const char *const *names);
/* Do these six only by their endings xx, yy, zz, yz, xz, xy? */
int nd_names_tensor(const char *const *names);
/* "Ex, Ey, Ez": for messages; an empty name is "(unnamed)". */
void nd_names_join(char *const *names, int count, char *out, size_t n);
void nd_names_list(const struct nd_names *names, char *out, size_t n);

/* The generated defines that a law's functions need: FIELDS, MATERIAL, MEDIUM and the names as enums. */
void nd_law_defines(const struct nd_law *law, struct nd_text *text);

#endif
