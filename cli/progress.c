#include "progress.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>
#include "cli.h"

#define STOP_SECONDS 1.5 /* for work without open outputs to end */

static volatile sig_atomic_t wanted, gentle;
static FILE *drawn; /* where a live line stands just now; null: nowhere */

static void on_signal(int number)
{
    /* A terminal that closes sends this signal more than once. */
    if (wanted && number != SIGHUP) _exit(CLI_STOPPED);
    wanted = 1;
    const struct itimerval end = {
        .it_value = {(time_t)STOP_SECONDS, (suseconds_t)(1e6 * fmod(STOP_SECONDS, 1))}};
    if (!gentle) setitimer(ITIMER_REAL, &end, NULL);
}

/* No output is open: the program may end in the middle of any work. */
static void on_alarm(int number)
{
    static const char message[] = "nudge: stopped\n";
    (void)number;
    if (gentle) return;
    if (!nudge_rank() && write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(CLI_STOPPED);
    _exit(CLI_STOPPED);
}

/* A nudge_work_hook. */
static int show_work(void *context, const char *what, double share)
{
    static char doing[96];
    struct progress *p = context;
    const double now = cli_seconds();
    if (strcmp(doing, what)) { /* another piece of work */
        snprintf(doing, sizeof doing, "%s", what);
        *p = (struct progress){.to = p->to, .label = doing, .live = p->live, .start = now, .last = now};
    }
    if (p->live && now - p->start > 0.5)
        progress_say(p, isnan(share) ? "%s ..." : "%s: %.0f %%", what, 100 * share);
    if (nudge_rank()) return wanted; /* rank 0 shows it */
    /* Elsewhere a line every half minute shows that the work goes on. */
    if (!p->live && now - p->last > 30) {
        printf(isnan(share) ? "%s ...\n" : "%s: %.0f %%\n", what, 100 * share);
        fflush(stdout);
        p->last = now;
    }
    return wanted;
}

void stop_catch(void)
{
    static struct progress work;
    struct sigaction action = {.sa_handler = on_signal}, alarm = {.sa_handler = on_alarm}, before;
    sigemptyset(&action.sa_mask);
    sigemptyset(&alarm.sa_mask);
    sigaction(SIGALRM, &alarm, NULL);
    work = (struct progress){.to = stdout, .live = isatty(STDOUT_FILENO) && nudge_ranks() == 1};
    nudge_work_set(show_work, &work);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* nohup sets this signal to be ignored. */
    if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL);
    /* The reader of the output may close it; the run goes on. */
    signal(SIGPIPE, SIG_IGN);
}

void stop_gently(int on)
{
    gentle = on;
}

int stop_wanted(void)
{
    return wanted;
}

const char *with_prefix(double value, const char *unit, char out[32])
{
    static const char prefixes[] = " kMGT";
    int i = 0;
    while (fabs(value) >= 999.5 && prefixes[i + 1]) {
        value /= 1000;
        i++;
    }
    snprintf(out, 32, "%.3g %.*s%.10s", value, i > 0, prefixes + i, unit);
    return out;
}

const char *with_unit(double value, const char *unit, char out[32])
{
    static const char *const prefixes[] = {"f", "p", "n", "u", "m", "", "k", "M", "G", "T", "P"};
    int i = 5;
    if (!unit) {
        snprintf(out, 32, "%.4g", value);
        return out;
    }
    const int highest = !strcmp(unit, "Hz") ? 10 : !strcmp(unit, "s") ? 5 : 6; /* no kiloseconds */
    for (; i < highest && fabs(value) >= 999.95; i++) value /= 1000;
    for (; i > 0 && value != 0 && fabs(value) < 0.99995; i--) value *= 1000;
    snprintf(out, 32, "%.4g %s%.8s", value, prefixes[i], unit);
    return out;
}

