// Wisdom: plans come back as they were kept, only on the device and for the kernel texts they were made with; files that
// are not as they should be are ignored whole; several processes lose nothing of each other's.
// RUN: 1 1500
// LONG: 7 30000
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/file.h"
#include "law/builtin.h"
#include "rig.h"
#include "tune/wisdom.h"

static char folder[256];
static struct nd_device *device;
static int warnings;
static char warning[2048];

static void hook(void *context, int level, const char *message)
{
    (void)context;
    if (level != NUDGE_LOG_WARNING) return;
    warnings++;
    snprintf(warning, sizeof warning, "%s", message);
}

static const char *in_folder(const char *name)
{
    static char path[4][320];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[0], "%s/%s", folder, name);
    return path[next];
}

static void write_bytes(const char *name, const char *bytes, size_t n)
{
    CHECK_OK(nd_file_write(in_folder(name), bytes, n));
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

/* What the file has now; to be freed. */
static char *wisdom_text(void)
{
    char *text = NULL;
    size_t n;
    CHECK_OK(nd_file_read(in_folder("wisdom"), 1 << 21, &text, &n));
    return text ? text : nd_strdup("");
}

static void forget(void)
{
    remove(in_folder("wisdom"));
}

/* No two numbers alike, as far as the kernels allow. */
static struct nd_plan paper_plan(const char *variant, int N)
{
    struct nd_plan plan = {.variant = nd_variant_find(variant),
                           .lanes = 1,
                           .rows = 1,
                           .M_B = 2,
                           .metis = 1,
                           .gather_p = 18,
                           .lift_p = 3,
                           .lift_i = 4,
                           .diff_shared = ND_SHARED_MATRIX,
                           .diff_p = 5,
                           .diff_i = 6,
                           .diff_s = 8,
                           .diff_rows = 64,
                           .grouping = 16};
    nd_plan_microblocks(&plan, N, 32, 7);
    return plan;
}

static struct nd_wisdom_key key_of(int N, int single, const char *variant)
{
    return (struct nd_wisdom_key){"maxwell", N, single, variant, device};
}

static int same(const struct nd_plan *a, const struct nd_plan *b)
{
    return a->variant == b->variant && a->lanes == b->lanes && a->rows == b->rows && a->align == b->align &&
           a->K_M == b->K_M && a->N_pM == b->N_pM && a->N_fM == b->N_fM && a->M_B == b->M_B &&
           a->metis == b->metis && a->gather_p == b->gather_p && a->lift_p == b->lift_p &&
           a->lift_i == b->lift_i && a->diff_shared == b->diff_shared && a->diff_p == b->diff_p &&
           a->diff_i == b->diff_i && a->diff_s == b->diff_s && a->diff_rows == b->diff_rows &&
           a->grouping == b->grouping;
}

/* Found, with this plan and time. */
static int finds(struct nd_wisdom_key key, const struct nd_plan *wanted, double seconds)
{
    struct nd_plan plan;
    double took = 0;
    memset(&plan, 0xff, sizeof plan);
    return nd_wisdom_find(&key, &plan, &took) == 1 && same(&plan, wanted) && fabs(took / seconds - 1) < 1e-3;
}

static int finds_none(struct nd_wisdom_key key)
{
    struct nd_plan plan;
    double seconds;
    return nd_wisdom_find(&key, &plan, &seconds) == 0;
}

static void keep(struct nd_wisdom_key key, const struct nd_plan *plan, double seconds)
{
    CHECK_OK(nd_wisdom_keep(&key, plan, seconds));
}

/* -- plans come back ------------------------------------------------------------------------------------------------- */

static void check_round_trip(void)
{
    struct nd_plan field = paper_plan("paper", 3), matrix = paper_plan("split", 4), simd, plain;
    struct nd_law law;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    field.diff_shared = ND_SHARED_FIELD;
    field.metis = 0;
    field.grouping = 0;
    nd_plan_microblocks(&field, 3, 16, 4);
    CHECK_OK(nd_plan_choose(&simd, device, &law, 4, 0, "simd"));
    CHECK_OK(nd_plan_choose(&plain, device, &law, 9, 1, "plain"));
    forget();
    CHECK(finds_none(key_of(4, 1, "split"))); /* no file yet */
    keep(key_of(4, 1, "split"), &matrix, 1.234e-9);
    keep(key_of(3, 0, "paper"), &field, 9.9996e-8); /* rounds up to the next power of ten */
    keep(key_of(4, 0, "simd"), &simd, 1e-7);
    keep(key_of(9, 1, "plain"), &plain, 1.0);
    keep(key_of(4, 1, ""), &matrix, 5e-10);
    CHECK(finds(key_of(4, 1, "split"), &matrix, 1.234e-9));
    CHECK(finds(key_of(3, 0, "paper"), &field, 1e-7));
    CHECK(finds(key_of(4, 0, "simd"), &simd, 1e-7));
    CHECK(finds(key_of(9, 1, "plain"), &plain, 1.0));
    CHECK(finds(key_of(4, 1, ""), &matrix, 5e-10));
    CHECK(finds(key_of(4, 1, NULL), &matrix, 5e-10));
    CHECK(finds_none(key_of(4, 0, "split")) && finds_none(key_of(5, 1, "split")) &&
          finds_none(key_of(4, 1, "paper")));
    CHECK(finds_none((struct nd_wisdom_key){"mexwell", 4, 1, "split", device}));
    nd_law_clear(&law);
}

static void check_numbers_refused(void)
{
    struct nd_plan plan = paper_plan("split", 4);
    struct nd_wisdom_key key = key_of(4, 1, "split");
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 0), NUDGE_EVALUE, "cannot be kept");
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, NAN), NUDGE_EVALUE, "cannot be kept");
    key.N = 10;
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EVALUE, "N = 10");
    key = key_of(4, 1, "paper");
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EVALUE, "a plan of split");
    key = key_of(4, 1, "split");
    plan.N_pM++; /* does not follow from the others */
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EINTERNAL, "not the plan");
    key.law = "mexwell";
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EVALUE, "mexwell");
}

