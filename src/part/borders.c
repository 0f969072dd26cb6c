/* The faces between ranks. */
#include <stdlib.h>
#include "part/share.h"

/* A face between two ranks while lists are made. */
struct pair {
    int rank;
    struct nd_side at;
};

static int compare(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    if (x->at.element != y->at.element) return x->at.element < y->at.element ? -1 : 1;
    return x->at.face - y->at.face;
}

/* ghosts: 1: the ghosts' sides, 0: those of own elements. Returns how many; list may be null. The relation of a face with
 * its neighbour, and with the copy of that, is mutual: both ranks list as many. A face that a rank needs twice is sent
 * twice. */
static nd_idx list_faces(const struct nd_share *share, const struct nd_connect *connect, int ghosts,
                         struct pair *list)
{
    nd_idx n = 0;
    for (nd_idx k = 0; k < share->K; k++)
        for (int f = 0; f < 4 && share->owner[k] == share->rank; f++) {
            const size_t at = 4 * (size_t)k + (size_t)f,
                         both[2] = {nd_connect_neighbour(connect, at), nd_connect_copy(connect, at)};
            for (int i = 0; i < 2; i++) {
                const nd_idx m = (nd_idx)(both[i] / 4);
                if (share->owner[m] == share->rank) continue;
                if (list)
                    list[n] = (struct pair){share->owner[m], ghosts ? (struct nd_side){m, (int)(both[i] % 4)}
                                                                    : (struct nd_side){k, f}};
                n++;
            }
        }
    return n;
}

static int count_ranks(const struct pair *list, nd_idx n)
{
    int ranks = 0;
    for (nd_idx i = 0; i < n; i++) ranks += !i || list[i].rank != list[i - 1].rank;
    return ranks;
}

/* The next border, from pair `first` on. */
static int fill(struct nd_border *border, const struct pair *send, const struct pair *take, nd_idx first,
                nd_idx n)
{
    int status = 0;
    border->rank = send[first].rank;
    while (first + border->n < n && send[first + border->n].rank == border->rank) border->n++;
    ALLOC(border->send, border->n);
    ALLOC(border->take, border->n);
    for (nd_idx i = 0; i < border->n; i++)
        border->send[i] = send[first + i].at, border->take[i] = take[first + i].at;
done:
    return status;
}

int nd_borders_find(const struct nd_share *share, const struct nd_connect *connect,
                    struct nd_border **borders, int *n)
{
    int status = 0;
    const nd_idx faces = list_faces(share, connect, 0, NULL);
    struct pair *send = NULL, *take = NULL;
    nd_idx first = 0;
    *borders = NULL, *n = 0;
    if (!faces) goto done;
    ALLOC(send, faces);
    ALLOC(take, faces);
    list_faces(share, connect, 0, send);
    list_faces(share, connect, 1, take);
    qsort(send, (size_t)faces, sizeof *send, compare);
    qsort(take, (size_t)faces, sizeof *take, compare);
    ALLOC(*borders, count_ranks(send, faces));
    for (; first < faces; first += (*borders)[(*n)++].n) TRY(fill(&(*borders)[*n], send, take, first, faces));
done:
    free(send);
    free(take);
    if (status) nd_borders_clear(*borders, *n + 1), *borders = NULL, *n = 0;
    return status;
}

void nd_borders_clear(struct nd_border *borders, int n)
{
    for (int i = 0; i < n && borders; i++) {
        free(borders[i].send);
        free(borders[i].take);
    }
    free(borders);
}
