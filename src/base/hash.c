#include "base/hash.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"

static unsigned __int128 make128(uint64_t high, uint64_t low)
{
    return (unsigned __int128)high << 64 | low;
}

void nd_hash_init(struct nd_hash *hash)
{
    hash->state = make128(0x6c62272e07bb0142u, 0x62b821756295c58du);
}

static void absorb(struct nd_hash *hash, const unsigned char *p, size_t n)
{
    const unsigned __int128 prime = make128(0x0000000001000000u, 0x000000000000013Bu);
    for (size_t i = 0; i < n; i++) hash->state = (hash->state ^ p[i]) * prime;
}

void nd_hash_add(struct nd_hash *hash, const void *bytes, size_t n)
{
    uint64_t length = n;
    absorb(hash, (const unsigned char *)&length, sizeof length);
    absorb(hash, bytes, n);
}

void nd_hash_add_string(struct nd_hash *hash, const char *s)
{
    nd_hash_add(hash, s, strlen(s));
}

void nd_hash_get(const struct nd_hash *hash, char digits[33])
{
    nd_format(digits, 33, "%016llx%016llx", (unsigned long long)(hash->state >> 64),
              (unsigned long long)hash->state);
}
