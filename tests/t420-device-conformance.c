// Requirements on every device: memory, launches with barriers and local arrays, recordings,
// events, errors with the compiler's output; the device that `auto` takes, and the messages about
// missing ones.
#include <dlfcn.h>
#include "device/opencl_likely.h"
#include "own.h"

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

enum { FOR_BLOCKS = 37, N = 64 * FOR_BLOCKS };

/* A launch of some blocks in the middle leaves the others alone; then transfers beside launches: a read sees the
 * launches before it, and launches that follow a write see it. */
static void check_range(struct nd_device *device, struct nd_kernel *kernel, const struct nd_arg *args,
                        struct nd_buffer *out, size_t local)
{
    enum { FIRST = 11, COUNT = 5 };
    const struct nd_backend *b = device->backend;
    const size_t bytes = out->bytes, block = bytes / FOR_BLOCKS;
    const struct nd_grid grid = {.blocks = COUNT, .first = FIRST, .threads = 64, .shared_bytes = local};
    char *all = nd_alloc(bytes, 1), *back = nd_alloc(bytes, 1);
    void *host = NULL;
    CHECK_OK(b->read(device, all, out, 0, bytes));
    memset(back, 1, bytes);
    CHECK_OK(b->write(device, out, 0, back, bytes));
    CHECK_OK(b->launch(device, kernel, grid, args, 4));
    CHECK_OK(b->read(device, back, out, 0, bytes));
    for (size_t i = 0; i < FOR_BLOCKS; i++)
        for (size_t j = i * block; j < (i + 1) * block; j++)
            if (back[j] != (i >= FIRST && i < FIRST + COUNT ? all[j] : 1)) {
                CHECK(!"a block is not launched, or another one is");
                i = FOR_BLOCKS;
                break;
            }
    CHECK(!b->read_begin == (b->dialect == ND_DIALECT_C));
    if (b->read_begin) {
        CHECK_OK(b->host_alloc(device, &host, bytes));
        memset(host, 1, bytes);
        CHECK_OK(b->write_begin(device, out, host, bytes));
        CHECK_OK(b->transfers_wait(device));
        CHECK_OK(b->launch(device, kernel, grid, args, 4));
        CHECK_OK(b->read_begin(device, host, out, bytes));
        CHECK_OK(b->transfers_wait(device));
        CHECK(!memcmp(host, back, bytes));
        b->host_free(device, host);
    }
    CHECK_OK(b->write(device, out, 0, all, bytes));
    free(all), free(back);
}

/* One of the two kernels, from in to out. */
static void check_turn(struct nd_device *device, struct nd_module *module, const char *name, int single,
                       struct nd_buffer *in, struct nd_buffer *out)
{
    const struct nd_backend *b = device->backend;
    const size_t real = single ? 4 : 8, local = strcmp(name, "turn") ? 64 * real : 0;
    struct nd_kernel *kernel = NULL;
    struct nd_resources resources;
    int shift = 5, wrong = 0;
    double seconds = -1;
    float add_single = 0.5;
    double add_double = 0.5;
    char *back = nd_alloc(N, 8);
    const struct nd_arg args[] = {ND_ARG_BUFFER(*in), ND_ARG_BUFFER(*out), ND_ARG_SCALAR(shift),
                                  single ? ND_ARG_SCALAR(add_single) : ND_ARG_SCALAR(add_double)};
    CHECK_OK(b->write(device, out, 0, back, N * real));
    CHECK_OK(b->kernel(device, module, name, &kernel));
    if (!kernel) goto done;
    CHECK_OK(b->resources(device, kernel, &resources));
    CHECK(!strcmp(resources.kernel, name) && resources.registers != 0);
    CHECK(resources.registers < 0 || resources.shared == (local ? 0 : 64 * real));
    CHECK_OK(b->event_record(device, 0));
    CHECK_OK(b->launch(device, kernel,
                       (struct nd_grid){.blocks = FOR_BLOCKS, .threads = 64, .shared_bytes = local}, args,
                       4));
    CHECK_OK(b->event_record(device, 3));
    CHECK_OK(b->event_seconds(device, 0, 3, &seconds));
    CHECK(seconds > 0 && seconds < 10);
    CHECK_OK(b->launch(device, kernel, (struct nd_grid){.blocks = 0, .threads = 64, .shared_bytes = local},
                       args, 4)); /* nothing to do */
    CHECK_OK(b->finish(device));
    CHECK_OK(b->read(device, back, out, 0, N * real));
    for (int i = 0; i < N; i++) {
        const double got = single ? ((float *)back)[i] : ((double *)back)[i];
        wrong += got != i / 64 * 64 + (i + shift) % 64 + 0.5;
    }
    CHECK(wrong == 0);
    check_range(device, kernel, args, out, local);
    if (b->dialect == ND_DIALECT_CUDA) /* all that the device has, and a byte more */
        for (size_t more = 0; more < 2; more++) {
            const size_t most = device->info.shared_bytes - resources.shared + more;
            const int code = b->launch(
                device, kernel, (struct nd_grid){.blocks = FOR_BLOCKS, .threads = 64, .shared_bytes = most},
                args, 4);
            CHECK(code == (more ? NUDGE_EVALUE : 0));
            CHECK_OK(b->finish(device));
        }
done:
    free(back);
}

