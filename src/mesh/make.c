#include "mesh/make.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/text.h"
#include "device/symbols.h"
#include "mesh/make_gmsh.h"

static struct {
    struct nd_gmsh gmsh;
    void *library;
    char missing[256];
} found;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER; /* gmsh has one state for all */

#define SYMBOL(name, member)                                                                                 \
    {                                                                                                        \
        name, offsetof(struct nd_gmsh, member)                                                               \
    }
static void open_once(void)
{
    static const char *const names[] = {
        "libgmsh.so",      "libgmsh.so.4.15", "libgmsh.so.4.14", "libgmsh.so.4.13", "libgmsh.so.4.12",
        "libgmsh.so.4.11", "libgmsh.so.4.10", "libgmsh.so.4.9",  "libgmsh.so.4.8",  NULL};
    static const struct nd_symbol symbols[] = {SYMBOL("gmshInitialize", initialize),
                                               SYMBOL("gmshFinalize", finalize),
                                               SYMBOL("gmshFree", free),
                                               SYMBOL("gmshOpen", open),
                                               SYMBOL("gmshWrite", write),
                                               SYMBOL("gmshOptionSetNumber", set),
                                               SYMBOL("gmshModelMeshGenerate", generate),
                                               SYMBOL("gmshModelMeshSetOrder", set_order),
                                               SYMBOL("gmshModelMeshOptimize", optimize),
                                               SYMBOL("gmshLoggerGetLastError", last_error),
                                               SYMBOL("gmshModelGetEntities", entities),
                                               SYMBOL("gmshModelGetPhysicalGroups", groups),
                                               SYMBOL("gmshModelGetPhysicalName", group_name),
                                               SYMBOL("gmshModelGetEntitiesForPhysicalGroup", group_entities),
                                               SYMBOL("gmshModelGetBoundary", boundary),
                                               SYMBOL("gmshModelGetBoundingBox", box),
                                               SYMBOL("gmshModelOccGetMass", mass),
                                               SYMBOL("gmshModelMeshSetSize", set_size),
                                               SYMBOL("gmshModelMeshFieldAdd", field_add),
                                               SYMBOL("gmshModelMeshFieldSetNumber", field_number),
                                               SYMBOL("gmshModelMeshFieldSetNumbers", field_numbers),
                                               SYMBOL("gmshModelMeshFieldSetAsBackgroundMesh", field_use),
                                               {NULL, 0}};
    found.library = nd_symbols_load(names, symbols, &found.gmsh, found.missing);
}

static int open_gmsh(const struct nd_gmsh **gmsh)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int status = 0;
    pthread_once(&once, open_once);
    if (!found.library)
        FAIL(NUDGE_EDEVICE,
             "meshing needs gmsh's library, and %s; install it (Debian's package is libgmsh4.8 or later, or "
             "libgmsh-dev), put its folder into LD_LIBRARY_PATH, or mesh by the program gmsh and give "
             "mesh.file",
             found.missing);
    *gmsh = &found.gmsh;
done:
    return status;
}

int nd_gmsh_check(const struct nd_gmsh *gmsh, int ierr, const char *geometry, const char *what)
{
    int status = 0, again = 0;
    char *message = NULL;
    if (!ierr) return 0;
    gmsh->last_error(&message, &again);
    FAIL(NUDGE_EFORMAT, "%s: gmsh cannot %s: %.400s", geometry, what,
         message && *message ? message : "it gives no reason; try the program gmsh with the same file");
done:
    if (message) gmsh->free(message);
    return status;
}

static bool ends_in(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    if (n <= m) return false;
    for (size_t i = 0; i < m; i++) {
        const char c = path[n - m + i];
        if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != ending[i]) return false;
    }
    return true;
}

bool nd_mesh_make_is_code(const char *geometry)
{
    return ends_in(geometry, ".geo");
}

static bool is_shape(const char *geometry)
{
    static const char *const endings[] = {".step", ".stp", ".brep", ".iges", ".igs"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_in(geometry, endings[i])) return true;
    return false;
}

/* A program that reads shapes, joins what they share, and names volumes and the surfaces around all of them by numbers. */
static int write_script(const char *geometry, const char *script)
{
    int status = 0;
    char *full = NULL;
    struct nd_text text = {0};
    full = realpath(geometry, NULL);
    if (!full) FAIL(NUDGE_EIO, "%s: cannot open: %s", geometry, strerror(errno));
    if (strpbrk(full, "\"\\\n%"))
        FAIL(NUDGE_EVALUE, "%s: a quote, a backslash or a per cent in the path; rename it", full);
    nd_text_add(
        &text,
        "SetFactory(\"OpenCASCADE\");\nv() = ShapeFromFile(\"%s\");\nIf (#v() > 1)\n  BooleanFragments{ "
        "Volume{v()}; Delete; }{}\nEndIf\nv() = Volume{:};\nFor i In {0 : #v() - 1}\n  Physical "
        "Volume(Sprintf(\"volume%%g\", i + 1)) = {v(i)};\nEndFor\ns() = Abs(CombinedBoundary{ Volume{:}; "
        "});\nFor "
        "i In {0 : #s() - 1}\n  Physical Surface(Sprintf(\"surface%%g\", i + 1)) = {s(i)};\nEndFor\n",
        full);
    TRY(nd_text_check(&text));
    TRY(nd_file_write(script, text.s, text.n));
done:
    free(full);
    nd_text_clear(&text);
    return status;
}

