/* Functions of libraries that may not be there: resolved by name at run time, so that the build needs no toolkit and
 * the program runs where there is no driver. */
#ifndef ND_SYMBOLS_H
#define ND_SYMBOLS_H

#include <stddef.h>

struct nd_symbol {
    const char *name;
    size_t offset; /* of the function pointer in the table */
};

/* Opens the first of the names (ends with null) that can be, and fills table. Returns the handle, or null and in
 * missing what was not found: the first of the libraries, or a function of one, which then is too old. */
void *nd_symbols_load(const char *const *names, const struct nd_symbol *symbols, void *table,
                      char missing[256]);

#endif
