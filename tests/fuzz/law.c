/* Law files as text: the head and the checks before a compiler sees them. Nothing is compiled. */
#include "fuzz.h"
#include "law/head.h"

static void use(struct nd_law *law)
{
    struct nd_text text = {0};
    nd_law_defines(law, &text);
    for (int i = 0; i < law->either.n; i++) fuzz_status(nd_law_use(law, i));
    nd_law_extended(law);
    nd_law_defines(law, &text);
    nd_text_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct nd_law law = {0};
    char *text = fuzz_text(bytes, n);
    int code = fuzz_read(nd_law_parse(&law, "own.law", text));
    if (!code) {
        code = fuzz_read(nd_law_check(&law));
        if (!code) use(&law);
        nd_law_clear(&law);
    }
    free(text);
    return 0;
}
