/* nudge sparameters: one run per port, then the scattering matrix. */
#include <math.h>
#include <stdio.h>
#include "json.h"
#include "preamble.h"
#include "printable.h"
#include "progress.h"
#include "saving.h"

struct watch {
    const nudge_problem *problem;
    struct progress progress;
    int running, said;
    char label[80];
};

static void begin(void *context, int port, nudge_solver *solver)
{
    struct watch *w = context;
    if (w->running) progress_end(&w->progress);
    w->running = 0;
    if (!solver) {
        printf("port %d: its run had ended before, and its results are used\n", port + 1);
        return;
    }
    const nudge_status now = *nudge_solver_status(solver);
    if (!w->said++)
        printf("%lld elements of order %d, %lld steps per run\n", (long long)now.elements, now.order,
               (long long)now.steps);
    snprintf(w->label, sizeof w->label, "port %d: ", port + 1);
    progress_begin(&w->progress, stdout, w->label, 1);
    w->running = 1;
    stop_gently(1);
}

static int show(void *context, const nudge_status *now)
{
    struct watch *w = context;
    if (now->resumed && !w->progress.resumed)
        printf("resumed from the checkpoint of step %lld of %lld\n", (long long)now->resumed,
               (long long)now->steps);
    w->progress.resumed = now->resumed != 0;
    return progress_show(&w->progress, now);
}

/* A few frequencies of a large table. */
static void print_matrix(const nudge_sparameters *sp, const nudge_sparameters_info *info)
{
    const int rows = info->points < 9 ? info->points : 9, n = info->ports < 3 ? info->ports : 3;
    printf("\n   frequency");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) printf("     |S%d%d|   phase", i + 1, j + 1);
    printf("\n");
    for (int r = 0; r < rows; r++) {
        const int k = rows > 1 ? r * (info->points - 1) / (rows - 1) : 0;
        printf("%12.6g", info->frequency[k]);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double s[2];
                if (nudge_sparameters_get(sp, k, i, j, s)) return;
                printf("  %8.5f %7.2f", hypot(s[0], s[1]), atan2(s[1], s[0]) * 180 / 3.14159265358979323846);
            }
        printf("\n");
    }
    printf("\n");
}

static void print_end(const nudge_sparameters *sp)
{
    const nudge_sparameters_info *info = nudge_sparameters_describe(sp);
    for (int i = 0; i < info->ports; i++) printf("port %d     %s\n", i + 1, printable(info->name[i]));
    print_matrix(sp, info);
    printf("reciprocity  largest |Sij - Sji| %.2e\n", info->reciprocity);
    printf("passivity    largest singular value of S %.5f\n", info->passivity);
    printf("power        comes out of what enters: %.5f to %.5f\n", info->power_least, info->power_most);
    printf("decay        voltage at the end of the runs, over the peak: %.1e\n", info->rest);
    printf("wrote %s.csv, -z.csv, -y.csv, -ports.csv%s, .h5, .s%dp and pictures\n", printable(info->stem),
           info->ports == 2 ? ", -line.csv" : "", info->ports);
}

static int keep(const nudge_sparameters *sp, const struct args *args)
{
    const nudge_sparameters_info *info = nudge_sparameters_describe(sp);
    struct json j;
    json_start(&j, args);
    json_texts(&j, "ports", info->ports, info->name);
    json_number(&j, "reciprocity", info->reciprocity);
    json_number(&j, "passivity", info->passivity);
    json_number(&j, "power_least", info->power_least);
    json_number(&j, "power_most", info->power_most);
    json_number(&j, "rest", info->rest);
    json_text(&j, "files", info->stem);
    json_numbers(&j, "frequency", info->points, info->frequency);
    json_array(&j, "S"); /* S[frequency][i][j] = [re, im] */
    for (int k = 0; k < info->points; k++) {
        json_array(&j, NULL);
        for (int i = 0; i < info->ports; i++) {
            json_array(&j, NULL);
            for (int n = 0; n < info->ports; n++) {
                double s[2] = {NAN, NAN};
                nudge_sparameters_get(sp, k, i, n, s);
                json_numbers(&j, NULL, 2, s);
            }
            json_close(&j);
        }
        json_close(&j);
    }
    json_close(&j);
    return json_finish(&j, args);
}

int cmd_sparameters(int argc, char **argv)
{
    int status = 0;
    struct args args;
    nudge_problem *problem = NULL;
    nudge_sparameters *sp = NULL;
    struct watch watch = {0};
    struct saving saving;
    int wrong = args_read(&args, argc, argv);
    if (!wrong) wrong = args_variant(&args);
    if (!wrong) wrong = saving_read(&args, &saving);
    if (wrong) {
        args_clear(&args);
        return wrong;
    }
    const nudge_sparameters_options options = {.size = sizeof options,
                                               .device = args.value[OPT_DEVICE],
                                               .variant = args.value[OPT_VARIANT],
                                               .hook = show,
                                               .begin = begin,
                                               .context = &watch,
                                               .checkpoint_every = saving.every,
                                               .walltime = saving_left(&saving),
                                               .resume = saving.resume};
    stop_catch();
    TRY(args_problem_to_run(&args, &problem));
    preamble_announce(problem);
    watch.problem = problem;
    TRY(nudge_sparameters_create(&sp, problem, &options));
    if (watch.running) progress_end(&watch.progress);
    print_end(sp);
    TRY(keep(sp, &args));
done:
    stop_gently(0);
    nudge_sparameters_destroy(sp);
    nudge_problem_destroy(problem);
    args_clear(&args);
    return cli_failed(status);
}
