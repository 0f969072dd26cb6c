// What every device must do: memory, launches with barriers and local arrays, events, errors that show what
// the compiler said, and the disk cache of compiled kernels. Run with "child" it only loads one kernel.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file.h"
#include "device/cpu.h"
#include "kernel/kernel.h"
#include "rig.h"

static char folder[256]; /* holds own.knl, the compiler that counts, the cache */

/* Turns each group's 64 numbers by `shift` places through a local array, and adds `add`. */
static const char rotate[] =
    "#define PARAMS(P) P(GLOBAL const real *, in) P(GLOBAL real *, out) P(int, shift) P(real, add)\n"
    "KERNEL(turn)\nGROUPS(g)\n    LOCAL real f[64];\n"
    "    ITEMS(i, 64)\n        f[i] = in[(int64)g * 64 + i];\n    END\n    BARRIER\n"
    "    ITEMS(i, 64)\n        out[(int64)g * 64 + i] = f[(i + shift) % 64] + add;\n    END\n"
    "END\nEND_KERNEL\n";

static const char *in_folder(const char *name)
{
    static char path[4][320];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[0], "%s/%s", folder, name);
    return path[next];
}

static void write_text(const char *name, const char *text)
{
    CHECK_OK(nd_file_write(in_folder(name), text, strlen(text)));
}

static void recipe_init(struct nd_recipe *recipe, struct nd_law *law, int single)
{
    struct nd_layout layout;
    CHECK_OK(nd_law_init(law, "maxwell", ""));
    nd_layout_fused(&layout, 8, 4, 6, 4);
    nd_recipe_init(recipe, law, &layout, 1, single, 1, 1, 1);
}

/* Loads own.knl on a device opened for it. */
static int load_own(struct nd_device *device, struct nd_module **module)
{
    struct nd_law law;
    struct nd_recipe recipe;
    recipe_init(&recipe, &law, 0);
    const int status = nd_kernel_module(device, &recipe, "own.knl", module);
    nd_law_clear(&law);
    return status;
}

static int open_and_load(void)
{
    int status = 0;
    struct nd_device *device = NULL;
    struct nd_module *module = NULL;
    TRY(nd_device_open(&device, "cpu"));
    TRY(load_own(device, &module));
    device->backend->unload(device, module);
done:
    nd_device_close(device);
    return status;
}

static void check_memory(struct nd_device *device)
{
    const struct nd_backend *b = device->backend;
    struct nd_buffer one, two, none;
    enum { N = 100000 };
    char *bytes = nd_alloc(N, 1), *back = nd_alloc(N, 1);
    const size_t before = device->allocated;
    for (int i = 0; i < N; i++) bytes[i] = (char)(i * 7);
    CHECK_OK(nd_device_alloc(device, &one, N));
    CHECK_OK(nd_device_alloc(device, &two, N));
    CHECK_OK(nd_device_alloc(device, &none, 0));
    CHECK(device->allocated == before + 2 * N && device->allocated_most >= device->allocated);
    memset(back, 1, N);
    CHECK_OK(b->read(device, back, &one, 0, N));
    for (int i = 0; i < N; i++)
        if (back[i]) {
            CHECK(!"memory starts as zeros");
            break;
        }
    CHECK_OK(b->write(device, &one, 0, bytes, N));
    CHECK_OK(b->write(device, &one, 1000, bytes, 500));
    CHECK_OK(b->copy(device, &two, &one, N));
    CHECK_OK(b->finish(device));
    CHECK_OK(b->read(device, back, &two, 0, N));
    CHECK(!memcmp(back, bytes, 1000) && !memcmp(back + 1000, bytes, 500));
    CHECK(!memcmp(back + 1500, bytes + 1500, N - 1500));
    CHECK_OK(b->read(device, back, &two, 1234, 77));
    CHECK(!memcmp(back, bytes + 234, 77));
    nd_device_free(device, &one);
    nd_device_free(device, &two);
    nd_device_free(device, &none);
    CHECK(device->allocated == before && !one.handle);
    nd_device_free(device, &one); /* twice does no harm */
    free(bytes), free(back);
}

