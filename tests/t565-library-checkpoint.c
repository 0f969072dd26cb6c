// nudge_solver_save and nudge_solver_restore: a solver that continues from a file computes the same bits as one that was not
// interrupted, with sources, losses and a PML; with another variant, precision or integrator the same fields within the
// precision. Runs whose monitors and kept results continue. Files that are damaged or of another problem are refused.
// Arguments: same VARIANT PRECISION INTEGRATOR | other | run | damage | impossible | foreign
// RUN: same simd single linear
// PLAIN: same bernstein single linear
// LONG: same bernstein double lsrk4
// LONG: same fused double lsrk14
// LONG: same paper single lsrk4
// PLAIN: other
// RUN: run
// RUN: damage
// RUN: impossible
// RUN: foreign
#include <unistd.h>
#include "checkpoint/archive_h5.h"
#include "base/checksum.h"
#include "base/file.h"
#include "test.h"

static char folder[256], file[320];

/* Sanitized kernels are slow. */
#ifdef ND_SANITIZED
#define SLOW      1
#define DIVISIONS "[2, 1, 1]"
#define SETTINGS  "order: 1\ntime: {end: 12}\n"
#else
#define SLOW      0
#define DIVISIONS "[4, 2, 2]"
#define SETTINGS  "order: 1\ntime: {end: 6}\n"
#endif
#define PROBLEM                                                                                              \
    "law: maxwell\nmesh: {box: {size: [2, 1, 1], divisions: " DIVISIONS                                      \
    "}, pml: {layers: 1, thickness: 0.4}}\n"                                                                 \
    "materials: {air: {epsilon: 1}}\nregions: {default: air}\nboundaries: {default: absorbing}\n"            \
    "sources:\n  wave: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0], total: [box]},"          \
    " waveform: {pulse: {frequency: 0.4, bandwidth: 1}}}\n"                                                  \
    "  spark: {dipole: {at: [0.6, 0.4, 0.45], moment: [0, 0, 1]}, waveform: {ricker: {frequency: 0.3}}}\n"
#define WAVELESS                                                                                             \
    "law: maxwell\nmesh: {box: {size: [2, 1, 1], divisions: " DIVISIONS                                      \
    "}, pml: {layers: 1, thickness: 0.4}}\n"                                                                 \
    "materials: {air: {epsilon: 1, sigma: 0.1}}\nregions: {default: air}\nboundaries: {default: "            \
    "absorbing}\n"                                                                                           \
    "sources:\n  spark: {dipole: {at: [0.6, 0.4, 0.45], moment: [0, 0, 1]}, waveform: {ricker: {frequency: " \
    "0.3}}}\n"

struct both {
    nudge_problem *problem;
    nudge_solver *solver;
};

/* set: keys and values, ends with null. */
static struct both make(const char *text, const char *variant, const char *const *set)
{
    struct both b = {0};
    const char *device = getenv("TEST_DEVICE");
    const nudge_solver_options options = {
        .size = sizeof options, .device = device ? device : "cpu", .variant = variant, .keep_results = 1};
    CHECK_OK(nudge_problem_parse(&b.problem, text, folder));
    for (; *set; set += 2) CHECK_OK(nudge_problem_set(b.problem, set[0], set[1]));
    CHECK_OK(nudge_solver_create_with(&b.solver, b.problem, &options));
    if (!b.solver) exit(1);
    return b;
}

static void clear(struct both *b)
{
    nudge_solver_destroy(b->solver);
    nudge_problem_destroy(b->problem);
}

/* All fields at the present time; the caller frees them. */
static double *get(struct both *b, size_t *n)
{
    const nudge_status *now = nudge_solver_status(b->solver);
    const size_t one = (size_t)now->elements * (size_t)now->nodes;
    const int fields = now->fields;
    double *all = calloc(one * (size_t)fields, sizeof *all);
    for (int f = 0; f < fields; f++)
        CHECK_OK(nudge_solver_get(b->solver, nudge_solver_field(b->solver, f), all + one * (size_t)f));
    *n = one * (size_t)fields;
    return all;
}

