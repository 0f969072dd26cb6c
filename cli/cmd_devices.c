/* nudge devices: what can compute here. */
#include <stdio.h>
#include <string.h>
#include "device/device.h"
#include "options.h"
#include "printable.h"
#include "progress.h"
#include "tune/measure.h"

static void print_row(const char *what, const char *value)
{
    printf("          %-10s%s\n", what, value);
}

/* A device that cannot be used says why, and the list goes on. */
static void print_failure(const char *what)
{
    char line[400];
    const char *why = nudge_error();
    snprintf(line, sizeof line, "failed: %.*s", (int)strcspn(why, "\n"), why);
    print_row(what, line);
}

static void print_info(const struct nd_device_info *info)
{
    char number[32], line[160];
    print_row("memory", with_prefix((double)info->memory, "B", number));
    snprintf(line, sizeof line, "%d", info->units);
    print_row("units", line);
    if (info->vector_bytes)
        snprintf(line, sizeof line, "%d bytes: %d numbers in single, %d in double precision",
                 info->vector_bytes, info->vector_bytes / 4, info->vector_bytes / 8);
    else
        snprintf(line, sizeof line, "%d items", info->alignment);
    print_row(info->vector_bytes ? "vectors" : "in step", line);
    snprintf(line, sizeof line, "%d items, %zu KiB of shared memory", info->group_most,
             info->local_memory >> 10);
    print_row("group", line);
    print_row("compiler", printable(info->compiler));
}

static void print_device(const struct nd_backend *backend, int ordinal, int count)
{
    struct nd_device *device = NULL;
    char name[64], number[32], line[64];
    double rate;
    snprintf(name, sizeof name, count > 1 ? "%s:%d" : "%s", backend->name, ordinal);
    printf("%-9s ", name);
    if (nd_device_open(&device, name)) {
        printf("\n");
        print_failure("device");
        return;
    }
    printf("%s\n", printable(device->info.name));
    print_info(&device->info);
    fflush(stdout); /* the measurement takes a moment */
    if (nd_copy_measure(device, &rate)) {
        print_failure("copy");
    } else {
        snprintf(line, sizeof line, "%s, read and written", with_prefix(rate, "B/s", number));
        print_row("copy", line);
    }
    nd_device_close(device);
}

static int print_all(void)
{
    int status = 0, all = 0;
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        int count = 0;
        if ((*b)->probe(&count)) {
            printf("%s\n", (*b)->name);
            print_failure("device");
            continue;
        }
        for (int i = 0; i < count; i++) print_device(*b, i, count);
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
