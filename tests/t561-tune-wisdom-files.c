// Invalid wisdom files are ignored as a whole, with one warning, and never overwritten. Arguments:
// the seed and the number of random files.
// RUN: 1 1500
// LONG: 7 30000
#include "wisdom-rig.h"

#include <sys/stat.h>
#include <unistd.h>

/* The file is refused for this reason, and nothing in it counts; it stays as it is. */
static void check_refused(const char *text, size_t n, const char *reason)
{
    const struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_wisdom_key key = key_of(4, 1, "paper:3");
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

/* In the good file's only line, `to` in place of `from`. */
static void check_replaced(const char *good, const char *from, const char *to, const char *reason)
{
    struct nd_text text = {0};
    const char *last = strchr(good, '\n') + 1, *at;
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
        {"variant=paper:3", "variant=*", "plan= is missing"},
        {"variant=paper:3", "variant=paper:3 plan=paper:3", "variant=* only"},
        {"variant=paper:3", "variant=", "letters and digits"},
        {"variant=paper:3", "variant=simd", "K_M= has no place"},
        {"variant=paper:3", "variant=plain", "has no place"},
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
        {"blocks=2", "blocks=3", "from 0 to 2"},
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

static void check_kept_lines(void)
{
    static const char *const wrong[][3] = {
        {"kept=8,96,5,2,4,1", "kept=0,96,5,2,4,1", "from 1 to 1024 is wanted in place 1"},
        {"kept=8,96,5,2,4,1", "kept=8,1025,5,2,4,1", "from 1 to 1024 is wanted in place 2"},
        {"kept=8,96,5,2,4,1", "kept=8,96,0,2,4,1", "from 1 to 64 is wanted in place 3"},
        {"kept=8,96,5,2,4,1", "kept=8,96,5,65,4,1", "from 1 to 64 is wanted in place 4"},
        {"kept=8,96,5,2,4,1", "kept=8,96,5,2,-4,1", "from 1 to 64 is wanted in place 5"},
        {"kept=8,96,5,2,4,1", "kept=8,96,5,2,4,2", "from 0 to 1 is wanted in place 6"},
        {"kept=8,96,5,2,4,1", "kept=8,96,5,2,4", "in place 5"},
        {"kept=8,96,5,2,4,1", "kept=8,96,5,2,4,1,1", "in place 6"},
        {"kept=8,96,5,2,4,1", "batch=8,1,96", "batch= has no place"},
        {" kept=8,96,5,2,4,1", "", "kept= is missing"},
        {"variant=bernstein", "variant=paper:3", "kept= has no place"},
    };
    const struct nd_plan plan = kept_plan("bernstein");
    char *good;
    forget();
    keep(key_of(4, 1, "bernstein"), &plan, 1e-9);
    good = wisdom_text();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_replaced(good, wrong[i][0], wrong[i][1], wrong[i][2]);
    free(good);
}

/* As large as may be: read, but nothing can be added. */
static void check_full(const char *good)
{
    const struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_wisdom_key key = key_of(4, 0, "paper:3");
    struct nd_text text = {0};
    const size_t most = 1 << 20;
    nd_text_add(&text, "%s", good);
    while (text.n + 2002 < most) nd_text_add(&text, "#%*s", 1000, "\n");
    nd_text_add(&text, "#%*s", (int)(most - text.n) / 2, "\n");
    nd_text_add(&text, "#%*s", (int)(most - text.n) - 1, "\n");
    CHECK(text.n == most);
    write_bytes("wisdom", text.s, text.n);
    CHECK(finds(key_of(4, 1, "paper:3"), &plan, 1e-9));
    CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EVALUE, "full");
    CHECK(finds(key_of(4, 1, "paper:3"), &plan, 1e-9));
    nd_text_clear(&text);
}

static void check_malformed(void)
{
    const struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_text text = {0};
    char *good;
    forget();
    keep(key_of(4, 1, "paper:3"), &plan, 1e-9);
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
    CHECK(finds(key_of(4, 1, "paper:3"), &plan, 1e-9));
    nd_text_clear(&text);
    nd_text_add(&text, "%s#%*s", good, 1025, "\n");
    check_refused(text.s, text.n, ":3: the line is longer than 1024");
    nd_text_clear(&text);
    nd_text_add(&text, "%s", good);
    while (text.n <= 1 << 20) nd_text_add(&text, "#%*s", 1000, "\n");
    check_refused(text.s, text.n, "larger than");
    check_full(good);
    write_bytes("wisdom", "", 0); /* an empty file is no mistake */
    CHECK(finds_none(key_of(4, 1, "paper:3")));
    keep(key_of(4, 1, "paper:3"), &plan, 1e-9);
    CHECK(warnings == 1 && strstr(warning, in_folder("wisdom")) && strstr(warning, "ignored"));
    nd_text_clear(&text);
    free(good);
}

/* Random changes: bytes changed, cut out, doubled; whole files of noise. Every plan that is found
 * can be run. */
static void check_fuzz(unsigned seed, int times)
{
    const struct nd_plan plan = paper_plan("paper:3", 4), other = paper_plan("paper:5", 4),
                         kept = kept_plan("bernstein");
    static const char *const names[] = {"paper:3", "bernstein", ""};
    char *good;
    struct nd_law law;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    forget();
    keep(key_of(4, 1, "paper:3"), &plan, 1e-9);
    keep(key_of(4, 1, "bernstein"), &kept, 1e-9);
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
        for (int which = 0; which < 3; which++) {
            struct nd_wisdom_key key = key_of(4, 1, names[which]);
            if (nd_wisdom_find(&key, &found, &seconds))
                CHECK_OK(nd_plan_check(&found, ND_CASE(device, &law, 4, 1, 1)));
        }
        nd_text_clear(&text);
    }
    free(good);
    nd_law_clear(&law);
}

