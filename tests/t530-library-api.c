// The public header alone, used as by a program outside: create, step, read, change, run, stop.
#include "test.h"
#include <sys/stat.h>
#include <unistd.h>

static char folder[256];
static const char *time_keys[2][2]; /* of all runs: the integrator, and a part of its step for enough steps */

#define CAVITY                                                                                               \
    "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [3, 2, 3], jitter: 0.1}}\norder: 3\n"            \
    "materials: {air: {epsilon: 1}}\nregions: {default: air}\nboundaries: {default: pec}\n"                  \
    "initial: {Ey: sin(pi*x)*sin(pi*z)}\n"                                                                   \
    "exact: {Ey: sin(pi*x)*sin(pi*z)*cos(sqrt(2)*pi*t), Hx: "                                                \
    "sin(pi*x)*cos(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2),\n"                                                       \
    "        Hz: -cos(pi*x)*sin(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)}\ntime: {end: 0.5}\n"

static const char *const fields[] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};

struct use {
    nudge_problem *problem;
    nudge_solver *solver;
    nudge_status status;
    size_t n;
};

static int begin(struct use *use, const char *text, const char *const settings[][2], int count)
{
    *use = (struct use){0};
    int code = nudge_problem_parse(&use->problem, text, folder);
    for (int i = 0; i < 2 && !code; i++)
        code = nudge_problem_set(use->problem, time_keys[i][0], time_keys[i][1]);
    for (int i = 0; i < count && !code; i++)
        code = nudge_problem_set(use->problem, settings[i][0], settings[i][1]);
    if (!code) code = nudge_solver_create(&use->solver, use->problem, "cpu");
    if (!code) use->status = *nudge_solver_status(use->solver);
    use->n = (size_t)(use->status.elements * use->status.nodes);
    return code;
}

static void end(struct use *use)
{
    nudge_solver_destroy(use->solver);
    nudge_problem_destroy(use->problem);
}

static double *numbers(size_t n)
{
    double *values = calloc(n ? n : 1, sizeof *values);
    if (!values) exit(1);
    return values;
}

static void check_looking(void)
{
    struct use use;
    CHECK_OK(begin(&use, CAVITY, NULL, 0));
    CHECK(use.status.elements == 108 && use.status.nodes == 20 && use.status.fields == 6 &&
          use.status.order == 3);
    CHECK(use.status.step == 0 && use.status.steps > 5 && use.status.time == 0 && use.status.end == 0.5);
    CHECK(use.status.dt > 0 && !strcmp(use.status.device, "cpu"));
    double *x = numbers(use.n), *z = numbers(use.n), *Ey = numbers(use.n), *rate = numbers(use.n),
           error = NAN, off = 0;
    CHECK_OK(nudge_solver_get(use.solver, "x", x));
    CHECK_OK(nudge_solver_get(use.solver, "z", z));
    CHECK_OK(nudge_solver_get(use.solver, "Ey", Ey));
    for (size_t i = 0; i < use.n; i++)
        off = test_worse(off, fabs(Ey[i] - sin(M_PI * x[i]) * sin(M_PI * z[i])));
    CHECK(off < 1e-15);
    CHECK_OK(nudge_solver_error(use.solver, &error));
    CHECK(error < 1e-15);
    /* dHz/dt = -dEy/dx + dEx/dy; reading rates does not change the fields. */
    CHECK_OK(nudge_solver_get(use.solver, "rate_Hz", rate));
    off = 0;
    for (size_t i = 0; i < use.n; i++)
        off = test_worse(off, fabs(rate[i] + M_PI * cos(M_PI * x[i]) * sin(M_PI * z[i])));
    CHECK(off < 0.3); /* an order 3 derivative on a coarse mesh: measured 0.14 */
    CHECK_OK(nudge_solver_get(use.solver, "Ey", rate));
    CHECK(!memcmp(rate, Ey, use.n * sizeof *Ey));
    for (size_t i = 0; i < use.n; i++) Ey[i] = (double)i;
    CHECK_OK(nudge_solver_set(use.solver, "Hx", Ey));
    CHECK_OK(nudge_solver_get(use.solver, "Hx", rate));
    CHECK(!memcmp(rate, Ey, use.n * sizeof *Ey));
    CHECK_FAILS(nudge_solver_get(use.solver, "Eq", rate), NUDGE_EVALUE, "Ex, Ey, Ez");
    CHECK_FAILS(nudge_solver_get(use.solver, "rate_x", rate), NUDGE_EVALUE, "not a field");
    CHECK_FAILS(nudge_solver_set(use.solver, "x", rate), NUDGE_EVALUE, "not a field");
    free(x), free(z), free(Ey), free(rate);
    end(&use);
}

