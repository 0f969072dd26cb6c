/* The state of a run, piece by piece: each is saved into an archive and restored from one. checkpoint.c has their
 * order. What is the same for all elements is in the head of a checkpoint, rows are in the parts (parts.h).
 *
 * Invariants of the state between two steps, on which these files rely:
 *   1. The residuals of Runge-Kutta schemes and of added terms, the second array of fields and the second
 *      auxiliary variables of a PML are overwritten before they are read; they are not saved.
 *   2. Rows of datasets belong to elements, and are in the order of the mesh, whatever their slots on the device.
 *      A rank saves and restores the rows of its own elements.
 *   3. Numbers are saved as the device has them. If its basis is not the nodal one, nodal values are saved, too,
 *      for devices, variants and precisions that differ. */
#ifndef ND_STATE_H
#define ND_STATE_H

#include "checkpoint/parts.h"
#include "solver/solver.h"

/* rows.c: the elements of this rank, in the order of the mesh. */
struct nd_rows {
    nd_idx n;
    int64_t *element; /* [n] */
    nd_idx *slot;     /* [n] */
};
int nd_rows_init(struct nd_rows *rows, const struct nd_rhs *rhs);
void nd_rows_clear(struct nd_rows *rows);

/* A single number of the state; exactly one of the pointers is set. */
struct nd_number {
    const char *name;
    double *real;
    int64_t *whole;
    int *small;
};
/* number.c */
int nd_numbers_save(struct nd_archive *to, const struct nd_number *numbers, int n);
int nd_numbers_restore(struct nd_archive_reader *from, const struct nd_number *numbers, int n);

/* identity.c: program, law, mesh and settings of the run. The check returns NUDGE_EVALUE, with what differs, if
 * the archive is of another run. Keys that may differ: time.end, time.steps, precision, output.folder,
 * output.report, and the paths of law and mesh. */
int nd_identity_save(struct nd_archive *to, nudge_solver *s);
int nd_identity_check(struct nd_archive_reader *from, nudge_solver *s);
/* A fingerprint of all of a mesh. */
void nd_identity_mesh(const struct nd_mesh *mesh, char digits[33]);

/* origin.c: device, precision, plan and kernels of a run, on which its bits depend. The comparison warns, in one line, of
 * those that differ. An archive of a program that did not save them is not compared. */
int nd_origin_save(struct nd_archive *to, const nudge_solver *s);
int nd_origin_compare(struct nd_archive_reader *from, const nudge_solver *s);

/* clock.c: schedule, step and time, watchdog and decay. If the schedule of the archive is another one, steps
 * of another length lead to the solver's own (nd_schedule_join). */
int nd_clock_save(struct nd_archive *to, nudge_solver *s);
int nd_clock_restore(struct nd_archive_reader *from, nudge_solver *s);

/* form.c: how the device holds the numbers of an element. */
struct nd_form {
    int nodal;            /* values at the nodes; else all of the following */
    int Np;               /* numbers of a field */
    size_t real;          /* bytes */
    size_t record;        /* reals of an element */
    double *to_nodal;     /* [Np][Np] */
    double *to_form;      /* its inverse */
    unsigned char *order; /* [K] order of the vertices (part/order.h); 0: of elements of other ranks */
};
int nd_form_init(struct nd_form *form, nudge_solver *s);
int nd_form_save(struct nd_archive *to, const struct nd_form *form);
int nd_form_save_rows(struct nd_archive *to, const struct nd_form *form, const struct nd_rows *rows);
int nd_form_restore(struct nd_checkpoint *from, struct nd_form *form, nudge_solver *s);
void nd_form_clear(struct nd_form *form);
/* Whether numbers in one form are the same numbers in the other, but for their precision. */
int nd_form_same(const struct nd_form *a, const struct nd_form *b, nd_idx K);
/* Converts Np numbers of a field, or of an auxiliary variable, of element k. */
void nd_form_convert(const struct nd_form *from, const struct nd_form *to, nd_idx k, int N, double *numbers);
static inline enum nd_archive_type nd_form_type(const struct nd_form *form)
{
    return form->real == 4 ? ND_ARCHIVE_SINGLE : ND_ARCHIVE_DOUBLE;
}
/* Between reals of the device and doubles. */
void nd_reals_widen(const void *reals, size_t real, size_t n, double *values);
void nd_reals_narrow(const double *values, size_t real, size_t n, void *reals);
/* Makes 0 of values that are denormal on the device. nd_subset_upload refuses an array of them, which a source should not
 * have; states have them where no wave has been yet. */
void nd_reals_flush(double *values, size_t real, size_t n);

/* fields.c */
int nd_state_save_fields(struct nd_archive *to, nudge_solver *s, const struct nd_form *form,
                         const struct nd_rows *rows);
int nd_state_restore_fields(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                            const struct nd_form *own);
/* pml.c: auxiliary variables of the PML */
int nd_state_save_pml(struct nd_archive *to, nudge_solver *s, const struct nd_form *form);
int nd_state_restore_pml(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                         const struct nd_form *own);
/* poles.c: states of the poles of materials */
int nd_state_save_poles(struct nd_archive *to, nudge_solver *s, const struct nd_form *form);
int nd_state_restore_poles(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                           const struct nd_form *own);
/* faces.c: auxiliary variables of face terms. They are restored into the same form only, of any precision. */
int nd_state_save_faces(struct nd_archive *to, nudge_solver *s, const struct nd_form *form);
int nd_state_restore_faces(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                           const struct nd_form *own);
/* monitors.c: of monitors, which are open: times and tables, of which the rows so far are written; and sums */
int nd_state_save_monitors(struct nd_archive *to, nudge_solver *s);
int nd_state_save_sums(struct nd_archive *to, nudge_solver *s, const struct nd_form *form);
int nd_state_restore_monitors(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                              const struct nd_form *own);
/* ports.c: what ports have recorded; on rank 0, which has it, with the table open. */
int nd_state_save_ports(struct nd_archive *to, nudge_solver *s);
int nd_state_restore_ports(struct nd_archive_reader *from, nudge_solver *s);
/* outputs.c */
int nd_state_save_outputs(struct nd_archive *to, struct nd_outputs *outputs);
int nd_state_restore_outputs(struct nd_archive_reader *from, struct nd_outputs *outputs);

#endif
