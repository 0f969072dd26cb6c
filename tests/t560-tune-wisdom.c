// Wisdom: plans are found as they were stored, only on the same device and for the same kernel
// texts; processes do not lose each other's entries.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "law/builtin.h"
#include "wisdom-rig.h"

/* -- plans come back
 * ------------------------------------------------------------------------------------------------- */

static void check_round_trip(void)
{
    struct nd_plan field = paper_plan("paper:5", 3), matrix = paper_plan("paper:3", 4), simd, plain;
    struct nd_law law;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    field.number[DIFF_SHARED] = ND_SHARED_FIELD;
    field.blocks = ND_BLOCKS_GREEDY;
    field.number[GROUPING] = 0;
    nd_paper_microblocks(&field, 3, 16, 4);
    CHECK_OK(nd_plan_choose(&simd, ND_CASE(device, &law, 4, 0, 1), "simd"));
    CHECK_OK(nd_plan_choose(&plain, ND_CASE(device, &law, 9, 1, 1), "plain"));
    forget();
    CHECK(finds_none(key_of(4, 1, "paper:3"))); /* no file yet */
    keep(key_of(4, 1, "paper:3"), &matrix, 1.234e-9);
    keep(key_of(3, 0, "paper:5"), &field, 9.9996e-8); /* rounds up to the next power of ten */
    keep(key_of(4, 0, "simd"), &simd, 1e-7);
    keep(key_of(9, 1, "plain"), &plain, 1.0);
    keep(key_of(4, 1, ""), &matrix, 5e-10);
    CHECK(finds(key_of(4, 1, "paper:3"), &matrix, 1.234e-9));
    CHECK(finds(key_of(3, 0, "paper:5"), &field, 1e-7));
    CHECK(finds(key_of(4, 0, "simd"), &simd, 1e-7));
    CHECK(finds(key_of(9, 1, "plain"), &plain, 1.0));
    CHECK(finds(key_of(4, 1, ""), &matrix, 5e-10));
    CHECK(finds(key_of(4, 1, NULL), &matrix, 5e-10));
    CHECK(finds_none(key_of(4, 0, "paper:3")) && finds_none(key_of(5, 1, "paper:3")) &&
          finds_none(key_of(4, 1, "paper:5")));
    CHECK(finds_none((struct nd_wisdom_key){"mexwell", 4, 1, "paper:3", device, 0}));
    nd_law_clear(&law);
}

/* Fields kept in the frame: each number comes back, what follows from the law with them, and runs
 * whose flux is not full upwind take another plan. */
