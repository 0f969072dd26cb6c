/* Pencils (elem/bernstein.h) dealt out to the workers of a group, whole or in pieces; or a few cells and what is made of them. */
#ifndef ND_DEAL_H
#define ND_DEAL_H

#include <stdint.h>

enum { ND_WORKERS_MOST = 1024, ND_SHARE_MOST = 8 };

struct nd_crew {
    int workers;
    int side; /* so many in a row run in step, so that they get pieces of about one length together; divides workers */
    int share; /* a power of 2: the pieces of so many in a row lie in the same banks; such are wanted that are no multiple of it apart */
    int spread;   /* are coefficients? */
    int begin;    /* how long it takes to begin a piece, in tenths of a node */
    int in_step;  /* do all walk as many pieces as who has most, for they wait for one another? */
    int by_cells; /* are there cells instead of pencils? */
};

/* Pieces, the longest first, each to who has least to do: dealt[(round * workers + worker) * 8 + i] is as in a row of nd_bernstein_pencils,
 * moved to where the piece begins; last its length, 0 if there is none, a2, a3 and how many coefficients of the pencil come before it, a
 * byte each; or a row of nd_bernstein_cells as it is. Who has one in a later round may have none in an earlier one. Returns the rounds; dealt
 * may be null. */
int nd_deal(int N, const struct nd_crew *crew, uint32_t *dealt);

/* The length of the longest piece. Where there are about as many workers as pencils most would wait for who has the longest, so that pencils are cut;
 * N + 1, the longest pencil, where little would be gained, or workers are in step. */
int nd_deal_longest(int N, const struct nd_crew *crew);

#endif
