/* The kernel and law texts that travel inside the library; made by tools/embed.c. */
#ifndef ND_TEXTS_H
#define ND_TEXTS_H

struct nd_text_file {
    const char *name; /* "volume_plain.knl" */
    const char *text;
};
extern const struct nd_text_file nd_texts[]; /* ends with a null name */

#endif