static void check_kept(void)
{
    struct nd_plan kept = kept_plan("bernstein"), other = kept, split = paper_plan("paper:3", 4), plan;
    struct nd_wisdom_key key = key_of(4, 1, "bernstein");
    struct nd_law law, three;
    char *text;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    forget();
    keep(key, &kept, 2e-9);
    CHECK(finds(key, &kept, 2e-9) && finds_none(key_of(4, 0, "bernstein")));
    CHECK(nd_wisdom_find(&key, &plan, NULL) && plan.number[ND_STATE] > 0 && plan.number[ND_PART_STRIDE] > 0 &&
          plan.number[ND_ELEMENT_REALS] > plan.number[ND_STATE]);
    text = wisdom_text();
    CHECK(strstr(text, " kept=8,96,5,2,4,1 # "));
    free(text);
    other.number[ND_PERSISTENT] = 0;
    keep(key, &other, 1e-9);
    CHECK(finds(key, &other, 1e-9));
    other.number[ND_BATCH] = 0;
    CHECK_FAILS(nd_wisdom_keep(&key, &other, 1e-9), NUDGE_EVALUE, "0 elements of a batch");
    other.number[ND_BATCH] = 8, other.number[ND_THREADS] = 7;
    CHECK_FAILS(nd_wisdom_keep(&key, &other, 1e-9), NUDGE_EVALUE, "take at least as many");

    keep(key_of(4, 1, ""), &kept, 1e-9);
    keep(key_of(4, 1, "paper:3"), &split, 2e-9);
    key.variant = NULL;
    CHECK_OK(nd_wisdom_choose(&key, &law, 1, &plan));
    CHECK(same(&plan, &kept));
    CHECK_OK(nd_wisdom_choose(&key, &law, 0.5, &plan));
    CHECK(!strcmp(plan.variant->name, "simd"));
    key.variant = "bernstein";
    CHECK_FAILS(nd_wisdom_choose(&key, &law, 0.5, &plan), NUDGE_EVALUE, "full upwind flux only");
    key.variant = "paper:3";
    CHECK_OK(nd_wisdom_choose(&key, &law, 0.5, &plan));
    CHECK(same(&plan, &split));

    /* A law of the user's own has fields along x, y, z there. */
    write_text(
        "three.law",
        "#define LAW_NAME three\n#define LAW_FIELDS a b c\n#define LAW_MATERIAL k\n#define LAW_MEDIUM m\n"
        "#define LAW_BOUNDARIES wall\n"
        "INLINE void law_medium(const real *material, real *m) {}\nINLINE real law_speed(const real *m) { "
        "return 1; }\n"
        "INLINE lane law_energy(const lane *m, const lane *q) { return q[a]; }\n"
        "INLINE void law_volume(const lane *m, const lane *dq, lane *rate) {}\n"
        "INLINE void law_flux(const lane *n, const lane *mM, const lane *mP, const lane *qM, const lane *qP, "
        "lane upwind, "
        "lane *flux) {}\n"
        "INLINE real law_boundary(int condition, const real *n, const real *m, const real *qM, real *qP, "
        "real upwind) "
        "{ return 1; }\n");
    key = key_of(4, 1, "bernstein");
    CHECK_OK(nd_wisdom_choose(&key, &law, 1, &kept));
    kept.number[ND_MIN_BLOCKS]++;
    keep(key, &kept, 1e-9);
    CHECK(finds(key, &kept, 1e-9));
    CHECK_OK(nd_wisdom_choose(&key, &law, 1, &plan));
    CHECK(plan.number[ND_MIN_BLOCKS] == kept.number[ND_MIN_BLOCKS]);
    key.law = in_folder("three.law");
    CHECK_OK(nd_law_init(&three, key.law, ""));
    CHECK_OK(nd_wisdom_choose(&key, &three, 1, &plan));
    CHECK(plan.number[ND_VGEO_REALS] == 9 + 1);
    nd_law_clear(&three);
    nd_law_clear(&law);
}

/* A plan for linear steps and one for Runge-Kutta stages stand side by side. */
static void check_linear(void)
{
    struct nd_plan kept = kept_plan("bernstein"), other = kept, plan;
    struct nd_wisdom_key stages = key_of(4, 1, "bernstein"), linear = stages, wrong = key_of(4, 1, "paper:3");
    struct nd_law law;
    char *text;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    linear.linear = wrong.linear = 1;
    other.number[ND_MIN_BLOCKS] = 3;
    forget();
    keep(stages, &kept, 2e-9);
    CHECK(finds_none(linear));
    keep(linear, &other, 1e-9);
    CHECK(finds(stages, &kept, 2e-9) && finds(linear, &other, 1e-9));
    CHECK_OK(nd_wisdom_choose(&linear, &law, 1, &plan));
    CHECK(same(&plan, &other) && plan.update == ND_UPDATE_RATE);
    CHECK_OK(nd_wisdom_choose(&stages, &law, 1, &plan));
    CHECK(same(&plan, &kept) && plan.update == ND_UPDATE_RK);
    CHECK_FAILS(nd_wisdom_choose(&wrong, &law, 1, &plan), NUDGE_EVALUE, "does not take linear steps");
    text = wisdom_text();
    CHECK(strstr(text, "law=maxwell N=4 precision=single steps=linear variant=bernstein "));
    free(text);
    nd_law_clear(&law);
}

static void check_numbers_refused(void)
{
    struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_wisdom_key key = key_of(4, 1, "paper:3");
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 0), NUDGE_EVALUE, "cannot be kept");
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, NAN), NUDGE_EVALUE, "cannot be kept");
    key.N = 10;
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EVALUE, "N = 10");
    key = key_of(4, 1, "paper:5");
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EVALUE, "a plan of paper:3");
    key = key_of(4, 1, "paper:3");
    plan.blocks = 3; /* there is none */
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EINTERNAL, "not the plan");
    key.law = "mexwell";
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EVALUE, "mexwell");
}

/* The first line, then lines in order, each ending with the device's name; one key one line;
 * comments stay. */