/* The largest difference of fields, over the largest value. */
static double differ(struct both *a, struct both *b)
{
    size_t n, m;
    double *x = get(a, &n), *y = get(b, &m), most = 0, off = 0;
    CHECK(n == m);
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
        off = test_worse(off, fabs(x[i] - y[i]));
    }
    CHECK(most > 0);
    free(x);
    free(y);
    return off / most;
}

static void same(const char *text, const char *variant, const char *precision, const char *integrator)
{
    const char *const set[] = {"precision", precision, "time.integrator", integrator, NULL};
    struct both a = make(text, variant, set), b = make(text, variant, set);
    CHECK_OK(nudge_solver_step(a.solver, 9));
    CHECK_OK(nudge_solver_save(a.solver, file));
    CHECK_OK(nudge_solver_restore(b.solver, file));
    CHECK(nudge_solver_status(b.solver)->step == 9 &&
          nudge_solver_status(b.solver)->time == nudge_solver_status(a.solver)->time);
    CHECK(differ(&a, &b) == 0);
    CHECK_OK(nudge_solver_step(a.solver, 14)); /* saving changed nothing, and restoring all */
    CHECK_OK(nudge_solver_step(b.solver, 14));
    CHECK(differ(&a, &b) == 0);
    CHECK_OK(nudge_solver_restore(b.solver, file)); /* again, in a solver that has gone on */
    CHECK_OK(nudge_solver_step(b.solver, 14));
    CHECK(differ(&a, &b) == 0);
    clear(&a);
    clear(&b);
}

/* Saved with one plan, continued with another. Another end has other steps. The variant paper has other steps, and
 * its PML is of second order in them. */
static void other(void)
{
    static const struct {
        const char *from, *from_precision, *to, *to_precision, *order, *end;
        double most;
    } at[] = {{"simd", "double", "bernstein", "single", "2", "6", 3e-5},
              {"bernstein", "single", "simd", "double", "2", "6", 3e-5},
              {"simd", "single", "simd", "single", "1", "6.3", 3e-5},
              {"simd", "double", "paper", "single", "1", "6", 2e-2}};
    for (int i = 0; i < 4; i++) {
        const char *const set[] = {"precision", at[i].from_precision, "order", at[i].order, NULL},
                          *const own[] = {"precision", at[i].to_precision, "time.end", at[i].end,
                                          "order",     at[i].order,        NULL};
        struct both a = make(WAVELESS SETTINGS, at[i].from, set), b = make(WAVELESS SETTINGS, at[i].to, own),
                    whole = make(WAVELESS SETTINGS, "simd", own);
        CHECK_OK(nudge_solver_step(a.solver, 20));
        CHECK_OK(nudge_solver_save(a.solver, file));
        CHECK_OK(nudge_solver_restore(b.solver, file));
        CHECK_OK(nudge_solver_step(b.solver, 100000));
        CHECK_OK(nudge_solver_step(whole.solver, 100000));
        const double off = differ(&whole, &b);
        if (!(off < at[i].most)) printf("%s to %s: fields differ by %.2g\n", at[i].from, at[i].to, off);
        CHECK(off < at[i].most && nudge_solver_status(b.solver)->time == atof(at[i].end));
        clear(&a);
        clear(&b);
        clear(&whole);
    }
}

#define MONITORS                                                                                             \
    "monitors:\n  ear: {probe: {at: [1.1, 0.4, 0.3]}}\n  rare: {probe: {at: [1.5, 0.4, 0.3], every: 0.5}}\n" \
    "  all: {fourier: {regions: [box], frequencies: [0.2, 0.3]}}\n"
#define OUTPUTS "output: {fields: {file: f.pvd, every: 1}, picture: {file: p.png, field: Ez, frames: 3}}\n"

