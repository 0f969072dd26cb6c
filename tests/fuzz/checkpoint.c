/* Checkpoints. HDF5 is not safe against damaged files, and the checksum of the whole file is checked before it sees one.
 * So the input is a list of edits to the datasets of good checkpoints: other numbers, types, sizes and names. A solver or a
 * run is restored from them: through a file with right checksums that the library's own writer makes, or, many times
 * faster, through a reader that has the datasets in memory. Or the input changes bytes of a good file, which must be
 * refused. Byte 0 selects the checkpoint and what is done; edits have 8 bytes each. */
#include <float.h>
#include <math.h>
#include "archive-memory.h"
#include "checkpoint/checkpoint.h"
#include "fuzz.h"
#include "output/checkpoint_name.h"
#include "solver/solver.h"

#define BOX                                                                                                  \
    "mesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}, pml: {layers: 1, thickness: 0.5, sides: [xmax, "   \
    "ymax]}}\n"                                                                                              \
    "order: 1\nprecision: single\nmaterials: {air: {sigma: 0.1}}\nregions: {default: air}\n"                 \
    "boundaries: {default: absorbing}\ntime: {end: 20}\n"                                                    \
    "sources:\n  a: {dipole: {at: [0.4, 0.5, 0.6], moment: [0, 0, 1]}, waveform: {ricker: {frequency: "      \
    "0.3}}}\n"
#define TABLES                                                                                               \
    "monitors:\n  eye: {probe: {at: [0.3, 0.3, 0.3]}}\n  rare: {probe: {at: [0.3, 0.3, 0.3], every: 2}}\n"   \
    "  all: {fourier: {regions: [box], frequencies: [0.1, 0.2]}}\n"                                          \
    "output: {fields: {file: f.pvd, every: 1}, energy: {file: e.csv}}\n"
/* A good checkpoint. Its datasets are kept in memory. */
enum { KINDS = 2, SETS_MOST = 128, EDITS_MOST = 8 };
static struct good {
    const char *text;
    int basis; /* 1: its numbers are said to be in another basis, which is the nodal one */
    int n;
    struct set set[SETS_MOST];
    char *bytes; /* the file */
    size_t size;
    nudge_problem *problem[2]; /* single precision, double */
    nudge_solver *solver[2];
    struct nd_schedule schedule[2];
} good[KINDS] = {{.text = BOX TABLES}, {.text = BOX TABLES, .basis = 1}};
static struct nd_archive_room room;

/* Files of a fuzzer need not survive a power failure. */
int fsync(int handle)
{
    return (void)handle, 0;
}

static void make(struct good *g)
{
    static const char *const precision[] = {"single", "double"};
    for (int i = 0; i < 2; i++) {
        FUZZ_CHECK(!nudge_problem_parse(&g->problem[i], g->text, fuzz_folder()));
        FUZZ_CHECK(!nudge_problem_set(g->problem[i], "precision", precision[i]));
        FUZZ_CHECK(!nudge_solver_create(&g->solver[i], g->problem[i], "cpu"));
        g->schedule[i] = g->solver[i]->schedule;
    }
}

static int stop_at(void *context, const nudge_status *now)
{
    return now->step >= *(const int64_t *)context;
}

static herr_t add_set(hid_t group, const char *name, const H5L_info_t *info, void *context)
{
    struct good *g = context;
    hid_t set = -1;
    (void)info;
    H5E_BEGIN_TRY
    {
        set = H5Dopen2(group, name, H5P_DEFAULT);
    }
    H5E_END_TRY
    if (set < 0) return 0; /* a group */
    FUZZ_CHECK(g->n < SETS_MOST && strlen(name) < sizeof g->set->name);
    strcpy(g->set[g->n++].name, name);
    return H5Dclose(set);
}

/* Adds a set of zeros. */
static struct set *add_zeros(struct good *g, const struct nd_archive_set *shape)
{
    struct set *set = &g->set[g->n++];
    FUZZ_CHECK(g->n <= SETS_MOST);
    set->shape = *shape;
    strcpy(set->name, shape->name);
    set->values = calloc(bytes_of(shape), 1);
    FUZZ_CHECK(set->values != NULL);
    return set;
}

