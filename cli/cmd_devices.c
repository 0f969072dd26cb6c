/* nudge devices: lists the devices of this machine. */
#include <stdio.h>
#include <string.h>
#include "json.h"
#include "printable.h"
#include "progress.h"

static void print_row(const char *what, const char *value)
{
    printf("          %-10s%s\n", what, value);
}

/* The first line of a message. A device that cannot be used does not end the list. */
static void print_failure(const char *what, const char *why)
{
    char line[400];
    snprintf(line, sizeof line, "failed: %.*s", (int)strcspn(why, "\n"), why);
    print_row(what, line);
}

static void print_info(const nudge_device_info *info)
{
    char number[32], line[160];
    print_row("memory", with_prefix((double)info->memory_bytes, "B", number));
    snprintf(line, sizeof line, "%d", info->units);
    print_row("units", line);
    if (info->vector_bytes)
        snprintf(line, sizeof line, "%d bytes: %d numbers in single, %d in double precision",
                 info->vector_bytes, info->vector_bytes / 4, info->vector_bytes / 8);
    else
        snprintf(line, sizeof line, "%d threads", info->warp);
    print_row(info->vector_bytes ? "vectors" : "warp", line);
    snprintf(line, sizeof line, "%d threads, %lld KiB of shared memory", info->block_threads,
             (long long)(info->shared_bytes >> 10));
    print_row("block", line);
    print_row("compiler", printable(info->compiler));
}

static void add_info(struct json *j, const nudge_device_info *info)
{
    json_text(j, "hardware", info->hardware);
    json_text(j, "compiler", info->compiler);
    json_truth(j, "gpu", info->gpu);
    json_whole(j, "units", info->units);
    json_whole(j, "vector_bytes", info->vector_bytes);
    json_whole(j, "warp", info->warp);
    json_whole(j, "block_threads", info->block_threads);
    json_whole(j, "memory_bytes", info->memory_bytes);
    json_whole(j, "shared_bytes", info->shared_bytes);
}

static void print_device(const char *name, struct json *json)
{
    nudge_device *device = NULL;
    char number[32], line[64];
    double rate;
    printf("%-9s ", name);
    if (nudge_device_open(&device, name)) {
        printf("\n");
        print_failure("device", nudge_error());
        json_text(json, "failure", nudge_error());
        return;
    }
    const nudge_device_info *info = nudge_device_describe(device);
    printf("%s\n", printable(info->hardware));
    print_info(info);
    add_info(json, info);
    fflush(stdout); /* the measurement takes a moment */
    if (nudge_device_measure(device, NUDGE_DOUBLE, &rate, NULL)) {
        print_failure("copy", nudge_error());
    } else {
        json_number(json, "copy_bytes_per_second", rate);
        snprintf(line, sizeof line, "%s, read and written", with_prefix(rate, "B/s", number));
        print_row("copy", line);
    }
    nudge_device_close(device);
}

static int print_all(const struct args *args)
{
    int status = 0, found = 0;
    struct json json;
    nudge_devices *devices = NULL;
    json_start(&json, args);
    json_array(&json, "devices");
    TRY(nudge_devices_create(&devices));
    for (int i = 0; i < nudge_devices_count(devices); i++) {
        const char *name = nudge_devices_name(devices, i), *failure = nudge_devices_failure(devices, i);
        json_object(&json, NULL);
        json_text(&json, "name", name);
        if (failure) {
            printf("%s\n", name);
            print_failure("device", failure);
            json_text(&json, "failure", failure);
        } else {
            print_device(name, &json);
            found++;
        }
        json_close(&json);
    }
    TRY(json_finish(&json, args));
    if (!found) CLI_FAIL(NUDGE_EDEVICE, "no device was found");
done:
    json_drop(&json);
    nudge_devices_destroy(devices);
    return status;
}

int cmd_devices(int argc, char **argv)
{
    struct args args;
    const int wrong = args_read(&args, argc, argv);
    const int result = wrong ? wrong : cli_failed(print_all(&args));
    args_clear(&args);
    return result;
}
