#include "base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include "base/format.h"
#include "base/printable.h"

static nudge_log_hook log_hook;
static void *log_context;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int depth; /* of nested calls: a hook may call the library, which may log */

static void enter(void)
{
    if (!depth++) pthread_mutex_lock(&turn);
}

static void leave(void)
{
    if (!--depth) pthread_mutex_unlock(&turn);
}

void nudge_log_set(nudge_log_hook hook, void *context)
{
    enter();
    log_hook = hook;
    log_context = context;
    leave();
}

void nd_log(int level, const char *format, ...)
{
    char raw[2048], message[2048];
    va_list args;
    va_start(args, format);
    enter();
    if (log_hook) {
        nd_vformat(raw, sizeof raw, format, args);
        nd_printable(message, sizeof message, raw, 0);
        log_hook(log_context, level, message);
    }
    leave();
    va_end(args);
}
