/* A kernel of the test's own, with a compiler that counts its calls, and a cache, in a temporary folder. */
#ifndef OWN_H
#define OWN_H

#include <sys/stat.h>
#include "base/file.h"
#include "device/cpu.h"
#include "kernel/kernel.h"
#include "rig.h"

static char own_folder[256]; /* holds own.knl, the compiler that counts, the cache */

/* Rotates each block's 64 numbers by `shift` places through a local array, and adds `add`; then the
 * same through dynamic shared memory. */
static const char rotate[] =
    "#define PARAMS(P) P(GLOBAL const real *, in) P(GLOBAL real *, out) P(int, shift) P(real, add)\n"
    "KERNEL(turn)\nFOR_BLOCKS(g)\n    LOCAL real f[64];\n"
    "    FOR_THREADS(i, 64)\n        f[i] = in[(int64)g * 64 + i];\n    END\n    BARRIER\n"
    "    FOR_THREADS(i, 64)\n        out[(int64)g * 64 + i] = f[(i + shift) % 64] + add;\n    END\n"
    "END\nEND_KERNEL\n"
    "KERNEL(turn_shared)\nFOR_BLOCKS(g)\n    SHARED(f, 64)\n"
    "    FOR_THREADS(i, 64)\n        f[i] = in[(int64)g * 64 + i];\n    END\n    BARRIER\n"
    "    FOR_THREADS(i, 64)\n        out[(int64)g * 64 + i] = f[(i + shift) % 64] + add;\n    END\n"
    "END\nEND_KERNEL\n";

static inline const char *in_folder(const char *name)
{
    return test_path(own_folder, name);
}

static inline void write_text(const char *name, const char *text)
{
    CHECK_OK(nd_file_write(in_folder(name), text, strlen(text)));
}

static inline void recipe_init(struct nd_recipe *recipe, struct nd_law *law, int single)
{
    struct nd_layout layout;
    CHECK_OK(nd_law_init(law, "maxwell", ""));
    nd_layout_fused(&layout, 8, 4, 6, 4);
    nd_recipe_init(recipe, ND_CASE(NULL, law, 1, single, 1), &layout);
}

/* Loads own.knl on a device opened for it. */
static inline int load_own(struct nd_device *device, struct nd_module **module)
{
    struct nd_law law;
    struct nd_recipe recipe;
    recipe_init(&recipe, &law, 0);
    const int status = nd_kernel_module(device, &recipe, "own.knl", module);
    nd_law_clear(&law);
    return status;
}

static inline int open_and_load(void)
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

/* How often the compiler has run since it was last asked. */
static inline int compiles(void)
{
    char *text = NULL;
    size_t n = 0;
    if (nd_file_exists(in_folder("count"))) CHECK_OK(nd_file_read(in_folder("count"), 1 << 20, &text, &n));
    remove(in_folder("count"));
    free(text);
    return (int)n;
}

/* The folder, and what of the environment leads to it. */
static inline void own_init(void)
{
    char script[700];
    const char *compiler = getenv("NUDGE_CC");
    umask(022); /* files that a group may write are not trusted */
    test_folder(own_folder);
    write_text("own.knl", rotate);
    snprintf(script, sizeof script,
             "#!/bin/sh\nif [ \"$1\" != --version ]; then\nprintf x >> '%s'\n"
             "[ -z \"$NUDGE_TEST_SIGNAL\" ] || kill -$NUDGE_TEST_SIGNAL $$\nfi\nexec %s \"$@\"\n",
             in_folder("count"), compiler ? compiler : "cc");
    write_text("compiler", script);
    CHECK(chmod(in_folder("compiler"), 0700) == 0);
    setenv("NUDGE_CC", in_folder("compiler"), 1);
    setenv("NUDGE_KERNELS", own_folder, 1);
    setenv("NUDGE_CACHE", in_folder("cache"), 1);
}

#endif