static void check_file(void)
{
    const struct nd_plan plan = paper_plan("paper:3", 4), other = paper_plan("paper:5", 2);
    char *text, *last = NULL, *rest = NULL;
    int lines = 0;
    forget();
    keep(key_of(4, 1, "paper:3"), &plan, 2e-9);
    keep(key_of(2, 1, "paper:5"), &other, 3e-9);
    keep(key_of(4, 1, ""), &plan, 2e-9);
    text = wisdom_text();
    CHECK(!strncmp(text, "# nudge wisdom 1\nlaw=maxwell N=2 precision=single variant=paper:5 device=", 70));
    CHECK(strstr(text, " seconds=2.000e-9 text="));
    CHECK(strstr(text,
                 " K_M=7 align=32 M_B=2 blocks=2 gather=18 lift=3,4 diff=matrix,5,6,8,64 grouping=16 # "));
    CHECK(strstr(text, "variant=* plan=paper:3 "));
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), lines++) {
        CHECK(!last || strcmp(last, line) < 0);
        CHECK(!lines || strstr(line, device->info.name));
        last = line;
    }
    CHECK(lines == 4);
    free(text);
    keep(key_of(4, 1, "paper:3"), &plan, 1e-9);
    CHECK(finds(key_of(4, 1, "paper:3"), &plan, 1e-9) && finds(key_of(2, 1, "paper:5"), &other, 3e-9));
    text = wisdom_text();
    last = strstr(text, "variant=paper:3 device=");
    CHECK(last && !strstr(last + 1, "variant=paper:3 device="));
    free(text);
}

/* Files joined by cat: the fastest line of a key counts, and storing leaves one. Lines of other
 * versions of nudge stay. */
static void check_joined(void)
{
    const struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_text joined = {0};
    char *slow, *fast;
    forget();
    keep(key_of(4, 1, "paper:3"), &plan, 2e-9);
    slow = wisdom_text();
    keep(key_of(4, 1, "paper:3"), &plan, 1e-9);
    fast = wisdom_text();
    nd_text_add(&joined, "%s\n  # mine\n%s%s", slow, fast, slow);
    nd_text_add(
        &joined,
        "law=maxwell N=4 precision=single variant=later device=x seconds=1 text=%032d lanes=4 rows=2\n", 0);
    write_text("wisdom", joined.s);
    CHECK(finds(key_of(4, 1, "paper:3"), &plan, 1e-9));
    CHECK(finds_none(key_of(4, 1, "later")));
    keep(key_of(4, 1, "paper:3"), &plan, 3e-9);
    CHECK(finds(key_of(4, 1, "paper:3"), &plan, 3e-9));
    free(fast);
    fast = wisdom_text();
    CHECK(!strncmp(fast, "# nudge wisdom 1\n  # mine\n# nudge wisdom 1\n# nudge wisdom 1\nlaw=", 60));
    CHECK(strstr(fast, "variant=later") && !strstr(fast, "seconds=1.000e-9"));
    nd_text_clear(&joined);
    free(slow);
    free(fast);
}

