/* A 128-bit FNV-1a hash. Every added item is hashed with its length, so that "ab","c" and "a","bc" differ. */
#ifndef ND_HASH_H
#define ND_HASH_H

#include <stddef.h>

struct nd_hash {
    unsigned __int128 state;
};

void nd_hash_init(struct nd_hash *hash);
void nd_hash_add(struct nd_hash *hash, const void *bytes, size_t n);
void nd_hash_add_string(struct nd_hash *hash, const char *s);
/* 32 hexadecimal digits and a NUL. */
void nd_hash_get(const struct nd_hash *hash, char digits[33]);

#endif