/* There and back: ten places and one more than before. */
struct there_and_back {
    struct nd_device *device;
    struct nd_kernel *kernel;
    struct nd_buffer *in, *out;
    int shift, fails;
    double add;
};
static int go_there_and_back(void *context)
{
    int status = 0;
    struct there_and_back *w = context;
    for (int back = 0; back < 2; back++) {
        const struct nd_arg args[] = {ND_ARG_BUFFER(*(back ? w->out : w->in)),
                                      ND_ARG_BUFFER(*(back ? w->in : w->out)), ND_ARG_SCALAR(w->shift),
                                      ND_ARG_SCALAR(w->add)};
        TRY(w->device->backend->launch(w->device, w->kernel,
                                       (struct nd_grid){.blocks = FOR_BLOCKS, .threads = 64}, args, 4));
        if (w->fails) FAIL(NUDGE_EINTERNAL, "it was to fail");
    }
done:
    return status;
}

/* A recording does nothing when it is made, and what it was made with each time it is replayed. In
 * double precision. */
static void check_recording(struct nd_device *device, struct nd_module *module, struct nd_buffer *in,
                            struct nd_buffer *out)
{
    const struct nd_backend *b = device->backend;
    struct there_and_back w = {device, NULL, in, out, 5, 0, 0.5};
    struct nd_recording *recording = NULL;
    double *values = nd_alloc(N, sizeof *values);
    int wrong = 0;
    CHECK_OK(b->kernel(device, module, "turn", &w.kernel));
    CHECK_OK(go_there_and_back(&w));
    w.fails = 1;
    if (b->record)
        CHECK_FAILS(nd_device_record(device, go_there_and_back, &w, &recording), NUDGE_EINTERNAL,
                    "it was to fail");
    CHECK(!recording);
    w.fails = 0;
    CHECK_OK(nd_device_record(device, go_there_and_back, &w, &recording));
    if (recording) w.shift = 99, w.add = 99; /* too late */
    for (int i = 0; i < 3; i++) CHECK_OK(recording ? b->replay(device, recording) : go_there_and_back(&w));
    nd_device_forget(device, &recording);
    nd_device_forget(device, &recording); /* twice does no harm */
    CHECK(!recording);
    CHECK_OK(b->read(device, values, in, 0, N * sizeof *values));
    for (int i = 0; i < N; i++) wrong += values[i] != i / 64 * 64 + (i + 40) % 64 + 4;
    CHECK(wrong == 0);
    free(values);
}

/* A kernel may take tiny numbers for zero; the program that launched it may not find its own
 * arithmetic changed. */
static void check_tiny(void)
{
    volatile float least = 1.2e-38f, half = 0.5f;
    CHECK(least * half > 0);
}

static void check_launch(struct nd_device *device, int single)
{
    const struct nd_backend *b = device->backend;
    struct nd_law law;
    struct nd_recipe recipe;
    struct nd_module *module = NULL;
    struct nd_kernel *gone = NULL;
    struct nd_buffer in = {0}, out = {0};
    double *values = nd_alloc(N, sizeof *values);
    for (int i = 0; i < N; i++) values[i] = i;
    recipe_init(&recipe, &law, single);
    CHECK_OK(nd_kernel_module(device, &recipe, "own.knl", &module));
    CHECK_OK(nd_transfer_reals(device, single ? 4 : 8, &in, values, N));
    CHECK_OK(nd_device_alloc(device, &out, N * (single ? 4 : 8)));
    if (module) {
        CHECK_FAILS(b->kernel(device, module, "gone", &gone), NUDGE_EINTERNAL, "gone");
        check_turn(device, module, "turn", single, &in, &out);
        check_turn(device, module, "turn_shared", single, &in, &out);
        if (!single) check_recording(device, module, &in, &out);
        b->unload(device, module);
    }
    nd_device_free(device, &in);
    nd_device_free(device, &out);
    nd_law_clear(&law);
    free(values);
    check_tiny();
}

/* More than there is: an error, and the device goes on. */
static void check_memory_out(struct nd_device *device)
{
    struct nd_buffer huge, small;
    CHECK_FAILS(nd_device_alloc(device, &huge, (size_t)1 << 56), NUDGE_EDEVICE, "use a smaller mesh");
    CHECK(strstr(nudge_error(), device->info.name) && !huge.handle);
    CHECK_OK(nd_device_alloc(device, &small, 1000));
    nd_device_free(device, &small);
}