/* What a checkpoint of another variant has; only one variant is compiled with the library. */
static void add_basis(struct good *g, const nudge_solver *s)
{
    const struct nd_archive_set matrix = {"form/to_nodal", ND_ARCHIVE_DOUBLE, 2, {4, 4}},
                                order = {"form/order", ND_ARCHIVE_BYTE, 1, {s->mesh.K}},
                                nodal = {"monitors/2/nodal", ND_ARCHIVE_DOUBLE, 3, {6, 4, 24}};
    double *one = (double *)(void *)add_zeros(g, &matrix)->values;
    for (int i = 0; i < 4; i++) one[5 * i] = 1;
    add_zeros(g, &order);
    add_zeros(g, &nodal);
    for (int i = 0, n = g->n; i < n; i++) { /* shifts of the PML at the nodes, too */
        char name[64];
        const char *end = strstr(g->set[i].name, "/shifts");
        if (!end) continue;
        snprintf(name, sizeof name, "%.*s/nodal_shifts", (int)(end - g->set[i].name), g->set[i].name);
        add_zeros(g, &(struct nd_archive_set){name, ND_ARCHIVE_DOUBLE, 2, {g->set[i].shape.size[0], 24}});
    }
    for (int i = 0; i < g->n; i++)
        if (!strcmp(g->set[i].name, "form/nodal")) memset(g->set[i].values, 0, 8);
}

static void save_good(struct good *g)
{
    struct nd_archive_reader *from;
    int64_t stop = 7;
    const nudge_run_options options = {
        .size = sizeof options, .hook = stop_at, .context = &stop, .checkpoint_every = 1e9};
    make(g);
    FUZZ_CHECK(nudge_solver_run_with(g->solver[0], &options) == NUDGE_ESTOPPED);
    hid_t h5 = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    FUZZ_CHECK(H5Lvisit(h5, H5_INDEX_NAME, H5_ITER_INC, add_set, g) >= 0 && H5Fclose(h5) >= 0);
    FUZZ_CHECK(g->n > 30 && !nd_archive_open(&from, file));
    for (int i = 0; i < g->n; i++) {
        struct set *set = &g->set[i];
        set->shape.name = set->name;
        FUZZ_CHECK(!nd_archive_describe(from, &set->shape));
        set->values = malloc(bytes_of(&set->shape) + 1);
        FUZZ_CHECK(set->values && !nd_archive_get(from, &set->shape, set->values));
    }
    nd_archive_close(from);
    if (g->basis) add_basis(g, g->solver[0]);
    FILE *whole = fopen(file, "rb");
    FUZZ_CHECK(whole && !fseek(whole, 0, SEEK_END));
    g->size = (size_t)ftell(whole);
    rewind(whole);
    g->bytes = malloc(g->size);
    FUZZ_CHECK(g->bytes && fread(g->bytes, 1, g->size, whole) == g->size && !fclose(whole));
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    setenv("NUDGE_CC", "none", 1);
    setenv("NUDGE_CACHE", fuzz_folder(), 1);
    setenv("NUDGE_WISDOM", "none", 1);
    snprintf(file, sizeof file, "%s/nudge-checkpoint.h5", fuzz_folder());
    for (int i = 0; i < KINDS; i++) save_good(&good[i]);
    return 0;
}

/* A run that is resumed and stopped leaves two checkpoints. The next input has one. */
static void remove_previous(void)
{
    char path[320];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), nd_checkpoint_names[1]);
    unlink(path);
}

struct edit {
    uint8_t set, what, value, more;
    uint32_t at;
};

/* Gives a set another shape. Values that it has not are those that it has, again. */
static void reshape(struct set *s, const struct nd_archive_set *shape)
{
    const size_t before = bytes_of(&s->shape), after = bytes_of(shape);
    if (after > 1 << 20) return;
    unsigned char *values = malloc(after + 1);
    FUZZ_CHECK(values != NULL);
    for (size_t i = 0; i < after; i++) values[i] = before ? s->values[i % before] : 0;
    free(s->values);
    s->values = values;
    s->shape = *shape;
}

/* One number of a set becomes one that is often forgotten. */
static void set_number(struct set *s, const struct edit *e)
{
    static const int64_t whole[] = {-1,        0,         1,         2,         -2,        24,
                                    255,       INT32_MAX, INT32_MIN, 1LL << 31, 1LL << 32, (1LL << 32) + 1,
                                    1LL << 53, INT64_MAX, INT64_MIN, 1LL << 20};
    static const double real[] = {0,      1,      -1,      NAN,  INFINITY, -INFINITY, 1e300, -1e300,
                                  5e-324, 1e-300, DBL_MAX, 1e15, 0.5,      1e-9,      20,    -1e-9};
    const size_t n = count(&s->shape), at = n ? e->at % n : 0;
    if (!n) return;
    if (s->shape.type == ND_ARCHIVE_BYTE)
        s->values[at] = e->value;
    else if (s->shape.type == ND_ARCHIVE_WHOLE)
        memcpy(s->values + 8 * at, &whole[e->value % 16], 8);
    else if (s->shape.type == ND_ARCHIVE_DOUBLE)
        memcpy(s->values + 8 * at, &real[e->value % 16], 8);
    else
        memcpy(s->values + 4 * at, &(float){(float)fmax(fmin(real[e->value % 16], FLT_MAX), -FLT_MAX)}, 4);
}

