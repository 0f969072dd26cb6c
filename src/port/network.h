/* The network of all ports: scattering, impedance and admittance matrices over frequency.
 *
 * With A and B the matrices of the waves into and out of the device, one column per run with one port excited each,
 * B = S A holds whatever the terminations of the other ports reflect. nd_network_init, nd_network_add after each run,
 * nd_network_solve; then the matrices are there and nd_network_write writes them. */
#ifndef ND_PORT_NETWORK_H
#define ND_PORT_NETWORK_H

#include "port/port.h"

/* A matrix is doubtful above these (doc/howto/ports.md); nudge sparameters warns of the same. */
#define ND_NETWORK_RECIPROCITY 2e-3
#define ND_NETWORK_PASSIVITY   1.01

struct nd_network {
    int n, points; /* ports, frequencies */
    double *frequency;
    char (*name)[64];
    int tem;                           /* 1: all modes are TEM, whose impedances are those of lines */
    double complex *A, *B, *S, *Z, *Y; /* [points][n][n] */
    double complex *Z0, *gamma;        /* [points][n] of the ports' modes */
    double reciprocity;                /* largest |S - transpose of S| */
    double passivity;                  /* largest singular value of S: above 1 the network gives power */
    double least, most;                /* sums of |S|^2 over a column: the power that comes out */
    double rest;                       /* largest voltage in the last twentieth of a run, over the peak */
};

int nd_network_init(struct nd_network *network, const nudge_problem *problem);
void nd_network_clear(struct nd_network *network);
/* Takes what was recorded in the run in which port `excited` was excited. */
int nd_network_add(struct nd_network *network, const struct nd_ports *ports, int excited);
/* Returns NUDGE_EVALUE if the waves of the runs are not independent, as when a run was too short. */
int nd_network_solve(struct nd_network *network);
/* Sets reciprocity, passivity, least and most from S alone. nd_network_solve does it, too. */
int nd_network_judge(struct nd_network *network);
/* network_write.c: all files, stem: their path without ending. Pictures in the format of the problem, if there is
 * Cairo to draw them. */
int nd_network_write(const struct nd_network *network, const char *stem, const nudge_problem *problem);
/* The matrix element [k][i][j]. */
static inline size_t nd_network_index(const struct nd_network *network, int k, int i, int j)
{
    return ((size_t)k * (size_t)network->n + (size_t)i) * (size_t)network->n + (size_t)j;
}
/* Attenuation and phase of a line between two ports, and its impedance, at frequency k: from the chain matrix. */
void nd_network_line(const struct nd_network *network, int k, double complex *length, double complex *Z);

#endif