/* A file that somebody else can have written, or that is no file, counts for nothing and is not
 * written over. */
static void check_trust(void)
{
    struct stat info;
    const struct nd_plan plan = paper_plan("paper:3", 4);
    struct nd_wisdom_key key = key_of(4, 1, "paper:3");
    char path[300];
    snprintf(path, sizeof path, "%s", in_folder("wisdom"));
    forget();
    remove(in_folder("wisdom.lock"));
    const mode_t old = umask(0);
    keep(key, &plan, 1e-9);
    CHECK(!stat(path, &info) && (info.st_mode & 0777) == 0600);
    CHECK(!stat(in_folder("wisdom.lock"), &info) && (info.st_mode & 0777) == 0600);
    CHECK(chmod(path, 0644) == 0); /* a site's, which all may read, stays readable */
    keep(key, &plan, 2e-9);
    CHECK(!stat(path, &info) && (info.st_mode & 0777) == 0644 && !finds_none(key));
    umask(old);
    static const mode_t open_modes[] = {0664, 0646};
    for (int i = 0; i < 2; i++) {
        CHECK(chmod(path, open_modes[i]) == 0 && finds_none(key));
        CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EIO, "may be written by others");
    }
    CHECK(chmod(path, 0600) == 0 && !finds_none(key));
    if (geteuid() == 0) {
        CHECK(chown(path, 65534, 65534) == 0 && finds_none(key));
        CHECK_FAILS(nd_wisdom_keep(&key, &plan, 1e-9), NUDGE_EIO, "belongs to user 65534 and not to user 0");
        CHECK(chown(path, 0, 0) == 0);
    }
    CHECK(rename(path, in_folder("other")) == 0 && symlink("other", path) == 0 && !finds_none(key));
    CHECK(remove(path) == 0 && mkfifo(path, 0600) == 0);
    alarm(60);
    CHECK(finds_none(key));
    alarm(0);
    forget();
}

int main(int argc, char **argv)
{
    if (!wisdom_begin()) return 1;
    check_malformed();
    check_kept_lines();
    check_trust();
    check_fuzz(argc > 1 ? (unsigned)atoi(argv[1]) : 1, argc > 2 ? atoi(argv[2]) : 1500);
    CHECK(warnings == 1);
    wisdom_end();
    TEST_END;
}
