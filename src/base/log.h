/* Warnings and progress lines, passed to the user's hook (nudge_log_set in nudge.h). */
#ifndef ND_LOG_H
#define ND_LOG_H

#include "nudge.h"

void nd_log(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define nd_warn(...) nd_log(NUDGE_LOG_WARNING, __VA_ARGS__)
#define nd_info(...) nd_log(NUDGE_LOG_INFO, __VA_ARGS__)

#endif
