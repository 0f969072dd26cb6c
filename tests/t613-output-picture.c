/* The picture of a run exists and is whole from the first step on, has panels at the requested
 * times, and mistakes are reported with file and line before the first step. */
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
};

static int look(void *context, const nudge_status *now)
{
    struct run *run = context;
    struct png png = png_read(run->png);
    run->heights += (long)png.height > run->height;
    run->height = (long)png.height;
    run->steps++;
    CHECK(png.width > 300 && png.rgb);
    png_free(&png);
    return run->stop_after && now->step >= run->stop_after;
}

static int go(struct run *run, int order, const char *precision, const char *end, const char *more)
{
    char all[2000];
    snprintf(all, sizeof all, text, order, precision, end, run->folder, more);
    run->steps = run->heights = run->height = 0;
    return run_text(run->folder, all, look, run);
}

static unsigned height_of(const char *path)
{
    struct png png = png_read(path);
    const unsigned height = png.height;
    png_free(&png);
    return height;
}

/* Outputs alone, without a device: which frames are due when. */
static void check_times(const struct nd_mesh *mesh, const struct nd_elem *elem, const char *path, int frames,
                        double dt, const char *expected)
{
    struct nd_law law;
    struct nd_picture *picture = NULL;
    nudge_problem problem = {.path = "", .order = 1, .time_end = 1};
    char got[64] = "";
    const int steps = (int)ceil(1 / dt - 1e-9);
    double *values = calloc((size_t)mesh->K * (size_t)elem->Np, sizeof *values);
    problem.output.picture_frames = frames;
    problem.output.picture_plane = 2;
    problem.output.picture_at = NAN;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    CHECK_OK(nd_picture_create(&picture, path, &problem, &law, mesh, elem));
    for (int step = 0; step <= steps && picture; step++) {
        const double time = step == steps ? 1 : step * dt, reach = time + 0.5 * dt;
        if (!nd_picture_due(picture, reach, step == steps)) continue;
        CHECK_OK(nd_picture_add(picture, time, reach, values));
        snprintf(got + strlen(got), sizeof got - strlen(got), " %d", step);
    }
    if (strcmp(got, expected)) printf("frames %d, dt %g: got steps%s, wanted%s\n", frames, dt, got, expected);
    CHECK(!strcmp(got, expected));
    CHECK(picture && nd_picture_field(picture) == 0);
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
    check_times(&mesh, &elem, path, 5, 0.05, " 0 5 10 15 20");
    check_times(&mesh, &elem, path, 4, 0.1, " 0 3 7 10");
    check_times(&mesh, &elem, path, 1, 0.25, " 4");
    check_times(&mesh, &elem, path, 2, 0.25, " 0 4");
    check_times(&mesh, &elem, path, 24, 0.5, " 0 1 2");
    check_times(&mesh, &elem, path, 3, 0.3, " 0 2 4"); /* the last step is short */
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
        {"plane: w", "p.yaml:11: output.picture.plane wants x, y or z, found 'w'"},
        {"frames: 0", "p.yaml:11: output.picture.frames wants a whole number from 1 to 24, found '0'"},
        {"frames: 25", "found '25'"},
        {"frames: 2.5", "found '2.5'"},
        {"frame: 2", "p.yaml:11: unknown key 'frame' in output.picture, did you mean 'frames'?"},
        {"at: .nan", "p.yaml:11: output.picture.at wants a length"},
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
        NUDGE_EVALUE, ":4: output.picture.file is 'a.gif', a name ending in .png is wanted");
    CHECK_FAILS(
        nudge_problem_parse(
            &problem, "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\noutput: {picture: {field: Ez}}", ""),
        NUDGE_EVALUE, "output.picture.file is missing");
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
    check_all_times(run.png);
    snprintf(command, sizeof command, "rm -rf '%s'", run.folder);
    CHECK(system(command) == 0);
    TEST_END;
}
