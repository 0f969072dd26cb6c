#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

static nudge_log_hook log_hook;
static void *log_context;

void nudge_log_set(nudge_log_hook hook, void *context)
{
    log_hook = hook;
    log_context = context;
}

void nd_log(int level, const char *format, ...)
{
    char message[2048];
    if (!log_hook) return;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    log_hook(log_context, level, message);
}
