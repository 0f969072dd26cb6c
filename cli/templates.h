/* The files of cli/templates/, which travel inside the program. */
#ifndef TEMPLATES_H
#define TEMPLATES_H

struct template_text {
    const char *name, *text; /* "antenna.yaml" and its contents */
};
extern const struct template_text template_texts[]; /* ends with a null name */

#endif
