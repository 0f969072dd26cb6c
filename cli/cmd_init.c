/* nudge init: writes a commented problem file, and the geometry or law that belongs to it.
 *
 * A template is the file cli/templates/NAME.yaml, whose first line is "# NAME: what it computes", and all others
 * called NAME there. Files are created, never opened for writing if they exist; if one cannot be written,
 * those already written are removed again. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "options.h"
#include "printable.h"
#include "templates.h"

enum { NAMES_MOST = 32, PATH_LENGTH = 4096 };

static int has_ending(const char *name, const char *ending)
{
    const size_t n = strlen(name), m = strlen(ending);
    return n > m && !strcmp(name + n - m, ending);
}

/* Whether a file of the table belongs to the template. */
static int belongs(const struct template_text *file, const char *name)
{
    const size_t n = strlen(name);
    return !strncmp(file->name, name, n) && file->name[n] == '.';
}

static void print_templates(void)
{
    printf("nudge init TEMPLATE writes a commented problem file. The templates:\n\n");
    for (const struct template_text *file = template_texts; file->name; file++) {
        const int stem = (int)strcspn(file->name, ".");
        const char *about = file->text + 2 + stem + 2; /* behind "# NAME: " */
        if (has_ending(file->name, ".yaml"))
            help_print_row(file->name, stem, about, 14);
    }
    printf("\nexample: nudge init antenna\n");
}

/* The template whose first line has the word, also in the singular: `ports` finds "with a port at each end". Null if
 * none has it, or the word is too short to mean anything. */
static const struct template_text *described_by(const char *word)
{
    enum { SHORTEST = 4 };
    const size_t n = strlen(word), m = n > SHORTEST && word[n - 1] == 's' ? n - 1 : n;
    if (n < SHORTEST) return NULL;
    for (const struct template_text *file = template_texts; file->name; file++)
        for (const char *at = file->text; has_ending(file->name, ".yaml") && *at && *at != '\n'; at++)
            if (!strncmp(at, word, m)) return file;
    return NULL;
}

/* The template whose first line has a word like this one; null: none. */
static const struct template_text *described_nearly_by(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    char own[32];
    const char *const one[] = {own};
    for (const struct template_text *file = template_texts; file->name; file++)
        for (const char *at = file->text; has_ending(file->name, ".yaml") && *at && *at != '\n'; at++) {
            const size_t n = strspn(at, letters);
            if (n < 5 || n >= sizeof own) continue;
            snprintf(own, sizeof own, "%.*s", (int)n, at);
            if (nudge_nearest(word, one, 1)) return file;
            at += n - 1;
        }
    return NULL;
}

static int check_name(const char *name)
{
    static char stem[NAMES_MOST][32];
    const char *names[NAMES_MOST];
    int n = 0;
    for (const struct template_text *file = template_texts; file->name; file++) {
        if (!has_ending(file->name, ".yaml") || n == NAMES_MOST) continue;
        snprintf(stem[n], sizeof stem[n], "%.*s", (int)strcspn(file->name, "."), file->name);
        if (!strcmp(stem[n], name)) return 0;
        names[n] = stem[n];
        n++;
    }
    const char *near = nudge_nearest(name, names, n);
    if (near) return cli_usage_error("init: there is no template %s, did you mean %s?", name, near);
    const struct template_text *file = described_by(name);
    if (!file) file = described_nearly_by(name);
    if (file)
        return cli_usage_error("init: there is no template %s, did you mean %.*s?", name,
                               (int)strcspn(file->name, "."), file->name);
    char all[NAMES_MOST * 34];
    int at = 0;
    for (int i = 0; i < n; i++)
        at += snprintf(all + at, sizeof all - (size_t)at, "%s%s", i ? ", " : "", names[i]);
    return cli_usage_error("init: there is no template %s; there are: %s", name, n ? all : "none");
}

/* Where a file goes: into `folder`; the problem file is `problem` if that is not null. */
static int place(char path[PATH_LENGTH], const char *folder, const char *problem, const char *name)
{
    const int n = problem && has_ending(name, ".yaml")
                      ? snprintf(path, PATH_LENGTH, "%s", problem)
                      : snprintf(path, PATH_LENGTH, "%s%s%s", folder, *folder ? "/" : "", name);
    return n < PATH_LENGTH ? 0 : cli_fail(NUDGE_EVALUE, "init: the path %.60s... is too long", path);
}

static int exists(const char *path)
{
    struct stat found;
    return !lstat(path, &found);
}