static void check_launch(struct nd_device *device, int single)
{
    enum { GROUPS = 37, N = 64 * GROUPS };
    const struct nd_backend *b = device->backend;
    struct nd_law law;
    struct nd_recipe recipe;
    struct nd_module *module = NULL;
    struct nd_kernel *kernel = NULL, *gone = NULL;
    struct nd_buffer in, out = {0};
    double values[N], seconds = -1;
    int shift = 5, wrong = 0;
    const size_t real = single ? 4 : 8;
    for (int i = 0; i < N; i++) values[i] = i;
    recipe_init(&recipe, &law, single);
    CHECK_OK(nd_kernel_module(device, &recipe, "own.knl", &module));
    if (!module) return;
    CHECK_OK(b->kernel(device, module, "turn", &kernel));
    if (!kernel) return;
    CHECK_FAILS(b->kernel(device, module, "gone", &gone), NUDGE_EINTERNAL, "gone");
    CHECK_OK(nd_transfer_reals(device, real, &in, values, N));
    CHECK_OK(nd_device_alloc(device, &out, N * real));
    float add_single = 0.5;
    double add_double = 0.5;
    const struct nd_arg args[] = {ND_ARG_BUFFER(in), ND_ARG_BUFFER(out), ND_ARG_SCALAR(shift),
                                  single ? ND_ARG_SCALAR(add_single) : ND_ARG_SCALAR(add_double)};
    CHECK_OK(b->event_record(device, 0));
    CHECK_OK(b->launch(device, kernel, GROUPS, 64, args, 4));
    CHECK_OK(b->event_record(device, 3));
    CHECK_OK(b->event_seconds(device, 0, 3, &seconds));
    CHECK(seconds > 0 && seconds < 10);
    CHECK_OK(b->finish(device));
    char back[N * 8];
    CHECK_OK(b->read(device, back, &out, 0, N * real));
    for (int i = 0; i < N; i++) {
        const double got = single ? ((float *)back)[i] : ((double *)back)[i];
        wrong += got != i / 64 * 64 + (i + shift) % 64 + 0.5;
    }
    CHECK(wrong == 0);
    nd_device_free(device, &in);
    nd_device_free(device, &out);
    b->unload(device, module);
    nd_law_clear(&law);
}

static void check_compile_error(struct nd_device *device)
{
    struct nd_module *module = NULL;
    char *kept, *end, *text = NULL;
    size_t n;
    write_text("own.knl", "/* one line */\nint broken = undeclared_thing;\n");
    CHECK_FAILS(load_own(device, &module), NUDGE_ECOMPILE, "undeclared_thing");
    /* Where a person can look; the second is NVRTC's way to say it. */
    CHECK(strstr(nudge_error(), "own.knl:2") || strstr(nudge_error(), "own.knl(2)"));
    CHECK(strstr(nudge_error(), "maxwell-N1-double-own"));
    kept = strstr(nudge_error(), "the text is in ");
    CHECK(kept != NULL);
    if (kept) {
        kept = nd_strdup(kept + strlen("the text is in "));
        end = strstr(kept, ".failed.c");
        if (end) end[9] = 0;
        CHECK_OK(nd_file_read(kept, 1 << 20, &text, &n));
        CHECK(text && strstr(text, "undeclared_thing") && strstr(text, "#define FIELDS 6"));
        free(text), free(kept);
    }
    write_text("own.knl", rotate);
}

static void check_devices(void)
{
    struct nd_device *device = NULL;
    int found = 0;
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        int count = 0;
        CHECK_OK((*b)->probe(&count));
        for (int i = 0; i < count; i++, found++) {
            char name[64];
            snprintf(name, sizeof name, "%s:%d", (*b)->name, i);
            CHECK_OK(nd_device_open(&device, name));
            CHECK(device->backend == *b && device->info.name[0] && device->info.fingerprint[0]);
            CHECK(device->info.memory > 0 && device->info.units > 0 && device->info.compiler[0]);
            check_memory(device);
            check_launch(device, 0);
            check_launch(device, 1);
            check_compile_error(device);
            nd_device_close(device);
        }
        char name[64];
        snprintf(name, sizeof name, "%s:%d", (*b)->name, count);
        CHECK_FAILS(nd_device_open(&device, name), NUDGE_EDEVICE, "nudge devices");
    }
    CHECK(found > 0);
    CHECK_OK(nd_device_open(&device, NULL));
    nd_device_close(device);
    CHECK_FAILS(nd_device_open(&device, "gpu"), NUDGE_EVALUE, "cpu, cuda, opencl or auto");
    CHECK_FAILS(nd_device_open(&device, ""), NUDGE_EVALUE, "not a device");
}

/* -- the cache
 * ----------------------------------------------------------------------------------------------- */

static int warnings;
static void count_warnings(void *context, int level, const char *message)
{
    warnings += level == NUDGE_LOG_WARNING && strstr(message, context);
}