static void set_size(struct set *s, const struct edit *e)
{
    struct nd_archive_set shape = s->shape;
    int64_t *size = &shape.size[e->at % (unsigned)shape.rank];
    const int64_t to[] = {0, 1, *size - 1, *size + 1, 2 * *size, e->more};
    *size = to[e->value % 6] < 0 ? 0 : to[e->value % 6];
    reshape(s, &shape);
}

static void set_rank(struct set *s, const struct edit *e)
{
    struct nd_archive_set shape = s->shape;
    shape.rank = 1 + e->value % 5;
    for (int i = s->shape.rank; i < shape.rank; i++) shape.size[i] = 1;
    reshape(s, &shape);
}

static void change(struct set *sets, int n, const struct edit *e)
{
    struct set *s = &sets[e->set % n], *other = &sets[e->at % (unsigned)n];
    struct nd_archive_set shape = s->shape;
    const size_t bytes = bytes_of(&s->shape);
    char name[sizeof s->name];
    switch (e->what % 8) {
    case 0:
    case 1: set_number(s, e); break;
    case 2: /* a bit or a few of a number */
        if (bytes) s->values[e->at % bytes] ^= e->value;
        break;
    case 3:
        shape.type = e->value % 4;
        reshape(s, &shape);
        break;
    case 4: set_size(s, e); break;
    case 5: set_rank(s, e); break;
    case 6: /* names exchanged */
        memcpy(name, s->name, sizeof name);
        memcpy(s->name, other->name, sizeof name);
        memcpy(other->name, name, sizeof name);
        break;
    case 7: s->name[0] = 0; break; /* missing */
    }
}

/* To be freed by clear_sets. */
static void edit(const struct good *g, const struct edit *edits, int n, struct set sets[SETS_MOST])
{
    memcpy(sets, g->set, SETS_MOST * sizeof *sets);
    for (int i = 0; i < g->n; i++) {
        const size_t bytes = bytes_of(&sets[i].shape);
        sets[i].values = malloc(bytes + 1);
        FUZZ_CHECK(sets[i].values != NULL);
        memcpy(sets[i].values, g->set[i].values, bytes);
    }
    for (int i = 0; i < n; i++) change(sets, g->n, &edits[i]);
}

static void clear_sets(struct set *sets, int n)
{
    for (int i = 0; i < n; i++) free(sets[i].values);
}

static void write_sets(struct set *sets, int n)
{
    struct nd_archive *to;
    double bytes;
    FUZZ_CHECK(!nd_archive_create(&to, &room, 0));
    for (int i = 0; i < n; i++) {
        sets[i].shape.name = sets[i].name;
        if (*sets[i].name) FUZZ_CHECK(!nd_archive_put(to, &sets[i].shape, sets[i].values));
    }
    FUZZ_CHECK(!nd_archive_seal(to, &bytes) && !nd_archive_store(to, file, NULL));
    nd_archive_destroy(to);
}

/* Whether the file is as it was. */
static int write_damaged(const struct good *g, const struct edit *edits, int edits_n)
{
    char *bytes = malloc(g->size);
    size_t n = g->size;
    FUZZ_CHECK(bytes != NULL);
    memcpy(bytes, g->bytes, n);
    for (int i = 0; i < edits_n; i++) {
        const size_t at = (edits[i].what & 1 ? g->size - 1 - edits[i].at % 80 : edits[i].at % g->size);
        if (edits[i].what & 4)
            n = at < n ? at : n;
        else
            bytes[at] = (char)(bytes[at] ^ edits[i].value);
    }
    const int same = n == g->size && !memcmp(bytes, g->bytes, n);
    fuzz_file("nudge-checkpoint.h5", bytes, n);
    free(bytes);
    return same;
}

