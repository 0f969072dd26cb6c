/* Auxiliary variables of face terms. Rows belong to faces, 4 element + face, in the order of the mesh. */
#include "checkpoint/state.h"

/* Those of a term: of straight elements, at face nodes, or of curved ones, at points of the integral. */
struct part {
    const char *faces, *values; /* datasets */
    nd_idx entries;
    int points, aux;
    const int64_t *face;
    struct nd_buffer *state;
};
enum { PARTS = 4 };

static void list_parts(nudge_solver *s, struct part list[PARTS])
{
    static const char *const names[PARTS][2] = {{"surfaces/faces", "surfaces/values"},
                                                {"surfaces/curved_faces", "surfaces/curved_values"},
                                                {"loads/faces", "loads/values"},
                                                {"loads/curved_faces", "loads/curved_values"}};
    for (int i = 0; i < PARTS; i++) {
        struct nd_face_term *term = i < 2 ? &s->surfaces.conductors : &s->loads.term;
        list[i] = i % 2 ? (struct part){names[i][0], names[i][1],       term->curved.entries, s->curved.rule.Nfq,
                                        term->aux,   term->curved.face, &term->curved.state[0]}
                        : (struct part){names[i][0], names[i][1], term->entries,  s->elem.Nfp,
                                        term->aux,   term->face,  &term->state[0]};
    }
}

static int is_empty(const struct part *p)
{
    return !p->entries || !p->aux;
}

static struct nd_archive_set values_set(const struct part *p, enum nd_archive_type type)
{
    return (struct nd_archive_set){p->values, type, 3, {p->entries, p->points, p->aux}};
}

static int save_part(struct nd_archive *to, nudge_solver *s, const struct nd_form *form, const struct part *p)
{
    int status = 0;
    const struct nd_archive_set rows = {p->faces, ND_ARCHIVE_WHOLE, 1, {p->entries}},
                                set = values_set(p, nd_form_type(form));
    char *host = NULL;
    if (is_empty(p)) return 0;
    ALLOC(host, p->state->bytes);
    TRY(s->device->backend->read(s->device, host, p->state, 0, p->state->bytes));
    TRY(nd_archive_put(to, &rows, p->face));
    TRY(nd_archive_put(to, &set, host));
done:
    free(host);
    return status;
}

int nd_state_save_faces(struct nd_archive *to, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    struct part list[PARTS];
    list_parts(s, list);
    for (int i = 0; i < PARTS; i++) TRY(save_part(to, s, form, &list[i]));
done:
    return status;
}

static int restore_part(struct nd_checkpoint *from, nudge_solver *s, size_t real, const struct part *p)
{
    int status = 0;
    struct nd_places places = {0};
    double *numbers = NULL;
    char *host = NULL;
    const size_t n = (size_t)p->entries * (size_t)p->points * (size_t)p->aux;
    const struct nd_archive_set set = values_set(p, ND_ARCHIVE_DOUBLE);
    ALLOC(numbers, n);
    ALLOC(host, n * real);
    TRY(nd_places_find(&places, from, p->faces, p->face, p->entries));
    TRY(nd_places_get(&places, from, &set, numbers));
    nd_reals_narrow(numbers, real, n, host);
    TRY(s->device->backend->write(s->device, p->state, 0, host, n * real));
done:
    nd_places_clear(&places);
    free(numbers);
    free(host);
    return status;
}

/* Values at points of curved elements do not depend on the basis; those at the nodes of straight ones do. */
int nd_state_restore_faces(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                           const struct nd_form *own)
{
    int status = 0;
    struct part list[PARTS];
    list_parts(s, list);
    for (int i = 0; i < PARTS; i++) {
        if (is_empty(&list[i])) continue;
        if (i % 2 == 0 && !nd_form_same(saved, own, s->mesh.K))
            FAIL(NUDGE_EVALUE,
                 "%s: the checkpoint is of a run whose variant holds fields in another basis, and its conductors "
                 "and loads cannot be converted: resume it with the variant that it had (--variant)",
                 nd_archive_path(from->head));
        TRY(restore_part(from, s, own->real, &list[i]));
    }
done:
    return status;
}
