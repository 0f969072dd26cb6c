#include "ref/oracle.h"

#include <math.h>
#include <string.h>

/* Appended to medium.knl, whose kernels compute the media, A and H; behind a define of UPWIND, which
 * medium.knl itself does not use. */
static const char appended_text[] =
    "#undef PARAMS\n"
    "#define PARAMS(P) P(GLOBAL const real *, medium) P(GLOBAL const real *, normal) P(GLOBAL const int *, "
    "what) P(GLOBAL real *, inner) "
    "P(GLOBAL real *, outer)\n"
    "KERNEL(oracle_faces)\n"
    "FOR_BLOCKS(g)\n"
    "    FOR_THREADS(j, FIELDS)\n"
    "        real n[3], mM[MEDIUM], mP[MEDIUM], qM[FIELDS], qP[FIELDS], flux[FIELDS], weight = UPWIND;\n"
    "        for (int c = 0; c < 3; c++) n[c] = normal[3 * g + c];\n"
    "        for (int c = 0; c < MEDIUM; c++) mM[c] = medium[what[3 * g] * MEDIUM + c], mP[c] = "
    "medium[what[3 * g + 1] * MEDIUM + c];\n"
    "        for (int side = 0; side < 2; side++) {\n"
    "            for (int c = 0; c < FIELDS; c++) qM[c] = !side && c == j ? 1 : 0, qP[c] = side && c == j ? "
    "1 : 0;\n"
    "            if (what[3 * g + 2] >= 0) weight = law_boundary(what[3 * g + 2], n, mM, qM, qP, UPWIND);\n"
    "            law_flux(n, mM, mP, qM, qP, weight, flux);\n"
    "            for (int c = 0; c < FIELDS; c++) (side ? outer : inner)[(g * FIELDS + c) * FIELDS + j] = "
    "flux[c];\n"
    "        }\n"
    "    END\n"
    "END\n"
    "END_KERNEL\n"
    "#undef PARAMS\n"
    "#define PARAMS(P) P(GLOBAL const real *, medium) P(GLOBAL real *, B)\n"
    "KERNEL(oracle_local)\n"
    "FOR_BLOCKS(g)\n"
    "    FOR_THREADS(j, FIELDS)\n"
    "        real m[MEDIUM], rate[FIELDS] = {0}, q[FIELDS];\n"
    "        for (int c = 0; c < MEDIUM; c++) m[c] = medium[g * MEDIUM + c];\n"
    "        for (int c = 0; c < FIELDS; c++) q[c] = c == j ? 1 : 0;\n"
    "#ifdef LAW_POINTWISE\n"
    "        real s[3] = {0}, aux[LAW_POINTWISE + 1] = {0}, aux_rate[LAW_POINTWISE + 1];\n"
    "        law_pointwise(m, s, q, aux, rate, aux_rate);\n"
    "#endif\n"
    "        for (int c = 0; c < FIELDS; c++) B[(g * FIELDS + c) * FIELDS + j] = rate[c] + (m[0] + q[0]) * "
    "0;\n"
    "    END\n"
    "END\n"
    "END_KERNEL\n";

/* The law's functions, compiled for the host in double precision. */
struct functions {
    struct nd_device *device;
    struct nd_module *module;
    struct nd_buffer medium;
};

static void functions_clear(struct functions *f)
{
    nd_device_free(f->device, &f->medium);
    if (f->module) f->device->backend->unload(f->device, f->module);
    nd_device_close(f->device);
}

static int compile(struct functions *f, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_layout layout = {.block = 1, .lanes = 1};
    struct nd_recipe recipe;
    struct nd_text text = {0};
    memset(f, 0, sizeof *f);
    TRY(nd_device_open(&f->device, "cpu"));
    nd_recipe_init(&recipe, ND_CASE(f->device, setup->law, setup->elem->N, 0, setup->upwind), &layout);
    recipe.nvalues = setup->nvalues;
    for (int i = 0; i < setup->nvalues; i++) recipe.value[i] = setup->values[i];
    TRY(nd_kernel_text(&recipe, "medium.knl", &text));
    nd_text_add(&text, "#undef UPWIND\n#define UPWIND REAL(%.17g)\n%s", setup->upwind, appended_text);
    TRY(nd_text_check(&text));
    TRY(nd_device_module(f->device, "oracle", text.s, "-O1", &f->module));
done:
    nd_text_clear(&text);
    return status;
}