/* A run that is restored is at a step and a time of its schedule, whatever the file says: so it ends. */
static void check_clock(const nudge_solver *s)
{
    const struct nd_schedule *c = &s->schedule;
    FUZZ_CHECK(s->step >= 0 && s->step <= c->steps && s->time >= 0 && s->time <= c->end * (1 + 1e-9));
    FUZZ_CHECK(fabs(nd_schedule_time(c, s->step) - s->time) <= 1e-6 * c->dt);
    FUZZ_CHECK(c->steps < 1000);
    for (int64_t i = s->step; i < c->steps; i++)
        FUZZ_CHECK(nd_schedule_dt(c, i) > 0 && nd_schedule_dt(c, i) <= 1.001 * c->dt);
    FUZZ_CHECK(s->seconds >= 0 && isfinite(s->seconds));
}

static int stop_soon(void *context, const nudge_status *now)
{
    check_clock(context);
    return now->step > now->resumed;
}

/* A run that goes on for a step. It may also fail because its fields are nonsense. */
static int resume(nudge_solver *s)
{
    const nudge_run_options options = {
        .size = sizeof options, .hook = stop_soon, .context = s, .resume = NUDGE_RESUME};
    const int status = fuzz_status(nudge_solver_run_with(s, &options));
    return status == NUDGE_ESTOPPED ? 0 : status;
}

/* The same without the step, and without results of monitors, which take longest. */
static int resume_only(nudge_solver *s)
{
    int status = 0;
    struct nd_outputs outputs = {0};
    struct nd_checkpoint *from = NULL;
    TRY(nd_checkpoint_open(&from, s));
    TRY(nd_checkpoint_restore_solver(from, s));
    check_clock(s);
    FUZZ_CHECK(!nd_outputs_init(&outputs, s->problem, &s->rhs, &s->mesh, &s->elem, &s->sources));
    TRY(nd_checkpoint_restore_run(from, s, &outputs));
    FUZZ_CHECK(!s->monitors.started || (s->monitors.first > INT64_MIN / 2 && s->monitors.first <= s->step));
done:
    fuzz_status(status);
    nd_checkpoint_close(from);
    FUZZ_CHECK(!nd_monitors_stop(&s->monitors) && !nd_outputs_clear(&outputs));
    return status;
}

static int restore(nudge_solver *s, int steps)
{
    double energy;
    const int status = fuzz_status(nudge_solver_restore(s, file));
    if (!status) check_clock(s);
    if (status && !steps) return status;
    fuzz_status(nudge_solver_step(s, steps)); /* after a failure, too: only fields are undefined then */
    fuzz_status(nudge_solver_energy(s, &energy));
    return status;
}

/* The solver of a checkpoint before its first step: making one takes long. */
static nudge_solver *fresh(const struct good *g, int i)
{
    nudge_solver *s = g->solver[i];
    s->schedule = g->schedule[i];
    s->step = s->settled = s->resumed = s->decayed = 0;
    s->time = s->seconds = 0;
    return s;
}

/* Byte 0. */
enum { BASIS = 1, DOUBLE = 2, RUN = 4, STEP = 8, BY_FILE = 16, DAMAGED = 32, QUICK = 64 | 128 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct edit edits[EDITS_MOST];
    struct set sets[SETS_MOST];
    if (!n) return 0;
    /* Steps and files take long: for one input of four. */
    const int how = bytes[0] & QUICK ? bytes[0] & (BASIS | DOUBLE | RUN) : bytes[0], damaged = how & DAMAGED;
    int most = (int)((n - 1) / sizeof *edits), same = 0;
    most = most < EDITS_MOST ? most : EDITS_MOST;
    memcpy(edits, bytes + 1, (size_t)most * sizeof *edits);
    remove_previous();
    const struct good *g = &good[how & BASIS];
    if (damaged)
        same = write_damaged(g, edits, most);
    else
        edit(g, edits, most, sets);
    if (!damaged && how & BY_FILE) write_sets(sets, g->n);
    if (!damaged && !(how & BY_FILE)) sets_in_memory = sets, n_in_memory = g->n;
    nudge_solver *s = fresh(g, how & DOUBLE ? 1 : 0);
    const int status = !(how & RUN) ? restore(s, !!(how & STEP)) : how & STEP ? resume(s) : resume_only(s);
    if (damaged) FUZZ_CHECK(same ? !status : status == NUDGE_EFORMAT);
    if (!damaged) clear_sets(sets, g->n);
    sets_in_memory = NULL;
    FUZZ_CHECK(!status || !getenv("NUDGE_FUZZ_STRICT"));
    return 0;
}
