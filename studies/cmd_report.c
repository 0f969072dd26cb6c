/* nudge report: one HTML page about a run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "options.h"
#include "report.h"

/* Nothing is fetched from anywhere, whatever the files of the run contain. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";

static int sections(struct report *r)
{
    int status = 0;
    TRY(report_setup(r));
    report_preflight(r);
    TRY(report_tables(r, 1));
    TRY(report_mesh(r));
    TRY(report_view(r));
    TRY(report_sparameters(r));
    TRY(report_pictures(r));
    TRY(report_tables(r, 0));
    report_files(r);
    report_end(r);
    TRY(nd_text_check(&r->page));
done:
    return status;
}

static int write_page(const char *folder, const char *output)
{
    int status = 0;
    struct report r = {.folder = folder};
    struct nd_text page = {0};
    char *path = output ? nd_strdup(output) : nd_path_join(folder, "report.html");
    if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(report_list(&r));
    TRY(report_run_read(&r));
    TRY(sections(&r));
    nd_text_add(&page, "%s", head);
    report_head(&r, &page);
    nd_text_add_bytes(&page, r.page.s, r.page.n);
    figure_script(&page);
    nd_text_add(&page, "</body>\n</html>\n");
    TRY(nd_text_check(&page));
    TRY(nd_file_write(path, page.s, page.n));
    printf("%s: %.1f kB", path, 1e-3 * (double)page.n);
    if (r.nnotes)
        printf("; %d note%s at its end on what is missing or left out", r.nnotes, r.nnotes > 1 ? "s" : "");
    printf("\n");
done:
    report_clear(&r);
    nd_text_clear(&page);
    free(path);
    return status;
}

int cmd_report(int argc, char **argv)
{
    struct args args;
    int result = args_read(&args, argc, argv);
    if (!result) result = cli_failed(write_page(args.operand[0], args.value[OPT_OUTPUT]));
    args_clear(&args);
    return result;
}
