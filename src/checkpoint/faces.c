/* Auxiliary variables of face terms. Rows belong to faces, 4 element + face, in the order of the mesh. */
#include "checkpoint/state.h"

/* The terms that have some, and the names of their datasets. */
struct term {
    struct nd_face_term *of;
    const char *faces, *values;
};
enum { TERMS = 2 };

static void list_terms(nudge_solver *s, struct term list[TERMS])
{
    list[0] = (struct term){&s->surfaces.conductors, "surfaces/faces", "surfaces/values"};
    list[1] = (struct term){&s->loads.term, "loads/faces", "loads/values"};
}

static struct nd_archive_set values_set(const struct term *term, enum nd_archive_type type, int Nfp)
{
    return (struct nd_archive_set){term->values, type, 3, {term->of->entries, Nfp, term->of->aux}};
}

static int save_term(struct nd_archive *to, nudge_solver *s, const struct nd_form *form,
                     const struct term *of)
{
    int status = 0;
    const struct nd_face_term *term = of->of;
    const struct nd_archive_set rows = {of->faces, ND_ARCHIVE_WHOLE, 1, {term->entries}},
                                set = values_set(of, nd_form_type(form), s->elem.Nfp);
    char *host = NULL;
    if (!term->entries || !term->aux) return 0;
    ALLOC(host, term->state[0].bytes);
    TRY(s->device->backend->read(s->device, host, &term->state[0], 0, term->state[0].bytes));
    TRY(nd_archive_put(to, &rows, term->face));
    TRY(nd_archive_put(to, &set, host));
done:
    free(host);
    return status;
}

int nd_state_save_faces(struct nd_archive *to, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    struct term list[TERMS];
    list_terms(s, list);
    for (int i = 0; i < TERMS; i++) TRY(save_term(to, s, form, &list[i]));
done:
    return status;
}

static int restore_term(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                        const struct nd_form *own, const struct term *of)
{
    int status = 0;
    struct nd_face_term *term = of->of;
    struct nd_places places = {0};
    double *numbers = NULL;
    char *host = NULL;
    const size_t n = (size_t)term->entries * (size_t)s->elem.Nfp * (size_t)term->aux;
    const struct nd_archive_set set = values_set(of, ND_ARCHIVE_DOUBLE, s->elem.Nfp);
    if (!term->entries || !term->aux) return 0;
    if (!nd_form_same(saved, own, s->mesh.K))
        FAIL(NUDGE_EVALUE,
             "%s: the checkpoint is of a run whose variant holds fields in another basis, and its conductors "
             "and loads cannot be converted: resume it with the variant that it had (--variant)",
             nd_archive_path(from->head));
    ALLOC(numbers, n);
    ALLOC(host, n * own->real);
    TRY(nd_places_find(&places, from, of->faces, term->face, term->entries));
    TRY(nd_places_get(&places, from, &set, numbers));
    nd_reals_narrow(numbers, own->real, n, host);
    TRY(s->device->backend->write(s->device, &term->state[0], 0, host, n * own->real));
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
    struct term list[TERMS];
    list_terms(s, list);
    for (int i = 0; i < TERMS; i++) TRY(restore_term(from, s, saved, own, &list[i]));
done:
    return status;
}
