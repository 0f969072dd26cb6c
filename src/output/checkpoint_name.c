#include "output/checkpoint_name.h"

#include <stdlib.h>
#include <string.h>
#include "base/format.h"

const char *const nd_checkpoint_names[2] = {"nudge-checkpoint.h5", "nudge-checkpoint-previous.h5"};

void nd_checkpoint_part_name(uint64_t id, int rank, char out[ND_CHECKPOINT_PART])
{
    nd_format(out, ND_CHECKPOINT_PART, "nudge-checkpoint-%016llx-%d.h5", (unsigned long long)id, rank);
}

uint64_t nd_checkpoint_part_id(const char *name, size_t n)
{
    static const char begin[] = "nudge-checkpoint-";
    const size_t at = sizeof begin - 1;
    char copy[ND_CHECKPOINT_PART], again[ND_CHECKPOINT_PART];
    if (n >= sizeof copy || n < at + 16 + sizeof "-0.h5" - 1 || strncmp(name, begin, at)) return 0;
    memcpy(copy, name, n);
    copy[n] = 0;
    if (!nd_is_digit(copy[at + 17])) return 0;
    const uint64_t id = strtoull(copy + at, NULL, 16);
    nd_checkpoint_part_name(id, atoi(copy + at + 17), again);
    return strcmp(copy, again) ? 0 : id;
}
