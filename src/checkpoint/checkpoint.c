#include "checkpoint/checkpoint.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "checkpoint/state.h"

int nd_checkpoint_paths(const nudge_problem *problem, char *path[2])
{
    int status = 0;
    char *folder = nd_path_join(problem->folder, problem->output.folder ? problem->output.folder : "");
    path[0] = path[1] = NULL;
    for (int i = 0; i < 2; i++) {
        path[i] = folder ? nd_path_join(folder, nd_checkpoint_names[i]) : NULL;
        if (!path[i]) FAIL(NUDGE_ENOMEM, "out of memory");
    }
done:
    free(folder);
    return status;
}

static void free_paths(char *path[2])
{
    free(path[0]);
    free(path[1]);
}

int nd_checkpoint_remove(const nudge_problem *problem)
{
    int status = 0;
    struct stat info;
    char *path[2];
    TRY(nd_checkpoint_paths(problem, path));
    for (int i = 0; i < 2; i++)
        if (!lstat(path[i], &info) && S_ISREG(info.st_mode) && unlink(path[i]))
            FAIL(NUDGE_EIO, "%s: cannot remove the checkpoint of an earlier run: %s", path[i],
                 strerror(errno));
done:
    free_paths(path);
    return status;
}

static int open_one(struct nd_archive_reader **from, const char *path, nudge_solver *s)
{
    int status = 0;
    TRY(nd_archive_open(from, path));
    TRY(nd_identity_check(*from, s));
done:
    if (status) nd_archive_close(*from), *from = NULL;
    return status;
}

/* The older one is used if the newer one is damaged or missing, not if it is of another run: then the older one
 * is probably, too. */
int nd_checkpoint_open(struct nd_archive_reader **from, nudge_solver *s)
{
    int status = 0, failed = 0;
    char *path[2], why[1024] = "";
    *from = NULL;
    TRY(nd_checkpoint_paths(s->problem, path));
    for (int i = 0; i < 2 && !*from; i++) {
        if (!nd_file_exists(path[i])) continue;
        const int own = open_one(from, path[i], s);
        if (!own && failed) nd_warn("%s; resuming from the one before, %s", why, path[i]);
        if (own == NUDGE_ESTOPPED || own == NUDGE_ENOMEM || own == NUDGE_EVALUE) TRY(own);
        if (!own || failed) continue;
        failed = own;
        nd_format(why, sizeof why, "%s", nudge_error());
    }
    if (!*from && failed)
        FAIL(failed, "%s; there is no other checkpoint that can be used: start again without --resume", why);
done:
    free_paths(path);
    return status;
}

/* The size of a checkpoint without tables and pictures: fields, once more if they are not nodal; PML; sums. */
static double expect(const nudge_solver *s, const struct nd_form *form)
{
    const double nodal = (double)s->mesh.K * s->elem.Np * s->law.fields.n * (double)form->real;
    double bytes = nodal + (form->nodal ? 0 : (double)s->mesh.K * (double)(form->record * form->real));
    for (int kind = ND_POINTWISE_SLAB; kind < ND_POINTWISE_KINDS; kind++)
        bytes += (double)s->pointwise.part[kind].aux[0].bytes;
    for (int i = 0; i < s->monitors.n; i++)
        bytes += (double)s->monitors.at[i].fourier.sum.bytes * (form->nodal ? 1 : 2);
    return 1.01 * bytes + (1 << 20);
}

int nd_checkpoint_copy(struct nd_archive **out, struct nd_archive_room *room, nudge_solver *s,
                       struct nd_outputs *outputs)
{
    int status = 0;
    struct nd_archive *to = NULL;
    struct nd_form form = {0};
    double bytes;
    TRY(nd_form_init(&form, s));
    TRY(nd_archive_create(&to, room, expect(s, &form)));
    TRY(nd_identity_save(to, s));
    TRY(nd_clock_save(to, s));
    TRY(nd_form_save(to, &form, s->mesh.K));
    TRY(nd_state_save_fields(to, s, &form));
    TRY(nd_state_save_pml(to, s, &form));
    if (outputs && s->monitors.started) TRY(nd_state_save_monitors(to, s, &form));
    if (outputs) TRY(nd_state_save_outputs(to, outputs));
    TRY(nd_archive_seal(to, &bytes));
    *out = to;
    to = NULL;
done:
    nd_form_clear(&form);
    nd_archive_destroy(to);
    return status;
}

int nd_checkpoint_restore_solver(struct nd_archive_reader *from, nudge_solver *s)
{
    int status = 0;
    struct nd_form own = {0}, saved = {0};
    TRY(nd_form_init(&own, s));
    TRY(nd_form_restore(from, &saved, s));
    TRY(nd_clock_restore(from, s));
    TRY(nd_state_restore_fields(from, s, &saved, &own));
    TRY(nd_state_restore_pml(from, s, &saved, &own));
done:
    nd_form_clear(&own);
    nd_form_clear(&saved);
    return status;
}

int nd_checkpoint_restore_run(struct nd_archive_reader *from, nudge_solver *s, struct nd_outputs *outputs)
{
    int status = 0;
    struct nd_form own = {0}, saved = {0};
    TRY(nd_form_init(&own, s));
    TRY(nd_form_restore(from, &saved, s));
    TRY(nd_state_restore_outputs(from, outputs));
    TRY(nd_monitors_open(&s->monitors, s->step, s->time));
    if (s->monitors.started) TRY(nd_state_restore_monitors(from, s, &saved, &own));
done:
    nd_form_clear(&own);
    nd_form_clear(&saved);
    return status;
}
