#include "checkpoint/state.h"

static struct nd_archive_set set_of(const struct nd_number *n)
{
    return (struct nd_archive_set){n->name, n->real ? ND_ARCHIVE_DOUBLE : ND_ARCHIVE_WHOLE, 1, {1}};
}

int nd_numbers_save(struct nd_archive *to, const struct nd_number *numbers, int n)
{
    int status = 0;
    for (int i = 0; i < n; i++) {
        const struct nd_archive_set set = set_of(&numbers[i]);
        const int64_t small = numbers[i].small ? *numbers[i].small : 0;
        TRY(nd_archive_put(to, &set,
                           numbers[i].real    ? (const void *)numbers[i].real
                           : numbers[i].whole ? (const void *)numbers[i].whole
                                              : &small));
    }
done:
    return status;
}

int nd_numbers_restore(struct nd_archive_reader *from, const struct nd_number *numbers, int n)
{
    int status = 0;
    for (int i = 0; i < n; i++) {
        const struct nd_archive_set set = set_of(&numbers[i]);
        int64_t small = 0;
        TRY(nd_archive_get(from, &set,
                           numbers[i].real    ? (void *)numbers[i].real
                           : numbers[i].whole ? (void *)numbers[i].whole
                                              : &small));
        if (small < INT32_MIN || small > INT32_MAX)
            FAIL(NUDGE_EFORMAT, "%s: %lld is impossible for %s", nd_archive_path(from), (long long)small,
                 numbers[i].name);
        if (numbers[i].small) *numbers[i].small = (int)small;
    }
done:
    return status;
}
