/* nudge devices: what can compute here. */
#include <stdio.h>
#include "device/device.h"
#include "options.h"
#include "progress.h"

static int print_device(const struct nd_backend *backend, int ordinal, int count)
{
    int status = 0;
    struct nd_device *device = NULL;
    char name[64], number[32];
    snprintf(name, sizeof name, count > 1 ? "%s:%d" : "%s", backend->name, ordinal);
    TRY(nd_device_open(&device, name));
    const struct nd_device_info *info = &device->info;
    printf("%-9s %s\n", name, info->name);
    printf("          memory    %s\n", with_prefix((double)info->memory, "B", number));
    printf("          units     %d\n", info->units);
    if (info->vector_bytes)
        printf("          vectors   %d bytes: %d numbers in single, %d in double precision\n",
               info->vector_bytes, info->vector_bytes / 4, info->vector_bytes / 8);
    else
        printf("          in step   %d items\n", info->alignment);
    printf("          compiler  %s\n", info->compiler);
done:
    nd_device_close(device);
    return status;
}

static int print_all(void)
{
    int status = 0, all = 0;
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        int count = 0;
        TRY((*b)->probe(&count));
        for (int i = 0; i < count; i++) TRY(print_device(*b, i, count));
        all += count;
    }
    if (!all) FAIL(NUDGE_EDEVICE, "no device was found");
done:
    return status;
}

int cmd_devices(int argc, char **argv)
{
    struct args args;
    const int wrong = args_read(&args, argc, argv);
    args_clear(&args);
    return wrong ? wrong : cli_failed(print_all());
}
