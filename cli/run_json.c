/* The end of a run as JSON. */
#include "json.h"

static void add_outputs(struct json *j, nudge_solver *s)
{
    static const char *const kinds[] = {"fields", "energy", "picture", "scene", "monitor", "report"};
    const nudge_output *output;
    json_array(j, "outputs");
    for (int i = 0; (output = nudge_solver_get_output(s, i)); i++) {
        if (!output->written) continue;
        json_object(j, NULL);
        json_text(j, "path", output->path);
        json_text(j, "kind", output->kind < (int)(sizeof kinds / sizeof *kinds) ? kinds[output->kind] : NULL);
        json_close(j);
    }
    json_close(j);
}

static void add_modes(struct json *j, nudge_solver *s, const char *monitor)
{
    static const char *const names[] = {"frequency", "Q", "amplitude", "error"};
    json_object(j, monitor);
    for (int i = 0; i < 4; i++) {
        const nudge_array *column = nudge_solver_find_array(s, monitor, names[i]);
        if (column) json_numbers(j, names[i], (int)column->shape[0], column->values);
    }
    json_close(j);
}

void run_json(struct json *j, const char *key, nudge_solver *s, int status)
{
    const nudge_status now = *nudge_solver_status(s);
    const nudge_monitor *m;
    json_object(j, key);
    json_text(j, "outcome",
              !status                     ? now.decayed ? "decayed" : "finished"
              : status == NUDGE_EWALLTIME ? "walltime"
                                          : "stopped");
    json_whole(j, "steps", now.step);
    json_whole(j, "resumed", now.resumed);
    json_number(j, "time", now.time);
    json_number(j, "seconds", now.seconds);
    json_number(j, "setup_seconds", now.setup_seconds);
    json_number(j, "dofs_per_second", now.dofs_per_second);
    json_number(j, "energy", now.energy);
    json_number(j, "error", now.error);
    json_text(j, "error_kind", now.error_absolute ? "absolute" : "relative");
    add_outputs(j, s);
    json_object(j, "resonances");
    for (int i = 0; (m = nudge_solver_get_monitor(s, i)); i++)
        if (m->kind == NUDGE_RESONANCES) add_modes(j, s, m->name);
    json_close(j);
    json_close(j);
}
