/* The kernel and law texts that travel inside the library; tools/embed.c writes them at build time. */
#ifndef ND_TEXTS_H
#define ND_TEXTS_H

struct nd_text_file {
    const char *name; /* "stage_simd.knl" */
    const char *text;
};
extern const struct nd_text_file nd_texts[]; /* ends with a null name */

#endif
