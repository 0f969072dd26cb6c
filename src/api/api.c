#include "api/api.h"

#include <string.h>

int nd_options_copy(void *to, size_t size, const void *from, const char *name)
{
    int status = 0;
    size_t own;
    memcpy(&own, from, sizeof own);
    if (own < sizeof own) FAIL(NUDGE_EVALUE, "%s.size is %zu; set it to sizeof(%s)", name, own, name);
    memset(to, 0, size);
    memcpy(to, from, own < size ? own : size);
done:
    return status;
}