const char *as_duration(double seconds, char out[32])
{
    const double day = 86400;
    if (!(seconds >= 0))
        snprintf(out, 32, "?");
    else if (seconds > 1000 * day)
        snprintf(out, 32, "%.3g years", seconds / (365.25 * day));
    else if (seconds > 4 * day)
        snprintf(out, 32, "%.0f days", seconds / day);
    else if (seconds < 9.95)
        snprintf(out, 32, "%.1f s", seconds);
    else if (seconds < 59.5)
        snprintf(out, 32, "%.0f s", seconds);
    else {
        const long s = lround(seconds);
        if (s < 3600)
            snprintf(out, 32, "%ld:%02ld", s / 60, s % 60);
        else
            snprintf(out, 32, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    }
    return out;
}

void progress_begin(struct progress *p, FILE *to, const char *label, int plain)
{
    *p = (struct progress){.to = to, .label = label, .plain = plain, .start = cli_seconds()};
    p->live = isatty(fileno(to)) && nudge_ranks() == 1; /* mpirun hands out a terminal of its own */
    p->last = p->live ? 0 : p->start;
}

/* The parts of a line, most important first. Those that do not fit within width are left out. */
static void compose(const struct progress *p, const nudge_status *s, size_t width, char line[256])
{
    char part[5][64], rate[32], left[32];
    const double elapsed = cli_seconds() - p->start;
    const double share = s->steps ? (double)s->step / (double)s->steps : 1;
    size_t n = 0;
    if (s->dofs_per_second > 0)
        with_prefix(s->dofs_per_second, "DOF/s", rate);
    else
        *rate = 0;                                      /* known once the library has waited for the device */
    const double done = (double)(s->step - s->resumed); /* in this time */
    as_duration(done > 0 ? elapsed * (double)(s->steps - s->step) / done : NAN, left);
    snprintf(part[0], 64, "step %lld/%lld  %.0f %%", (long long)s->step, (long long)s->steps, 100 * share);
    snprintf(part[1], 64, "t %-9.4g", s->time);
    if (p->share > 0 && s->energy_step == p->energy)
        snprintf(part[2], 64, "%17s", ""); /* the library looks at it less often than lines are printed */
    else
        snprintf(part[2], 64, "energy %-10.5g", s->energy);
    snprintf(part[3], 64, "%s", rate);
    snprintf(part[4], 64, done > 0 ? "left %s" : "", left);
    static const int by_need[5] = {0, 4, 1, 2, 3};
    int shown[5] = {0};
    size_t used = strlen(p->label);
    for (int i = 0; i < 5; i++) {
        const size_t more = strlen(part[by_need[i]]) + 2;
        if (i && used + more > width) break;
        used += more;
        shown[by_need[i]] = 1;
    }
    n += (size_t)snprintf(line, 256, "%.60s", p->label);
    for (int i = 0; i < 5; i++)
        if (shown[i] && *part[i]) n += (size_t)snprintf(line + n, 256 - n, "%s%s", n ? "  " : "", part[i]);
}

static size_t window_width(const struct progress *p)
{
    struct winsize window = {0};
    return !ioctl(fileno(p->to), TIOCGWINSZ, &window) && window.ws_col > 1 ? window.ws_col - 1u : 79;
}

static void draw_line(struct progress *p, const char *line, size_t width)
{
    fprintf(p->to, "\r%.*s\033[K", (int)width, line);
    fflush(p->to);
    drawn = p->to;
    p->last = cli_seconds();
}

static void draw(struct progress *p, const nudge_status *s, double now)
{
    char line[256];
    const size_t width = window_width(p);
    if (now - p->last < 0.1 && s->step < s->steps) return;
    compose(p, s, width, line);
    draw_line(p, line, width);
}

void progress_say(struct progress *p, const char *format, ...)
{
    char line[256];
    va_list args;
    if (!p->live || cli_seconds() - p->last < 0.1) return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    draw_line(p, line, window_width(p));
}

/* Every tenth of the work; every twentieth where that takes long; and one early line, for the time left. */
static void print(struct progress *p, const nudge_status *s, double now)
{
    const double share = s->steps ? (double)s->step / (double)s->steps : 1;
    const double waited = now - p->last;
    const int due =
        share + 1e-12 >= p->share + 0.1 || (waited > 5 && (share >= p->share + 0.05 || p->share == 0));
    char line[256];
    if (!due) return;
    compose(p, s, sizeof line, line);
    fprintf(p->to, "%s\n", line);
    fflush(p->to);
    p->last = now;
    p->share = fmax(floor(share * 20 + 1e-9) / 20, 1e-3);
    p->energy = s->energy_step;
}

int progress_show(void *context, const nudge_status *status)
{
    struct progress *p = context;
    const double now = cli_seconds();
    if (p->live)
        draw(p, status, now);
    else if (p->plain)
        print(p, status, now);
    return stop_wanted();
}

void progress_hide(void)
{
    if (!drawn) return;
    fprintf(drawn, "\r\033[K");
    fflush(drawn);
    drawn = NULL;
}

void progress_end(struct progress *p)
{
    (void)p;
    progress_hide();
}