static int launch(const struct functions *f, const char *name, int64_t groups, const struct nd_arg *args,
                  int nargs)
{
    int status = 0;
    struct nd_kernel *kernel;
    TRY(f->device->backend->kernel(f->device, f->module, name, &kernel));
    TRY(f->device->backend->launch(f->device, kernel, (struct nd_grid){.blocks = groups, .threads = 64}, args,
                                   nargs));
    TRY(f->device->backend->finish(f->device));
done:
    return status;
}

/* Without `to`: allocates the buffer and fills it from `from`, if that is not null. Else: reads the buffer
 * into `to`. */
static int move(struct functions *f, struct nd_buffer *buffer, const void *from, void *to, size_t bytes)
{
    int status = 0;
    if (!to) TRY(nd_device_alloc(f->device, buffer, bytes));
    if (from) TRY(f->device->backend->write(f->device, buffer, 0, from, bytes));
    if (to) TRY(f->device->backend->read(f->device, to, buffer, 0, bytes));
done:
    return status;
}

/* Compiles the functions and computes the media of all materials; speed: as in struct nd_oracle,
 * [4][materials]. */
static int functions_init(struct functions *f, const struct nd_setup *setup, double *speed)
{
    int status = 0, count = setup->nmaterials;
    const size_t n = (size_t)count;
    struct nd_buffer constants = {0}, table = {0};
    TRY(compile(f, setup));
    TRY(move(f, &constants, setup->constants, NULL, n * (size_t)setup->law->material.n * sizeof(double)));
    TRY(move(f, &f->medium, NULL, NULL, n * (size_t)setup->law->medium.n * sizeof(double)));
    TRY(move(f, &table, NULL, NULL, 4 * n * sizeof(double)));
    const struct nd_arg args[] = {ND_ARG_BUFFER(constants), ND_ARG_BUFFER(f->medium), ND_ARG_BUFFER(table),
                                  ND_ARG_SCALAR(count)};
    TRY(launch(f, "medium_table", (count + 63) / 64, args, 4));
    if (speed) TRY(move(f, &table, NULL, speed, 4 * n * sizeof(double)));
done:
    nd_device_free(f->device, &constants);
    nd_device_free(f->device, &table);
    return status;
}

static int find_faces(struct functions *f, const struct nd_oracle_face *face, size_t count, size_t n,
                      double *inner, double *outer)
{
    int status = 0, *what = NULL;
    double *normal = NULL;
    struct nd_buffer N = {0}, W = {0}, I = {0}, O = {0};
    const size_t bytes = count * n * n * sizeof(double);
    ALLOC(what, 3 * count);
    ALLOC(normal, 3 * count);
    for (size_t i = 0; i < count; i++) {
        what[3 * i] = face[i].own, what[3 * i + 1] = face[i].other, what[3 * i + 2] = face[i].condition;
        memcpy(normal + 3 * i, face[i].normal, sizeof face[i].normal);
    }
    TRY(move(f, &N, normal, NULL, 3 * count * sizeof *normal));
    TRY(move(f, &W, what, NULL, 3 * count * sizeof *what));
    TRY(move(f, &I, NULL, NULL, bytes));
    TRY(move(f, &O, NULL, NULL, bytes));
    const struct nd_arg args[] = {ND_ARG_BUFFER(f->medium), ND_ARG_BUFFER(N), ND_ARG_BUFFER(W),
                                  ND_ARG_BUFFER(I), ND_ARG_BUFFER(O)};
    TRY(launch(f, "oracle_faces", (int64_t)count, args, 5));
    TRY(move(f, &I, NULL, inner, bytes));
    TRY(move(f, &O, NULL, outer, bytes));
done:
    nd_device_free(f->device, &N);
    nd_device_free(f->device, &W);
    nd_device_free(f->device, &I);
    nd_device_free(f->device, &O);
    free(what);
    free(normal);
    return status;
}

int nd_oracle_faces(const struct nd_setup *setup, const struct nd_oracle_face *face, size_t count,
                    double *inner, double *outer)
{
    int status = 0;
    struct functions f;
    TRY(functions_init(&f, setup, NULL));
    TRY(find_faces(&f, face, count, (size_t)setup->law->fields.n, inner, outer));
done:
    functions_clear(&f);
    return status;
}