/* To the end in pieces, and no further; the error is that of the method. */
static void check_stepping(const char *precision, double most)
{
    struct use use;
    double error = NAN, energy[2] = {NAN, NAN};
    CHECK_OK(begin(&use, CAVITY, (const char *const[][2]){{"precision", precision}}, 1));
    CHECK_OK(nudge_solver_energy(use.solver, &energy[0]));
    CHECK_NEAR(energy[0], 0.125, 1e-3); /* half the integral of sin^2 sin^2 */
    CHECK_OK(nudge_solver_step(use.solver, 3));
    CHECK_OK(nudge_solver_step(use.solver, 0));
    use.status = *nudge_solver_status(use.solver);
    CHECK(use.status.step == 3);
    CHECK_NEAR(use.status.time, 3 * use.status.dt, 1e-14);
    CHECK_OK(nudge_solver_step(use.solver, 1000000));
    use.status = *nudge_solver_status(use.solver);
    CHECK(use.status.step == use.status.steps && use.status.time == 0.5 && use.status.seconds > 0);
    CHECK(use.status.dofs_per_second > 0);
    CHECK_OK(nudge_solver_error(use.solver, &error));
    CHECK(error < most); /* measured 0.0024 */
    CHECK_OK(nudge_solver_energy(use.solver, &energy[1]));
    CHECK(energy[1] <= energy[0] && energy[1] > 0.99 * energy[0]);
    end(&use);
}

/* -- energy
 * -------------------------------------------------------------------------------------------------- */

/* dE/dt of random fields relative to the size of its terms. Energy is quadratic: with r the rate scaled to
 * the energy of q, energy(q + r) - energy(q) - energy(r) is its rate. */
static double energy_rate(const char *upwind)
{
    struct use use;
    double *q[6], *r[6], *sum, of_q = NAN, of_r = NAN, of_sum = NAN;
    srand(5);
    CHECK_OK(begin(&use, CAVITY, (const char *const[][2]){{"flux.upwind", upwind}}, 1));
    for (int f = 0; f < 6; f++) {
        q[f] = numbers(use.n), r[f] = numbers(use.n);
        for (size_t i = 0; i < use.n; i++) q[f][i] = rand() / (double)RAND_MAX - 0.5;
        CHECK_OK(nudge_solver_set(use.solver, fields[f], q[f]));
    }
    CHECK_OK(nudge_solver_energy(use.solver, &of_q));
    for (int f = 0; f < 6; f++) {
        char name[16];
        snprintf(name, sizeof name, "rate_%s", fields[f]);
        CHECK_OK(nudge_solver_get(use.solver, name, r[f]));
    }
    for (int f = 0; f < 6; f++) CHECK_OK(nudge_solver_set(use.solver, fields[f], r[f]));
    CHECK_OK(nudge_solver_energy(use.solver, &of_r));
    const double scale = sqrt(of_q / of_r);
    sum = numbers(use.n);
    for (int f = 0; f < 6; f++) {
        for (size_t i = 0; i < use.n; i++) sum[i] = q[f][i] + scale * r[f][i];
        CHECK_OK(nudge_solver_set(use.solver, fields[f], sum));
        free(q[f]), free(r[f]);
    }
    free(sum);
    CHECK_OK(nudge_solver_energy(use.solver, &of_sum));
    end(&use);
    return of_sum / of_q - 2;
}

static void check_never_grows(void)
{
    struct use use;
    double last = NAN, energy = NAN;
    CHECK_OK(begin(&use, CAVITY, NULL, 0));
    CHECK_OK(nudge_solver_energy(use.solver, &last));
    for (int64_t i = 0; i < use.status.steps; i++) {
        CHECK_OK(nudge_solver_step(use.solver, 1));
        CHECK_OK(nudge_solver_energy(use.solver, &energy));
        CHECK(energy <= last * (1 + 1e-14));
        last = energy;
    }
    end(&use);
}

/* -- runs with outputs
 * --------------------------------------------------------------------------------------- */

static char *read_whole(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    CHECK(file && text);
    if (file && text) {
        CHECK(fread(text, 1, (1 << 20) - 1, file) > 0);
        fclose(file);
    }
    return text;
}

static int exists(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    struct stat info;
    return !stat(path, &info) && info.st_size > 0;
}

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

