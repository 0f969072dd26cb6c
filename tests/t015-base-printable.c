/* Text from files reaches a terminal only as printable characters: messages, the log and JSON. */
#include "test.h"

#include "base/error.h"
#include "base/log.h"
#include "base/printable.h"
#include "base/text.h"

static const struct {
    const char *raw, *shown, *json;
} cases[] = {
    {"plain 'text' 100%", "plain 'text' 100%", "plain 'text' 100%"},
    {"K\xC3\xB6rper \xE2\x88\x82\xCE\xA9 \xF0\x9F\x8C\x8A",
     "K\xC3\xB6rper \xE2\x88\x82\xCE\xA9 \xF0\x9F\x8C\x8A",
     "K\xC3\xB6rper \xE2\x88\x82\xCE\xA9 \xF0\x9F\x8C\x8A"},
    {"\033[31mred\033]0;title\a", "\\x1b[31mred\\x1b]0;title\\x07", "\\u001b[31mred\\u001b]0;title\\u0007"},
    {"a\rb\bc\177", "a\\x0db\\x08c\\x7f", "a\\u000db\\u0008c\\u007f"},
    {"one\ntwo\tthree", "one\\x0atwo\\x09three", "one\\u000atwo\\u0009three"},
    {"\xC2\x9B"
     "31m",
     "\\u009b31m", "\\u009b31m"}, /* the one-character form of ESC [ */
    {"\x9B"
     "31m",
     "\\x9b31m", "\\ufffd31m"},
    {"\xE2\x80\xAE"
     "wal.x",
     "\\u202ewal.x",
     "\xE2\x80\xAE"
     "wal.x"}, /* read from right to left */
    {"\xF3\xA0\x81\x81", "\\ue0041", "\xF3\xA0\x81\x81"},
    {"\xC0\x9B \xE0\x80\x9B \xED\xA0\x80 \xF5\x80\x80\x80",
     "\\xc0\\x9b \\xe0\\x80\\x9b \\xed\\xa0\\x80 \\xf5\\x80\\x80\\x80",
     "\\ufffd\\ufffd \\ufffd\\ufffd\\ufffd \\ufffd\\ufffd\\ufffd \\ufffd\\ufffd\\ufffd\\ufffd"},
    {"cut \xE2\x88", "cut \\xe2\\x88", "cut \\ufffd\\ufffd"},
};

static void hook(void *context, int level, const char *message)
{
    (void)level;
    snprintf(context, 256, "%s", message);
}

int main(void)
{
    char out[256], logged[256];
    nudge_log_set(hook, logged);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *raw = cases[i].raw, *shown = cases[i].shown;
        struct nd_text json = {0};
        CHECK(nd_printable(out, sizeof out, raw, 0) == strlen(shown) && !strcmp(out, shown));
        nd_fail(NUDGE_EVALUE, "", 0, "%s", raw);
        CHECK(!strcmp(nudge_error(), shown));
        nd_fail(NUDGE_EVALUE, "", 0, "end");
        nd_fail_prefix(NUDGE_EVALUE, "%s", raw);
        CHECK(!strncmp(nudge_error(), shown, strlen(shown)) &&
              !strcmp(nudge_error() + strlen(shown), ": end"));
        nd_warn("%s", raw);
        CHECK(!strcmp(logged, shown));
        nd_text_add_json_string(&json, raw);
        CHECK(json.n == strlen(cases[i].json) + 2 && !strncmp(json.s + 1, cases[i].json, json.n - 2));
        nd_text_clear(&json);
    }
    nudge_log_set(NULL, NULL);
    /* A second pass changes nothing; a compiler's lines stay lines; a copy is cut between characters. */
    nd_printable(out, sizeof out, "\\x1b", 0);
    CHECK(!strcmp(out, "\\x1b"));
    nd_fail(NUDGE_ECOMPILE, "", 0, "a.c:1:\n\tint\033;");
    CHECK(!strcmp(nudge_error(), "a.c:1:\n\tint\\x1b;"));
    CHECK(nd_printable(out, 6, "ab\033cd", 0) == 2 && !strcmp(out, "ab"));
    CHECK(nd_printable(out, 4, "ab\xC3\xB6", 0) == 2 && !strcmp(out, "ab"));
    TEST_END;
}
