/* Auxiliary variables of face terms. Rows belong to faces, 4 element + face, in the order of the mesh. */
#include "checkpoint/state.h"

/* Those of straight elements, at face nodes, or of curved ones, at points of the integral. */
struct part {
    const char *faces, *values;
    nd_idx entries;
    int points, aux;
    const int64_t *face;
    struct nd_buffer *state;
};

static struct part part_of(nudge_solver *s, int curved)
{
    struct nd_face_term *term = &s->surfaces.conductors;
    if (curved)
        return (struct part){"surfaces/curved_faces",
                             "surfaces/curved_values",
                             term->curved.entries,
                             s->curved.rule.Nfq,
                             term->aux,
                             term->curved.face,
                             &term->curved.state[0]};
    return (struct part){"surfaces/faces", "surfaces/values", term->entries,  s->elem.Nfp,
                         term->aux,        term->face,        &term->state[0]};
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
    if (!p->entries) return 0;
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
    for (int curved = 0; curved < 2; curved++) {
        const struct part p = part_of(s, curved);
        TRY(save_part(to, s, form, &p));
    }
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
    if (!p->entries) return 0;
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

int nd_state_restore_faces(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                           const struct nd_form *own)
{
    int status = 0;
    const struct part straight = part_of(s, 0), bent = part_of(s, 1);
    if (straight.entries && !nd_form_same(saved, own, s->mesh.K))
        FAIL(NUDGE_EVALUE,
             "%s: the checkpoint is of a run whose variant holds fields in another basis, and its conductors "
             "cannot be converted: resume it with the variant that it had (--variant)",
             nd_archive_path(from->head));
    TRY(restore_part(from, s, own->real, &straight));
    TRY(restore_part(from, s, own->real, &bent));
done:
    return status;
}
