/* nudge fit: a table of refractive indices becomes a material with poles. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "figure.h"
#include "fit.h"
#include "options.h"
#include "paths.h"
#include "printable.h"

#define ENOUGH 0.01 /* mean error at which no more poles are added */
#define POOR   0.05 /* mean error above which the fit has failed */

/* Of strengths that make a difference: 1e-6 of the largest epsilon. */
static int counts(const struct fit_data *data, double strength)
{
    double most = 0;
    for (int i = 0; i < data->n; i++) most = fmax(most, cabs(data->epsilon[i]));
    return strength > 1e-6 * most;
}

static int poles_of(const struct fit_data *data, const struct fit *fit)
{
    int n = 0;
    for (int i = 0; i < fit->n; i++) {
        const double one = fit->weight[1 + 2 * i], two = fit->weight[2 + 2 * i];
        n += fit->place[i].omega0 > 0 ? counts(data, one + two) : counts(data, one) + counts(data, two);
    }
    return n;
}

/* A fit with one place more, as wide as `rate` times its frequency, where `from` is worst. Places without a pole are left out. */
static void add_place(const struct fit_data *data, const struct fit *from, double rate, struct fit *to)
{
    *to = (struct fit){0};
    for (int i = 0; i < from->n; i++)
        if (counts(data, from->weight[1 + 2 * i]) || counts(data, from->weight[2 + 2 * i]))
            to->place[to->n++] = from->place[i];
    if (to->n < FIT_POLES_MOST)
        to->place[to->n++] = (struct fit_place){from->worst_at, rate * from->worst_at};
}

/* Poles at n places, at most: those that vector fitting finds, or those of the fit before and one more, whatever is better. */
static int fit_places(const struct fit_data *data, int n, const struct fit *before, struct fit *fit)
{
    static const double rates[] = {0.05, 0.3, 1};
    int status = 0;
    struct fit other;
    *fit = (struct fit){0};
    TRY(fit_vector(data, n, fit->place, &fit->n));
    TRY(fit_improve(data, fit));
    for (int i = 0; i < 3 && before->n; i++) {
        add_place(data, before, rates[i], &other);
        TRY(fit_improve(data, &other));
        if (other.mean < fit->mean) *fit = other;
    }
done:
    return status;
}

static void print_lorentz(const struct fit_data *data, const struct fit_place *p, double one, double two)
{
    const double strength = one + two;
    if (!counts(data, strength)) return;
    printf("      - lorentz: {frequency: %.8g, damping: %.8g, strength: %.8g",
           p->omega0 * data->unit / (2 * M_PI), p->rate * data->unit, strength);
    if (two > 0) printf(", tilt: %.8g", p->rate * data->unit * two / strength * (1 - 1e-7));
    printf("}\n");
}

/* The material, with seven digits more than the fit has. */
static void print_material(const struct fit_data *data, const struct fit *fit, const char *name)
{
    printf("materials:                  # units: si\n  %s:\n    epsilon_inf: %.8g\n", name, fit->weight[0]);
    if (poles_of(data, fit)) printf("    poles:\n");
    for (int i = 0; i < fit->n; i++) {
        const struct fit_place *p = &fit->place[i];
        const double one = fit->weight[1 + 2 * i], two = fit->weight[2 + 2 * i];
        if (p->omega0 > 0)
            print_lorentz(data, p, one, two);
        else {
            if (counts(data, one))
                printf("      - debye: {strength: %.8g, relaxation: %.8g}\n", one,
                       1 / (p->rate * data->unit));
            if (counts(data, two))
                printf("      - drude: {plasma: %.8g, collision: %.8g}\n",
                       sqrt(two) * data->unit / (2 * M_PI), p->rate * data->unit);
        }
    }
}

/* Both parts of epsilon over the frequency: the table as points, the fit as a line. */
static int draw(const struct fit_data *data, const struct fit *fit, const char *name, const char *path)
{
    enum { FINE = 400 };
    int status = 0;
    double x[FINE], y[2][FINE], *table[3] = {0};
    struct nd_chart charts[2];
    struct nd_series series[2], lines[2];
    struct nd_atomic_file draft = {0};
    struct nd_text out = {0};
    char title[96], caption[160];
    const double low = data->omega[0], high = data->omega[data->n - 1], THz = data->unit / (2e12 * M_PI);
    for (int k = 0; k < 3; k++) ALLOC(table[k], data->n);
    for (int i = 0; i < data->n; i++) {
        table[0][i] = data->omega[i] * THz;
        table[1][i] = creal(data->epsilon[i]);
        table[2][i] = cimag(data->epsilon[i]);
    }
    for (int i = 0; i < FINE; i++) {
        const double w = low + (high - low) * i / (FINE - 1);
        const double complex e = fit_epsilon(fit, w);
        x[i] = w * THz, y[0][i] = creal(e), y[1][i] = cimag(e);
    }
    for (int k = 0; k < 2; k++) {
        series[k] = (struct nd_series){"table", table[0], table[1 + k], data->n};
        lines[k] = (struct nd_series){"fit", x, y[k], FINE};
        charts[k] = (struct nd_chart){.title = k ? "imaginary part of ε" : "real part of ε",
                                      .x_label = "frequency [THz]",
                                      .y_label = k ? "Im ε" : "Re ε",
                                      .close = 1,
                                      .series = &series[k],
                                      .nseries = 1,
                                      .bounds = &lines[k],
                                      .nbounds = 1};
    }
    snprintf(title, sizeof title, "%.60s: %d poles", name, poles_of(data, fit));
    snprintf(caption, sizeof caption, "Relative error of ε: %.2g %% (root mean square), %.2g %% at most.",
             100 * fit->mean, 100 * fit->worst);
    TRY(nd_atomic_file_open(&draft, path));
    TRY(nd_chart_page_encode(&(struct nd_chart_page){title, caption, charts, 2}, nd_picture_format(path),
                             &out));
    fwrite(out.s, 1, out.n, draft.file);
    TRY(nd_atomic_file_keep(&draft));
done:
    nd_atomic_file_drop(&draft);
    nd_text_clear(&out);
    for (int k = 0; k < 3; k++) free(table[k]);
    return status;
}