static int stop_at(void *context, const nudge_status *now)
{
    return now->step >= *(const int64_t *)context;
}

static void compare_arrays(struct both *a, struct both *b, double most)
{
    const nudge_array *x, *y;
    for (int m = 0; m < 3; m++)
        for (int i = 0; (x = nudge_solver_get_array(a->solver, m, i)); i++) {
            y = nudge_solver_get_array(b->solver, m, i);
            CHECK(y && y->rank == x->rank && !memcmp(y->shape, x->shape, sizeof x->shape));
            if (!y || memcmp(y->shape, x->shape, sizeof x->shape)) return;
            size_t n = 1;
            double top = 0, off = 0;
            for (int d = 0; d < x->rank; d++) n *= (size_t)x->shape[d];
            for (size_t j = 0; j < n; j++) {
                top = fmax(top, fabs(x->values[j]));
                off = test_worse(off, fabs(x->values[j] - y->values[j]));
            }
            if (!(off <= most * top)) printf("monitor %d, %s: off by %.3g of %.3g\n", m, x->name, off, top);
            CHECK(off <= most * top);
        }
}

/* A run that the hook stops, with a checkpoint, and that is resumed in another solver. */
static void resume_run(const char *from, const char *to, const char *precision, double most)
{
    const char *const whole_set[] = {"output.folder", "whole", "precision", precision, NULL},
                      *const first[] = {"output.folder", "part", "precision", "single", NULL},
                      *const last[] = {"output.folder", "part", "precision", precision, NULL};
    int64_t stop = 17;
    struct both whole = make(WAVELESS SETTINGS MONITORS, to, whole_set),
                a = make(WAVELESS SETTINGS MONITORS, from, first),
                b = make(WAVELESS SETTINGS MONITORS, to, last);
    nudge_run_options o = {.size = sizeof o, .hook = stop_at, .context = &stop, .checkpoint_every = 1e9};
    char *found;
    CHECK_OK(nudge_solver_run(whole.solver, NULL, NULL));
    CHECK_OK(nudge_checkpoint_find(whole.problem, &found));
    CHECK(!found);
    CHECK_FAILS(nudge_solver_run_with(a.solver, &o), NUDGE_ESTOPPED, "stopped at step 17 of");
    CHECK_OK(nudge_checkpoint_find(b.problem, &found));
    CHECK(found && strstr(found, "/part/nudge-checkpoint.h5"));
    nudge_free(found);
    stop = INT64_MAX;
    o.resume = NUDGE_RESUME;
    CHECK_OK(nudge_solver_run_with(b.solver, &o));
    CHECK(nudge_solver_status(b.solver)->resumed == 17);
    const double off = differ(&whole, &b);
    if (!(off <= most)) printf("%s to %s: fields differ by %.3g\n", from, to, off);
    CHECK(off <= most);
    compare_arrays(&whole, &b, most);
    clear(&whole);
    clear(&a);
    clear(&b);
}

static char *read_file(size_t *n)
{
    char *bytes = NULL;
    CHECK_OK(nd_file_read(file, 1 << 30, &bytes, n));
    return bytes;
}

static void write_file(const char *bytes, size_t n)
{
    CHECK_OK(nd_file_write(file, bytes, n));
}

/* The last line of a file that was changed. */
static void mend_line(char *bytes, size_t n)
{
    uint64_t sum = 0;
    const size_t size = n - ND_ARCHIVE_LINE;
    for (size_t at = 0; at < size; at += ND_ARCHIVE_BLOCK)
        sum += nd_archive_block_checksum(bytes + at, (int64_t)(at / ND_ARCHIVE_BLOCK),
                                         size - at < ND_ARCHIVE_BLOCK ? size - at : ND_ARCHIVE_BLOCK);
    char line[ND_ARCHIVE_LINE + 1];
    snprintf(line, sizeof line, ND_ARCHIVE_FORMAT, ND_ARCHIVE_VERSION, (unsigned long long)size,
             (unsigned long long)sum);
    memcpy(bytes + size, line, ND_ARCHIVE_LINE);
}

