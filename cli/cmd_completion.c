/* nudge completion: completions for shells, from the tables that help is printed from. */
#include <stdio.h>
#include <string.h>
#include "options.h"

/* Words that follow an option, where they are few; null: anything, a file if it says so. */
static const char *choices(enum option option)
{
    switch (option) {
    case OPT_DEVICE: return "auto cpu cuda opencl";
    case OPT_ORDER: return "1 2 3 4 5 6 7 8 9";
    case OPT_PRECISION: return "single double";
    case OPT_PATIENCE: return "estimate measure exhaustive";
    case OPT_INTEGRATOR: return "linear lsrk4";
    case OPT_BLOCKS: return "greedy metis curve";
    case OPT_SCAN: return "diff lift gather";
    default: return NULL;
    }
}

static int takes_file(enum option option)
{
    const char *value = option_row(option)->value;
    return value && (!strcmp(value, "FILE") || !strcmp(value, "PATH") || !strcmp(value, "FOLDER") ||
                     !strcmp(value, "L"));
}

/* Text inside single quotes, with a backslash before each of `special`. */
static void print_quoted(const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            printf("'\\''");
        else
            printf("%s%c", strchr(special, *text) ? "\\" : "", *text);
    }
}

static void bash_command(const struct command *c)
{
    printf("    %s) options='--help", c->name);
    for (int i = 0; i < OPTIONS; i++)
        if (c->options & TAKES(i)) printf(" %s", option_name((enum option)i));
    printf("' ;;\n");
}

static void print_bash(void)
{
    printf("# bash completion for nudge\n_nudge() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options=\n"
           "    COMPREPLY=()\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W 'help");
    for (const struct command *c = commands; c->name; c++) printf(" %s", c->name);
    printf("' -- \"$word\"))\n        return\n    fi\n    case $before in\n");
    for (int i = 0; i < OPTIONS; i++) {
        const char *words = choices((enum option)i);
        if (words)
            printf("    %s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n",
                   option_name((enum option)i), words);
        else if (takes_file((enum option)i))
            printf("    %s) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n",
                   option_name((enum option)i));
    }
    printf("    esac\n    case ${COMP_WORDS[1]} in\n");
    for (const struct command *c = commands; c->name; c++) bash_command(c);
    printf("    esac\n    case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
           "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n    esac\n}\n"
           "complete -o filenames -F _nudge nudge\n");
}

static void zsh_option(enum option option)
{
    const struct option_row *row = option_row(option);
    const char *words = choices(option);
    printf("            '%s%s[", option == OPT_SET ? "*" : "", row->name);
    print_quoted(row->help, "[]:\\");
    printf("]");
    if (row->value && words)
        printf(":value:(%s)", words);
    else if (row->value)
        printf(":value:%s", takes_file(option) ? "_files" : "");
    printf("' \\\n");
}

static void print_zsh(void)
{
    printf("#compdef nudge\n_nudge() {\n    local -a names\n    names=(\n");
    for (const struct command *c = commands; c->name; c++) {
        printf("        '%s:", c->name);
        print_quoted(c->about, ":\\");
        printf("'\n");
    }
    printf("        'help:explain a command'\n    )\n    if (( CURRENT == 2 )); then\n"
           "        _describe command names\n        return\n    fi\n    case $words[2] in\n");
    for (const struct command *c = commands; c->name; c++) {
        printf("    %s)\n        _arguments \\\n", c->name);
        for (int i = 0; i < OPTIONS; i++)
            if (c->options & TAKES(i)) zsh_option((enum option)i);
        printf("            '--help[explain it]' '*:file:_files' ;;\n");
    }
    printf("    esac\n}\n_nudge \"$@\"\n");
}

static void fish_option(const struct command *c, enum option option)
{
    const struct option_row *row = option_row(option);
    const char *words = choices(option);
    printf("complete -c nudge -n '__fish_seen_subcommand_from %s' -l %s -d '", c->name, row->name + 2);
    for (const char *p = row->help; *p; p++) printf("%s%c", strchr("'\\", *p) ? "\\" : "", *p);
    printf("'");
    if (row->value && words)
        printf(" -x -a '%s'", words);
    else if (row->value)
        printf(" %s", takes_file(option) ? "-r" : "-x");
    printf("\n");
}

static void print_fish(void)
{
    printf("# fish completion for nudge\n");
    for (const struct command *c = commands; c->name; c++) {
        printf("complete -c nudge -n __fish_use_subcommand -a %s -d '", c->name);
        for (const char *p = c->about; *p; p++) printf("%s%c", strchr("'\\", *p) ? "\\" : "", *p);
        printf("'\n");
    }
    for (const struct command *c = commands; c->name; c++)
        for (int i = 0; i < OPTIONS; i++)
            if (c->options & TAKES(i)) fish_option(c, (enum option)i);
}

int cmd_completion(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    struct args args;
    int wrong = args_read(&args, argc, argv);
    const char *name = wrong ? "" : args.operand[0];
    for (size_t i = 0; !wrong && i <= sizeof shells / sizeof *shells; i++) {
        if (i == sizeof shells / sizeof *shells)
            wrong = cli_usage_error("completion: %s: give bash, zsh or fish", name);
        else if (!strcmp(name, shells[i].name)) {
            shells[i].print();
            break;
        }
    }
    args_clear(&args);
    return wrong;
}
