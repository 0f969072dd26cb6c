/* Wisdom files: looked up, chosen from, and added to. Adding never loses the content of a damaged file. */
#include "base/file.h"
#include "device/device.h"
#include "fuzz.h"
#include "law/law.h"
#include "tune/wisdom.h"

static struct nd_device *device;
static struct nd_law law;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    char path[320];
    (void)argc, (void)argv;
    snprintf(path, sizeof path, "%s/wisdom.txt", fuzz_folder());
    setenv("NUDGE_WISDOM", path, 1);
    setenv("NUDGE_CACHE", fuzz_folder(), 1);
    setenv("NUDGE_CC", "none", 1);
    FUZZ_CHECK(!nd_device_open(&device, "cpu") && !nd_law_init(&law, "maxwell", ""));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const struct nd_wisdom_key key = {"maxwell", 1, 1, NULL, device, 0};
    struct nd_plan plan = {0};
    double seconds;
    char *after = NULL;
    size_t now = 0;
    const char *path = fuzz_file("wisdom.txt", bytes, n);
    FUZZ_CHECK(nd_wisdom_find(&key, &plan, &seconds) || !getenv("NUDGE_FUZZ_STRICT"));
    FUZZ_CHECK(!nd_wisdom_choose(&key, &law, 1, &plan));
    const int code = fuzz_read(nd_wisdom_keep(&key, &plan, 1e-6));
    FUZZ_CHECK(!nd_file_read(path, (size_t)1 << 22, &after, &now));
    if (code) FUZZ_CHECK(now == n && !memcmp(after, bytes, n));
    if (!code) FUZZ_CHECK(nd_wisdom_find(&key, &plan, &seconds) && seconds == 1e-6);
    free(after);
    return 0;
}