static void damage(void)
{
    const char *const set[] = {"precision", "double", "order", "1", NULL};
    struct both a = make(WAVELESS SETTINGS, "simd", set);
    size_t n;
    CHECK_OK(nudge_solver_step(a.solver, 5));
    CHECK_OK(nudge_solver_save(a.solver, file));
    char *whole = read_file(&n), *bytes = malloc(n + 1);
    /* Cut anywhere, or longer than it was. */
    for (int i = 0; i <= 40; i++) {
        const size_t cut = i < 20 ? n * (size_t)i / 20 : i < 40 ? n - (size_t)(i - 19) * 3 : n + 1;
        memcpy(bytes, whole, n);
        bytes[n] = '\n';
        write_file(bytes, cut);
        CHECK_FAILS(nudge_solver_restore(a.solver, file), NUDGE_EFORMAT, file);
    }
    /* One bit is wrong: in all of the last line, and anywhere else. */
    for (size_t i = 0; i < 300; i++) {
        const size_t at = i < 8 * ND_ARCHIVE_LINE / 2 ? n - 1 - i / 4 : i * 7919 * 31 % n;
        memcpy(bytes, whole, n);
        bytes[at] = (char)(bytes[at] ^ 1 << i % 8);
        write_file(bytes, n);
        const int status = nudge_solver_restore(a.solver, file);
        if (status != NUDGE_EFORMAT) printf("bit %zu of byte %zu passes\n", i % 8, at);
        CHECK(status == NUDGE_EFORMAT);
    }
    /* A dataset is wrong, in a file whose line is right: find the fields by their content. */
    size_t count;
    CHECK_OK(nudge_solver_step(a.solver, 0));
    write_file(whole, n);
    CHECK_OK(nudge_solver_restore(a.solver, file));
    double *fields = get(&a, &count);
    const double first[2] = {fields[count / 2], fields[count / 2 + 1]};
    int found = 0;
    memcpy(bytes, whole, n);
    for (size_t at = 0; at + sizeof first <= n - ND_ARCHIVE_LINE && !found; at += 4)
        if (!memcmp(bytes + at, first, sizeof first)) bytes[at] ^= 1, found = 1;
    CHECK(found);
    mend_line(bytes, n);
    write_file(bytes, n);
    CHECK_FAILS(nudge_solver_restore(a.solver, file), NUDGE_EFORMAT, "its checksum is wrong");
    free(fields);
    free(whole);
    free(bytes);
    clear(&a);
}

