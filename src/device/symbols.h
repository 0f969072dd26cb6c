/* Functions of optional libraries, resolved by name at run time: the build needs no toolkit, and the program
 * runs without a driver. */
#ifndef ND_SYMBOLS_H
#define ND_SYMBOLS_H

#include <stddef.h>

struct nd_symbol {
    const char *name;
    size_t offset; /* of the function pointer in the table */
};

/* Opens the first of the names (ended by null) that can be opened, and fills table. Returns the
 * handle, or null with the reason in missing: the first library, or a function of a library that is
 * too old. */
void *nd_symbols_load(const char *const *names, const struct nd_symbol *symbols, void *table,
                      char missing[256]);

#endif
