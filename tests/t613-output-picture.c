/* The picture of a run exists and is whole from the first step on, has panels at the requested
 * times, and mistakes are reported with file and line before the first step. */
#include <sys/stat.h>
#include "cubes.h"
#include "png-read.h"
#include "run-text.h"
#include "solver/solver.h"

static const char text[] = "mesh: {box: {origin: [-1, -1, -1], size: [2, 2, 1], divisions: [2, 2, 1]}}\n"
                           "order: %d\n"
                           "precision: %s\n"
                           "boundaries: {default: pec}\n"
                           "initial: {Hx: 0, Ez: sin(pi*x)*sin(pi*y)}\n"
                           "time: {end: %s}\n"
                           "output:\n"
                           "  folder: %s\n"
                           "  picture:\n"
                           "    file: a/strip.png\n"
                           "    %s\n";

struct run {
    char folder[256], png[300];
    long steps, heights, height; /* seen by the hook; how often the picture grew */
    int stop_after;
    off_t bytes; /* of the picture; another size is another picture */
};

static int look(void *context, const nudge_status *now)
{
    struct run *run = context;
    struct stat file;
    run->steps++;
    CHECK(!stat(run->png, &file));
    if (file.st_size == run->bytes) return run->stop_after && now->step >= run->stop_after;
    run->bytes = file.st_size;
    struct png png = png_read(run->png);
    run->heights += (long)png.height > run->height;
    run->height = (long)png.height;
    CHECK(png.width > 300 && png.rgb);
    png_free(&png);
    return run->stop_after && now->step >= run->stop_after;
}

static int go(struct run *run, int order, const char *precision, const char *end, const char *more)
{
    char all[2000];
    snprintf(all, sizeof all, text, order, precision, end, run->folder, more);
    run->steps = run->heights = run->height = 0;
    run->bytes = 0;
    return run_text(run->folder, all, look, run);
}

static unsigned height_of(const char *path)
{
    struct png png = png_read(path);
    const unsigned height = png.height;
    png_free(&png);
    return height;
}

/* The times of the panels, as steps of dt. */
static void list_panels(const struct nd_picture *picture, double dt, char out[64])
{
    const struct nd_picture_state state = nd_picture_state(picture);
    out[0] = 0;
    for (int i = 0; i < state.panels; i++)
        snprintf(out + strlen(out), 64 - strlen(out), " %g", round(state.time[i] / dt * 10) / 10);
}

struct plan {
    int frames;
    double dt, arrival;      /* the field is next to nothing before */
    const char *due, *shown; /* steps; shown null: the same */
};

/* Outputs alone, without a device: which frames are due when, and which are kept. */
static void check_times(const struct nd_mesh *mesh, const struct nd_elem *elem, const char *path,
                        struct plan plan)
{
    const int frames = plan.frames;
    const double dt = plan.dt, arrival = plan.arrival;
    const char *expected = plan.due;
    const size_t count = (size_t)mesh->K * (size_t)elem->Np;
    struct nd_law law;
    struct nd_picture *picture = NULL;
    nudge_problem problem = {.path = "", .order = 1, .time_end = 1};
    char got[64] = "", shown[64];
    const int steps = (int)ceil(1 / dt - 1e-9);
    double *values = calloc(count, sizeof *values);
    const struct nd_picture_spec spec = {.frames = frames, .plane = 2, .at = NAN};
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    CHECK_OK(
        nd_picture_create(&picture, path, &(struct nd_picture_setup){&problem, &spec, &law, mesh, elem}));
    for (int step = 0; step <= steps && picture; step++) {
        const double time = step == steps ? 1 : step * dt, reach = time + 0.5 * dt;
        if (!nd_picture_due(picture, reach, step == steps)) continue;
        for (size_t i = 0; i < count; i++) values[i] = time < arrival ? 1e-9 : 1;
        nd_picture_take(picture, 0, values);
        CHECK_OK(nd_picture_add(picture, time, reach));
        snprintf(got + strlen(got), sizeof got - strlen(got), " %d", step);
    }
    if (strcmp(got, expected)) printf("frames %d, dt %g: got steps%s, wanted%s\n", frames, dt, got, expected);
    CHECK(!strcmp(got, expected));
    CHECK(picture && nd_picture_field(picture) == 0 && nd_picture_fields(picture) == 1);
    list_panels(picture, dt, shown);
    if (strcmp(shown, plan.shown ? plan.shown : expected)) printf("frames %d: shown%s\n", frames, shown);
    CHECK(!strcmp(shown, plan.shown ? plan.shown : expected));
    nd_picture_destroy(picture);
    nd_law_clear(&law);
    free(values);
}

static void check_all_times(const char *path)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    cubes_init(&mesh, &(struct cubes){.n = {1, 1, 1}});
    CHECK_OK(nd_elem_init(&elem, 1));
    const struct plan plans[] = {
        {5, 0.05, 0, " 0 5 10 15 20", NULL},
        {4, 0.1, 0, " 0 3 7 10", NULL},
        {1, 0.25, 0, " 4", NULL},
        {2, 0.25, 0, " 0 4", NULL},
        {24, 0.5, 0, " 0 1 2", NULL},
        {3, 0.3, 0, " 0 2 4", " 0 2 3.3"}, /* the last step is short */
        /* The wave comes in the third frame, from where on the others are spread. */
        {5, 0.05, 0.4, " 0 5 10 12 15 17 20", " 10 12 15 17 20"},
        {3, 0.1, 0.99, " 0 5 10", " 10"},
    };
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) check_times(&mesh, &elem, path, plans[i]);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

