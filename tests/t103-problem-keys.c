/* The reference and the schema come from the table of keys: both name every key. The argument "schema" or
 * "markdown" prints one. */
#include "problem/keys.h"
#include "test.h"

/* Brackets and braces close in order, strings end, no comma comes before a closing bracket. */
static int is_balanced(const char *s)
{
    char stack[64], last = 0;
    int depth = 0;
    for (; *s; s++) {
        if (*s == '"') {
            for (s++; *s && *s != '"'; s++) s += *s == '\\';
            if (!*s) return 0;
        }
        if ((*s == '{' || *s == '[') && depth < 64) stack[depth++] = *s == '{' ? '}' : ']';
        if ((*s == '}' || *s == ']') && (!depth || stack[--depth] != *s || last == ',')) return 0;
        if (*s != ' ' && *s != '\n') last = *s;
    }
    return depth == 0;
}

int main(int argc, char **argv)
{
    char *markdown = NULL, *schema = NULL, name[128];
    CHECK_OK(nd_problem_keys_markdown(&markdown));
    CHECK_OK(nd_problem_keys_schema(&schema));
    if (!markdown || !schema) return 1;
    CHECK(is_balanced(schema) && *schema == '{');
    for (const struct nd_key *key = nd_keys + 1; key->path; key++) {
        if (strchr(key->path, '*')) continue;
        sprintf(name, "\"%s\": {\"description\"", nd_key_name(key));
        if (!strstr(schema, name)) printf("the schema lacks %s\n", key->path), test_failures++;
        sprintf(name, "| `%s` |", key->path);
        if (!strstr(markdown, name)) printf("the reference lacks %s\n", key->path), test_failures++;
        CHECK(key->help && *key->help);
    }
    CHECK(strstr(markdown, "| `order` | a whole number from 1 to 9 | required | polynomial order N |"));
    CHECK(strstr(markdown, "| `materials.NAME.NAME` | a number |  |"));
    CHECK(strstr(schema, "\"minimum\": 1, \"maximum\": 9"));
    CHECK(strstr(schema, "\"oneOf\": [{\"required\": [\"divisions\"]}, {\"required\": [\"h\"]}]"));
    CHECK(strstr(schema, "\"required\": [\"mesh\", \"order\", \"time\"]"));
    if (argc > 1) fputs(argv[1][0] == 's' ? schema : markdown, stdout);
    free(markdown);
    free(schema);
    TEST_END;
}
