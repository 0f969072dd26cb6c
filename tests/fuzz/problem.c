/* Problem files: the text up to a zero byte. A "key\nvalue" after it is then set as by --set. */
#include "fuzz.h"
#include "problem/problem.h"

static void set(nudge_problem *p, char *key)
{
    char *value = strchr(key, '\n');
    const int order = p->order;
    if (!value) return;
    *value++ = 0;
    const int code = fuzz_status(nudge_problem_set(p, key, value));
    FUZZ_CHECK(!code || code == NUDGE_EFORMAT || code == NUDGE_EVALUE);
    FUZZ_CHECK(!code || order == p->order);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    nudge_problem *p = NULL;
    char *text = fuzz_text(bytes, n);
    const int code = fuzz_read(nudge_problem_parse(&p, text, ""));
    FUZZ_CHECK(!code == !!p);
    FUZZ_CHECK(!code || code == NUDGE_EFORMAT || code == NUDGE_EVALUE);
    if (p && strlen(text) < n) set(p, text + strlen(text) + 1);
    nudge_problem_destroy(p);
    free(text);
    return 0;
}