/* Sets the size at the points of the volumes of a physical group. */
static int shrink_region(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make, int tag, double size)
{
    int status = 0, ierr = 0, *volumes = NULL, *pairs = NULL, *points = NULL;
    size_t n = 0, np = 0;
    gmsh->group_entities(3, tag, &volumes, &n, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "find the volumes of a region"));
    ALLOC(pairs, 2 * n);
    for (size_t i = 0; i < n; i++) pairs[2 * i] = 3, pairs[2 * i + 1] = volumes[i];
    gmsh->boundary(pairs, 2 * n, &points, &np, 0, 0, 1, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "find the points of a region"));
    gmsh->set_size(points, np, size, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "set the size of elements"));
done:
    free(pairs);
    if (volumes) gmsh->free(volumes);
    if (points) gmsh->free(points);
    return status;
}

/* Without a size at its points gmsh takes a tenth of the model's diagonal. */
static int set_points(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make)
{
    int status = 0, ierr = 0, *points = NULL;
    size_t n = 0;
    gmsh->entities(&points, &n, 0, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "list points"));
    gmsh->set_size(points, n, make->size, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "set the size of elements"));
done:
    if (points) gmsh->free(points);
    return status;
}

/* The names of the geometry's regions; free() each and the list. */
static int list_regions(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make, char ***names,
                        int *count)
{
    int status = 0, ierr = 0, *groups = NULL;
    size_t n = 0;
    gmsh->groups(&groups, &n, 3, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "list regions"));
    ALLOC(*names, n / 2 + 1);
    for (size_t g = 0; g < n / 2; g++) {
        char *name = NULL;
        gmsh->group_name(3, groups[2 * g + 1], &name, &ierr);
        if (name && *name) STRDUP((*names)[*count], name);
        *count += name && *name;
        if (name) gmsh->free(name);
    }
done:
    if (groups) gmsh->free(groups);
    return status;
}

static int check_indices(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make)
{
    int status = 0, n = 0;
    char **names = NULL;
    struct nd_text all = {0};
    TRY(list_regions(gmsh, make, &names, &n));
    for (int i = 0; i < make->nindices; i++) {
        const char *wanted = make->index[i].region;
        int known = 0;
        for (int g = 0; g < n; g++) known |= !strcmp(names[g], wanted);
        if (known) continue;
        const char *near = nd_text_nearest(wanted, (const char *const *)names, n);
        for (int g = 0; g < n; g++) nd_text_add(&all, "%s%.60s", g ? ", " : "", names[g]);
        FAIL(NUDGE_EVALUE, "%s: an index is given for region '%.60s', which is not there%s%.60s%s; %s%.300s",
             make->geometry, wanted, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "",
             n ? "the geometry has: " : "the geometry names no region (Physical Volume)", all.s ? all.s : "");
    }
done:
    nd_text_clear(&all);
    for (int g = 0; g < n; g++) free(names[g]);
    free(names);
    return status;
}

/* Sizes of the regions, the smallest last: it holds at points that regions share. */
static int set_regions(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make)
{
    int status = 0, ierr = 0, *groups = NULL;
    size_t n = 0;
    gmsh->groups(&groups, &n, 3, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "list regions"));
    double before = 0;
    for (int round = 0; round < make->nindices; round++) {
        double index = INFINITY;
        for (int i = 0; i < make->nindices; i++)
            if (make->index[i].index > before && make->index[i].index < index) index = make->index[i].index;
        for (size_t g = 0; g < n / 2; g++) {
            char *name = NULL;
            gmsh->group_name(3, groups[2 * g + 1], &name, &ierr);
            for (int i = 0; name && i < make->nindices; i++)
                if (make->index[i].index == index && !strcmp(make->index[i].region, name))
                    status = shrink_region(gmsh, make, groups[2 * g + 1], make->size / index);
            if (name) gmsh->free(name);
            if (status) goto done;
        }
        before = index;
    }
done:
    if (groups) gmsh->free(groups);
    return status;
}

