#define _GNU_SOURCE
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include "cli.h"

enum { STACK_LEAST = 1 << 20, STACK_USUAL = 8 << 20 }; /* bytes */

void guard_descriptors(void)
{
    for (int i = 0; i <= 2; i++)
        if (fcntl(i, F_GETFD) < 0 && errno == EBADF) {
            const int got = open("/", O_PATH); /* the lowest that is free: i */
            (void)got;
        }
}

void guard_signals(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

/* New threads would have stacks as the limit was when the program started. */
static void set_thread_stacks(void)
{
    pthread_attr_t attr;
    if (pthread_attr_init(&attr)) return;
    if (!pthread_attr_setstacksize(&attr, STACK_USUAL)) pthread_setattr_default_np(&attr);
    pthread_attr_destroy(&attr);
}

int guard_stack(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= STACK_LEAST)
        return 0;
    const unsigned long before = (unsigned long)limit.rlim_cur;
    limit.rlim_cur =
        limit.rlim_max == RLIM_INFINITY || limit.rlim_max > STACK_USUAL ? STACK_USUAL : limit.rlim_max;
    if (limit.rlim_cur >= STACK_LEAST && !setrlimit(RLIMIT_STACK, &limit)) {
        set_thread_stacks();
        return 0;
    }
    limit.rlim_cur = limit.rlim_max = STACK_USUAL; /* as root may */
    if (!setrlimit(RLIMIT_STACK, &limit)) {
        set_thread_stacks();
        return 0;
    }
    fprintf(stderr,
            "nudge: the stack is limited to %lu kB, and %d kB are wanted. It is a hard limit, which only a "
            "new shell without it or an administrator can raise: ulimit -s %d\n",
            before / 1024, STACK_LEAST / 1024, STACK_USUAL / 1024);
    return CLI_ERROR;
}
