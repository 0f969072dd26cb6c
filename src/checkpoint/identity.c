#include <string.h>
#include "base/checksum.h"
#include "base/file.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/text.h"
#include "checkpoint/state.h"
#include "mesh/curved.h"

/* A run may be resumed with other values of these. Law and mesh have fingerprints of their own. */
static const char *const free_keys[] = {"time.end",      "time.steps", "precision", "output.folder",
                                        "output.report", "law",        "mesh.file"};

static int is_free(const char *line)
{
    for (size_t i = 0; i < sizeof free_keys / sizeof *free_keys; i++) {
        const size_t n = strlen(free_keys[i]);
        if (!strncmp(line, free_keys[i], n) && line[n] == ':') return 1;
    }
    return 0;
}

/* The files of waveforms are a part of the problem. */
static int add_tables(const nudge_problem *problem, struct nd_text *text)
{
    int status = 0;
    char *path = NULL, *bytes = NULL;
    size_t n;
    for (int i = 0; i < problem->sources.n; i++) {
        const struct nd_source *source = nd_problem_source(problem, i);
        if (!source->waveform.table) continue;
        free(path), free(bytes), bytes = NULL;
        path = nd_path_join(problem->folder, source->waveform.table);
        if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
        TRY(nd_file_read(path, SIZE_MAX / 2, &bytes, &n));
        nd_text_add(text, "checksum of %s: %016llx\n", source->waveform.table,
                    (unsigned long long)nd_checksum(bytes, 0, 1, n));
    }
    TRY(nd_text_check(text));
done:
    free(path);
    free(bytes);
    return status;
}

static int add_settings(const nudge_problem *problem, struct nd_text *text)
{
    int status = 0;
    struct nd_text all = {0};
    TRY(nd_problem_settings(problem, &all));
    for (const char *line = all.s; line && *line;) {
        const size_t n = strcspn(line, "\n") + 1;
        if (!is_free(line)) nd_text_add_bytes(text, line, n);
        line += n;
    }
    TRY(add_tables(problem, text));
done:
    nd_text_clear(&all);
    return status;
}

static void add_array(struct nd_hash *hash, const void *array, int64_t rows, size_t bytes)
{
    const uint64_t sum = nd_checksum(array, 0, rows, bytes);
    nd_hash_add(hash, &rows, sizeof rows);
    nd_hash_add(hash, &sum, sizeof sum);
}

void nd_identity_mesh(const struct nd_mesh *m, char digits[33])
{
    struct nd_hash hash;
    nd_hash_init(&hash);
    add_array(&hash, m->V, m->Nv, 3 * sizeof *m->V);
    add_array(&hash, m->EToV, m->K, 4 * sizeof *m->EToV);
    add_array(&hash, m->region, m->K, sizeof *m->region);
    add_array(&hash, m->label, m->K, sizeof *m->label);
    add_array(&hash, m->BToV, m->Nb, 3 * sizeof *m->BToV);
    add_array(&hash, m->boundary, m->Nb, sizeof *m->boundary);
    add_array(&hash, m->periodic, m->Nperiodic, 6 * sizeof *m->periodic);
    if (m->Ncurved)
        add_array(&hash, m->shape, m->Ncurved,
                  (size_t)nd_curved_points(m->curved_order) * 3 * sizeof *m->shape);
    for (nd_idx i = 0; i < m->nregions; i++) nd_hash_add_string(&hash, m->region_name[i]);
    for (nd_idx i = 0; i < m->nboundaries; i++) nd_hash_add_string(&hash, m->boundary_name[i]);
    nd_hash_get(&hash, digits);
}

static void find_law(const struct nd_law *law, char digits[33])
{
    struct nd_hash hash;
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, law->text);
    nd_hash_get(&hash, digits);
}

int nd_identity_save(struct nd_archive *to, nudge_solver *s)
{
    int status = 0;
    struct nd_text settings = {0};
    char digits[33];
    TRY(nd_archive_put_text(to, "program", NUDGE_VERSION, strlen(NUDGE_VERSION)));
    TRY(nd_archive_put_text(to, "law/name", s->law.name, strlen(s->law.name)));
    find_law(&s->law, digits);
    TRY(nd_archive_put_text(to, "law/fingerprint", digits, 32));
    nd_identity_mesh(&s->mesh, digits);
    TRY(nd_archive_put_text(to, "mesh/fingerprint", digits, 32));
    TRY(add_settings(s->problem, &settings));
    TRY(nd_archive_put_text(to, "settings", settings.s, settings.n));
done:
    nd_text_clear(&settings);
    return status;
}

/* Fails unless a text of the archive is this one. what, remedy: for the message. */
static int check_text(struct nd_archive_reader *from, const char *name, const char *own, const char *what,
                      const char *remedy)
{
    int status = 0;
    char *text = NULL;
    size_t n;
    TRY(nd_archive_get_text(from, name, &text, &n));
    if (strcmp(text, own))
        FAIL(NUDGE_EVALUE, "%s: a checkpoint of another %s (%.60s, and this is %s); %s",
             nd_archive_path(from), what, text, own, remedy);
done:
    free(text);
    return status;
}

static const char *after_line(const char *line)
{
    return line + strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
}

static int line_length(const char *line)
{
    const size_t n = strcspn(line, "\n");
    return n < 200 ? (int)n : 200;
}

static int check_settings(struct nd_archive_reader *from, const nudge_problem *problem)
{
    int status = 0;
    struct nd_text own = {0};
    char *saved = NULL;
    size_t n;
    TRY(nd_archive_get_text(from, "settings", &saved, &n));
    TRY(add_settings(problem, &own));
    const char *here = own.s ? own.s : "", *there = saved;
    while (*here && *there && after_line(here) - here == after_line(there) - there &&
           !memcmp(here, there, (size_t)(after_line(here) - here)))
        here = after_line(here), there = after_line(there);
    if (*here || *there)
        FAIL(NUDGE_EVALUE,
             "%s: a checkpoint of another problem: it has '%.*s' where this one has '%.*s'; resume with the "
             "settings of that run, take another output.folder, or start again without --resume",
             nd_archive_path(from), *there ? line_length(there) : 7, *there ? there : "nothing",
             *here ? line_length(here) : 7, *here ? here : "nothing");
done:
    nd_text_clear(&own);
    free(saved);
    return status;
}

int nd_identity_check(struct nd_archive_reader *from, nudge_solver *s)
{
    int status = 0;
    char digits[33];
    static const char again[] = "start again without --resume";
    TRY(check_text(from, "program", NUDGE_VERSION, "version of nudge",
                   "resume with that version, or start again without --resume"));
    TRY(check_text(from, "law/name", s->law.name, "law", again));
    find_law(&s->law, digits);
    TRY(check_text(from, "law/fingerprint", digits, "text of the law",
                   "restore the law file, or start again without --resume"));
    TRY(check_settings(from, s->problem));
    nd_identity_mesh(&s->mesh, digits);
    TRY(check_text(from, "mesh/fingerprint", digits, "mesh",
                   "restore the mesh file, or start again without --resume"));
done:
    return status;
}