/* Smaller elements along the curves of the geometry, growing to the usual size over two of them. */
static int refine_edges(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make)
{
    int status = 0, ierr[9] = {0}, *curves = NULL;
    size_t n = 0;
    double *tags = NULL;
    if (!(make->edges > 0 && make->edges < 1 && make->size > 0)) return 0;
    gmsh->entities(&curves, &n, 1, &ierr[0]);
    TRY(nd_gmsh_check(gmsh, ierr[0], make->geometry, "list curves"));
    ALLOC(tags, n);
    for (size_t i = 0; i < n / 2; i++) tags[i] = curves[2 * i + 1];
    const int distance = gmsh->field_add("Distance", -1, &ierr[0]);
    gmsh->field_numbers(distance, "CurvesList", tags, n / 2, &ierr[1]);
    const int threshold = gmsh->field_add("Threshold", -1, &ierr[2]);
    gmsh->field_number(threshold, "InField", distance, &ierr[3]);
    gmsh->field_number(threshold, "SizeMin", make->size * make->edges, &ierr[4]);
    gmsh->field_number(threshold, "SizeMax", make->size, &ierr[5]);
    gmsh->field_number(threshold, "DistMin", 0, &ierr[6]);
    gmsh->field_number(threshold, "DistMax", 2 * make->size, &ierr[7]);
    gmsh->field_use(threshold, &ierr[8]);
    for (int i = 0; i < 9; i++) TRY(nd_gmsh_check(gmsh, ierr[i], make->geometry, "refine edges"));
done:
    free(tags);
    if (curves) gmsh->free(curves);
    return status;
}

struct option {
    const char *name;
    double value;
};

static int set_options(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make,
                       const struct option *options, int n)
{
    int status = 0, ierr = 0;
    for (int i = 0; i < n; i++) {
        gmsh->set(options[i].name, options[i].value, &ierr);
        TRY(nd_gmsh_check(gmsh, ierr, make->geometry, options[i].name));
    }
done:
    return status;
}

static int count_volumes(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make)
{
    int status = 0, ierr = 0, *volumes = NULL;
    size_t n = 0;
    gmsh->entities(&volumes, &n, 3, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "list volumes"));
    if (!n) FAIL(NUDGE_EFORMAT, "%s: the geometry has no volume to mesh", make->geometry);
done:
    if (volumes) gmsh->free(volumes);
    return status;
}

/* Elements follow the curved surfaces; those that this would fold are mended by moving nodes inside of the volume. */
static int bend(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make)
{
    int status = 0, ierr = 0;
    gmsh->set_order(make->curve, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "curve its elements"));
    gmsh->optimize("HighOrder", 0, 1, NULL, 0, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "unfold its curved elements"));
done:
    return status;
}

/* After gmshInitialize. */
static int make_mesh(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make, const char *source,
                     const char *path)
{
    int status = 0, ierr = 0;
    const struct option before[] = {{"General.Terminal", 0}, {"General.NumThreads", 1}},
                        after[] = {{"Mesh.MshFileVersion", 4.1}, {"Mesh.Binary", 1}, {"Mesh.SaveAll", 0}},
                        size[] = {{"Mesh.MeshSizeMax", make->size}},
                        curvature[] = {{"Mesh.MeshSizeFromCurvature", make->curvature}};
    TRY(set_options(gmsh, make, before, 2));
    gmsh->open(source, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "read it"));
    TRY(count_volumes(gmsh, make));
    if (make->strict) TRY(check_indices(gmsh, make));
    if (make->size > 0) TRY(nd_make_judge(gmsh, make));
    TRY(set_options(gmsh, make, after, 3));
    if (make->size > 0) TRY(set_options(gmsh, make, size, 1));
    if (make->curvature > 0) TRY(set_options(gmsh, make, curvature, 1));
    if (make->size > 0) TRY(set_points(gmsh, make));
    if (make->size > 0) TRY(set_regions(gmsh, make));
    TRY(refine_edges(gmsh, make));
    gmsh->generate(3, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "mesh it"));
    if (make->curve > 1) TRY(bend(gmsh, make));
    gmsh->write(path, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "write the mesh"));
done:
    return status;
}

/* "PATH.4711ENDING"; free() it. */
static char *temporary(const char *path, const char *ending)
{
    const size_t n = strlen(path) + 40;
    char *name = nd_alloc(n, 1);
    if (name) nd_format(name, n, "%s.%ld%s", path, (long)getpid(), ending);
    return name;
}

int nd_mesh_make(const struct nd_mesh_make *make, const char *path)
{
    int status = 0, ierr = 0;
    const struct nd_gmsh *gmsh = NULL;
    char *part = temporary(path, ".part.msh"), *script = temporary(path, ".part.geo");
    if (!part || !script) FAIL(NUDGE_ENOMEM, "out of memory");
    if (!nd_mesh_make_is_code(make->geometry) && !is_shape(make->geometry))
        FAIL(NUDGE_EVALUE,
             "%s: a geometry is a file of gmsh (.geo) or of shapes (.step, .stp, .brep, .iges, .igs)",
             make->geometry);
    if (!nd_file_exists(make->geometry)) FAIL(NUDGE_EIO, "%s: there is no such file", make->geometry);
    TRY(open_gmsh(&gmsh));
    if (is_shape(make->geometry)) TRY(write_script(make->geometry, script));
    pthread_mutex_lock(&one_at_a_time);
    gmsh->initialize(0, NULL, 0, 0, &ierr);
    status = make_mesh(gmsh, make, is_shape(make->geometry) ? script : make->geometry, part);
    gmsh->finalize(&ierr);
    pthread_mutex_unlock(&one_at_a_time);
    if (status) goto done;
    if (rename(part, path)) FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
done:
    if (script) remove(script);
    if (part) remove(part);
    free(part);
    free(script);
    return status;
}
