// Strings in JSON: all control characters are escaped, and an independent parser reads back the original.
#include "base/text.h"
#include "test.h"

/* The string as a C literal of Python's. */
static void add_python(struct nd_text *t, const char *s)
{
    nd_text_add(t, "b'");
    for (; *s; s++) nd_text_add(t, "\\x%02x", (unsigned char)*s);
    nd_text_add(t, "'.decode()");
}

static void check_escapes(void)
{
    for (int c = 1; c < 0x80; c++) {
        struct nd_text t = {0};
        char s[2] = {(char)c, 0}, want[16];
        nd_text_add_json_string(&t, s);
        if (c < 0x20 || c == 0x7F)
            snprintf(want, sizeof want, "\"\\u%04x\"", c);
        else
            snprintf(want, sizeof want, "\"%s%c\"", c == '"' || c == '\\' ? "\\" : "", c);
        CHECK(t.s && !strcmp(t.s, want));
        nd_text_clear(&t);
    }
}

/* The whole of ASCII in one string, and characters of two, three and four bytes. */
static void check_parsed(void)
{
    char all[128 + 16];
    for (int c = 1; c < 0x80; c++) all[c - 1] = (char)c;
    strcpy(all + 127, "\xC3\xB6\xE2\x82\xAC\xF0\x9F\x8C\x8A");
    struct nd_text t = {0};
    nd_text_add(&t, "import json\nassert json.loads(r'''");
    nd_text_add_json_string(&t, all);
    nd_text_add(&t, "''') == ");
    add_python(&t, all);
    nd_text_add(&t, "\n");
    CHECK_OK(nd_text_check(&t));
    FILE *python = popen("PYTHONUTF8=1 python3 -", "w");
    CHECK(python && fwrite(t.s, 1, t.n, python) == t.n);
    CHECK(python && pclose(python) == 0);
    nd_text_clear(&t);
}

int main(void)
{
    check_escapes();
    check_parsed();
    TEST_END;
}