/* After one JSON value, or null when it is none. */
static const char *json_value(const char *p)
{
    p = skip_blanks(p);
    if (*p == '{') {
        p = skip_blanks(p + 1);
        if (*p == '}') return p + 1;
        for (;;) {
            p = skip_blanks(p);
            if (*p != '"' || !(p = json_value(p))) return NULL;
            p = skip_blanks(p);
            if (*p++ != ':' || !(p = json_value(p))) return NULL;
            p = skip_blanks(p);
            if (*p == '}') return p + 1;
            if (*p++ != ',') return NULL;
        }
    }
    if (*p == '[') {
        for (p = skip_blanks(p + 1); *p != ']'; p = skip_blanks(p + (*p == ','))) {
            if (!(p = json_value(p))) return NULL;
            p = skip_blanks(p);
            if (*p != ',' && *p != ']') return NULL;
        }
        return p + 1;
    }
    if (*p == '"') {
        for (p++; *p && *p != '"'; p++) {
            if ((unsigned char)*p < 32) return NULL;
            if (*p == '\\' && !*++p) return NULL;
        }
        return *p ? p + 1 : NULL;
    }
    static const char *const words[] = {"null", "true", "false"};
    for (int i = 0; i < 3; i++)
        if (!strncmp(p, words[i], strlen(words[i]))) return p + strlen(words[i]);
    char *after;
    if (*p != '-' && !(*p >= '0' && *p <= '9')) return NULL;
    strtod(p, &after);
    return after;
}

static double json_number(const char *text, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(text, quoted);
    return at ? strtod(at + strlen(quoted), NULL) : NAN;
}

static int count_text(const char *text, const char *piece)
{
    int n = 0;
    for (; (text = strstr(text, piece)); text++) n++;
    return n;
}

struct progress {
    int calls;
    int64_t stop_at;
    double last;
};

static int watch(void *context, const nudge_status *status)
{
    struct progress *progress = context;
    progress->calls++;
    CHECK(status->time > progress->last && status->step == progress->calls);
    progress->last = status->time;
    return status->step == progress->stop_at;
}

static const char *const outputs[][2] = {{"output.fields", "{file: out/cavity.pvd, every: 0.1}"},
                                         {"output.energy", "{file: energy.csv}"}};

/* A report of an earlier run is found where there is one. */
static void check_report(const nudge_problem *problem, int there)
{
    char *path = NULL;
    CHECK_OK(nudge_report_find(problem, &path));
    CHECK(!path == !there && (!path || strstr(path, "run.json")));
    nudge_free(path);
}

static void check_run(void)
{
    struct use use;
    struct progress progress = {.last = 0};
    CHECK_OK(begin(&use, CAVITY, outputs, 2));
    check_report(use.problem, exists("run.json"));
    CHECK_OK(nudge_solver_run(use.solver, watch, &progress));
    check_report(use.problem, 1);
    use.status = *nudge_solver_status(use.solver);
    CHECK(progress.calls == use.status.steps && progress.last == 0.5);
    char *pvd = read_whole("out/cavity.pvd"), *energy = read_whole("energy.csv"),
         *json = read_whole("run.json");
    CHECK(count_text(pvd, "<DataSet") == 6 && strstr(pvd, "</VTKFile>")); /* 0, 0.1 ... 0.5 */
    CHECK(count_text(energy, "\n") >= 3 && strstr(energy, "\n0.5,"));
    const char *after = json_value(json);
    CHECK(after && !*skip_blanks(after));
    CHECK(strstr(json, "\"outcome\": \"finished\""));
    CHECK(json_number(json, "order") == 3 && json_number(json, "elements") == 108);
    CHECK(json_number(json, "steps") == (double)use.status.steps && json_number(json, "time") == 0.5);
    CHECK(json_number(json, "error") < 0.005 && json_number(json, "dofs_per_second") > 0);
    CHECK(json_number(json, "dt") == use.status.dt);
    free(pvd), free(energy), free(json);
    end(&use);
}

static void check_stop(void)
{
    struct use use;
    struct progress progress = {.stop_at = 4};
    CHECK_OK(begin(&use, CAVITY, outputs, 2));
    CHECK_FAILS(nudge_solver_run(use.solver, watch, &progress), NUDGE_ESTOPPED, "step 4 of");
    CHECK(progress.calls == 4);
    char *pvd = read_whole("out/cavity.pvd"), *energy = read_whole("energy.csv"),
         *json = read_whole("run.json");
    CHECK(count_text(pvd, "<DataSet") >= 1 && strstr(pvd, "</VTKFile>"));
    CHECK(count_text(energy, "\n") >= 2 && energy[strlen(energy) - 1] == '\n');
    const char *after = json_value(json);
    CHECK(after && !*skip_blanks(after) && strstr(json, "\"outcome\": \"stopped\"") &&
          strstr(json, "\"error\": null"));
    CHECK(json_number(json, "steps") == 4);
    const double initial = json_number(json, "energy_initial");
    free(pvd), free(energy), free(json);
    /* It can go on from there, once. */
    CHECK_OK(nudge_solver_run(use.solver, NULL, NULL));
    use.status = *nudge_solver_status(use.solver);
    CHECK(use.status.time == 0.5);
    CHECK_FAILS(nudge_solver_run(use.solver, NULL, NULL), NUDGE_EVALUE, "already at its end");
    json = read_whole("run.json");
    CHECK(strstr(json, "\"outcome\": \"finished\"") && strstr(json, "\"error_kind\": \"relative\""));
    CHECK(json_number(json, "energy_initial") == initial && json_number(json, "energy") < initial);
    free(json);
    end(&use);
}

