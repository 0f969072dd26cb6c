/* nudge man: manual pages as troff source, from the tables that help is printed from. */
#include <stdio.h>
#include <string.h>
#include "options.h"

/* Troff takes a backslash for an escape and - for a hyphen. */
static void print_escaped(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\\')
            printf("\\e");
        else
            printf("%s%c", text[i] == '-' ? "\\" : "", text[i]);
    }
}

/* One line of text. A dot or ' at its beginning would be a request. */
static void print_text(const char *text, size_t n)
{
    if (n && strchr(".'", *text)) printf("\\&");
    print_escaped(text, n);
    printf("\n");
}

/* A line is a paragraph, or a term and its explanation with a tab between them. */
static void print_lines(const char *text)
{
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        const size_t term = strcspn(text, "\t\n");
        n = strcspn(text, "\n");
        printf("%s\n", term < n ? ".TP" : ".PP");
        if (term < n) print_text(text, term);
        const size_t from = term < n ? term + 1 : 0;
        print_text(text + from, n - from);
    }
}

static void print_head(const char *name, const char *about)
{
    char capitals[64];
    size_t n = 0;
    for (const char *p = name; *p && n < sizeof capitals - 1; p++)
        capitals[n++] = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
    capitals[n] = 0;
    printf(".TH %s 1 \"\" \"nudge %s\" \"nudge\"\n.SH NAME\n", capitals, nudge_version());
    print_text(name, strlen(name));
    printf("\\- ");
    print_text(about, strlen(about));
}

static void print_program(void)
{
    print_head("nudge", "waves on tetrahedra by a discontinuous Galerkin method");
    printf(".SH SYNOPSIS\n.B nudge\n.I COMMAND\n[operand] [option]...\n.SH COMMANDS\n");
    for (const struct command *c = commands; c->name; c++) {
        printf(".TP\n.BR nudge\\-%s (1)\n", c->name);
        print_text(c->about, strlen(c->about));
    }
    printf(
        ".SH EXIT STATUS\n0 success, 1 an error, 2 a wrong command line, 3 stopped on request, 4 out of wall "
        "time.\n");
}

static void print_command(const struct command *c)
{
    char name[64];
    snprintf(name, sizeof name, "nudge-%s", c->name);
    print_head(name, c->about);
    printf(".SH SYNOPSIS\n.B nudge %s\n", c->name);
    if (*c->operands) print_text(c->operands, strlen(c->operands));
    printf("[option]...\n");
    if (c->more) {
        printf(".SH DESCRIPTION\n");
        print_lines(c->more);
    }
    if (c->options) printf(".SH OPTIONS\n");
    for (int i = 0; i < OPTIONS; i++) {
        if (!(c->options & TAKES(i))) continue;
        const struct option_row *row = option_row((enum option)i);
        printf(".TP\n.BI \"");
        print_escaped(row->name, strlen(row->name));
        printf(" \" \"%s\"\n", row->value ? row->value : "");
        print_text(row->help, strlen(row->help));
    }
    printf(".SH EXAMPLE\n.nf\n");
    print_text(c->example, strlen(c->example));
    printf(".fi\n.SH SEE ALSO\n.BR nudge (1)\n");
}

int cmd_man(int argc, char **argv)
{
    struct args args;
    int wrong = args_read(&args, argc, argv);
    if (!wrong && !args.noperands)
        print_program();
    else if (!wrong) {
        const struct command *c = command_find(args.operand[0]);
        if (c)
            print_command(c);
        else
            wrong = cli_usage_error("man: there is no command %s; nudge --help lists them", args.operand[0]);
    }
    args_clear(&args);
    return wrong;
}
