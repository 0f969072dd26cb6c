/* Face-pair descriptors for the paper's flux gather (section "Flux Extraction", Algorithm 3).
 *
 * A thread block of the gather computes the fluxes of M_B micro-blocks, that is, of the slots from
 * b * K_M * M_B on, and processes the descriptors of its faces. They come in three categories, one
 * after the other: pairs with both faces in the block, which give two fluxes at once and appear
 * once; faces whose other side is in another block; boundary faces. */
#ifndef ND_PAIRS_H
#define ND_PAIRS_H

#include "layout/faces.h"
#include "mesh/mesh.h"

#define ND_PAIR_INTS  8
#define ND_PAIR_REALS 4

enum {
    ND_PAIR_FETCH_M,   /* where node 0 of the minus side's element is in a field's array */
    ND_PAIR_FETCH_P,   /* of the plus side's; the minus side's at a boundary */
    ND_PAIR_STORE_M,   /* where the minus face's fluxes go in the block's buffer of M_B * N_fM reals */
    ND_PAIR_STORE_P,   /* the plus face's; -1 where that is not in the block */
    ND_PAIR_LISTS,     /* nd_faces list of the minus side | of the plus side << 8 | row of store << 16 */
    ND_PAIR_CONDITION, /* boundary condition number, or -1 */
    ND_PAIR_MATERIAL_M,
    ND_PAIR_MATERIAL_P, /* the minus side's at a boundary */
};
/* The parts of ND_PAIR_LISTS. */
#define ND_PAIR_LIST_M(lists) ((lists)&0xff)
#define ND_PAIR_LIST_P(lists) ((lists) >> 8 & 0xff)
#define ND_PAIR_TURN(lists)   ((lists) >> 16)

enum { ND_PAIR_TWO, ND_PAIR_ONE, ND_PAIR_BOUNDARY }; /* the categories */

struct nd_face_pairs {
    int64_t blocks, n; /* thread blocks of the gather; descriptors */
    int32_t *header;   /* [blocks][4] first descriptor, then how many there are of each category */
    int32_t *ints;     /* [n][ND_PAIR_INTS] */
    double *reals; /* [n][ND_PAIR_REALS] normal, outward from the minus side; face Jacobian sJ = Fscale * J */
    int32_t *store; /* [6][Nfp] the face node of the plus side at the minus side's n-th, by permutation */
    int most;       /* descriptors of the fullest block */
};

/* placed->layout must be the paper's. N_fM: reals per micro-block in the block's buffer, where a
 * face has the offset lane * 4 * Nfp + face * Nfp. Empty slots have no descriptors. */
int nd_face_pairs_init(struct nd_face_pairs *pairs, const struct nd_placed *placed,
                       const struct nd_faces *faces, int M_B, int N_fM);
void nd_face_pairs_clear(struct nd_face_pairs *pairs);
/* Checks that every face of the K elements is stored once, from the elements and lists of `faces`,
 * and nothing else. */
int nd_face_pairs_check(const struct nd_face_pairs *pairs, const struct nd_placed *placed,
                        const struct nd_faces *faces, int M_B, int N_fM);

#endif
