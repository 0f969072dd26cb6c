/* The files of an output folder, and pictures among them. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "report.h"

enum { FILES_MOST = 20000 };

void report_clear(struct report *r)
{
    for (int i = 0; i < r->nfiles; i++) free(r->file[i].name);
    free(r->file);
    free(r->json);
    nd_node_destroy(r->run);
    nudge_mesh_destroy(r->mesh);
    nudge_problem_destroy(r->problem);
    free(r->problem_path);
    nd_text_clear(&r->page);
    nd_text_clear(&r->notes);
}

char *report_path(const struct report *r, const char *name)
{
    return nd_path_join(r->folder, name);
}

int report_ends(const char *name, const char *ending)
{
    const size_t n = strlen(name), m = strlen(ending);
    return n > m && !strcmp(name + n - m, ending);
}

struct report_file *report_find(struct report *r, const char *name)
{
    for (int i = 0; i < r->nfiles; i++)
        if (!strcmp(r->file[i].name, name)) return &r->file[i];
    return NULL;
}

static int add_file(struct report *r, const char *name, double bytes)
{
    int status = 0;
    TRY(nd_grow(&r->file, &r->capacity, (size_t)r->nfiles + 1, sizeof *r->file));
    struct report_file *file = &r->file[r->nfiles];
    *file = (struct report_file){.bytes = bytes};
    STRDUP(file->name, name);
    r->nfiles++;
done:
    return status;
}

/* below: a folder inside the output folder, or "". Links are not followed: they may lead anywhere. */
static int list(struct report *r, const char *below, int depth)
{
    int status = 0;
    struct dirent *entry;
    char *path = NULL, *name = NULL;
    DIR *folder = NULL;
    if (!(path = *below ? report_path(r, below) : nd_strdup(r->folder))) FAIL(NUDGE_ENOMEM, "out of memory");
    if (!(folder = opendir(path))) FAIL(NUDGE_EIO, "%s: cannot open the folder: %s", path, strerror(errno));
    while ((entry = readdir(folder)) && r->nfiles < FILES_MOST) {
        struct stat info;
        if (entry->d_name[0] == '.') continue;
        free(name), free(path);
        path = NULL;
        if (!(name = nd_path_join(below, entry->d_name)) || !(path = report_path(r, name)))
            FAIL(NUDGE_ENOMEM, "out of memory");
        if (lstat(path, &info)) continue;
        if (S_ISREG(info.st_mode))
            TRY(add_file(r, name, (double)info.st_size));
        else if (S_ISDIR(info.st_mode) && depth > 0 && list(r, name, depth - 1))
            report_note(r, "The folder %s cannot be read: %s", name, nudge_error());
    }
done:
    if (folder) closedir(folder);
    free(path);
    free(name);
    return status;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct report_file *)left)->name, ((const struct report_file *)right)->name);
}

int report_list(struct report *r)
{
    int status = 0;
    TRY(list(r, "", 1));
    if (r->nfiles) qsort(r->file, (size_t)r->nfiles, sizeof *r->file, by_name);
    if (r->nfiles == FILES_MOST)
        report_note(r, "The folder has more than %d files; not all are looked at.", FILES_MOST);
done:
    return status;
}

/* Whether the content is what the name says: a browser shows a broken picture without a word. */
static int is_picture(const char *name, const char *bytes, size_t n)
{
    if (report_ends(name, ".png")) return n > 33 && !memcmp(bytes, "\x89PNG\r\n\x1a\n", 8);
    return strstr(bytes, "<svg") != NULL;
}

/* Inside an <img> no script of an SVG runs, and nothing is fetched. */
int report_picture(struct report *r, struct report_file *file)
{
    int status = 0;
    size_t n = 0;
    char *path = report_path(r, file->name), *bytes = NULL, size[32];
    const int svg = report_ends(file->name, ".svg");
    file->tried = 1;
    if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
    report_size(size, sizeof size, file->bytes);
    if (!report_room(r, 1.34 * file->bytes)) {
        report_note(r, "%s (%s) is left out: the page would be larger than 10 MB.", file->name, size);
        goto done;
    }
    if (nd_file_read(path, REPORT_FILE_BYTES, &bytes, &n)) {
        report_note(r, "%s cannot be read: %s", file->name, nudge_error());
        goto done;
    }
    if (!is_picture(file->name, bytes, n)) {
        report_note(r, "%s is broken: it does not begin as a %s file does.", file->name, svg ? "SVG" : "PNG");
        goto done;
    }
    file->shown = 1;
    report_add(r, "<figure class=\"%s\"><img alt=\"", svg ? "chart" : "picture");
    report_escape(&r->page, file->name);
    report_add(r, "\" src=\"data:image/%s;base64,", svg ? "svg+xml" : "png");
    figure_base64(&r->page, bytes, n);
    report_add(r, "\"/><figcaption>");
    report_escape(&r->page, file->name);
    report_add(r, ", %s</figcaption></figure>\n", size);
done:
    free(path);
    free(bytes);
    return status;
}

int report_pictures(struct report *r)
{
    int status = 0, any = 0;
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < r->nfiles; i++) {
            if (r->file[i].tried || !report_ends(r->file[i].name, kind ? ".svg" : ".png")) continue;
            if (!any++)
                report_add(r, "<section id=\"pictures\">\n<h2>Pictures</h2>\n<div class=\"pictures\">\n");
            TRY(report_picture(r, &r->file[i]));
        }
    if (any) report_add(r, "</div>\n</section>\n");
done:
    return status;
}

void report_files(struct report *r)
{
    enum { MOST = 300 };
    char size[32];
    report_add(r,
               "<section id=\"files\">\n<h2>Files</h2>\n<details><summary>%d files in the folder</summary>\n"
               "<div class=\"wide\"><table><thead><tr><th class=\"name\">file</th><th>size</th>"
               "<th class=\"name\">on this page</th></tr></thead><tbody>\n",
               r->nfiles);
    for (int i = 0; i < r->nfiles && i < MOST; i++) {
        report_size(size, sizeof size, r->file[i].bytes);
        report_add(r, "<tr><td class=\"name\">");
        report_escape(&r->page, r->file[i].name);
        report_add(r, "</td><td>%s</td><td class=\"name\">%s</td></tr>\n", size,
                   r->file[i].shown ? "yes" : "");
    }
    report_add(r, "</tbody></table></div></details>\n</section>\n");
    if (r->nfiles > MOST) report_note(r, "The list of files has the first %d of %d.", MOST, r->nfiles);
}
