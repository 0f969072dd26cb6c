/* Lists of names. */
#include "base/format.h"
#include "law/law.h"

#include <stdio.h>
#include <string.h>

void nd_names_clear(struct nd_names *names)
{
    for (int i = 0; i < names->n; i++) free(names->at[i]);
    names->n = 0;
}

int nd_names_find(const struct nd_names *names, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (!strcmp(names->at[i], name)) return i;
    return -1;
}

int nd_names_vector(const char *const *names)
{
    size_t n = strlen(names[0]);
    if (n < 2) return 0;
    for (int c = 0; c < 3; c++)
        if (strlen(names[c]) != n || strncmp(names[c], names[0], n - 1) || names[c][n - 1] != "xyz"[c])
            return 0;
    return 1;
}

int nd_names_tensor(const char *const *names)
{
    static const char *const ending[] = {"xx", "yy", "zz", "yz", "xz", "xy"};
    const size_t n = strlen(names[0]);
    if (n < 3) return 0;
    for (int c = 0; c < 6; c++)
        if (strlen(names[c]) != n || strncmp(names[c], names[0], n - 2) ||
            strcmp(names[c] + n - 2, ending[c]))
            return 0;
    return 1;
}

void nd_names_join(char *const *names, int count, char *out, size_t n)
{
    size_t used = 0;
    out[0] = 0;
    for (int i = 0; i < count && used < n; i++)
        used += (size_t)nd_format(out + used, n - used, "%s%s", i ? ", " : "",
                                  names[i][0] ? names[i] : "(unnamed)");
}

void nd_names_list(const struct nd_names *names, char *out, size_t n)
{
    nd_names_join(names->at, names->n, out, n);
}
