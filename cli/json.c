#include "json.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int original = -1; /* standard output, while its text is hidden */

static int hide_text(void)
{
    int status = 0;
    if (original >= 0) return 0;
    fflush(stdout);
    original = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (original < 0 || nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0)
        CLI_FAIL(NUDGE_EIO, "standard output cannot be silenced: %s", strerror(errno));
done:
    if (nothing >= 0) close(nothing);
    return status;
}

/* Whether a file can be created there; better known before a long run than after it. */
static int check_place(const char *path)
{
    int status = 0;
    struct stat at;
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    if (!folder) CLI_FAIL(NUDGE_ENOMEM, "out of memory");
    if (!stat(path, &at) && S_ISDIR(at.st_mode))
        CLI_FAIL(NUDGE_EIO, "--json %s: is a folder; give the name of a file", path);
    if (access(folder, W_OK | X_OK))
        CLI_FAIL(NUDGE_EIO, "--json %s: cannot be written: %s", path, strerror(errno));
done:
    free(folder);
    return status;
}

int json_begin(const struct args *args)
{
    int status = 0;
    const char *path = args->value[OPT_JSON];
    if (path && strcmp(path, "-")) TRY(check_place(path));
    if (args->value[OPT_QUIET] || (path && !strcmp(path, "-"))) TRY(hide_text());
done:
    return status;
}

/* Bytes of the valid UTF-8 sequence at s; 0 if there is none. */
static int sequence(const unsigned char *s)
{
    const int n = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (n > 2 && ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] > 0x9f))) return 0;
    if (n > 3 && ((*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] > 0x8f))) return 0;
    return n;
}

static void put_text(FILE *to, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    putc('"', to);
    while (*s) {
        const int n = sequence(s);
        if (!n)
            fputs("\\ufffd", to);
        else if (*s == '"' || *s == '\\')
            fprintf(to, "\\%c", *s);
        else if (*s < 0x20 || *s == 0x7f)
            fprintf(to, "\\u%04x", *s);
        else
            fwrite(s, 1, (size_t)n, to);
        s += n ? n : 1;
    }
    putc('"', to);
}

static void begin_member(struct json *j, const char *key)
{
    if (j->depth) fprintf(j->to, "%s\n%*s", j->members[j->depth]++ ? "," : "", 2 * j->depth, "");
    if (!key) return;
    put_text(j->to, key);
    fputs(": ", j->to);
}

static void begin_list(struct json *j, const char *key, char open, char close)
{
    if (!j->to) return;
    begin_member(j, key);
    putc(open, j->to);
    if (j->depth + 1 < (int)sizeof j->closing) j->depth++;
    j->closing[j->depth] = close;
    j->members[j->depth] = 0;
}

void json_start(struct json *j, const struct args *args)
{
    *j = (struct json){0};
    if (!args->value[OPT_JSON]) return;
    j->to = open_memstream(&j->text, &j->length);
    j->failed = !j->to;
    json_object(j, NULL);
}

void json_object(struct json *j, const char *key)
{
    begin_list(j, key, '{', '}');
}

void json_array(struct json *j, const char *key)
{
    begin_list(j, key, '[', ']');
}

void json_close(struct json *j)
{
    if (!j->to || !j->depth) return;
    if (j->members[j->depth]) fprintf(j->to, "\n%*s", 2 * (j->depth - 1), "");
    putc(j->closing[j->depth--], j->to);
}

static void put_number(FILE *to, double value)
{
    if (isfinite(value))
        fprintf(to, "%.15g", value);
    else
        fputs("null", to);
}

void json_text(struct json *j, const char *key, const char *text)
{
    if (!j->to) return;
    begin_member(j, key);
    if (text)
        put_text(j->to, text);
    else
        fputs("null", j->to);
}

void json_number(struct json *j, const char *key, double value)
{
    if (!j->to) return;
    begin_member(j, key);
    put_number(j->to, value);
}

void json_whole(struct json *j, const char *key, long long value)
{
    if (!j->to) return;
    begin_member(j, key);
    fprintf(j->to, "%lld", value);
}

void json_truth(struct json *j, const char *key, int value)
{
    if (!j->to) return;
    begin_member(j, key);
    fputs(value ? "true" : "false", j->to);
}

void json_numbers(struct json *j, const char *key, int n, const double *values)
{
    if (!j->to) return;
    begin_member(j, key);
    for (int i = 0; i < n; i++) {
        fputs(i ? ", " : "[", j->to);
        put_number(j->to, values[i]);
    }
    fputs(n ? "]" : "[]", j->to);
}

void json_texts(struct json *j, const char *key, int n, const char *const *texts)
{
    if (!j->to) return;
    begin_member(j, key);
    for (int i = 0; i < n; i++) {
        fputs(i ? ", " : "[", j->to);
        put_text(j->to, texts[i]);
    }
    fputs(n ? "]" : "[]", j->to);
}

int json_write(const struct args *args, const char *text, size_t n)
{
    int status = 0;
    const char *path = args->value[OPT_JSON];
    if (!path) return 0;
    if (strcmp(path, "-")) return nudge_file_write(path, text, n);
    for (size_t done = 0; done < n;) {
        const ssize_t more = write(original, text + done, n - done);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0 && errno == EPIPE) break; /* the reader has enough */
        if (more < 0) CLI_FAIL(NUDGE_EIO, "standard output: cannot write: %s", strerror(errno));
        done += (size_t)more;
    }
done:
    return status;
}

int json_finish(struct json *j, const struct args *args)
{
    int status = 0;
    if (!args->value[OPT_JSON]) return 0;
    while (j->to && j->depth) json_close(j);
    if (j->to) putc('\n', j->to);
    if (j->to && (ferror(j->to) | fclose(j->to))) j->failed = 1;
    j->to = NULL;
    if (j->failed) CLI_FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(json_write(args, j->text, j->length));
done:
    json_drop(j);
    return status;
}

void json_drop(struct json *j)
{
    if (j->to) fclose(j->to);
    free(j->text);
    *j = (struct json){0};
}