/* The file's name without folder and ending, as a YAML key. */
static void name_material(const char *path, char name[64])
{
    const char *slash = strrchr(path, '/');
    snprintf(name, 64, "%.60s", slash ? slash + 1 : path);
    name[strcspn(name, ".")] = 0;
    for (char *p = name; *p; p++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", *p)) *p = '_';
    if (!*name || !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", *name))
        snprintf(name, 64, "material");
}

/* Of the fits with 1, 2 ... n places, the first whose error is below ENOUGH, or at most a quarter above the least. */
static struct fit first_good(const struct fit *fit, int n)
{
    double least = INFINITY;
    int i = 0;
    for (int k = 0; k < n; k++) least = fmin(least, fit[k].mean);
    while (fit[i].mean > fmax(ENOUGH, 1.25 * least)) i++;
    return fit[i];
}

/* wanted: the number of places; 0: as few as are enough. Prints one line for each number that was tried. */
static int choose(const struct fit_data *data, int wanted, struct fit *best)
{
    int status = 0, n = 0;
    const int most = wanted ? wanted : data->n / 2 < 8 ? data->n / 2 : 8;
    struct fit *fit = NULL;
    ALLOC(fit, most + 1);
    for (; n < most && !(n && !wanted && fit[n - 1].mean < ENOUGH); n++) {
        TRY(fit_places(data, n + 1, n ? &fit[n - 1] : &fit[most], &fit[n]));
        printf("# %2d places, %2d poles: mean error %.3g %%, largest %.3g %% at %.4g THz\n", n + 1,
               poles_of(data, &fit[n]), 100 * fit[n].mean, 100 * fit[n].worst,
               fit[n].worst_at * data->unit / (2e12 * M_PI));
    }
    *best = wanted ? fit[n - 1] : first_good(fit, n);
done:
    free(fit);
    return status;
}

/* A poor fit is printed all the same, for a look at its picture; the exit status says that it is one. */
static int judge(const struct fit_data *data, const struct fit *fit, const char *path, int wanted)
{
    int status = 0;
    if (!(fit->mean > POOR)) return 0;
    FAIL(NUDGE_EVALUE,
         "%s: the poles above do not describe the table: mean error %.3g %% (limit 5 %%), largest %.3g %% at "
         "%.4g THz; %scut the table to the band of the sources, or look for rows that do not fit "
         "(--picture)",
         path, 100 * fit->mean, 100 * fit->worst, fit->worst_at * data->unit / (2e12 * M_PI),
         wanted ? "allow more --poles, " : "");
done:
    return status;
}

int cmd_fit(int argc, char **argv)
{
    int status = 0, wrong = 0;
    struct args args;
    struct fit_data data = {0};
    struct fit *best = NULL;
    double places = 0;
    char name[64];
    wrong = args_read(&args, argc, argv);
    if (!wrong) wrong = args_number(&args, OPT_POLES, 1, FIT_POLES_MOST, 0, &places);
    if (wrong) goto done;
    ALLOC(best, 1);
    TRY(figure_check(args.value[OPT_PICTURE]));
    TRY(fit_data_read(&data, args.operand[0]));
    name_material(args.operand[0], name);
    const double THz = data.unit / (2e12 * M_PI);
    printf("# %s: %d rows, %.4g to %.4g THz (%.4g to %.4g nm)\n", printable(args.operand[0]), data.n,
           data.omega[0] * THz, data.omega[data.n - 1] * THz, 299792.458 / (data.omega[data.n - 1] * THz),
           299792.458 / (data.omega[0] * THz));
    TRY(choose(&data, (int)places, best));
    print_material(&data, best, name);
    if (args.value[OPT_PICTURE]) TRY(draw(&data, best, name, args.value[OPT_PICTURE]));
    fflush(stdout); /* before the message on stderr */
    TRY(judge(&data, best, args.operand[0], (int)places));
done:
    fit_data_clear(&data);
    free(best);
    args_clear(&args);
    return wrong ? wrong : cli_failed(status);
}
