/* The cpu backend. A kernel is a C function over a range of blocks; launch divides the range among
 * the threads of a pool. */
#define _GNU_SOURCE
#include "device/cpu.h"

#include <dlfcn.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/file.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/threads.h"
#include "base/time.h"
#include "base/work.h"
#include "device/backend.h"
#include "device/thread_pool.h"

struct cpu {
    char compiler[256]; /* "": none */
    char *works;        /* a file that exists once the compiler has worked; null if no file can be stored */
    double clock[4];    /* events, seconds */
    struct nd_thread_pool *pool; /* null until it is needed */
};

/* The handle of a module. */
struct code {
    struct nd_library library; /* empty for kernels built ahead of time */
    char ahead[33];
};

static int probe(int *count)
{
    *count = 1;
    return 0;
}

static const char *why_missing(void)
{
    return ""; /* the cpu is never missing */
}

static int is_gpu(int ordinal)
{
    (void)ordinal;
    return 0;
}

/* The value of the first line of /proc/cpuinfo with this key, at most n bytes. */
static void cpuinfo(const char *key, char *value, size_t n)
{
    char *line = NULL;
    size_t capacity = 0;
    FILE *file = fopen("/proc/cpuinfo", "r");
    value[0] = 0;
    while (file && getline(&line, &capacity, file) >= 0) {
        char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) || !colon) continue;
        nd_format(value, n, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    free(line);
    if (file) fclose(file);
}

static int vector_bytes(const char *compiler)
{
#if defined(__x86_64__)
    if (!compiler[0]) return 16; /* ahead-of-time kernels run on any x86-64 */
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return 64;
    if (__builtin_cpu_supports("avx2")) return 32;
#else
    (void)compiler;
#endif
    return 16;
}

/* cpu->works depends on the machine, the compiler and the command, which $PATH may change. */
static int name_works(struct nd_device *device, struct cpu *cpu)
{
    int status = 0;
    const char *search = getenv("PATH");
    char digits[33], name[64], *folder = NULL;
    struct nd_hash hash;
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, device->info.fingerprint);
    nd_hash_add_string(&hash, cpu->compiler);
    nd_hash_add_string(&hash, search ? search : "");
    nd_hash_get(&hash, digits);
    nd_format(name, sizeof name, "works-%s", digits);
    if (nd_cache_folder(&folder)) goto done; /* reported when a kernel is stored */
    cpu->works = nd_path_join(folder, name);
    if (!cpu->works) FAIL(NUDGE_ENOMEM, "out of memory");
done:
    free(folder);
    return status;
}

/* A compiler may report its version and yet not compile, for example if the C library's headers are
 * missing. A file beside the kernels records that it works, so that later runs need not try. */
static int try_compiler(struct nd_device *device, struct cpu *cpu)
{
    int status = 0;
    struct nd_blob blob = {0};
    struct nd_text log = {0};
    TRY(name_works(device, cpu));
    if (cpu->works && nd_file_exists(cpu->works)) goto done;
    status = nd_cpu_compile(cpu->compiler, "#include <math.h>\nint works;\n", "-march=native", &blob, &log);
    if (status == NUDGE_ECOMPILE) {
        nd_warn(
            "the C compiler %s does not work (%.*s): kernels built ahead of time are used, which are slower; "
            "mend it, or name another by NUDGE_CC",
            cpu->compiler, (int)strcspn(log.s ? log.s : "", "\n"), log.s ? log.s : "");
        cpu->compiler[0] = 0;
        status = 0;
    } else if (!status && cpu->works)
        nd_file_write_mode(cpu->works, "", 0,
                           ND_MODE_PRIVATE); /* without the file, the next run tries again */
    if (status == NUDGE_EIO) status = 0; /* no folder to try in: cached kernels may be all that is needed */
done:
    free(blob.bytes);
    nd_text_clear(&log);
    return status;
}

static int choose_compiler(struct nd_device *device, struct cpu *cpu)
{
    int status = 0;
    struct nd_device_info *info = &device->info;
    struct nd_text own = {0};
    char flags[8192];
    cpuinfo("flags", flags, sizeof flags);
    TRY(nd_cpu_flags(&own));
    TRY(nd_cpu_compiler(cpu->compiler, info->compiler));
    nd_info_fingerprint(info, flags, info->compiler, own.s, NULL);
    if (cpu->compiler[0])
        TRY(try_compiler(device, cpu));
    else
        nd_warn("no C compiler was found: kernels built ahead of time are used, which are slower; install "
                "gcc or set NUDGE_CC");
    if (!cpu->compiler[0]) {
        nd_format(info->compiler, sizeof info->compiler, "none");
        nd_info_fingerprint(info, flags, info->compiler, own.s, NULL);
    }
done:
    nd_text_clear(&own);
    return status;
}

