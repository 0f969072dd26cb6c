/* Shared by the files that read a law's head. */
#ifndef ND_HEAD_H
#define ND_HEAD_H

#include "law/law.h"

/* Finds "#define NAME". Returns the rest of its line, *n characters of text without a comment, or null. */
const char *nd_head_line(const char *text, const char *name, size_t *n, int *line);
/* Reads the names on a line. Fails where a required line is missing; an optional one gives no names. */
int nd_head_names(const struct nd_law *law, const char *key, int required, struct nd_names *names);
/* Reads the `wanted` numbers on a line, called `which` in messages. Without the line, all are `standard`. */
int nd_head_numbers(const struct nd_law *law, const char *key, int wanted, const char *which, double standard,
                    double *values);
/* Fails unless every name of line `key` is one of line `of`. */
int nd_head_among(const struct nd_law *law, const char *key, const struct nd_names *names, const char *of,
                  const struct nd_names *among);
/* Reads the next word of a line into word[64]; returns 0 at its end. */
int nd_head_word(const char **p, const char *end, char *word);
int nd_head_source(struct nd_law *law, enum nd_source_kind kind); /* sources.c */
int nd_head_wave(struct nd_law *law);
int nd_head_either(struct nd_law *law); /* alternatives.c */
int nd_head_refusals(struct nd_law *law);
/* lines.c: checks the whole text before the head is read. */
int nd_law_check_lines(const struct nd_law *law);
/* check.c: finds errors that compilers would report less clearly. */
int nd_law_check(const struct nd_law *law);

#endif