static int create_file(const char *path, const char *text)
{
    int status = 0;
    const size_t n = strlen(text);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) CLI_FAIL(NUDGE_EIO, "%s: cannot be created: %s", path, strerror(errno));
    FILE *file = fdopen(fd, "w");
    if (!file) {
        close(fd);
        unlink(path);
        CLI_FAIL(NUDGE_ENOMEM, "out of memory");
    }
    const int whole = fwrite(text, 1, n, file) == n && !fflush(file);
    const int why = errno, closed = !fclose(file);
    if (whole && closed) goto done;
    unlink(path);
    CLI_FAIL(NUDGE_EIO, "%s: cannot be written: %s", path, strerror(whole ? errno : why));
done:
    return status;
}

static int write_files(const char *template, const char *folder, const char *problem)
{
    int status = 0, written[NAMES_MOST], n = 0;
    char path[PATH_LENGTH];
    for (int i = 0; template_texts[i].name; i++) {
        if (!belongs(&template_texts[i], template)) continue;
        TRY(place(path, folder, problem, template_texts[i].name));
        if (exists(path))
            CLI_FAIL(NUDGE_EIO,
                     "init: %s exists already, and nothing was written; give another folder or file", path);
    }
    for (int i = 0; template_texts[i].name && n < NAMES_MOST; i++) {
        if (!belongs(&template_texts[i], template)) continue;
        TRY(place(path, folder, problem, template_texts[i].name));
        TRY(create_file(path, template_texts[i].text));
        written[n++] = i;
    }
    for (int i = 0; i < n; i++) {
        TRY(place(path, folder, problem, template_texts[written[i]].name));
        printf("wrote %s\n", printable(path));
    }
    n = 0;
done:
    while (n-- > 0)
        if (!place(path, folder, problem, template_texts[written[n]].name)) unlink(path);
    return status;
}

/* The commands at the head of the problem file, with the path that it has got. */
static void print_next(const char *template, const char *path)
{
    char file[64];
    const char *text = NULL, *line;
    snprintf(file, sizeof file, "%s.yaml", template);
    for (int i = 0; template_texts[i].name; i++)
        if (!strcmp(template_texts[i].name, file)) text = template_texts[i].text;
    printf("\nnext:\n");
    for (line = text; line && *line == '#'; line = strchr(line, '\n') + 1) {
        const char *found = strstr(line, file), *end = strchr(line, '\n');
        if (strncmp(line, "#     nudge ", 12) || !found || found > end) continue;
        const char *rest = found + strlen(file), *remark = strstr(rest, "  ");
        if (remark && remark < end) end = remark;
        printf("    %.*s%s%.*s\n", (int)(found - line - 6), line + 6, printable(path), (int)(end - rest),
               rest);
    }
}

static int make_folder(const char *folder)
{
    if (!*folder || !mkdir(folder, 0777) || errno == EEXIST) return 0;
    return cli_fail(NUDGE_EIO, "init: the folder %s cannot be created: %s", folder, strerror(errno));
}

/* where: a folder, which is created, or a file ending in .yaml or .yml; null: a folder of the template's name. */
static int init(const char *template, const char *where)
{
    int status = 0, made = 0;
    char folder[PATH_LENGTH], path[PATH_LENGTH], file[64];
    const char *problem = where && (has_ending(where, ".yaml") || has_ending(where, ".yml")) ? where : NULL;
    if (!where) where = template;
    const char *slash = problem ? strrchr(problem, '/') : NULL;
    const int n = !problem ? (int)strlen(where) : slash ? (int)(slash - problem) + (slash == problem) : 0;
    if (snprintf(folder, sizeof folder, "%.*s", n, where) >= PATH_LENGTH)
        CLI_FAIL(NUDGE_EVALUE, "init: the path %.60s... is too long", where);
    made = !problem && !exists(folder);
    if (!problem) TRY(make_folder(folder));
    snprintf(file, sizeof file, "%s.yaml", template);
    TRY(write_files(template, folder, problem));
    made = 0;
    TRY(place(path, folder, problem, file));
    print_next(template, path);
done:
    if (made) rmdir(folder);
    return status;
}

int cmd_init(int argc, char **argv)
{
    struct args args;
    int result = args_read(&args, argc, argv);
    if (!result && !args.noperands)
        print_templates();
    else if (!result && !(result = check_name(args.operand[0])))
        result = cli_failed(init(args.operand[0], args.operand[1]));
    args_clear(&args);
    return result;
}
