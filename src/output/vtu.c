#include "output/vtu.h"

#include <string.h>
#include <unistd.h>
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "base/text.h"
#include "output/vtu_file.h"
#include "base/xml.h"

struct nd_pvd {
    char *path;
    long steps;
    struct nd_text entries; /* lines of the PVD so far */
    struct nd_vtu_file *files;
};

static int write_pvd(const struct nd_pvd *pvd)
{
    int status = 0;
    struct nd_text text = {0};
    nd_text_add(&text,
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n");
    if (pvd->entries.n) nd_text_add_bytes(&text, pvd->entries.s, pvd->entries.n);
    nd_text_add(&text, "</Collection>\n</VTKFile>\n");
    TRY(nd_text_check(&pvd->entries));
    TRY(nd_text_check(&text));
    TRY(nd_file_write(pvd->path, text.s, text.n));
done:
    nd_text_clear(&text);
    return status;
}

int nd_pvd_create(struct nd_pvd **out, const char *path, const struct nd_mesh *mesh,
                  const struct nd_elem *elem, const char *const *fields, int nfields)
{
    int status = 0;
    char *folder = NULL;
    struct nd_pvd *pvd = NULL;
    size_t n = strlen(nd_path_name(path));
    if (n < 5 || strcmp(path + strlen(path) - 4, ".pvd"))
        FAIL(NUDGE_EVALUE, "%s: the name of a field series must end in .pvd", path);
    ALLOC(pvd, 1);
    STRDUP(pvd->path, path);
    folder = nd_path_folder(path);
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_folder_create(folder));
    TRY(nd_vtu_file_create(&pvd->files, mesh, elem, fields, nfields));
    /* An empty series is written at once, so that a folder that is not writable is reported before the
     * run. */
    TRY(write_pvd(pvd));
    *out = pvd;
    pvd = NULL;
done:
    free(folder);
    nd_pvd_destroy(pvd);
    return status;
}

void nd_pvd_file(const char *path, long i, char *name)
{
    const size_t stem = strlen(path) - strlen(".pvd");
    nd_format(name, stem + ND_VTU_FILE_MORE, "%.*s_%04ld.vtu", (int)stem, path, i);
}

int nd_pvd_write(struct nd_pvd *pvd, double time, const struct nd_vtu_fields *from)
{
    int status = 0;
    char *name = NULL;
    ALLOC(name, strlen(pvd->path) + ND_VTU_FILE_MORE);
    nd_pvd_file(pvd->path, pvd->steps, name);
    TRY(nd_vtu_file_write(pvd->files, name, time, from));
    pvd->steps++;
    nd_text_add(&pvd->entries, "<DataSet timestep=\"%.17g\" part=\"0\" file=\"", time);
    nd_text_add_xml(&pvd->entries, nd_path_name(name));
    nd_text_add(&pvd->entries, "\"/>\n");
    TRY(write_pvd(pvd));
done:
    free(name);
    return status;
}

long nd_pvd_lines(const struct nd_pvd *pvd, const char **lines, size_t *n)
{
    *lines = pvd->entries.s ? pvd->entries.s : "";
    *n = pvd->entries.n;
    return pvd->steps;
}

int nd_pvd_restore(struct nd_pvd *pvd, long steps, const char *lines, size_t n)
{
    int status = 0, there = 1;
    char *name = NULL;
    ALLOC(name, strlen(pvd->path) + ND_VTU_FILE_MORE);
    for (long i = 0; i < steps; i++) {
        nd_pvd_file(pvd->path, i, name);
        if (!nd_file_exists(name))
            nd_warn("%s: this file of the series was written before the checkpoint and is missing", name);
    }
    for (long i = steps; there; i++) {
        nd_pvd_file(pvd->path, i, name);
        there = nd_file_exists(name) && !unlink(name);
    }
    nd_text_clear(&pvd->entries);
    nd_text_add_bytes(&pvd->entries, lines, n);
    pvd->steps = steps;
    TRY(write_pvd(pvd));
done:
    free(name);
    return status;
}

void nd_pvd_destroy(struct nd_pvd *pvd)
{
    if (!pvd) return;
    nd_vtu_file_destroy(pvd->files);
    nd_text_clear(&pvd->entries);
    free(pvd->path);
    free(pvd);
}