/* Replaces all numbers of a dataset, which have eight bytes, by one, with right checksums. */
static void replace(const char *path, const char *name, enum nd_archive_type type, const void *value)
{
    hsize_t size[H5S_MAX_RANK] = {1};
    hid_t h5 = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), set = H5Dopen2(h5, name, H5P_DEFAULT);
    hid_t at = H5Aopen(set, ND_ARCHIVE_CHECKSUM, H5P_DEFAULT), space = H5Dget_space(set);
    CHECK(H5Sget_simple_extent_dims(space, size, NULL) >= 0);
    const size_t all = (size_t)H5Sget_simple_extent_npoints(space), rows = (size_t)size[0];
    char *values = malloc(8 * all);
    for (size_t i = 0; i < all; i++) memcpy(values + 8 * i, value, 8);
    const uint64_t sum = nd_checksum(values, 0, (int64_t)rows, 8 * all / rows);
    CHECK(H5Dwrite(set, nd_archive_h5_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    CHECK(H5Awrite(at, H5T_NATIVE_UINT64, &sum) >= 0);
    CHECK(H5Sclose(space) >= 0 && H5Aclose(at) >= 0 && H5Dclose(set) >= 0 && H5Fclose(h5) >= 0);
    free(values);
    char *bytes = NULL, *whole;
    size_t n;
    CHECK_OK(nd_file_read(path, 1 << 30, &bytes, &n));
    CHECK((whole = realloc(bytes, n + ND_ARCHIVE_LINE)) != NULL);
    mend_line(whole, n + ND_ARCHIVE_LINE);
    CHECK_OK(nd_file_write(path, whole, n + ND_ARCHIVE_LINE));
    free(whole);
}

/* A restore that fails in the PML, of another variant, leaves a solver that can be restored again. */
static void restore_again(void)
{
    const char *const set[] = {"precision", "double", NULL}, *const own[] = {"precision", "single", NULL};
    const double large = 1e300; /* for single precision */
    struct both a = make(WAVELESS SETTINGS, "bernstein", set), b = make(WAVELESS SETTINGS, "simd", own),
                c = make(WAVELESS SETTINGS, "simd", own);
    char odd[400], command[800];
    snprintf(odd, sizeof odd, "%s/odd.h5", folder);
    snprintf(command, sizeof command, "cp '%s' '%s'", file, odd);
    CHECK_OK(nudge_solver_step(a.solver, 9));
    CHECK_OK(nudge_solver_save(a.solver, file));
    CHECK(!system(command));
    replace(odd, "pml/slab/nodal_shifts", ND_ARCHIVE_DOUBLE, &large);
    CHECK_FAILS(nudge_solver_restore(b.solver, odd), NUDGE_EVALUE, "1e+300");
    CHECK_OK(nudge_solver_step(b.solver, 1));
    CHECK_OK(nudge_solver_restore(b.solver, file));
    CHECK_OK(nudge_solver_restore(c.solver, file));
    CHECK_OK(nudge_solver_step(b.solver, 9));
    CHECK_OK(nudge_solver_step(c.solver, 9));
    CHECK(differ(&b, &c) == 0);
    clear(&a);
    clear(&b);
    clear(&c);
}

/* Where the wave has not been yet, numbers are too small for single precision: in the PML, in poles and in sums. */
static void early(void)
{
    static const char text[] =
        "law: maxwell\nmesh: {box: {size: [12, 0.5, 0.5], divisions: [24, 1, 1]}, pml: {layers: 1, "
        "thickness: 0.4, sides: [xmax]}}\nmaterials: {air: {epsilon: 1, sigma: 0.1, poles: [{debye: "
        "{strength: 1, relaxation: 1}}]}}\nregions: {default: air}\nboundaries: {default: absorbing}\n"
        "order: 1\ntime: {end: 30}\n"
        "sources:\n  spark: {dipole: {at: [0.6, 0.2, 0.3], moment: [0, 0, 1]}, waveform: {ricker: "
        "{frequency: 0.3}}}\n";
    const char *const set[] = {"precision", "double", NULL}, *const own[] = {"precision", "single", NULL};
    struct both a = make(text, "bernstein", set), b = make(text, "simd", own);
    for (int i = 0; i < 6; i++) {
        CHECK_OK(nudge_solver_step(a.solver, 1));
        CHECK_OK(nudge_solver_save(a.solver, file));
        CHECK_OK(nudge_solver_restore(b.solver, file));
    }
    CHECK(differ(&a, &b) < 1e-6);
    clear(&a);
    clear(&b);
}

/* A number of a checkpoint, and what is said if it is another one. */
struct impossible {
    const char *name;
    int whole;
    double value;
    const char *why;
};

/* run: by a run, else by nudge_solver_restore. good: a file that can be used. */
static void refuse_number(const struct impossible *at, struct both *b, int run, const char *good)
{
    const nudge_run_options o = {.size = sizeof o, .resume = NUDGE_RESUME};
    const int64_t whole = at->whole ? (int64_t)at->value : 0;
    char path[400], command[800];
    snprintf(path, sizeof path, "%s/odd/nudge-checkpoint.h5", folder);
    snprintf(command, sizeof command, "cp '%s' '%s'", good, path);
    CHECK(!system(command));
    replace(path, at->name, at->whole ? ND_ARCHIVE_WHOLE : ND_ARCHIVE_DOUBLE,
            at->whole ? (const void *)&whole : &at->value);
    nudge_status before = *nudge_solver_status(b->solver);
    const int status = run ? nudge_solver_run_with(b->solver, &o) : nudge_solver_restore(b->solver, path);
    if (!run) {
        const nudge_status *now = nudge_solver_status(b->solver);
        CHECK(now->step == before.step && now->time == before.time && now->energy == before.energy);
    }
    const int fine = status == NUDGE_EFORMAT && strstr(nudge_error(), at->why);
    if (!fine) printf("%s = %g: status %d, \"%s\"\n", at->name, at->value, status, nudge_error());
    CHECK(fine);
}

/* Checkpoints with right checksums and wrong numbers. */
static void impossible(void)
{
    static const char why[] = "its time or step is impossible";
    static const struct impossible clocks[] = {{"clock/step", 1, -1, why},
                                               {"clock/step", 1, 1e18, why},
                                               {"clock/time", 0, -1, why},
                                               {"clock/time", 0, NAN, why},
                                               {"clock/time", 0, 0, why},
                                               {"clock/seconds", 0, NAN, why},
                                               {"clock/stages", 1, 4294967296.,
                                                "is impossible for clock/stages"},
                                               {"series/dt", 0, INFINITY, why},
                                               {"series/start", 0, NAN, why},
                                               {"series/ticks", 1, 2147483648., why},
                                               {"schedule/lead/to", 1, 1, why},
                                               {"schedule/lead/from", 1, -9223372036854775808., why},
                                               {"watch/started", 1, 4294967296.,
                                                "is impossible for watch/started"},
                                               {"form/real", 1, 5, "are impossible"},
                                               {"form/record", 1, 1e9, "are impossible"}},
                                   runs[] = {{"outputs/series/files", 1, 1e15, "is impossible"},
                                             {"outputs/series/files", 1, -1, "is impossible"},
                                             {"outputs/picture/0/panels", 1, 4, "is impossible"},
                                             {"outputs/picture/0/next", 1, -1, "is impossible"},
                                             {"outputs/picture/0/panels", 1, 4294967296., "is impossible"},
                                             {"monitors/first", 1, -1e18, "is impossible"},
                                             {"monitors/first", 1, 1e18, "is impossible"},
                                             {"monitors/2/before", 0, NAN, "are impossible"}};
    const char *const set[] = {"output.folder", "odd", NULL};
    struct both a = make(WAVELESS SETTINGS MONITORS OUTPUTS, "simd", set);
    int64_t stop = 5;
    char good[400], path[400];
    const nudge_run_options o = {
        .size = sizeof o, .hook = stop_at, .context = &stop, .checkpoint_every = 1e9};
    snprintf(path, sizeof path, "%s/odd/nudge-checkpoint.h5", folder);
    snprintf(good, sizeof good, "%s/good.h5", folder);
    CHECK_FAILS(nudge_solver_run_with(a.solver, &o), NUDGE_ESTOPPED, "with a checkpoint");
    CHECK(!rename(path, good));
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) refuse_number(&clocks[i], &a, 0, good);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) refuse_number(&runs[i], &a, 1, good);
    clear(&a);
}

