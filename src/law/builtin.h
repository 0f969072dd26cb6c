/* The laws that travel inside the library. */
#ifndef ND_BUILTIN_H
#define ND_BUILTIN_H

/* The text of the law called name, or null. */
const char *nd_law_builtin(const char *name);
/* Their names, at most `most`; returns how many. */
int nd_law_builtin_names(const char **names, int most);

#endif
