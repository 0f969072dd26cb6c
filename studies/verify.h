/* nudge verify: cases with known answers, run and judged. */
#ifndef VERIFY_H
#define VERIFY_H

#include <complex.h>
#include "internal.h"
#include "nudge.h"

/* A .csv file of numbers under a line of names. */
struct sheet {
    char *text;  /* names, as found; columns point into it */
    char **name; /* [columns] */
    double *at;  /* [rows][columns] */
    int columns, rows;
};
int sheet_read(struct sheet *sheet, const char *path);
void sheet_clear(struct sheet *sheet);
/* The column of this name; fails when there is none. */
int sheet_column(const struct sheet *sheet, const char *name, int *column);
/* Integral over time of exp(-2 pi i f t) times a column, whose last part, from this share of the rows on,
 * fades to nothing; 1: none. */
double complex sheet_spectrum(const struct sheet *sheet, int time, int column, double f, double fade);
/* The frequency within 1 % of `f` where the column, at equal times, has most. */
double sheet_resonance(const struct sheet *sheet, int time, int column, double f);

/* One answer beside the known one. */
struct verdict {
    char what[64];
    double reference, computed; /* both NaN where only the error says something */
    double error, tolerance;    /* in `unit` */
    const char *unit;           /* "", "%", "dB", "s" */
};

struct verify_run {
    const char *folder; /* where the run's outputs are */
    const char *beside; /* those of the other run; null: the case has none */
    /* Numbers of the other run, whose solver is gone: several ranks have one solver at a time. */
    nudge_status other;        /* at its end */
    struct nd_network network; /* of two ports, with the run in which the second was excited; else empty */
    const nudge_problem *problem;
    nudge_solver *solver; /* after the run */
    struct verdict *verdict;
    int verdicts;
    size_t capacity;
    const char *picture; /* the file for one, of the cases that draw; null: none */
};
int verdict_add(struct verify_run *run, struct verdict verdict);
/* The larger one; NaN once one is NaN, which fmax would pass over. */
double verdict_worse(double a, double b);
/* Adds the order at which the error falls from that of the other run, error[0], to that of this one, error[1], over h = K^(-1/3)
 * with K elements. slack: how much less than `order` is allowed. */
int verdict_order(struct verify_run *run, const double error[2], double order, double slack);
/* A file of the run's outputs as a sheet, and of the other run's. */
int verify_sheet(const struct verify_run *run, const char *file, struct sheet *sheet);
int verify_sheet_beside(const struct verify_run *run, const char *file, struct sheet *sheet);
/* A probe of elastics by its number among the monitors; column: of time, vx, vy, vz. */
int verify_receiver(const struct verify_run *run, int monitor, struct sheet *sheet, int column[4]);

struct verify_case {
    const char *name;
    const char *problem;            /* below the folder of examples */
    const char *quick[6], *full[6]; /* what is changed, key=value; ends with null */
    const char *beside[6];          /* of another run to compare with, what is changed as well; empty: none */
    int slow;                       /* not in the quick table */
    int (*judge)(struct verify_run *run);
};
extern const struct verify_case verify_cases[]; /* ends with a null name */

struct args;
int verify_law(const struct args *args, int single); /* --law: whether a law holds together */

int judge_error(struct verify_run *run); /* against the problem's exact solution */
int judge_curved(struct verify_run *run);
int judge_two_media_ball(struct verify_run *run);
int judge_two_media_order(struct verify_run *run);
int judge_hollow_sphere(struct verify_run *run);
int judge_quartic_sphere(struct verify_run *run);
int judge_curved_sphere(struct verify_run *run);
int judge_slab(struct verify_run *run);
int judge_water_slab(struct verify_run *run);
int judge_ten_poles(struct verify_run *run);
int judge_drude_sphere(struct verify_run *run);
int judge_lorentz_sphere(struct verify_run *run);
int judge_dipole(struct verify_run *run);
int judge_pec_sphere(struct verify_run *run);
int judge_glass_sphere(struct verify_run *run);
int judge_curved_glass(struct verify_run *run);
int judge_waveguide(struct verify_run *run);
int judge_rigid_sphere(struct verify_run *run);
int judge_room(struct verify_run *run);
int judge_lamb(struct verify_run *run);
int judge_layer(struct verify_run *run);
int judge_pml(struct verify_run *run);
int judge_open_boundary(struct verify_run *run);
int judge_ball(struct verify_run *run);
int judge_half_space(struct verify_run *run);
int judge_half_filled(struct verify_run *run);
int judge_half_wave(struct verify_run *run);
int judge_copper(struct verify_run *run);
int judge_oblique(struct verify_run *run);
int judge_film(struct verify_run *run);
int judge_screen(struct verify_run *run);
int judge_plate(struct verify_run *run);
int judge_strip_TM(struct verify_run *run);
int judge_strip_TE(struct verify_run *run);
int judge_port_slab(struct verify_run *run);
int judge_port_lossy(struct verify_run *run);
int judge_port_iris(struct verify_run *run);
int judge_port_slots(struct verify_run *run);
int judge_port_step(struct verify_run *run);
int judge_port_dipole(struct verify_run *run);
int judge_port_microstrip(struct verify_run *run);
int judge_energy(struct verify_run *run);
int judge_filled_cavity(struct verify_run *run);
int judge_open_sphere(struct verify_run *run);
int judge_open_sphere_TM(struct verify_run *run);

#endif