static void refuse(const char *text, const char *const *set, const char *why)
{
    struct both b = make(text, "simd", set);
    CHECK_FAILS(nudge_solver_restore(b.solver, file), NUDGE_EVALUE, why);
    clear(&b);
}

static void foreign(void)
{
    const char *const none[] = {NULL};
    struct both a = make(WAVELESS SETTINGS, "simd", none);
    CHECK_OK(nudge_solver_step(a.solver, 20));
    CHECK_OK(nudge_solver_save(a.solver, file));
    refuse(WAVELESS SETTINGS, (const char *const[]){"time.cfl", "0.5", NULL}, "time.cfl");
    refuse(WAVELESS SETTINGS, (const char *const[]){"mesh.box.divisions", "[3, 1, 1]", NULL},
           "mesh.box.divisions[0]");
    refuse(WAVELESS SETTINGS, (const char *const[]){"time.end", "0.1", NULL}, "give a later time.end");
    refuse("law: acoustic\nmesh: {box: {size: [2, 1, 1], divisions: [4, 2, 2]}}\nmaterials: {air: {rho: 1, "
           "c: 1}}\n"
           "regions: {default: air}\nboundaries: {default: rigid}\ninitial: {p: x}\n" SETTINGS,
           none, "another law (maxwell, and this is acoustic)");
    /* Another version of the program; a file with nothing else. */
    struct nd_archive *archive;
    struct nd_archive_room room = {0};
    double bytes;
    CHECK_OK(nd_archive_create(&archive, &room, 0));
    CHECK_OK(nd_archive_put_text(archive, "program", "0.0.9", 5));
    CHECK_OK(nd_archive_seal(archive, &bytes));
    CHECK_OK(nd_archive_store(archive, file, NULL));
    nd_archive_destroy(archive);
    refuse(WAVELESS SETTINGS, none, "another version of nudge (0.0.9, and this is");
    CHECK_OK(nd_archive_create(&archive, &room, 0));
    CHECK_OK(nd_archive_put_text(archive, "program", NUDGE_VERSION, strlen(NUDGE_VERSION)));
    CHECK_OK(nd_archive_seal(archive, &bytes));
    CHECK_OK(nd_archive_store(archive, file, NULL));
    nd_archive_destroy(archive);
    nd_archive_room_clear(&room);
    CHECK_FAILS(nudge_solver_restore(a.solver, file), NUDGE_EFORMAT, "dataset law/name is missing");
    CHECK_FAILS(nudge_solver_restore(a.solver, "/no/such/file"), NUDGE_EIO, "/no/such/file");
    CHECK_FAILS(nudge_solver_save(a.solver, "/no/such/file"), NUDGE_EIO, "/no/such/file");
    CHECK_FAILS(nudge_checkpoint_find(NULL, NULL), NUDGE_EVALUE, "null");
    CHECK_FAILS(nudge_solver_run_with(NULL, NULL), NUDGE_EVALUE, "null");
    CHECK_FAILS(nudge_solver_run_with(a.solver, &(nudge_run_options){0}), NUDGE_EVALUE, "nudge_run_options");
    CHECK_FAILS(nudge_solver_save(NULL, file), NUDGE_EVALUE, "null");
    CHECK_FAILS(nudge_solver_restore(a.solver, NULL), NUDGE_EVALUE, "null");
    clear(&a);
}

int main(int argc, char **argv)
{
    char command[400];
    const char *tmp = getenv("TMPDIR"), *what = argc > 1 ? argv[1] : "other";
    snprintf(folder, sizeof folder, "%s/t565-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(file, sizeof file, "%s/state.h5", folder);
    if (!strcmp(what, "same") && argc > 4) same(PROBLEM SETTINGS, argv[2], argv[3], argv[4]);
    if (!strcmp(what, "same") && argc > 4) same(WAVELESS SETTINGS, argv[2], argv[3], argv[4]);
    if (!strcmp(what, "other")) other();
    if (!strcmp(what, "other")) restore_again();
    if (!strcmp(what, "other")) early();
    if (!strcmp(what, "run")) resume_run("simd", "simd", "single", 0);
    if (!strcmp(what, "run") && !SLOW) resume_run("bernstein", "bernstein", "single", 0);
    if (!strcmp(what, "run") && !SLOW) resume_run("bernstein", "simd", "double", 1e-4);
    if (!strcmp(what, "damage")) damage();
    if (!strcmp(what, "impossible")) impossible();
    if (!strcmp(what, "foreign")) foreign();
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(!system(command));
    TEST_END;
}