/* How often the compiler has run since it was last asked. */
static int compiles(void)
{
    char *text = NULL;
    size_t n = 0;
    if (nd_file_exists(in_folder("count"))) CHECK_OK(nd_file_read(in_folder("count"), 1 << 20, &text, &n));
    remove(in_folder("count"));
    free(text);
    return (int)n;
}

static void find_cached(char path[512])
{
    char command[400];
    snprintf(command, sizeof command, "ls '%s'/cpu-*.bin", in_folder("cache"));
    FILE *list = popen(command, "r");
    path[0] = 0;
    CHECK(list && fgets(path, 512, list));
    path[strcspn(path, "\n")] = 0;
    pclose(list);
}

/* Cuts the cached kernel to a share of its length, or changes a byte of it. */
static void damage(double share, int flip)
{
    char path[512], *bytes = NULL;
    size_t n = 0;
    find_cached(path);
    CHECK_OK(nd_file_read(path, 1 << 28, &bytes, &n));
    if (flip) bytes[(size_t)(share * (double)n)] ^= 64;
    CHECK_OK(nd_file_write(path, bytes, flip ? n : (size_t)(share * (double)n)));
    free(bytes);
}

static void remove_cache(void)
{
    char command[400];
    snprintf(command, sizeof command, "rm -rf '%s'", in_folder("cache"));
    CHECK(system(command) == 0);
}

static void check_cache(void)
{
    remove_cache();
    compiles();
    CHECK_OK(open_and_load());
    CHECK(compiles() == 2); /* whether it compiles at all, and the kernel */
    CHECK_OK(open_and_load());
    CHECK(compiles() == 0);
    static const double share[] = {0, 0.001, 0.5, 0.9, 0.999};
    for (unsigned i = 0; i < sizeof share / sizeof *share; i++)
        for (int flip = 0; flip < 2; flip++) {
            damage(share[i], flip);
            CHECK_OK(open_and_load());
            CHECK(compiles() == 1);
            CHECK_OK(open_and_load());
            CHECK(compiles() == 0);
        }
    setenv("NUDGE_CFLAGS", "-DNUDGE_TEST=1", 1); /* other flags, other kernel */
    CHECK_OK(open_and_load());
    CHECK(compiles() == 2);
    char words[400] = "";
    for (int i = 0; i < 90; i++) strcat(words, "-g ");
    setenv("NUDGE_CFLAGS", words, 1);
    CHECK_FAILS(open_and_load(), NUDGE_EVALUE, "NUDGE_CFLAGS has too many words");
    unsetenv("NUDGE_CFLAGS");
    nudge_log_set(count_warnings, "not kept");
    setenv("NUDGE_CACHE", "/proc/nowhere", 1); /* nothing can be kept there, which stops nobody */
    for (int i = 0; i < 3; i++) {
        CHECK_OK(open_and_load());
        CHECK(compiles() == 2);
    }
    CHECK(warnings == 1);
    nudge_log_set(NULL, NULL);
    setenv("NUDGE_CACHE", in_folder("cache"), 1);
}

/* Without a place for temporary files: what is kept needs none, and a compile falls back to /tmp. */
static void check_temporaries(void)
{
    const char *tmp = getenv("TMPDIR");
    char *before = tmp ? nd_strdup(tmp) : NULL;
    CHECK_OK(open_and_load());
    compiles();
    setenv("TMPDIR", "/nowhere/at/all", 1);
    CHECK_OK(open_and_load());
    CHECK(compiles() == 0);
    if (!access("/tmp", W_OK)) {
        remove_cache();
        CHECK_OK(open_and_load());
        CHECK(compiles() == 2);
    }
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
}

/* A compiler that a signal ends: the text is not at fault and is not kept as such. */
static void check_interrupted(void)
{
    char rest[400];
    remove_cache();
    CHECK_OK(open_and_load()); /* the compiler is known to work from here on */
    write_text("own.knl", "/* another text */\nint another;\n");
    setenv("NUDGE_TEST_SIGNAL", "INT", 1);
    CHECK_FAILS(open_and_load(), NUDGE_ESTOPPED, "stopped by signal 2");
    setenv("NUDGE_TEST_SIGNAL", "KILL", 1);
    CHECK_FAILS(open_and_load(), NUDGE_EDEVICE, "stopped by signal 9");
    unsetenv("NUDGE_TEST_SIGNAL");
    snprintf(rest, sizeof rest, "ls '%s' | grep -q failed", in_folder("cache"));
    CHECK(system(rest) != 0);
    write_text("own.knl", rotate);
    compiles();
}

