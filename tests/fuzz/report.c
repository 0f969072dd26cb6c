/* Output folders as nudge report reads them. The input is run.json, a table, the matrix of S-parameters, the table of its
 * ports and a file of fields, with "@@" between them. A part that is empty or missing is a file that is missing. The mesh takes
 * longest, and is only read where there are fields to show on it. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "studies/report.h"

static void write_folder(const uint8_t *bytes, size_t n)
{
    static const char *const name[] = {"run.json", "energy.csv", "s.csv", "s-ports.csv", "f_0000.vtu"};
    const uint8_t *end = bytes + n;
    for (int i = 0; i < 5; i++) {
        const uint8_t *next = i < 4 ? memmem(bytes, (size_t)(end - bytes), "@@", 2) : NULL;
        const uint8_t *stop = next ? next : end;
        const char *path = fuzz_file(name[i], bytes, (size_t)(stop - bytes));
        if (stop == bytes) unlink(path);
        bytes = next ? next + 2 : end;
    }
}

/* A problem whose mesh is large, or is a file, is left out. */
static void keep_tiny(struct report *r)
{
    double bricks[3];
    if (!r->problem) return;
    const struct nd_box box = nd_box_grown(r->problem);
    if (report_find(r, "f_0000.vtu") && !r->problem->mesh_file && nd_box_count(&box, bricks) < 400) return;
    nudge_problem_destroy(r->problem);
    r->problem = NULL;
}

static void add_sections(struct report *r)
{
    struct nd_text head = {0};
    report_head(r, &head);
    FUZZ_CHECK(!fuzz_status(report_setup(r)));
    keep_tiny(r);
    report_preflight(r);
    FUZZ_CHECK(!fuzz_status(report_tables(r, 1)));
    FUZZ_CHECK(!fuzz_status(report_mesh(r)));
    FUZZ_CHECK(!fuzz_status(report_view(r)));
    FUZZ_CHECK(!fuzz_status(report_sparameters(r)));
    FUZZ_CHECK(!fuzz_status(report_tables(r, 0)));
    report_files(r);
    FUZZ_CHECK(r->nfiles < 5 || !r->nnotes || !getenv("NUDGE_FUZZ_STRICT"));
    report_end(r);
    FUZZ_CHECK(!nd_text_check(&r->page) && !nd_text_check(&head) && r->page.n < REPORT_BYTES);
    FUZZ_CHECK(!memchr(r->page.s, 0, r->page.n) && !memchr(head.s, 0, head.n));
    nd_text_clear(&head);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct report r = {.folder = fuzz_folder()};
    write_folder(bytes, n);
    FUZZ_CHECK(!report_list(&r));
    if (!fuzz_read(report_run_read(&r))) add_sections(&r);
    report_clear(&r);
    return 0;
}
