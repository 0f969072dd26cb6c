/* Between the files that read a law's head. */
#ifndef ND_HEAD_H
#define ND_HEAD_H

#include "law/law.h"

/* What follows "#define NAME" on its line; -> into text, *n its length. Null when there is none. */
const char *nd_head_line(const char *text, const char *name, size_t *n, int *line);
/* The names on a line; none where there is no such line, unless it is required. */
int nd_head_names(const struct nd_law *law, const char *key, int required, struct nd_names *names);
/* A line of `wanted` numbers, which `which` tells in words; where there is no such line, all are `standard`. */
int nd_head_numbers(const struct nd_law *law, const char *key, int wanted, const char *which, double standard,
                    double *values);
/* Every name of a line is one of another's. */
int nd_head_among(const struct nd_law *law, const char *key, const struct nd_names *names, const char *of,
                  const struct nd_names *among);
/* The next word of a head's line into word[64]; 0: there is none. */
int nd_head_word(const char **p, const char *end, char *word);
int nd_head_source(struct nd_law *law, enum nd_source_kind kind); /* sources.c */
int nd_head_wave(struct nd_law *law);
int nd_head_either(struct nd_law *law); /* alternatives.c */
int nd_head_refusals(struct nd_law *law);
/* lines.c: of the whole text, before the head is read. */
int nd_law_check_lines(const struct nd_law *law);
/* check.c: what would else be found by compilers only, and told in their words. */
int nd_law_check(const struct nd_law *law);

#endif