static int open_cpu(struct nd_device *device, int ordinal)
{
    int status = 0;
    struct cpu *cpu = NULL;
    struct nd_device_info *info = &device->info;
    (void)ordinal;
    ALLOC(cpu, 1);
    cpuinfo("model name", info->name, sizeof info->name);
    if (!info->name[0]) nd_format(info->name, sizeof info->name, "CPU");
    TRY(choose_compiler(device, cpu));
    info->memory = (size_t)nd_host_memory();
    info->vector_bytes = vector_bytes(cpu->compiler);
    info->shared_bytes = info->shared_static = 256 << 10;
    info->alignment = info->vector_bytes / 4;
    info->units = nd_threads_get().n;
    info->threads_most = 1 << 20;
    device->state = cpu;
    cpu = NULL;
done:
    if (cpu) free(cpu->works);
    free(cpu);
    return status;
}

static void close_cpu(struct nd_device *device)
{
    struct cpu *cpu = device->state;
    nd_thread_pool_destroy(cpu->pool);
    free(cpu->works);
    free(cpu);
}

static int get_pool(struct nd_device *device, struct nd_thread_pool **pool)
{
    int status = 0;
    struct cpu *cpu = device->state;
    if (!cpu->pool) TRY(nd_thread_pool_create(&cpu->pool, device->info.units));
    *pool = cpu->pool;
done:
    return status;
}

enum { PIECE = 32 << 20 }; /* bytes touched between two calls of nd_work */

struct area {
    char *bytes;
    size_t n, page;
    atomic_int stopped;
};

/* Zeroes whole pages, divided among threads as in a launch. Only the calling thread can see a
 * request to stop. */
static void zero_share(void *context, int i, int n)
{
    struct area *a = context;
    const size_t pages = (a->n + a->page - 1) / a->page, from = pages * (size_t)i / (size_t)n * a->page,
                 to = pages * ((size_t)i + 1) / (size_t)n * a->page, end = to < a->n ? to : a->n;
    for (size_t at = from; at < end && !a->stopped; at += PIECE) {
        if (nd_work(ND_DEVICE_MOVING, NAN)) a->stopped = 1;
        memset(a->bytes + at, 0, end - at < PIECE ? end - at : PIECE);
    }
}

/* The threads that will use a page touch it first. Huge pages are requested, because gathers access
 * memory at random. Memory beyond the machine's is refused here: the system would grant it, and
 * kill the program when it is used. */
static int alloc_cpu(struct nd_device *device, struct nd_buffer *buffer, size_t bytes)
{
    const size_t page = (size_t)2 << 20, memory = device->info.memory;
    if (bytes > memory || device->allocated > memory - bytes) return nd_fail_memory(device, bytes);
    size_t rounded = bytes < page ? (bytes + 63) / 64 * 64 : (bytes + page - 1) / page * page;
    char *p = aligned_alloc(bytes < page ? 64 : page, rounded);
    if (!p) return nd_fail_memory(device, bytes);
    struct area area = {p, rounded, page, 0};
    struct nd_thread_pool *pool = NULL;
    if (bytes >= page) madvise(p, rounded, MADV_HUGEPAGE);
    int status = bytes > page ? get_pool(device, &pool) : 0;
    if (pool)
        nd_thread_pool_run(pool, nd_thread_pool_size(pool), zero_share, &area);
    else if (!status)
        zero_share(&area, 0, 1);
    if (area.stopped)
        status = nd_fail(NUDGE_ESTOPPED, __FILE__, __LINE__, "stopped while %s", ND_DEVICE_MOVING);
    if (status) {
        free(p);
        return status;
    }
    buffer->handle = p;
    return 0;
}

static void free_cpu(struct nd_device *device, struct nd_buffer *buffer)
{
    (void)device;
    free(buffer->handle);
}

static int write_cpu(struct nd_device *device, struct nd_buffer *to, size_t offset, const void *from,
                     size_t bytes)
{
    (void)device;
    memcpy((char *)to->handle + offset, from, bytes);
    return 0;
}

static int read_cpu(struct nd_device *device, void *to, const struct nd_buffer *from, size_t offset,
                    size_t bytes)
{
    (void)device;
    memcpy(to, (const char *)from->handle + offset, bytes);
    return 0;
}

static int copy_cpu(struct nd_device *device, struct nd_buffer *to, const struct nd_buffer *from,
                    size_t bytes)
{
    (void)device;
    memcpy(to->handle, from->handle, bytes);
    return 0;
}

static int finish_cpu(struct nd_device *device)
{
    (void)device;
    return 0; /* launches are synchronous */
}

/* The blob of an ahead-of-time kernel is the hash of its text, the key of a row of nd_ahead_table. */
static int find_ahead(const char *text, struct nd_blob *blob)
{
    int status = 0;
    struct nd_hash hash;
    char key[33];
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, text);
    nd_hash_get(&hash, key);
    const struct nd_ahead *row = nd_ahead_table;
    while (row->key && strcmp(row->key, key)) row++;
    if (!row->key)
        FAIL(NUDGE_EDEVICE, "there is no working C compiler, and this kernel is not among those built ahead "
                            "of time, which are for the built-in laws, variant simd and flux.upwind 1 or 0; "
                            "install gcc or clang, or set NUDGE_CC");
    blob->bytes = nd_strdup(key);
    if (!blob->bytes) FAIL(NUDGE_ENOMEM, "out of memory");
    blob->n = 0; /* nothing to store on disk */
