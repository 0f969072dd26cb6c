/* Help as text of at most 80 columns, from the tables of commands and options. */
#include <stdio.h>
#include <string.h>
#include "options.h"

enum { MOST = 80 };

/* Fills lines with the words of text, up to its end or the end of its line. The first line continues at column `at`,
 * others begin at column `indent`. */
static void print_filled(const char *text, int at, int indent)
{
    int first = 1;
    for (text += strspn(text, " "); *text && *text != '\n'; text += strspn(text, " ")) {
        const int n = (int)strcspn(text, " \n");
        if (!first && at + 1 + n > MOST) {
            printf("\n%*s", indent, "");
            at = indent;
            first = 1;
        }
        printf("%s%.*s", first ? "" : " ", n, text);
        at += n + !first;
        first = 0;
        text += n;
    }
    printf("\n");
}

void help_print_row(const char *term, int n, const char *text, int indent)
{
    printf("  %.*s", n, term);
    if (n + 4 > indent)
        printf("\n%*s", indent, "");
    else
        printf("%*s", indent - n - 2, "");
    print_filled(text, indent, indent);
}

/* Paragraphs with empty lines between them, and rows. */
static void print_text(const char *text)
{
    for (int row = 0, first = 1; *text; text += strcspn(text, "\n"), text += *text == '\n', first = 0) {
        const size_t n = strcspn(text, "\t\n");
        if (!first && !(row && text[n] == '\t')) printf("\n");
        row = text[n] == '\t';
        if (row)
            help_print_row(text, (int)n, text + n + 1, 14);
        else
            print_filled(text, 0, 0);
    }
}

static void print_options(uint64_t options)
{
    char left[64];
    for (int i = 0; i < OPTIONS; i++) {
        const struct option_row *row = option_row((enum option)i);
        if (!(options & TAKES(i))) continue;
        const int n = snprintf(left, sizeof left, "%s %s", row->name, row->value ? row->value : "");
        help_print_row(left, n, row->help, 22);
    }
}

int help_print(void)
{
    printf("nudge %s, the Nodal Unstructured Discontinuous Galerkin Engine\n\n", nudge_version());
    printf("usage: nudge COMMAND [operand] [option]...\n\n");
    for (const struct command *c = commands; c->name; c++)
        help_print_row(c->name, (int)strlen(c->name), c->about, 15);
    printf("\n");
    print_text("nudge help COMMAND explains each of them; nudge --version prints the version.\n"
               "Exit status: 0 success, 1 an error, 2 a wrong command line, 3 stopped on request, "
               "4 out of wall time.");
    printf("\nexample: nudge run examples/cavity/cavity.yaml\n");
    return CLI_FINE;
}

int help_print_command(const struct command *c)
{
    printf("usage: nudge %s %s%s[option]...\n\n", c->name, c->operands, *c->operands ? " " : "");
    print_text(c->about);
    if (c->more) printf("\n");
    if (c->more) print_text(c->more);
    if (c->options) printf("\n");
    print_options(c->options);
    printf("\nexample: %s\n", c->example);
    return CLI_FINE;
}