/* The first line, then lines in order, each ending with the device's name; one key one line; comments stay. */
static void check_file(void)
{
    const struct nd_plan plan = paper_plan("split", 4), other = paper_plan("paper", 2);
    char *text, *last = NULL, *rest = NULL;
    int lines = 0;
    forget();
    keep(key_of(4, 1, "split"), &plan, 2e-9);
    keep(key_of(2, 1, "paper"), &other, 3e-9);
    keep(key_of(4, 1, ""), &plan, 2e-9);
    text = wisdom_text();
    CHECK(!strncmp(text, "# nudge wisdom 1\nlaw=maxwell N=2 precision=single variant=paper device=", 70));
    CHECK(strstr(text, " seconds=2.000e-9 text="));
    CHECK(
        strstr(text, " K_M=7 align=32 M_B=2 metis=1 gather=18 lift=3,4 diff=matrix,5,6,8,64 grouping=16 # "));
    CHECK(strstr(text, "variant=* plan=split "));
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), lines++) {
        CHECK(!last || strcmp(last, line) < 0);
        CHECK(!lines || strstr(line, device->info.name));
        last = line;
    }
    CHECK(lines == 4);
    free(text);
    keep(key_of(4, 1, "split"), &plan, 1e-9);
    CHECK(finds(key_of(4, 1, "split"), &plan, 1e-9) && finds(key_of(2, 1, "paper"), &other, 3e-9));
    text = wisdom_text();
    last = strstr(text, "variant=split device=");
    CHECK(last && !strstr(last + 1, "variant=split device="));
    free(text);
}

/* Files put together by cat: the fastest line of a key counts, and keeping leaves one. What only another version of nudge
 * knows stays. */
static void check_joined(void)
{
    const struct nd_plan plan = paper_plan("split", 4);
    struct nd_text joined = {0};
    char *slow, *fast;
    forget();
    keep(key_of(4, 1, "split"), &plan, 2e-9);
    slow = wisdom_text();
    keep(key_of(4, 1, "split"), &plan, 1e-9);
    fast = wisdom_text();
    nd_text_add(&joined, "%s\n  # mine\n%s%s", slow, fast, slow);
    nd_text_add(
        &joined,
        "law=maxwell N=4 precision=single variant=later device=x seconds=1 text=%032d lanes=4 rows=2\n", 0);
    write_text("wisdom", joined.s);
    CHECK(finds(key_of(4, 1, "split"), &plan, 1e-9));
    CHECK(finds_none(key_of(4, 1, "later")));
    keep(key_of(4, 1, "split"), &plan, 3e-9);
    CHECK(finds(key_of(4, 1, "split"), &plan, 3e-9));
    free(fast);
    fast = wisdom_text();
    CHECK(!strncmp(fast, "# nudge wisdom 1\n  # mine\n# nudge wisdom 1\n# nudge wisdom 1\nlaw=", 60));
    CHECK(strstr(fast, "variant=later") && !strstr(fast, "seconds=1.000e-9"));
    nd_text_clear(&joined);
    free(slow);
    free(fast);
}