done:
    return status;
}

static int compile_cpu(struct nd_device *device, const char *text, const char *options, struct nd_blob *blob,
                       struct nd_text *log)
{
    struct cpu *cpu = device->state;
    if (!cpu->compiler[0]) return find_ahead(text, blob);
    const int status = nd_cpu_compile(cpu->compiler, text, options, blob, log);
    /* The compiler may be at fault: the next run tries it again. */
    if (status == NUDGE_ECOMPILE && cpu->works) remove(cpu->works);
    return status;
}

static int load_cpu(struct nd_device *device, const struct nd_blob *blob, struct nd_module **out)
{
    int status = 0;
    struct nd_module *module = NULL;
    struct code *code = NULL;
    (void)device;
    ALLOC(module, 1);
    ALLOC(code, 1);
    code->library.file = -1;
    if (blob->n)
        TRY(nd_library_open(&code->library, blob));
    else
        memcpy(code->ahead, blob->bytes, 33);
    module->handle = code;
    *out = module;
    module = NULL, code = NULL;
done:
    free(module);
    free(code);
    return status;
}

static void unload_cpu(struct nd_device *device, struct nd_module *module)
{
    (void)device;
    if (!module) return;
    struct code *code = module->handle;
    nd_library_close(&code->library);
    free(code);
    nd_module_free(module);
}

static int kernel_cpu(struct nd_device *device, struct nd_module *module, const char *name,
                      struct nd_kernel **kernel)
{
    int status = 0;
    const struct code *code = module->handle;
    void *entry = NULL;
    (void)device;
    if (code->library.handle)
        entry = dlsym(code->library.handle, name);
    else
        for (const struct nd_ahead *row = nd_ahead_table; row->key; row++)
            if (!strcmp(row->key, code->ahead) && !strcmp(row->name, name)) entry = (void *)row->entry;
    if (!entry) FAIL(NUDGE_EINTERNAL, "kernel %s is not in its module", name);
    TRY(nd_module_add(module, name, entry, kernel));
done:
    return status;
}

/* Flushes denormal numbers to zero while a kernel runs, as a GPU does in its fast modes: in front of a pulse
 * fields decay through them, and processors are ten times slower there. Returns a value for flush_end. */
static unsigned flush_begin(void)
{
#if defined(__x86_64__)
    const unsigned before = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(before | 0x8040); /* flush to zero, denormals are zero */
    return before;
#else
    return 0;
#endif
}

static void flush_end(unsigned before)
{
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(before);
#else
    (void)before;
#endif
}

struct launch {
    nd_cpu_entry entry;
    int64_t first, blocks;
    void **values;
};

/* Contiguous ranges keep each thread in its own patch of the mesh. */
static void run_share(void *context, int i, int n)
{
    const struct launch *l = context;
    const unsigned before = flush_begin();
    l->entry((long)(l->first + l->blocks * i / n), (long)(l->first + l->blocks * (i + 1) / n), l->values);
    flush_end(before);
}

static int launch_cpu(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid,
                      const struct nd_arg *args, int nargs)
{
    int status = 0;
    void *values[32] = {0}; /* null: a missing argument is noticed at once */
    struct nd_thread_pool *pool;
    if (nargs > 32) FAIL(NUDGE_EINTERNAL, "%d kernel arguments", nargs);
    TRY(get_pool(device, &pool));
    for (int i = 0; i < nargs; i++) values[i] = (void *)args[i].value;
    struct launch launch = {(nd_cpu_entry)kernel->handle, grid.first, grid.blocks, values};
    /* One thread finishes a few blocks sooner than several. */
    const int64_t most = grid.blocks / 8 < 1 ? 1 : grid.blocks / 8;
    nd_thread_pool_run(pool, most < nd_thread_pool_size(pool) ? (int)most : nd_thread_pool_size(pool),
                       run_share, &launch);
done:
    return status;
}

static int event_record_cpu(struct nd_device *device, int slot)
{
    ((struct cpu *)device->state)->clock[slot] = nd_seconds_now();
    return 0;
}

static int event_seconds_cpu(struct nd_device *device, int from, int to, double *seconds)
{
    const struct cpu *cpu = device->state;
    *seconds = cpu->clock[to] - cpu->clock[from];
    return 0;
}

const struct nd_backend nd_backend_cpu = {
    .name = "cpu",
    .dialect = ND_DIALECT_C,
    .probe = probe,
    .missing = why_missing,
    .is_gpu = is_gpu,
    .open = open_cpu,
    .close = close_cpu,
    .alloc = alloc_cpu,
    .free = free_cpu,
    .write = write_cpu,
    .read = read_cpu,
    .copy = copy_cpu,
    .finish = finish_cpu,
    .compile = compile_cpu,
    .load = load_cpu,
    .unload = unload_cpu,
    .kernel = kernel_cpu,
    .resources = nd_resources_unknown,
    .launch = launch_cpu,
    .event_record = event_record_cpu,
    .event_seconds = event_seconds_cpu,
    .peers = &nd_cpu_peers,
    /* No record: a launch is only a call. */
};