/* `text` with `to` in place of `from`; free() it. */
static char *replaced(const char *text, const char *from, const char *to)
{
    struct nd_text out = {0};
    const char *at = strstr(text, from);
    CHECK(at);
    if (at) nd_text_add(&out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out.s ? out.s : nd_strdup("");
}

/* paper:3 was called split once, and paper:5 paper: such lines stay and count for nothing. */
static void check_old_variants(void)
{
    const struct nd_plan three = paper_plan("paper:3", 4), five = paper_plan("paper:5", 4),
                         four = paper_plan("paper:4", 4);
    const int before = warnings;
    forget();
    keep(key_of(4, 1, "paper:3"), &three, 2e-9);
    keep(key_of(4, 1, "paper:5"), &five, 1e-9);
    keep(key_of(4, 1, NULL), &three, 2e-9);
    char *now = wisdom_text(), *one = replaced(now, "variant=paper:3", "variant=split"),
         *two = replaced(one, "variant=paper:5", "variant=paper"),
         *old = replaced(two, "plan=paper:3", "plan=split");
    write_text("wisdom", old);
    CHECK(finds_none(key_of(4, 1, "paper:3")) && finds_none(key_of(4, 1, "paper:5")));
    CHECK(finds_none(key_of(4, 1, "paper")) && finds_none(key_of(4, 1, "split")));
    CHECK(finds_none(key_of(4, 1, NULL)) && warnings == before);
    keep(key_of(4, 1, "paper:4"), &four, 3e-9);
    CHECK(finds(key_of(4, 1, "paper:4"), &four, 3e-9) && finds_none(key_of(4, 1, "paper")));
    free(now);
    now = wisdom_text();
    CHECK(strstr(now, "variant=split ") && strstr(now, "plan=split ") && strstr(now, "variant=paper "));
    free(now), free(one), free(two), free(old);
    forget();
    keep(key_of(4, 1, "paper"), &three, 2e-9); /* the default */
    CHECK(finds(key_of(4, 1, "paper:3"), &three, 2e-9) && finds(key_of(4, 1, "paper"), &three, 2e-9));
}

/* blocks= was called metis= once. */
static void check_old_name(void)
{
    struct nd_plan plan = paper_plan("paper:3", 4);
    plan.blocks = ND_BLOCKS_METIS;
    forget();
    keep(key_of(4, 1, "paper:3"), &plan, 2e-9);
    char *text = wisdom_text(), *at = strstr(text, " blocks=1");
    CHECK(at);
    if (at) memcpy(at, "  metis=1", 9);
    write_text("wisdom", text);
    CHECK(finds(key_of(4, 1, "paper:3"), &plan, 2e-9));
    free(text);
}

/* -- plans that are not good any more
 * -------------------------------------------------------------------------------- */

static void check_stale(void)
{
    const struct nd_plan split = paper_plan("paper:3", 4), paper = paper_plan("paper:5", 4);
    forget();
    keep(key_of(4, 1, "paper:3"), &split, 2e-9);
    keep(key_of(4, 1, "paper:5"), &paper, 2e-9);
    setenv("NUDGE_KERNELS", folder, 1);
    write_text("assembly.knl", "/* not what it was; of these two only paper assembles */\n");
    CHECK(finds(key_of(4, 1, "paper:3"), &split, 2e-9) && finds_none(key_of(4, 1, "paper:5")));
    keep(key_of(4, 1, "paper:5"), &paper, 1e-9);
    CHECK(finds(key_of(4, 1, "paper:5"), &paper, 1e-9));
    remove(in_folder("assembly.knl"));
    CHECK(finds_none(key_of(4, 1, "paper:5")));
    unsetenv("NUDGE_KERNELS");
}

static void check_devices(void)
{
    const struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_device other = *device;
    struct nd_wisdom_key key = key_of(4, 1, "paper:3");
    forget();
    keep(key, &plan, 2e-9);
    key.device = &other;
    CHECK(finds(key, &plan, 2e-9));
    other.info.fingerprint[0] ^= 1;
    CHECK(finds_none(key));
    keep(key, &plan, 1e-9);
    CHECK(finds(key, &plan, 1e-9) && finds(key_of(4, 1, "paper:3"), &plan, 2e-9));
    other.info.threads_most = 64; /* the same name, but it cannot run this any more */
    CHECK(finds_none(key));
    other = *device;
    snprintf(other.info.fingerprint, sizeof other.info.fingerprint, "two words");
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EINTERNAL, "two words");
    other = *device;
    snprintf(other.info.name, sizeof other.info.name, "two\nlines # and\ta tab");
    keep(key, &plan, 1e-9);
    CHECK(finds(key, &plan, 1e-9));
}

/* A law of one's own is known by its name and text, wherever it lies. */
static void check_laws(void)
{
    const struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_wisdom_key key = key_of(4, 1, "paper:3");
    struct nd_text law = {0};
    const char *text = nd_law_builtin("maxwell"), *name = strstr(text, "LAW_NAME       maxwell");
    CHECK(name);
    if (!name) return;
    nd_text_add(&law, "%.*sLAW_NAME mine%s", (int)(name - text), text,
                name + strlen("LAW_NAME       maxwell"));
    CHECK_OK(nd_folder_create(in_folder("elsewhere")));
    write_text("mine.law", law.s);
    write_text("elsewhere/copy.law", law.s);
    forget();
    key.law = in_folder("mine.law");
    keep(key, &plan, 2e-9);
    CHECK(finds(key, &plan, 2e-9) && finds_none(key_of(4, 1, "paper:3")));
    key.law = in_folder("elsewhere/copy.law");
    CHECK(finds(key, &plan, 2e-9));
    nd_text_add(&law, "/* changed */\n");
    write_text("mine.law", law.s);
    key.law = in_folder("mine.law");
    CHECK(finds_none(key));
    remove(key.law);
    CHECK(finds_none(key));
    nd_text_clear(&law);
}

