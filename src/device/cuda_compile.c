/* NVRTC, found at run time. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/format.h"
#include "base/memory.h"
#include "device/cuda.h"
#include "device/cuda_api.h"
#include "device/symbols.h"

static struct nd_nvrtc_api rtc;
static void *compiler;
static char missing[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define ROW(member, symbol, arguments) {#symbol, offsetof(struct nd_nvrtc_api, member)},
static const struct nd_symbol nvrtc_symbols[] = {ND_NVRTC_FUNCTIONS(ROW){0}};

/* Searches where the system finds libraries, then where the toolkit's installer puts them. */
static void load(void)
{
    static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH"};
    const char *names[8] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};
    char path[2][512], why[256];
    int n = 4;
    for (int i = 0; i < 2; i++) {
        const char *folder = getenv(variables[i]);
        if (folder && *folder && nd_format(path[i], 512, "%s/lib64/libnvrtc.so", folder) < 512)
            names[n++] = path[i];
    }
    names[n++] = "/usr/local/cuda/lib64/libnvrtc.so";
    names[n] = NULL;
    compiler = nd_symbols_load(names, nvrtc_symbols, &rtc, why);
    if (!compiler)
        nd_format(missing, sizeof missing,
                  "%s; install NVIDIA's run-time compiler (libnvrtc, of the CUDA toolkit) or set CUDA_HOME",
                  why);
}

int nd_cuda_compiler_found(void)
{
    pthread_once(&once, load);
    return compiler != NULL;
}

const char *nd_cuda_compiler_missing(void)
{
    pthread_once(&once, load);
    return missing;
}

void nd_cuda_compiler_version(int *major, int *minor)
{
    *major = *minor = 0;
    if (nd_cuda_compiler_found()) rtc.version(major, minor);
}

static int add_log(nvrtc_program program, struct nd_text *log)
{
    int status = 0;
    char *said = NULL;
    size_t size = 0;
    if (rtc.log_size(program, &size) || size < 2) goto done;
    ALLOC(said, size + 1);
    if (!rtc.log(program, said)) nd_text_add(log, "%s", said);
done:
    free(said);
    return status;
}

int nd_cuda_compile(const char *text, const char *options, const char *target, struct nd_blob *cubin,
                    struct nd_text *log)
{
    int status = 0, n = 0;
    nvrtc_program program = NULL;
    char architecture[48], *words = NULL, *rest = NULL;
    const char *list[32];
    if (!nd_cuda_compiler_found()) FAIL(NUDGE_EDEVICE, "device cuda: %s", missing);
    nd_format(architecture, sizeof architecture, "--gpu-architecture=%s", target);
    list[n++] = architecture;
    list[n++] = "--ptxas-options=-v"; /* registers and spills in the log */
    STRDUP(words, options);
    for (char *word = strtok_r(words, " ", &rest); word && n < 32; word = strtok_r(NULL, " ", &rest))
        list[n++] = word;
    if (rtc.create(&program, text, "kernel.cu", 0, NULL, NULL))
        FAIL(NUDGE_EDEVICE, "NVRTC could not take a kernel text");
    const int failed = rtc.compile(program, n, list);
    TRY(add_log(program, log));
    if (failed) FAIL(NUDGE_ECOMPILE, "NVRTC error %d", failed);
    if (rtc.cubin_size(program, &cubin->n) || !cubin->n)
        FAIL(NUDGE_EDEVICE, "NVRTC gave no machine code for %s", target);
    cubin->bytes = nd_alloc(cubin->n, 1);
    if (!cubin->bytes) FAIL(NUDGE_ENOMEM, "out of memory");
    if (rtc.cubin(program, cubin->bytes)) FAIL(NUDGE_EDEVICE, "NVRTC gave no machine code for %s", target);
done:
    if (program) rtc.destroy(&program);
    free(words);
    return status;
}

/* The number before the words in a line; 0 if they are not in it. */
static int number_before(const char *line, const char *end, const char *words)
{
    const char *at = memmem(line, (size_t)(end - line), words, strlen(words));
    if (!at) return 0;
    while (at > line && at[-1] == ' ') at--;
    while (at > line && at[-1] >= '0' && at[-1] <= '9') at--;
    return atoi(at);
}

/* ptxas prints for each kernel in turn:
 *   Compiling entry function 'name' for 'sm_90'
 *   Function properties for name
 *   0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
 *   Used 12 registers, used 1 barriers, 128 bytes smem
 * and, between kernels, the properties of functions that were not inlined. */
int nd_cuda_read_log(const char *log, struct nd_resources *list, int most)
{
    static const char entry[] = "entry function '";
    int n = 0, properties = 0;
    for (const char *line = log ? log : "", *end; *line; line = *end ? end + 1 : end) {
        end = strchrnul(line, '\n');
        const char *name = memmem(line, (size_t)(end - line), entry, sizeof entry - 1);
        if (name) {
            if (n++ < most) {
                struct nd_resources *r = &list[n - 1];
                name += sizeof entry - 1;
                *r = (struct nd_resources){0};
                nd_format(r->kernel, sizeof r->kernel, "%.*s", (int)strcspn(name, "'\n"), name);
            }
            properties = 1;
        } else if (properties && n <= most) {
            struct nd_resources *r = &list[n - 1];
            r->registers += number_before(line, end, "registers");
            r->stack_bytes += number_before(line, end, "bytes stack frame");
            r->spill_stores += number_before(line, end, "bytes spill stores");
            r->spill_loads += number_before(line, end, "bytes spill loads");
            r->shared += (size_t)number_before(line, end, "bytes smem");
            r->spill_bytes = r->stack_bytes;
            if (r->registers) properties = 0; /* the last line of a kernel */
        }
    }
    return n;
}

int nd_cuda_declares(const struct nd_blob *cubin, const char *name)
{
    const char *bytes = cubin->bytes;
    const size_t n = strlen(name) + 1;
    for (size_t i = 0; i + n <= cubin->n; i++)
        if (!memcmp(bytes + i, name, n)) return 1;
    return 0;
}
