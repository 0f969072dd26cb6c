#include "base/checksum.h"

#include <string.h>

#define FACTOR 0x9e3779b97f4a7c15u /* odd, with as many ones as zeros: 2^64 over the golden ratio */

static uint64_t mix(uint64_t state, uint64_t word)
{
    state = (state ^ word) * FACTOR;
    return state ^ state >> 29;
}

/* A change of any word changes the state, because every step can be undone. */
static uint64_t row_checksum(const unsigned char *row, int64_t index, size_t bytes)
{
    uint64_t state = mix((uint64_t)bytes, (uint64_t)index), word;
    size_t at = 0;
    for (; at + sizeof word <= bytes; at += sizeof word) {
        memcpy(&word, row + at, sizeof word);
        state = mix(state, word);
    }
    word = 0;
    memcpy(&word, row + at, bytes - at);
    return mix(mix(state, word), FACTOR);
}

uint64_t nd_checksum(const void *array, int64_t first, int64_t rows, size_t bytes)
{
    const unsigned char *row = array;
    uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static) if (rows > 1000)
    for (int64_t i = 0; i < rows; i++) sum += row_checksum(row + (size_t)i * bytes, first + i, bytes);
    return sum;
}
