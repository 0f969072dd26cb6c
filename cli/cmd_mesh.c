/* nudge mesh: describes a mesh file, or makes one from a geometry. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "json.h"
#include "printable.h"

static void print_regions(const nudge_mesh *mesh)
{
    const nudge_mesh_region *r;
    printf("\nregion                     elements        volume\n");
    for (int i = 0; (r = nudge_mesh_get_region(mesh, i)); i++)
        printf("  %-22s %10lld  %12.6g\n", printable_tag(r->name), (long long)r->elements, r->volume);
}

static void print_boundaries(const nudge_mesh *mesh)
{
    const nudge_mesh_boundary *b;
    printf("\nboundary                      faces          area\n");
    for (int i = 0; (b = nudge_mesh_get_boundary(mesh, i)); i++) {
        printf("  %-22s %10lld  %12.6g", printable_tag(b->name), (long long)b->faces, b->area);
        if (b->inside) printf("  and %lld inside the mesh", (long long)b->inside);
        printf("\n");
    }
}

static void print_quality(const nudge_mesh_info *info)
{
    int64_t most = 1;
    char bar[41];
    memset(bar, '#', sizeof bar);
    for (int i = 0; i < 10; i++)
        if (info->quality_histogram[i] > most) most = info->quality_histogram[i];
    printf("\nquality (3 inradius / circumradius): least %.4f, median %.4f\n", info->quality_min,
           info->quality_median);
    for (int i = 0; i < 10; i++)
        printf("  %.1f-%.1f %10lld  %.*s\n", 0.1 * i, 0.1 * (i + 1), (long long)info->quality_histogram[i],
               (int)ceil(40.0 * (double)info->quality_histogram[i] / (double)most), bar);
}

static void print_smallest(const nudge_mesh *mesh)
{
    const nudge_element *e;
    printf("\nsmallest elements (these set the time step)\n     element     inradius  centroid               "
           "               region\n");
    for (int i = 0; (e = nudge_mesh_get_smallest(mesh, i)); i++)
        printf("  %10lld %12.5g  %11.4g %11.4g %11.4g  %s\n", (long long)e->number, e->inradius,
               e->centroid[0], e->centroid[1], e->centroid[2], printable_tag(e->region));
}

static void print_counts(const nudge_mesh_info *info)
{
    const double *low = info->low, *high = info->high;
    printf("%s\n", printable(info->name));
    printf("elements         %lld (%lld came in inverted and were reoriented)\n", (long long)info->elements,
           (long long)info->reoriented);
    if (info->order > 1)
        printf("curved           %lld elements of order %d, by up to %.2g of the longest edge; the others "
               "are straight\n",
               (long long)info->curved, info->order, info->bend);
    printf("vertices         %lld\n", (long long)info->vertices);
    printf("boundary faces   %lld, of these %lld without a tag%s\n", (long long)info->boundary_faces,
           (long long)info->untagged_faces,
           info->untagged_faces ? ", which get the condition of boundaries.default" : "");
    printf("tagged inside    %lld faces\n", (long long)info->inside_faces);
    if (info->periodic_pairs)
        printf("periodic         %lld pairs of faces\n", (long long)info->periodic_pairs);
    printf("bounding box     %.6g %.6g %.6g to %.6g %.6g %.6g\n", low[0], low[1], low[2], high[0], high[1],
           high[2]);
    printf("extent           %.6g x %.6g x %.6g, in the unit of the file (mesh.scale of a problem multiplies "
           "it)\n",
           high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    printf("volume           %.9g\n", info->volume);
    printf("edges            %.5g to %.5g\n", info->edge_min, info->edge_max);
    printf("inradius         least %.5g, median %.5g\n", info->inradius_min, info->inradius_median);
}

static void add_counts(struct json *j, const nudge_mesh_info *info)
{
    double quality[10];
    for (int i = 0; i < 10; i++) quality[i] = (double)info->quality_histogram[i];
    json_text(j, "name", info->name);
    json_whole(j, "elements", info->elements);
    json_whole(j, "vertices", info->vertices);
    json_whole(j, "order", info->order);
    json_whole(j, "curved", info->curved);
    json_number(j, "bend", info->bend);
    json_whole(j, "reoriented", info->reoriented);
    json_whole(j, "boundary_faces", info->boundary_faces);
    json_whole(j, "untagged_faces", info->untagged_faces);
    json_whole(j, "inside_faces", info->inside_faces);
    json_whole(j, "periodic_pairs", info->periodic_pairs);
    json_numbers(j, "low", 3, info->low);
    json_numbers(j, "high", 3, info->high);
    json_number(j, "volume", info->volume);
    json_number(j, "edge_min", info->edge_min);
    json_number(j, "edge_max", info->edge_max);
    json_number(j, "inradius_min", info->inradius_min);
    json_number(j, "inradius_median", info->inradius_median);
    json_number(j, "quality_min", info->quality_min);
    json_number(j, "quality_median", info->quality_median);
    json_numbers(j, "quality_histogram", 10, quality);
}

static void add_parts(struct json *j, const nudge_mesh *mesh)
{
    const nudge_mesh_region *r;
    const nudge_mesh_boundary *b;
    const nudge_element *e;
    json_array(j, "regions");
    for (int i = 0; (r = nudge_mesh_get_region(mesh, i)); i++) {
        json_object(j, NULL);
        json_text(j, "name", r->name);
        json_whole(j, "elements", r->elements);
        json_number(j, "volume", r->volume);
        json_close(j);
    }
    json_close(j);
    json_array(j, "boundaries");
    for (int i = 0; (b = nudge_mesh_get_boundary(mesh, i)); i++) {
        json_object(j, NULL);
        json_text(j, "name", b->name);
        json_whole(j, "faces", b->faces);
        json_number(j, "area", b->area);
        json_whole(j, "inside", b->inside);
        json_close(j);
    }
    json_close(j);
    json_array(j, "smallest");
    for (int i = 0; (e = nudge_mesh_get_smallest(mesh, i)); i++) json_element(j, e);
    json_close(j);
}

static int print_info(const struct args *args, const char *path)
{
    struct json json = {0};
    int status = 0;
    nudge_mesh *mesh = NULL;
    TRY(nudge_mesh_read(&mesh, path));
    print_counts(nudge_mesh_describe(mesh));
    print_regions(mesh);
    print_boundaries(mesh);
    print_quality(nudge_mesh_describe(mesh));
    print_smallest(mesh);
    json_start(&json, args);
    add_counts(&json, nudge_mesh_describe(mesh));
    add_parts(&json, mesh);
    TRY(json_finish(&json, args));
    fflush(stdout); /* before warnings on stderr */
    TRY(nudge_mesh_check(mesh));