static void check_compile_error(struct nd_device *device)
{
    struct nd_module *module = NULL;
    char *kept, *end, *text = NULL;
    size_t n;
    write_text("own.knl", "/* one line */\nint broken = undeclared_thing;\n");
    CHECK_FAILS(load_own(device, &module), NUDGE_ECOMPILE, "undeclared_thing");
    /* Where a person can look; the second is NVRTC's way to say it. The OpenCL of a GPU may count
     * lines its own way. */
    if (device->backend->dialect != ND_DIALECT_OPENCL || !device->info.gpu)
        CHECK(strstr(nudge_error(), "own.knl:2") || strstr(nudge_error(), "own.knl(2)"));
    CHECK(strstr(nudge_error(), "maxwell-N1-double-own"));
    kept = strstr(nudge_error(), "the text is in ");
    CHECK(kept != NULL);
    if (kept) {
        kept = nd_strdup(kept + strlen("the text is in "));
        end = strstr(kept, ".failed.c");
        if (end) end[9] = 0;
        CHECK_OK(nd_file_read(kept, 1 << 20, &text, &n));
        CHECK(text && strstr(text, "undeclared_thing") && strstr(text, "#define GLOBAL"));
        free(text), free(kept);
    }
    write_text("own.knl", rotate);
}

/* A GPU where there is one, else the cpu. */
static void check_automatic(void)
{
    struct nd_device *device = NULL;
    int gpus = 0;
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        int count = 0;
        CHECK_OK((*b)->probe(&count));
        for (int i = 0; i < count; i++) gpus += (*b)->is_gpu(i);
    }
    for (int named = 0; named < 2; named++) {
        CHECK_OK(nd_device_open(&device, named ? "auto" : NULL));
        CHECK(device->info.gpu == (gpus > 0) && (gpus || !strcmp(device->backend->name, "cpu")));
        nd_device_close(device);
    }
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
            CHECK(device->info.alignment > 0 && device->info.threads_most >= 64);
            CHECK(device->info.shared_static > 0 && device->info.shared_static <= device->info.shared_bytes);
            CHECK(device->info.gpu == (*b)->is_gpu(i));
            check_memory(device);
            check_memory_out(device);
            check_launch(device, 0);
            check_launch(device, 1);
            check_compile_error(device);
            nd_device_close(device);
        }
        char name[64];
        snprintf(name, sizeof name, "%s:%d", (*b)->name, count);
        CHECK_FAILS(nd_device_open(&device, name), NUDGE_EDEVICE, "nudge devices");
        CHECK(count || ((*b)->missing()[0] && strstr(nudge_error(), (*b)->missing())));
        CHECK(count || (strstr(nudge_error(), "install") || strstr(nudge_error(), "driver")));
        snprintf(name, sizeof name, "%s:-1", (*b)->name);
        CHECK_FAILS(nd_device_open(&device, name), NUDGE_EDEVICE, "nudge devices");
    }
    CHECK(found > 0);
    check_automatic();
    CHECK_FAILS(nd_device_open(&device, "gpu"), NUDGE_EVALUE, "cpu, cuda, opencl or auto");
    CHECK_FAILS(nd_device_open(&device, ""), NUDGE_EVALUE, "not a device");
}

/* When `auto` looks for GPUs by OpenCL: if there is a GPU's device node, or a driver other than PoCL. */
static void check_likely(void)
{
    char file[600];
    CHECK(!nd_opencl_likely_in("/nowhere", "/nowhere"));
    CHECK(!nd_opencl_likely_in(own_folder, own_folder));
    write_text("pocl.icd", "libpocl.so.2.10.0\n");
    CHECK(!nd_opencl_likely_in("/nowhere", own_folder));
    write_text("kfd", "");
    CHECK(nd_opencl_likely_in(own_folder, "/nowhere"));
    write_text("vendor.icd", "libvendor.so.1\n");
    CHECK(nd_opencl_likely_in("/nowhere", own_folder));
    snprintf(file, sizeof file, "%s/pocl.icd", own_folder);
    CHECK(!nd_opencl_likely_in("/nowhere", file));
    snprintf(file, sizeof file, "%s/vendor.icd", own_folder);
    CHECK(nd_opencl_likely_in("/nowhere", file));
}

/* A kernel loaded from a temporary file, for systems without /proc, computes the same. */
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

/* A file in $NUDGE_KERNELS takes the place of the built-in one, others stay. */
static void check_override(void)
{
    struct nd_law law;
    struct nd_recipe recipe;
    struct nd_text own = {0}, built_in = {0}, none = {0};
    recipe_init(&recipe, &law, 0);
    write_text("medium.knl", "int my_medium;\n");
    CHECK_OK(nd_kernel_text(&recipe, "medium.knl", &own));
    CHECK(strstr(own.s, "int my_medium;") && !strstr(own.s, "medium_table") && strstr(own.s, own_folder));
    unsetenv("NUDGE_KERNELS");
    CHECK_OK(nd_kernel_text(&recipe, "medium.knl", &built_in));
    CHECK(strstr(built_in.s, "medium_table"));
    CHECK_FAILS(nd_kernel_text(&recipe, "own.knl", &none), NUDGE_EVALUE, "own.knl");
    setenv("NUDGE_KERNELS", own_folder, 1);
    nd_text_clear(&own), nd_text_clear(&built_in), nd_text_clear(&none);
    nd_law_clear(&law);
}

int main(void)
{
    own_init();
    check_devices();
    check_likely();
    check_library();
    check_override();
    test_folder_remove(own_folder);
    TEST_END;
}
