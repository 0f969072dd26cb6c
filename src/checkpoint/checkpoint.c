#include "checkpoint/checkpoint.h"

#include "checkpoint/state.h"
#include "comm/comm.h"
#include "comm/task.h"

/* The size of rows: fields, once more if they are not nodal; PML; sums. */
static double expect(const nudge_solver *s, const struct nd_form *form, nd_idx n)
{
    const double nodal = (double)n * s->elem.Np * s->law.fields.n * (double)form->real;
    double bytes = nodal + (form->nodal ? 0 : (double)n * (double)(form->record * form->real));
    for (int kind = ND_POINTWISE_SLAB; kind < ND_POINTWISE_KINDS; kind++)
        bytes +=
            (double)s->pointwise.part[kind].aux[0].bytes +
            (double)s->pointwise.part[kind].shift[0].bytes * (form->nodal ? 1 : 1 + 8 / (double)form->real);
    for (int i = 0; i < s->poles.n; i++)
        bytes += (double)s->poles.part[i].state[0].bytes * (form->nodal ? 1 : 1 + 8 / (double)form->real);
    for (int i = 0; i < s->monitors.n; i++)
        bytes += (double)s->monitors.at[i].fourier.sum.bytes * (form->nodal ? 1 : 2);
    return 1.01 * bytes + (1 << 20);
}

static int copy_head(struct nd_archive *to, nudge_solver *s, const struct nd_form *form,
                     struct nd_outputs *outputs, int run)
{
    int status = 0;
    TRY(nd_identity_save(to, s));
    TRY(nd_origin_save(to, s));
    TRY(nd_clock_save(to, s));
    TRY(nd_form_save(to, form));
    if (run && s->monitors.started) TRY(nd_state_save_monitors(to, s));
    if (run) TRY(nd_state_save_ports(to, s));
    if (run) TRY(nd_state_save_outputs(to, outputs));
done:
    return status;
}

/* In a checkpoint in one file all elements have rows, and their list is left out. */
static int copy_rows(struct nd_archive *to, nudge_solver *s, const struct nd_form *form,
                     const struct nd_rows *rows, int run)
{
    int status = 0;
    const struct nd_archive_set elements = {ND_ELEMENTS, ND_ARCHIVE_WHOLE, 1, {rows->n}};
    if (s->rhs.share) TRY(nd_archive_put(to, &elements, rows->element));
    TRY(nd_form_save_rows(to, form, rows));
    TRY(nd_state_save_fields(to, s, form, rows));
    TRY(nd_state_save_pml(to, s, form));
    TRY(nd_state_save_poles(to, s, form));
    TRY(nd_state_save_faces(to, s, form));
    if (run && s->monitors.started) TRY(nd_state_save_sums(to, s, form));
done:
    return status;
}

/* A head of several parts is not sealed: their list is still to come. */
int nd_checkpoint_copy(struct nd_archive **out, struct nd_archive_room *room, nudge_solver *s,
                       struct nd_outputs *outputs, int what)
{
    int status = 0;
    struct nd_archive *to = NULL;
    struct nd_form form = {0};
    struct nd_rows rows = {0};
    double bytes;
    TRY(nd_form_init(&form, s));
    TRY(nd_rows_init(&rows, &s->rhs));
    TRY(nd_archive_create(&to, room, what & ND_SAVE_ROWS ? expect(s, &form, rows.n) : 0));
    if (what & ND_SAVE_HEAD) TRY(copy_head(to, s, &form, outputs, what & ND_SAVE_RUN));
    if (what & ND_SAVE_ROWS) TRY(copy_rows(to, s, &form, &rows, what & ND_SAVE_RUN));
    if (what & ND_SAVE_ROWS) TRY(nd_archive_seal(to, &bytes));
    *out = to;
    to = NULL;
done:
    nd_form_clear(&form);
    nd_rows_clear(&rows);
    nd_archive_destroy(to);
    return status;
}

/* What this rank restores: the clock, and rows of its elements; or monitors. */
static int restore_own(struct nd_checkpoint *from, nudge_solver *s, int monitors)
{
    int status = 0;
    struct nd_form own = {0}, saved = {0};
    if (!from) FAIL(NUDGE_EINTERNAL, "no checkpoint is open");
    TRY(nd_form_init(&own, s));
    TRY(nd_form_restore(from, &saved, s));
    if (monitors) {
        if (s->monitors.started) TRY(nd_state_restore_monitors(from, s, &saved, &own));
        goto done;
    }
    TRY(nd_clock_restore(from->head, s));
    TRY(nd_state_restore_fields(from, s, &saved, &own));
    TRY(nd_state_restore_pml(from, s, &saved, &own));
    TRY(nd_state_restore_poles(from, s, &saved, &own));
    TRY(nd_state_restore_faces(from, s, &saved, &own));
done:
    nd_form_clear(&own);
    nd_form_clear(&saved);
    return status;
}

int nd_checkpoint_restore_solver(struct nd_checkpoint *from, nudge_solver *s)
{
    const int sent = ND_TASK(.kind = ND_TASK_RESTORE, .which = 0);
    return sent ? sent : nd_comm_agree(restore_own(from, s, 0));
}

int nd_checkpoint_restore_monitors(struct nd_checkpoint *from, nudge_solver *s)
{
    const int sent = ND_TASK(.kind = ND_TASK_RESTORE, .which = 1);
    return sent ? sent : nd_comm_agree(restore_own(from, s, 1));
}

int nd_checkpoint_restore_run(struct nd_checkpoint *from, nudge_solver *s, struct nd_outputs *outputs)
{
    int status = 0;
    TRY(nd_origin_compare(from->head, s));
    TRY(nd_state_restore_outputs(from->head, outputs));
    TRY(nd_monitors_open(&s->monitors, s->step, s->time));
    TRY(nd_checkpoint_restore_monitors(from, s));
    TRY(nd_state_restore_ports(from->head, s));
done:
    return status;
}