done:
    json_drop(&json);
    nudge_mesh_destroy(mesh);
    return status;
}

enum { INDICES_MOST = 64 };

/* "glass=1.5,core=3": names point into *copy. Returns the count, or -1. */
static int read_indices(const char *text, char **copy, const char **name, double *index)
{
    const int n = list_texts(text, copy, name, INDICES_MOST);
    for (int i = 0; i < n; i++) {
        char *equals = strchr(name[i], '='), *end = NULL;
        if (!equals || equals == name[i]) return -1;
        *equals = 0;
        index[i] = strtod(equals + 1, &end);
        if (end == equals + 1 || *end || !(index[i] > 0 && index[i] < 1e6)) return -1;
    }
    return n;
}

/* FILE with .msh in the place of its ending; free() it. */
static char *mesh_name(const char *geometry)
{
    const char *slash = strrchr(geometry, '/'), *dot = strrchr(geometry, '.');
    const int stem = dot && (!slash || dot > slash) ? (int)(dot - geometry) : (int)strlen(geometry);
    char *name = malloc((size_t)stem + 5);
    if (name) snprintf(name, (size_t)stem + 5, "%.*s.msh", stem, geometry);
    return name;
}

static int make(const struct args *args)
{
    const char *geometry = args->operand[1], *region[INDICES_MOST];
    double wavelength, per, order, edges, curvature, curve, index[INDICES_MOST];
    char *copy = NULL, *own = NULL;
    int regions = 0, result = CLI_USAGE;
    if (args_number(args, OPT_WAVELENGTH, 1e-30, 1e30, 0, &wavelength) ||
        args_number(args, OPT_PER, 0.1, 1e4, 8, &per) || args_number(args, OPT_ORDER, 1, 9, 1, &order) ||
        args_number(args, OPT_EDGES, 1e-3, 1, 0, &edges) ||
        args_number(args, OPT_CURVATURE, 1, 1000, 0, &curvature) ||
        args_number(args, OPT_CURVE, 1, 4, 1, &curve))
        return CLI_USAGE;
    if (args->value[OPT_INDEX]) regions = read_indices(args->value[OPT_INDEX], &copy, region, index);
    if (regions < 0)
        cli_usage_error("mesh: --index must be names and numbers, as glass=1.5,core=3, not '%s'",
                        args->value[OPT_INDEX]);
    else if (!wavelength && (regions || edges > 0 || args->value[OPT_PER] || args->value[OPT_ORDER]))
        cli_usage_error("mesh: --per, --order, --index and --edges need --wavelength, from which sizes follow");
    else if (!(own = mesh_name(geometry)))
        result = cli_failed(cli_fail(NUDGE_ENOMEM, "out of memory"));
    else {
        const char *out = args->value[OPT_OUTPUT] ? args->value[OPT_OUTPUT] : own;
        const nudge_mesh_make_options options = {.size = sizeof options,
                                                 .edge = wavelength > 0 ? order * wavelength / per : 0,
                                                 .edges = edges,
                                                 .curvature = (int)curvature,
                                                 .curve = (int)curve,
                                                 .regions = regions,
                                                 .region = region,
                                                 .index = index};
        int status = nudge_mesh_make(geometry, out, &options);
        if (!status) printf("wrote %s\n\n", printable(out));
        if (!status) status = print_info(args, out);
        result = cli_failed(status);
    }
    free(copy);
    free(own);
    return result;
}

int cmd_mesh(int argc, char **argv)
{
    struct args args;
    static const uint64_t making = TAKES(OPT_WAVELENGTH) | TAKES(OPT_PER) | TAKES(OPT_ORDER) |
                                   TAKES(OPT_EDGES) | TAKES(OPT_CURVATURE) | TAKES(OPT_CURVE) |
                                   TAKES(OPT_INDEX) | TAKES(OPT_OUTPUT);
    int wrong = args_read(&args, argc, argv);
    const int makes = !wrong && !strcmp(args.operand[0], "make");
    if (!wrong && !makes && strcmp(args.operand[0], "info"))
        wrong = cli_usage_error(
            "mesh: there is no %s, did you mean info? usage: nudge mesh info FILE, or nudge mesh make FILE",
            args.operand[0]);
    for (int i = 0; i < OPTIONS && !wrong && !makes; i++)
        if (args.value[i] && making & TAKES(i))
            wrong = cli_usage_error("mesh: info does not take %s", option_name((enum option)i));
    const int result = wrong ? wrong : makes ? make(&args) : cli_failed(print_info(&args, args.operand[1]));
    args_clear(&args);
    return result;
}