/* -- places and processes
 * -------------------------------------------------------------------------------------------- */

static void check_places(void)
{
    const struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_wisdom_key key = key_of(4, 1, "paper:3");
    char *path = NULL;
    setenv("NUDGE_WISDOM", "none", 1);
    CHECK_OK(nd_wisdom_path(&path));
    CHECK(!path && finds_none(key));
    keep(key, &plan, 1e-9);
    CHECK(access("none", F_OK) && finds_none(key));
    setenv("NUDGE_WISDOM", "", 1); /* as if it were not set */
    setenv("NUDGE_CACHE", in_folder("cache"), 1);
    CHECK_OK(nd_wisdom_path(&path));
    CHECK(path && !strcmp(path, in_folder("cache/wisdom.txt")));
    free(path);
    keep(key, &plan, 1e-9);
    CHECK(nd_file_exists(in_folder("cache/wisdom.txt")) && finds(key, &plan, 1e-9));
    setenv("NUDGE_WISDOM", in_folder("nowhere/wisdom"), 1);
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EIO, "nowhere/wisdom.lock: cannot be created");
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EIO, "NUDGE_WISDOM names another");
    CHECK(finds_none(key));
    CHECK_OK(nd_folder_create(in_folder("closed")));
    CHECK(!chmod(in_folder("closed"), 0500));
    setenv("NUDGE_WISDOM", in_folder("closed/wisdom"), 1);
    if (access(in_folder("closed"), W_OK)) /* root may write anywhere */
        CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EIO, "closed/wisdom.lock: cannot be created");
    setenv("NUDGE_WISDOM", in_folder("cache"), 1);
    CHECK(finds_none(key));
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EIO, "is a folder");
    setenv("NUDGE_WISDOM", in_folder("wisdom"), 1);
}

/* Who holds the lock for ever is not waited for for ever. */
static void check_lock(void)
{
    const struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_wisdom_key key = key_of(4, 1, "paper:3");
    const int held = open(in_folder("wisdom.lock"), O_RDWR | O_CREAT, 0666);
    const time_t begin = time(NULL);
    forget();
    CHECK(held >= 0 && !flock(held, LOCK_EX));
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EIO,
                "wisdom.lock: another process has held it for 5 s");
    CHECK(time(NULL) - begin >= 4 && time(NULL) - begin < 60);
    close(held);
    keep(key, &plan, 1e-9);
}

static void check_processes(void)
{
    enum { PROCESSES = 8, EACH = 4 };
    static const char *const variants[EACH] = {"paper:3", "paper:4", "paper:5", ""};
    pid_t child[PROCESSES];
    forget();
    fflush(stdout);
    for (int i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        if (child[i]) continue;
        int bad = 0;
        for (int j = 0; j < EACH; j++) {
            const struct nd_plan plan = paper_plan(*variants[j] ? variants[j] : "paper:3", 2 + i / 2);
            const struct nd_wisdom_key key = key_of(2 + i / 2, i % 2, variants[j]);
            int code = 0;
            for (int again = 0; again < 20;
                 again++) { /* on a busy machine the others may take more than the 5 s */
                code = nd_wisdom_keep(&key, &plan, 1e-9 * (1 + i + j));
                if (code != NUDGE_EIO || !strstr(nudge_error(), "another process has held it")) break;
            }
            bad |= code;
        }
        if (bad) printf("%s\n", nudge_error());
        fflush(stdout);
        _exit(!!bad);
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status = 1;
        CHECK(child[i] > 0 && waitpid(child[i], &status, 0) == child[i] && status == 0);
    }
    for (int i = 0; i < PROCESSES; i++)
        for (int j = 0; j < EACH; j++) {
            const struct nd_plan plan = paper_plan(*variants[j] ? variants[j] : "paper:3", 2 + i / 2);
            CHECK(finds(key_of(2 + i / 2, i % 2, variants[j]), &plan, 1e-9 * (1 + i + j)));
        }
}

int main(void)
{
    if (!wisdom_begin()) return 1;
    check_round_trip();
    check_kept();
    check_linear();
    check_numbers_refused();
    check_file();
    check_joined();
    check_old_name();
    check_old_variants();
    check_stale();
    check_devices();
    check_laws();
    CHECK(warnings == 0);
    check_places();
    check_lock();
    check_processes();
    CHECK(warnings == 1); /* of the folder in place of a file */
    wisdom_end();
    TEST_END;
}
