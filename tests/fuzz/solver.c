/* Tiny problems on the CPU: mesh, materials, boundaries, sources, monitors, PML, preflight report
 * and three steps. The kernels are those compiled with the library, for Maxwell's equations at
 * order 1. */
#include "fuzz.h"
#include "preflight/preflight.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char table[] = "0 0\n0.1 1\n0.2 0.5\n5 0\n";
    (void)argc, (void)argv;
    setenv("NUDGE_CC", "none", 1);
    setenv("NUDGE_CACHE", fuzz_folder(), 1);
    setenv("NUDGE_WISDOM", "none", 1);
    fuzz_file("table.csv", table, sizeof table - 1);
    return 0;
}

/* Whether it is quick, and reads no other file than the table. */
static int is_tiny(nudge_problem *p)
{
    double bricks[3];
    const struct nd_box box = nd_box_grown(p);
    if (p->mesh_file || strcmp(p->law, "maxwell") || !(nd_box_count(&box, bricks) < 400)) return 0;
    if (p->monitors.n > 4 || p->sources.n > 4) return 0;
    for (int i = 0; i < p->monitors.n; i++) {
        const struct nd_monitor_spec *m = nd_problem_monitor(p, i);
        if (m->frequencies.n > 5 || m->theta.n * m->phi.n > 400) return 0;
    }
    for (int i = 0; i < p->sources.n; i++) {
        const char *table = nd_problem_source(p, i)->waveform.table;
        if (table && strcmp(table, "table.csv")) return 0;
    }
    p->order = 1;
    return 1;
}

static void look(nudge_solver *s)
{
    struct nd_preflight preflight = {0};
    double energy;
    if (!fuzz_status(nd_preflight_make(&preflight, s, 0))) fuzz_status(nd_preflight_check(&preflight));
    nd_preflight_clear(&preflight);
    fuzz_status(nudge_solver_step(s, 3));
    fuzz_status(nudge_solver_energy(s, &energy));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    nudge_problem *p = NULL;
    nudge_solver *s = NULL;
    char *text = fuzz_text(bytes, n);
    if (!fuzz_read(nudge_problem_parse(&p, text, fuzz_folder())) && is_tiny(p)) {
        if (!fuzz_read(nudge_solver_create(&s, p, "cpu"))) look(s);
    } else
        FUZZ_CHECK(!getenv("NUDGE_FUZZ_STRICT"));
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
    free(text);
    return 0;
}