static void check_mistakes(struct run *run)
{
    const struct {
        const char *more, *message;
    } cases[] = {
        {"field: Ezz",
         "p.yaml:11: output.picture.field: the law maxwell has no field 'Ezz', did you mean 'Ez'?"},
        {"field: pressure", "no field 'pressure'; its fields are Ex, Ey, Ez, Hx, Hy, Hz"},
        {"at: 0.1",
         "p.yaml:11: output.picture.at: the plane z = 0.1 misses the mesh, which lies between z = -1 and 0"},
        {"plane: w", "p.yaml:11: output.picture.plane must be x, y or z, not 'w'"},
        {"frames: 0", "p.yaml:11: output.picture.frames must be a whole number from 1 to 24, not '0'"},
        {"frames: 25", "not '25'"},
        {"frames: 2.5", "not '2.5'"},
        {"frame: 2", "p.yaml:11: unknown key 'frame' in output.picture, did you mean 'frames'?"},
        {"field: Q", "no field 'Q'"},
        {"at: .nan", "p.yaml:11: output.picture.at must be a length"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int code = go(run, 1, "double", "0.1", cases[i].more);
        if (!code || !strstr(nudge_error(), cases[i].message))
            printf("%s: got \"%s\"\n", cases[i].more, code ? nudge_error() : "no mistake"), test_failures++;
        CHECK(run->steps == 0);
    }
    nudge_problem *problem = NULL;
    CHECK_FAILS(
        nudge_problem_parse(
            &problem, "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\noutput: {picture: {file: a.gif}}", ""),
        NUDGE_EVALUE, ":4: output.picture.file is 'a.gif', a name ending in .png, .svg or .pdf is wanted");
    CHECK_FAILS(
        nudge_problem_parse(
            &problem, "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\noutput: {picture: {field: Ez}}", ""),
        NUDGE_EVALUE, "output.picture.file is missing");
    static const char *const lists[][2] = {
        {"[{file: a.png}, {file: b.gif}]", "output.picture.file is 'b.gif'"},
        {"[{file: a.png}, {field: Ez}]", "output.picture.2.file is missing"},
        {"[{file: a.png}, 7]", "output.picture must be a map, or a list of maps"},
        {"[[{file: a.png}]]", "output.picture must be a map, or a list of maps"},
        {"[{file: a.png, fields: Ez}]", "unknown key 'fields' in output.picture.1, did you mean 'field'?"},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char bad[300];
        snprintf(bad, sizeof bad, "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\noutput: {picture: %s}",
                 lists[i][0]);
        CHECK_FAILS(nudge_problem_parse(&problem, bad, ""), NUDGE_EVALUE, lists[i][1]);
    }
}

/* A list of pictures in all formats, a vector by its magnitude; two may not be one file. */
static void check_several(struct run *run)
{
    static const char *const heads[][2] = {{"b.svg", "<?xml"}, {"c.pdf", "%PDF-"}};
    char all[2000], path[300], *bytes = NULL;
    size_t n;
    const char form[] =
        "mesh: {box: {divisions: [2, 2, 1]}}\norder: 2\nboundaries: {default: pec}\n"
        "initial: {Ez: sin(pi*x)*sin(pi*y)}\ntime: {end: 1}\noutput:\n  folder: %s\n  picture:\n"
        "  - {file: a/strip.png, frames: 2}\n  - {file: b.svg, field: E, frames: 3}\n"
        "  - {file: %s, field: H, plane: x, frames: 2}\n";
    snprintf(all, sizeof all, form, run->folder, "c.pdf");
    CHECK_OK(run_text(run->folder, all, NULL, NULL));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", run->folder, heads[i][0]);
        CHECK_OK(nd_file_read(path, 1 << 24, &bytes, &n));
        CHECK(bytes && !strncmp(bytes, heads[i][1], 5));
        if (!i) CHECK(bytes && strstr(bytes, "\n|E|\n") && strstr(bytes, "\nt = 0.5\n"));
        free(bytes);
    }
    snprintf(all, sizeof all, form, run->folder, "b.svg");
    CHECK_FAILS(run_text(run->folder, all, NULL, NULL), NUDGE_EVALUE,
                "output.picture.2.file and output.picture.3.file are one file");
}

int main(void)
{
    struct run run = {0};
    char command[300];
    const char *tmp = getenv("TMPDIR");
    snprintf(run.folder, sizeof run.folder, "%s/nudge-picture-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(run.folder) != NULL);
    snprintf(run.png, sizeof run.png, "%s/a/strip.png", run.folder);
    check_mistakes(&run);

    /* Two rows of four, the second one from half-time on. */
    CHECK_OK(go(&run, 3, "double", "8", "field: Ez"));
    CHECK(run.heights == 2);
    const unsigned full = height_of(run.png);
    CHECK_OK(go(&run, 2, "single", "8", "plane: x\n    at: -0.99\n    frames: 3"));
    run.stop_after = 3;
    CHECK(go(&run, 3, "double", "8", "field: Ez") == NUDGE_ESTOPPED);
    CHECK(height_of(run.png) < full);
    run.stop_after = 0;
    check_several(&run);
    check_all_times(run.png);
    snprintf(command, sizeof command, "rm -rf '%s'", run.folder);
    CHECK(system(command) == 0);
    TEST_END;
}