static int find_volumes(struct nd_oracle *o, struct functions *f)
{
    int status = 0;
    const size_t nn = (size_t)o->n * (size_t)o->n;
    struct nd_buffer A = {0}, H = {0}, B = {0};
    TRY(move(f, &A, NULL, NULL, 3 * nn * sizeof(double)));
    TRY(move(f, &H, NULL, NULL, nn * sizeof(double)));
    TRY(move(f, &B, NULL, NULL, nn * (size_t)o->nmaterials * sizeof(double)));
    for (int i = 0; i < o->nmaterials; i++) {
        const struct nd_arg args[] = {ND_ARG_BUFFER(f->medium), ND_ARG_BUFFER(A), ND_ARG_BUFFER(H),
                                      ND_ARG_SCALAR(i)};
        TRY(launch(f, "matrices", 1, args, 4));
        TRY(move(f, &A, NULL, o->A + 3 * nn * (size_t)i, 3 * nn * sizeof(double)));
        TRY(move(f, &H, NULL, o->H + nn * (size_t)i, nn * sizeof(double)));
    }
    const struct nd_arg local[] = {ND_ARG_BUFFER(f->medium), ND_ARG_BUFFER(B)};
    TRY(launch(f, "oracle_local", o->nmaterials, local, 2));
    TRY(move(f, &B, NULL, o->B, nn * (size_t)o->nmaterials * sizeof(double)));
done:
    nd_device_free(f->device, &A);
    nd_device_free(f->device, &H);
    nd_device_free(f->device, &B);
    return status;
}

static void list_faces(const struct nd_oracle *o, const struct nd_setup *setup, struct nd_oracle_face *face)
{
    const struct nd_connect *c = setup->connect;
    for (nd_idx k = 0; k < setup->mesh->K; k++) {
        double G[9], J, normal[4][3], Fscale[4];
        nd_geometry_metric(setup->mesh, k, G, &J);
        nd_geometry_faces(G, normal, Fscale);
        for (int f = 0; f < 4; f++) {
            struct nd_oracle_face *one = &face[4 * k + f];
            const nd_idx b = c->EToB[4 * k + f];
            memcpy(one->normal, normal[f], sizeof one->normal);
            one->own = o->material[o->region[k]];
            one->other = o->material[o->region[c->EToE[4 * k + f]]];
            one->condition = b >= 0 ? setup->condition[b] : -1;
        }
    }
}

int nd_oracle_init(struct nd_oracle *o, const struct nd_ref *ref, const struct nd_setup *setup)
{
    int status = 0;
    const size_t n = (size_t)setup->law->fields.n, K = (size_t)setup->mesh->K, nm = (size_t)setup->nmaterials;
    struct functions f = {0};
    struct nd_oracle_face *face = NULL;
    *o = (struct nd_oracle){.ref = ref,
                            .EToB = setup->connect->EToB,
                            .region = setup->mesh->region,
                            .n = (int)n,
                            .nmaterials = setup->nmaterials};
    ALLOC(o->material, setup->mesh->nregions);
    memcpy(o->material, setup->material, (size_t)setup->mesh->nregions * sizeof *o->material);
    ALLOC(o->A, 3 * nm * n * n);
    ALLOC(o->H, nm * n * n);
    ALLOC(o->B, nm * n * n);
    ALLOC(o->speed, 4 * nm);
    ALLOC(o->inner, 4 * K * n * n);
    ALLOC(o->outer, 4 * K * n * n);
    ALLOC(face, 4 * K);
    TRY(functions_init(&f, setup, o->speed));
    TRY(find_volumes(o, &f));
    list_faces(o, setup, face);
    TRY(find_faces(&f, face, 4 * K, n, o->inner, o->outer));
done:
    functions_clear(&f);
    free(face);
    if (status) nd_oracle_clear(o);
    return status;
}

void nd_oracle_clear(struct nd_oracle *o)
{
    free(o->material);
    free(o->A);
    free(o->H);
    free(o->B);
    free(o->speed);
    free(o->inner);
    free(o->outer);
    memset(o, 0, sizeof *o);
}