/* What is loaded from a file, where /proc cannot name one in memory, computes the same. */
static void check_library(void)
{
    struct nd_blob blob = {0};
    struct nd_text log = {0};
    struct nd_library library = {0};
    char text[] = "not a library";
    CHECK_OK(nd_cpu_compile(getenv("NUDGE_CC"), "int answer(void) { return 42; }", "", &blob, &log));
    CHECK_OK(nd_library_open(&library, &blob));
    int (*answer)(void) = library.handle ? (int (*)(void))dlsym(library.handle, "answer") : NULL;
    CHECK(answer && answer() == 42);
    nd_library_close(&library);
    nd_library_close(&library); /* twice does no harm */
    CHECK_FAILS(nd_library_open(&library, &(struct nd_blob){text, sizeof text}), NUDGE_EDEVICE,
                "cannot be opened");
    free(blob.bytes);
    nd_text_clear(&log);
    compiles();
}

/* Several processes that begin with an empty cache: each gets its kernel, and later ones compile nothing. */
static void check_sharing(void)
{
    enum { PROCESSES = 4 };
    pid_t child[PROCESSES];
    char rest[400];
    remove_cache();
    for (int i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            execl("/proc/self/exe", "t420", "child", (char *)NULL);
            _exit(127);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status = 1;
        CHECK(child[i] > 0 && waitpid(child[i], &status, 0) == child[i] && status == 0);
    }
    const int n = compiles();
    CHECK(n >= 2 && n <= 2 * PROCESSES);
    CHECK_OK(open_and_load());
    CHECK(compiles() == 0);
    snprintf(rest, sizeof rest, "ls '%s' | grep -q part", in_folder("cache"));
    CHECK(system(rest) != 0); /* no half-written file is left */
}

static void check_dump(void)
{
    char *text = NULL;
    size_t n;
    setenv("NUDGE_DUMP", in_folder("dump"), 1);
    CHECK_OK(open_and_load());
    CHECK_OK(nd_file_read(in_folder("dump/maxwell-N1-double-own.c"), 1 << 20, &text, &n));
    CHECK(text && strstr(text, "options: -O3") && strstr(text, "KERNEL(turn)") && strstr(text, "law_flux"));
    free(text);
    unsetenv("NUDGE_DUMP");
}

/* A file in $NUDGE_KERNELS takes the place of the built-in one, others stay. */
static void check_override(void)
{
    struct nd_law law;
    struct nd_recipe recipe;
    struct nd_text own = {0}, built_in = {0}, none = {0};
    recipe_init(&recipe, &law, 0);
    write_text("medium.knl", "int my_medium;\n");
    CHECK_OK(nd_kernel_text(&recipe, "medium.knl", &own));
    CHECK(strstr(own.s, "int my_medium;") && !strstr(own.s, "medium_table") && strstr(own.s, folder));
    unsetenv("NUDGE_KERNELS");
    CHECK_OK(nd_kernel_text(&recipe, "medium.knl", &built_in));
    CHECK(strstr(built_in.s, "medium_table"));
    CHECK_FAILS(nd_kernel_text(&recipe, "own.knl", &none), NUDGE_EVALUE, "own.knl");
    setenv("NUDGE_KERNELS", folder, 1);
    nd_text_clear(&own), nd_text_clear(&built_in), nd_text_clear(&none);
    nd_law_clear(&law);
}

int main(int argc, char **argv)
{
    char script[700];
    const char *compiler = getenv("NUDGE_CC");
    if (argc == 2 && !strcmp(argv[1], "child")) return open_and_load() ? 1 : 0;
    test_folder(folder);
    write_text("own.knl", rotate);
    snprintf(script, sizeof script,
             "#!/bin/sh\nif [ \"$1\" != --version ]; then\nprintf x >> '%s'\n"
             "[ -z \"$NUDGE_TEST_SIGNAL\" ] || kill -$NUDGE_TEST_SIGNAL $$\nfi\nexec %s \"$@\"\n",
             in_folder("count"), compiler ? compiler : "cc");
    write_text("compiler", script);
    CHECK(chmod(in_folder("compiler"), 0700) == 0);
    setenv("NUDGE_CC", in_folder("compiler"), 1);
    setenv("NUDGE_KERNELS", folder, 1);
    setenv("NUDGE_CACHE", in_folder("cache"), 1);
    check_devices();
    check_cache();
    check_sharing();
    check_temporaries();
    check_interrupted();
    check_library();
    check_dump();
    check_override();
    test_folder_remove(folder);
    TEST_END;
}