/* A TetGen set by its stem, as the format's own tools name it. */
static void check_stem(void)
{
    static const char *const file[][2] = {{"one.node", "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"},
                                          {"one.ele", "1 4 0\n1 1 2 3 4\n"}};
    struct use use;
    for (int i = 0; i < 2; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", folder, file[i][0]);
        FILE *out = fopen(path, "w");
        CHECK(out && fputs(file[i][1], out) >= 0 && fclose(out) == 0);
    }
    CHECK_OK(begin(&use, CAVITY, (const char *const[][2]){{"mesh", "{file: one}"}}, 1));
    CHECK(use.status.elements == 1);
    end(&use);
    CHECK_FAILS(begin(&use, CAVITY, (const char *const[][2]){{"mesh", "{file: two}"}}, 1), NUDGE_EIO,
                "mesh.file: ");
    end(&use);
}

static void check_mistakes(void)
{
    struct use use;
    double number;
    CHECK_OK(begin(&use, CAVITY, NULL, 0));
    nudge_solver *other = use.solver; /* anything: a failure leaves none */
    CHECK_FAILS(nudge_solver_create(&other, use.problem, "abacus"), NUDGE_EVALUE,
                "cpu, cuda, opencl or auto");
    CHECK(!other);
    end(&use);
    CHECK_OK(begin(&use,
                   "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}\norder: 1\n"
                   "materials: {air: {epsilon: 1}}\nregions: {default: air}\nboundaries: {default: "
                   "pec}\ntime: {end: 1}\n",
                   NULL, 0));
    CHECK_FAILS(nudge_solver_error(use.solver, &number), NUDGE_EVALUE, "exact");
    CHECK_OK(nudge_solver_run(use.solver, NULL, NULL)); /* all zero stays so */
    CHECK_OK(nudge_solver_energy(use.solver, &number));
    CHECK(number == 0);
    end(&use);
    /* Against zero there is no relative error. */
    CHECK_OK(begin(&use, CAVITY, (const char *const[][2]){{"exact", "{Ey: 0}"}, {"time.end", "0.01"}}, 2));
    CHECK_OK(nudge_solver_run(use.solver, NULL, NULL));
    char *json = read_whole("run.json");
    CHECK(strstr(json, "\"error_kind\": \"absolute\""));
    CHECK_NEAR(json_number(json, "error"), 0.5, 0.02); /* the norm of sin(pi x) sin(pi z) */
    free(json);
    end(&use);
    /* More memory than any machine has is refused before it is allocated, for a box before it is made. */
    CHECK_FAILS(begin(&use, CAVITY,
                      (const char *const[][2]){{"mesh.box.divisions", "[440, 440, 440]"}, {"order", "9"}}, 2),
                NUDGE_EDEVICE, "the machine has");
    CHECK(strstr(nudge_error(), "511104000 elements of order 9") &&
          strstr(nudge_error(), "precision: single"));
    CHECK(!use.solver);
    end(&use);
    CHECK_FAILS(
        begin(&use, CAVITY,
              (const char *const[][2]){{"materials", "{air: {epsilon: 1e-40}}"}, {"precision", "single"}}, 2),
        NUDGE_EVALUE, "material 'air': its wave speed is inf in single precision");
    end(&use);
    nudge_solver_destroy(NULL);
    nudge_problem_destroy(NULL);
}

static void check_all(const char *integrator, const char *cfl)
{
    time_keys[0][0] = "time.integrator", time_keys[0][1] = integrator;
    time_keys[1][0] = "time.cfl", time_keys[1][1] = cfl;
    check_looking();
    check_stepping("double", 0.005);
    check_stepping("single", 0.005);
    CHECK_NEAR(energy_rate("0"), 0, 1e-12); /* measured 1e-14 */
    CHECK(energy_rate("1") < -1e-3);
    check_never_grows();
    check_run();
    CHECK(exists("out/cavity.pvd"));
    check_stop();
    check_stem();
    check_mistakes();
}

int main(void)
{
    const char *tmp = getenv("TMPDIR");
    char command[400];
    snprintf(folder, sizeof folder, "%s/nudge-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    check_all("linear", "0.2");
    check_all("lsrk4", "1");
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