/* -- plans that are not good any more -------------------------------------------------------------------------------- */

static void check_stale(void)
{
    const struct nd_plan split = paper_plan("split", 4), paper = paper_plan("paper", 4);
    forget();
    keep(key_of(4, 1, "split"), &split, 2e-9);
    keep(key_of(4, 1, "paper"), &paper, 2e-9);
    setenv("NUDGE_KERNELS", folder, 1);
    write_text("assembly.knl", "/* not what it was; of these two only paper assembles */\n");
    CHECK(finds(key_of(4, 1, "split"), &split, 2e-9) && finds_none(key_of(4, 1, "paper")));
    keep(key_of(4, 1, "paper"), &paper, 1e-9);
    CHECK(finds(key_of(4, 1, "paper"), &paper, 1e-9));
    remove(in_folder("assembly.knl"));
    CHECK(finds_none(key_of(4, 1, "paper")));
    unsetenv("NUDGE_KERNELS");
}

static void check_devices(void)
{
    const struct nd_plan plan = paper_plan("split", 4);
    struct nd_device other = *device;
    struct nd_wisdom_key key = key_of(4, 1, "split");
    forget();
    keep(key, &plan, 2e-9);
    key.device = &other;
    CHECK(finds(key, &plan, 2e-9));
    other.info.fingerprint[0] ^= 1;
    CHECK(finds_none(key));
    keep(key, &plan, 1e-9);
    CHECK(finds(key, &plan, 1e-9) && finds(key_of(4, 1, "split"), &plan, 2e-9));
    other.info.group_most = 64; /* the same name, but it cannot run this any more */
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
    const struct nd_plan plan = paper_plan("split", 4);
    struct nd_wisdom_key key = key_of(4, 1, "split");
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
    CHECK(finds(key, &plan, 2e-9) && finds_none(key_of(4, 1, "split")));
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

/* -- files that are not as they should be ---------------------------------------------------------------------------- */

/* The file is refused for this reason, and nothing in it counts; it stays as it is. */
static void check_refused(const char *text, size_t n, const char *reason)
{
    const struct nd_plan plan = paper_plan("split", 4);
    struct nd_wisdom_key key = key_of(4, 1, "split");
    size_t m = 0;
    char *after = NULL;
    write_bytes("wisdom", text, n);
    CHECK(finds_none(key));
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EFORMAT, reason);
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EFORMAT, in_folder("wisdom"));
    CHECK_OK(nd_file_read(in_folder("wisdom"), 1 << 22, &after, &m));
    CHECK(after && m == n && !memcmp(after, text, n));
    free(after);
}

/* In the last of the good file's lines, `to` in place of `from`. */
static void check_replaced(const char *good, const char *from, const char *to, const char *reason)
{
    struct nd_text text = {0};
    const char *last = strstr(good, "variant=split"), *at;
    while (last > good && last[-1] != '\n') last--;
    at = strstr(last, from);
    CHECK(at);
    if (!at) return;
    nd_text_add(&text, "%s%.*s%s%s", good, (int)(at - last), last, to, at + strlen(from));
    check_refused(text.s, text.n, reason);
    nd_text_clear(&text);
}

