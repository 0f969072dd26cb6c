// Damaged mesh files: read, or refused with a message; never a crash, a hang or memory out of proportion.
// RUN: 1 600
// LONG: 7 20000
#include <sys/resource.h>
#include "test.h"
#include "mesh-write.h"
#include "problem/problem.h"

static const char *folder;
static uint64_t state;

static uint32_t any(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

/* Puts n new bytes in place of m at offset. */
static void splice(struct nd_text *t, size_t at, size_t m, const char *bytes, size_t n)
{
    struct nd_text new = {0};
    nd_text_add_bytes(&new, t->s, at);
    nd_text_add_bytes(&new, bytes, n);
    nd_text_add_bytes(&new, t->s + at + m, t->n - at - m);
    nd_text_clear(t);
    *t = new;
}

static void line_around(const struct nd_text *t, size_t at, size_t *begin, size_t *n)
{
    *begin = at;
    while (*begin > 0 && t->s[*begin - 1] != '\n') (*begin)--;
    const char *end = memchr(t->s + at, '\n', t->n - at);
    *n = (end ? (size_t)(end - t->s) + 1 : t->n) - *begin;
}

static void damage(struct nd_text *t)
{
    static const char *const odd[] = {"-1",
                                      "0",
                                      "2147483648",
                                      "4294967295",
                                      "9223372036854775807",
                                      "99999999999999999999",
                                      "nan",
                                      "1e400",
                                      "\n",
                                      "$",
                                      "\"",
                                      " ",
                                      "#",
                                      "",
                                      "1e-400",
                                      "x"};
    static const int64_t wide[] = {-1, 0, 1, INT32_MAX, (int64_t)1 << 40, INT64_MAX, INT64_MIN};
    if (!t->n) return;
    size_t at = any((uint32_t)t->n), begin, n;
    line_around(t, at, &begin, &n);
    const char *word = odd[any(sizeof odd / sizeof *odd)];
    switch (any(8)) {
    case 0: t->s[at] = (char)any(256); break;
    case 1: t->s[at] = (char)('0' + any(10)); break;
    case 2: splice(t, begin, n, "", 0); break;
    case 3: splice(t, begin, 0, t->s + begin, n); break;
    case 4: splice(t, at, 1, word, strlen(word)); break;
    case 5: {
        size_t end = at;
        while (end < t->n && t->s[end] > ' ') end++;
        while (at > 0 && t->s[at - 1] > ' ') at--;
        splice(t, at, end - at, word, strlen(word));
        break;
    }
    case 6: {
        size_t size = any(2) ? 8 : 4;
        if (at + size <= t->n) memcpy(t->s + at, &wide[any(sizeof wide / sizeof *wide)], size);
        break;
    }
    default: t->n = at; t->s[at] = 0;
    }
}

static void try_reading(enum write_format format, const struct nd_text *t)
{
    struct nd_mesh mesh;
    char path[600];
    write_files(folder, format, t, path);
    int status = nd_mesh_read(&mesh, path);
    if (status ? status > 0 || !*nudge_error() : mesh.K < 1) {
        printf("format %d: status %d, message \"%s\"\n", format, status, nudge_error());
        test_failures++;
    }
    nd_mesh_clear(&mesh);
}

static void fuzz(const struct nd_mesh *mesh, enum write_format format, int rounds)
{
    struct nd_text t[3];
    int n = write_mesh(t, mesh, format, &write_plainly);
    for (int i = 0; i < n; i++) { /* Cut short at many places. */
        size_t whole = t[i].n;
        for (t[i].n = whole % 61; t[i].n < whole; t[i].n += 61) try_reading(format, t);
        t[i].n = whole;
    }
    for (int i = 0; i < n; i++) nd_text_clear(&t[i]);
    for (int round = 0; round < rounds; round++) {
        write_mesh(t, mesh, format, &write_plainly);
        for (uint32_t many = 1 + any(3); many; many--) damage(&t[any((uint32_t)n)]);
        try_reading(format, t);
        for (int i = 0; i < n; i++) nd_text_clear(&t[i]);
    }
}

int main(int argc, char **argv)
{
    struct nd_mesh mesh;
    struct nd_box box = {.size = {1, 1, 1}, .divisions = {2, 1, 1}};
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    int rounds = argc > 2 ? atoi(argv[2]) : 600;
#ifndef __SANITIZE_ADDRESS__
    /* The files are a few kilobytes; what a count in them asks for must not matter. */
    struct rlimit limit = {256 << 20, 256 << 20};
    CHECK(!setrlimit(RLIMIT_AS, &limit));
#endif
    folder = folder_create();
    CHECK_OK(nd_mesh_box(&mesh, &box));
    for (int format = 0; format < WRITE_FORMATS; format++) fuzz(&mesh, format, rounds);
    nd_mesh_clear(&mesh);
    folder_remove(folder);
    TEST_END;
}