static void check_lines(const char *good)
{
    static const char *const wrong[][3] = {
        {"law=maxwell", "law=max/well", "letters and digits"},
        {"law=maxwell", "law=", "letters and digits"},
        {"law=maxwell", "law=maxwellmaxwellmaxwellmaxwellmaxwell", "up to 31"},
        {"law=maxwell ", "", "law= is missing"},
        {"law=maxwell", "law=maxwell law=maxwell", "law stands there twice"},
        {"law=maxwell", "low=maxwell", "'low' is no field"},
        {"law=maxwell", "law = maxwell", "'law' is no field"},
        {"law=maxwell", "=maxwell", "'' is no field"},
        {"N=4", "N=0", "order from 1 to 9"},
        {"N=4", "N=10", "order from 1 to 9"},
        {"N=4", "N=+4", "order from 1 to 9"},
        {"N=4", "N=4.0", "order from 1 to 9"},
        {"N=4", "N=99999999999999999999", "order from 1 to 9"},
        {"single", "half", "neither single nor double"},
        {"variant=split", "variant=*", "plan= is missing"},
        {"variant=split", "variant=split plan=split", "variant=* only"},
        {"variant=split", "variant=", "letters and digits"},
        {"variant=split", "variant=simd", "lanes= is missing"},
        {"variant=split", "variant=plain", "has no place"},
        {"device=", "device=a*", "letters and digits"},
        {"text=", "text=0", "up to 32"},
        {"text=", "text=x text=", "text stands there twice"},
        {" text=", " text=abc # ", "hexadecimal"},
        {"seconds=1", "seconds=-1", "1e-18 to 1e6"},
        {"1.000e-9", "nan", "1e-18 to 1e6"},
        {"1.000e-9", "inf", "1e-18 to 1e6"},
        {"1.000e-9", "", "1e-18 to 1e6"},
        {"seconds=1", "seconds=0x1", "1e-18 to 1e6"},
        {"e-9", "e-900", "1e-18 to 1e6"},
        {"e-9", "e900", "1e-18 to 1e6"},
        {"e-9", "e-9s", "1e-18 to 1e6"},
        {"K_M=7", "K_M=0", "from 1 to 1024"},
        {"K_M=7", "K_M=4294967303", "from 1 to 1024"},
        {"K_M=7", "K_M=-7", "from 1 to 1024"},
        {"K_M=7", "K_M=7,7", "from 1 to 1024"},
        {"K_M=7", "lanes=8", "lanes= has no place"},
        {"K_M=7 ", "", "K_M= is missing"},
        {"align=32", "align=0", "from 1 to 1024"},
        {"M_B=2", "M_B=1025", "from 1 to 1024"},
        {"metis=1", "metis=2", "from 0 to 1"},
        {"gather=18", "gather=", "from 1 to 4096"},
        {"lift=3,4", "lift=3", "in place 1"},
        {"lift=3,4", "lift=3,", "in place 2"},
        {"lift=3,4", "lift=3,4,5", "in place 2"},
        {"lift=3,4", "lift=,4", "in place 1"},
        {"diff=matrix,", "diff=", "neither field nor matrix"},
        {"diff=matrix,", "diff=mat,", "neither field nor matrix"},
        {"diff=matrix", "diff=matrix,matrix", "in place 2"},
        {"diff=matrix,5,6,8,64", "diff=matrix,5,6,8", "in place 4"},
        {"diff=matrix,5,6,8,64", "diff=matrix,5,6,8,65537", "in place 5"},
        {"diff=matrix,5,6,8,64", "diff=field", "neither field nor matrix"},
        {" grouping=16", "", "grouping= is missing"},
        {" grouping=16", " # grouping=16", "grouping= is missing"},
        {" grouping=16", " grouping=16 more", "'more' is no field"},
        {" grouping=16", "\tgrouping=16", "control character"},
        {"\n", "\r\n", "control character"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_replaced(good, wrong[i][0], wrong[i][1], wrong[i][2]);
}

/* As large as may be: read, but nothing can be added. */
static void check_full(const char *good)
{
    const struct nd_plan plan = paper_plan("split", 4);
    struct nd_wisdom_key key = key_of(4, 0, "split");
    struct nd_text text = {0};
    const size_t most = 1 << 20;
    nd_text_add(&text, "%s", good);
    while (text.n + 2002 < most) nd_text_add(&text, "#%*s", 1000, "\n");
    nd_text_add(&text, "#%*s", (int)(most - text.n) / 2, "\n");
    nd_text_add(&text, "#%*s", (int)(most - text.n) - 1, "\n");
    CHECK(text.n == most);
    write_bytes("wisdom", text.s, text.n);
    CHECK(finds(key_of(4, 1, "split"), &plan, 1e-9));
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EVALUE, "full");
    CHECK(finds(key_of(4, 1, "split"), &plan, 1e-9));
    nd_text_clear(&text);
}

static void check_malformed(void)
{
    const struct nd_plan plan = paper_plan("split", 4);
    struct nd_text text = {0};
    char *good;
    forget();
    keep(key_of(4, 1, "split"), &plan, 1e-9);
    good = wisdom_text();
    const size_t n = strlen(good);
    warnings = 0;
    check_refused(good, n - 1, "ends within a line");
    check_refused(good, n + 1, "zero bytes");
    check_refused(good + 1, n - 1, "the first line is not");
    check_refused("\n", 1, "the first line is not");
    check_refused("# nudge wisdom 2\n", 17, "the first line is not");
    check_lines(good);
    nd_text_add(&text, "%s#%*s", good, 1024, "\n"); /* at the limit */
    write_text("wisdom", text.s);
    CHECK(finds(key_of(4, 1, "split"), &plan, 1e-9));
    nd_text_clear(&text);
    nd_text_add(&text, "%s#%*s", good, 1025, "\n");
    check_refused(text.s, text.n, ":3: the line is longer than 1024");
    nd_text_clear(&text);
    nd_text_add(&text, "%s", good);
    while (text.n <= 1 << 20) nd_text_add(&text, "#%*s", 1000, "\n");
    check_refused(text.s, text.n, "larger than");
    check_full(good);
    write_bytes("wisdom", "", 0); /* an empty file is no mistake */
    CHECK(finds_none(key_of(4, 1, "split")));
    keep(key_of(4, 1, "split"), &plan, 1e-9);
    CHECK(warnings == 1 && strstr(warning, in_folder("wisdom")) && strstr(warning, "ignored"));
    nd_text_clear(&text);
    free(good);
}

/* A device's worth of randomness: bytes changed, cut out, doubled; whole files of noise. What is found can be run. */
static void check_fuzz(unsigned seed, int times)
{
    const struct nd_plan plan = paper_plan("split", 4), other = paper_plan("paper", 4);
    char *good;
    forget();
    keep(key_of(4, 1, "split"), &plan, 1e-9);
    keep(key_of(4, 1, ""), &other, 1e-9);
    good = wisdom_text();
    const size_t n = strlen(good);
    for (int i = 0; i < times; i++) {
        struct nd_text text = {0};
        struct nd_plan found;
        double seconds;
        const size_t at = (size_t)((double)n * test_random(&seed)), kind = (size_t)(5 * test_random(&seed));
        nd_text_add_bytes(&text, good, kind == 0 ? at : n);
        if (kind == 1) text.s[at] = (char)(256 * test_random(&seed));
        if (kind == 2) nd_text_add_bytes(&text, good + at, n - at);
        if (kind == 3) memmove(text.s + at / 2, text.s + at, n - at);
        for (size_t j = 0; kind == 4 && j < n; j++)
            if (j > 17 || i % 2) text.s[j] = (char)(256 * test_random(&seed));
        write_bytes("wisdom", text.s ? text.s : "", text.n);
        for (int any = 0; any < 2; any++) {
            struct nd_wisdom_key key = key_of(4, 1, any ? "" : "split");
            if (nd_wisdom_find(&key, &found, &seconds)) CHECK_OK(nd_plan_check(&found, device, 4, 6, 1));
        }
        nd_text_clear(&text);
    }
    free(good);
}

/* -- places and processes -------------------------------------------------------------------------------------------- */

static void check_places(void)
{
    const struct nd_plan plan = paper_plan("split", 4);
    struct nd_wisdom_key key = key_of(4, 1, "split");
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
    const struct nd_plan plan = paper_plan("split", 4);
    struct nd_wisdom_key key = key_of(4, 1, "split");
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
    static const char *const variants[EACH] = {"split", "paper4", "paper", ""};
    pid_t child[PROCESSES];
    forget();
    fflush(stdout);
    for (int i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        if (child[i]) continue;
        int bad = 0;
        for (int j = 0; j < EACH; j++) {
            const struct nd_plan plan = paper_plan(*variants[j] ? variants[j] : "split", 2 + i / 2);
            const struct nd_wisdom_key key = key_of(2 + i / 2, i % 2, variants[j]);
            bad |= nd_wisdom_keep(&key, &plan, 1e-9 * (1 + i + j));
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
            const struct nd_plan plan = paper_plan(*variants[j] ? variants[j] : "split", 2 + i / 2);
            CHECK(finds(key_of(2 + i / 2, i % 2, variants[j]), &plan, 1e-9 * (1 + i + j)));
        }
}

int main(int argc, char **argv)
{
    test_folder(folder);
    setenv("NUDGE_WISDOM", in_folder("wisdom"), 1);
    unsetenv("NUDGE_KERNELS");
    CHECK_OK(nd_device_open(&device, "cpu"));
    if (!device) return 1;
    nudge_log_set(hook, NULL);
    check_round_trip();
    check_numbers_refused();
    check_file();
    check_joined();
    check_stale();
    check_devices();
    check_laws();
    CHECK(warnings == 0);
    check_malformed();
    check_fuzz(argc > 1 ? (unsigned)atoi(argv[1]) : 1, argc > 2 ? atoi(argv[2]) : 1500);
    check_places();
    check_lock();
    check_processes();
    CHECK(warnings == 1);
    nd_device_close(device);
    test_folder_remove(folder);
    TEST_END;
}
