#include "ref/suite.h"

#include <math.h>
#include <string.h>
#include "elem/elem.h"
#include "step/matrices.h"

enum { NORMALS = 32, FACES = 4 };

/* The larger of two numbers; NaN if either is NaN. */
static double worse(double a, double b)
{
    return isnan(a) || isnan(b) ? NAN : fmax(a, b);
}

static void report(const struct nd_suite *s, const char *what, int own, int other, int condition, double off)
{
    s->found(s->context, &(struct nd_suite_finding){what, own, other, condition, off});
}

int nd_suite_materials(const struct nd_law *law, double *constants)
{
    const int n = law->material.n;
    int count = 0;
    for (int which = -2; which < n; which++) {
        if (which >= 0 && law->standard[which] == 0) continue;
        for (int i = 0; i < n; i++)
            constants[count * n + i] = law->standard[i] * (which == -1 || which == i ? 10 : 1);
        count++;
    }
    return count;
}

int nd_suite_refused(const struct nd_suite *s, int material)
{
    return s->oracle->speed[2 * s->oracle->nmaterials + material] != 0;
}

/* C = A B, of size n x n. */
static void multiply(int n, const double *A, const double *B, double *C)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += A[i * n + k] * B[k * n + j];
            C[i * n + j] = sum;
        }
}

static double largest(const double *A, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++) most = worse(most, fabs(A[i]));
    return most;
}

/* A: the matrix of a material along a normal, q_t + A q_n = 0. */
static void find_A(const struct nd_suite *s, int material, const double normal[3], double *A)
{
    const int n = s->oracle->n;
    for (int i = 0; i < n * n; i++) {
        A[i] = 0;
        for (int k = 0; k < 3; k++) A[i] += normal[k] * s->oracle->A[(3 * material + k) * n * n + i];
    }
}

static const double *find_H(const struct nd_suite *s, int material)
{
    return s->oracle->H + material * s->oracle->n * s->oracle->n;
}

void nd_suite_states(const struct nd_suite *s, int material, double *T, int *count)
{
    const int n = s->oracle->n;
    memset(T, 0, (size_t)(n * n) * sizeof *T);
    *count = material == s->fluid ? 4 : n;
    for (int i = 0; i < *count; i++) T[i * n + i] = 1;
    if (material == s->fluid) T[4 * n + 3] = T[5 * n + 3] = 1;
}

/* Replaces the lower triangle of H by its Cholesky factor L. Returns 0 if H is not positive definite. */
static int factorise(int n, double *H)
{
    for (int j = 0; j < n; j++) {
        for (int i = j; i < n; i++)
            for (int k = 0; k < j; k++) H[i * n + j] -= H[i * n + k] * H[j * n + k];
        const double root = sqrt(H[j * n + j]);
        if (!(root > 0) || !isfinite(root)) return 0;
        for (int i = j; i < n; i++) H[i * n + j] /= root;
    }
    return 1;
}

/* |A| and the spectral radius of A, from the symmetric S with H = L L^T, A = L^-T S L^T. Returns 0 if H is
 * not positive definite. */
static int find_magnitude(int n, const double *A, const double *H, double *magnitude, double *radius)
{
    double L[ND_MATRIX_MOST], S[ND_MATRIX_MOST], X[ND_MATRIX_MOST], V[ND_MATRIX_MOST];
    memcpy(L, H, (size_t)(n * n) * sizeof *L);
    if (!factorise(n, L)) return 0;
    memcpy(X, A, (size_t)(n * n) * sizeof *X); /* S = L^T A L^-T */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = i; k < n; k++) sum += L[k * n + i] * A[k * n + j];
            X[i * n + j] = sum;
        }
    for (int i = 0; i < n; i++) /* each row x of X becomes x L^-T: solve L y = x */
        for (int j = 0; j < n; j++) {
            double sum = X[i * n + j];
            for (int k = 0; k < j; k++) sum -= L[j * n + k] * S[i * n + k];
            S[i * n + j] = sum / L[j * n + j];
        }
    for (int i = 0; i < n; i++) /* the upper triangle differs by rounding */
        for (int j = 0; j < i; j++) S[j * n + i] = S[i * n + j];
    nd_eigen(n, S, V);
    *radius = 0;
    for (int e = 0; e < n; e++) *radius = worse(*radius, fabs(S[e * n + e]));
    if (!isfinite(*radius)) return 0;
    for (int i = 0; i < n; i++) /* X = |S| L^T */
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int e = 0; e < n; e++) {
                double dot = 0;
                for (int k = 0; k <= j; k++) dot += V[k * n + e] * L[j * n + k];
                sum += V[i * n + e] * fabs(S[e * n + e]) * dot;
            }
            X[i * n + j] = sum;
        }
    for (int j = 0; j < n; j++) /* L^T magnitude = X */
        for (int i = n - 1; i >= 0; i--) {
            double sum = X[i * n + j];
            for (int k = i + 1; k < n; k++) sum -= L[k * n + i] * magnitude[k * n + j];
            magnitude[i * n + j] = sum / L[i * n + i];
        }
    return 1;
}

/* Checks that H is symmetric and positive definite and H A symmetric, so that speeds are real; that no wave
 * is faster than law_speed, and that some are as fast. */
static void check_waves(const struct nd_suite *s, int material, const double (*normal)[3], int count)
{
    const int n = s->oracle->n;
    const double *H = find_H(s, material), speed = s->oracle->speed[material];
    double A[ND_MATRIX_MOST], S[ND_MATRIX_MOST], magnitude[ND_MATRIX_MOST], radius = 0, fastest = 0;
    for (int i = 0; i < count; i++) {
        find_A(s, material, normal[i], A);
        multiply(n, H, A, S);
        double off = 0;
        for (int j = 0; j < n * n; j++) {
            off = worse(off, fabs(S[j] - S[j % n * n + j / n]));
            off = worse(off, fabs(H[j] - H[j % n * n + j / n]));
        }
        if (material == s->fluid) continue;
        if (!(off <= 1e-12 * largest(S, n * n)))
            report(s, "energy and waves do not fit", material, material, -1, off);
        if (!find_magnitude(n, A, H, magnitude, &radius))
            report(s, "the energy is not positive", material, material, -1, 0);
        if (!(radius <= speed * (1 + 1e-12)))
            report(s, "waves faster than law_speed", material, material, -1, radius / speed - 1);
        fastest = fmax(fastest, radius);
    }
    if (material != s->fluid && !(fastest >= 0.8 * speed))
        report(s, "law_speed is far above all waves", material, material, -1, fastest / speed - 1);
}

/* Both sides are of one material: checks that the flux is the mean plus w |A| times the jump. */
static void check_same(const struct nd_suite *s, double w, const struct nd_oracle_face *face,
                       const double *inner, const double *outer)
{
    const int n = s->oracle->n;
    double A[ND_MATRIX_MOST], magnitude[ND_MATRIX_MOST], radius, off = 0;
    if (face->own == s->fluid) return;
    find_A(s, face->own, face->normal, A);
    if (!find_magnitude(n, A, find_H(s, face->own), magnitude, &radius)) return;
    for (int i = 0; i < n * n; i++) {
        off = worse(off, fabs(inner[i] - 0.5 * (A[i] - w * magnitude[i])));
        off = worse(off, fabs(inner[i] + outer[i]));
    }
    if (!(off <= 1e-12 * largest(A, n * n)))
        report(s, "the flux inside a medium is not upwind", face->own, face->own, -1, off);
}

/* The largest and the least eigenvalue of the symmetric part of Q, restricted to the states T, relative to
 * Q. */
static void find_bounds(int n, const double *Q, const double *T, int count, double *least, double *most)
{
    double R[4 * ND_MATRIX_MOST], X[4 * ND_MATRIX_MOST];
    const double size = fmax(largest(Q, n * n), 1e-300); /* the flux may be zero */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count; j++) {
            X[i * count + j] = 0;
            for (int k = 0; k < n; k++) X[i * count + j] += (Q[i * n + k] + Q[k * n + i]) / 2 * T[k * n + j];
        }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            R[i * count + j] = 0;
            for (int k = 0; k < n; k++) R[i * count + j] += T[k * n + i] * X[k * count + j];
        }
    for (int i = 0; i < count; i++) /* the triangles differ by rounding */
        for (int j = 0; j < i; j++) R[j * count + i] = R[i * count + j];
    nd_eigen(count, R, X);
    *least = INFINITY, *most = -INFINITY;
    for (int i = 0; i < count; i++) {
        const double value = R[i * (count + 1)] / size; /* NaN stays, and meets no bound */
        *most = worse(*most, value);
        *least = -worse(-*least, -value);
    }
}

/* Checks the energy that both sides of a face gain, a quadratic form of (q-, q+), and that energy leaving one
 * side enters the other. */
static void check_pair(const struct nd_suite *s, double w, const struct nd_oracle_face *face,
                       const double *const M[2], const double *const P[2])
{
    const int n = s->oracle->n, n2 = 2 * n;
    double A[2][ND_MATRIX_MOST], S[2][ND_MATRIX_MOST], G[2][2][ND_MATRIX_MOST], Q[4 * ND_MATRIX_MOST],
        T[4 * ND_MATRIX_MOST] = {0}, state[ND_MATRIX_MOST], least, most;
    const int material[2] = {face->own, face->other};
    int columns = 0, count;
    for (int side = 0; side < 2; side++) {
        find_A(s, material[side], face->normal, A[side]);
        multiply(n, find_H(s, material[side]), A[side], S[side]);
        multiply(n, find_H(s, material[side]), M[side], G[side][0]);
        multiply(n, find_H(s, material[side]), P[side], G[side][1]);
        nd_suite_states(s, material[side], state, &count);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < count; j++) T[(side * n + i) * n2 + columns + j] = state[i * n + j];
        columns += count;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const int at = i * n + j;
            Q[i * n2 + j] = -0.5 * S[0][at] + G[0][0][at];
            Q[i * n2 + n + j] = G[0][1][at];
            Q[(n + i) * n2 + j] = G[1][1][at];
            Q[(n + i) * n2 + n + j] = 0.5 * S[1][at] + G[1][0][at];
        }
    find_bounds(n2, Q, T, columns, &least, &most);
    if (!(most <= 1e-11)) report(s, "a face gains energy", face->own, face->other, -1, most);
    if (w == 0 && !(least >= -1e-11))
        report(s, "a face loses energy by a central flux", face->own, face->other, -1, least);
    if (face->own == s->fluid || face->other == s->fluid) return;
    double apart = 0, off = 0;
    for (int i = 0; i < n * n; i++) apart = fmax(apart, fabs(S[0][i] - S[1][i]));
    const int weighted = apart <= 1e-12 * largest(S[0], n * n);
    for (int i = 0; i < n * n; i++) {
        off = worse(off,
                    weighted ? fabs(S[0][i] - G[0][0][i] - G[1][1][i]) : fabs(A[0][i] - M[0][i] - P[1][i]));
        off = worse(off,
                    weighted ? fabs(S[1][i] + G[1][0][i] + G[0][1][i]) : fabs(A[1][i] + M[1][i] + P[0][i]));
    }
    if (!(off <= 1e-12 * largest(weighted ? S[0] : A[1], n * n)))
        report(s, "what leaves one side does not enter the other", face->own, face->other, -1, off);
}

/* Checks the upwind flux: waves that leave this side are not changed, so A+ flux = 0. */
static void check_exact(const struct nd_suite *s, const struct nd_oracle_face *face, const double *inner,
                        const double *outer)
{
    const int n = s->oracle->n;
    double A[ND_MATRIX_MOST], magnitude[ND_MATRIX_MOST], product[ND_MATRIX_MOST], radius, off = 0, size = 0;
    if (face->own == s->fluid || face->other == s->fluid) return;
    find_A(s, face->own, face->normal, A);
    if (!find_magnitude(n, A, find_H(s, face->own), magnitude, &radius)) return;
    const double scale = largest(A, n * n); /* A+ may vanish but for rounding */
    for (int i = 0; i < n * n; i++) magnitude[i] += A[i];
    for (int side = 0; side < 2; side++) {
        multiply(n, magnitude, side ? outer : inner, product);
        off = worse(off, largest(product, n * n));
        size = fmax(size, largest(side ? outer : inner, n * n) * scale);
    }
    if (!(off <= 1e-12 * size))
        report(s, "an upwind flux changes waves that leave", face->own, face->other, -1, off / size);
}

static void check_wall(const struct nd_suite *s, const struct nd_oracle_face *face, const double *inner)
{
    const int n = s->oracle->n;
    double A[ND_MATRIX_MOST], S[ND_MATRIX_MOST], G[ND_MATRIX_MOST], T[ND_MATRIX_MOST], least, most;
    int count;
    find_A(s, face->own, face->normal, A);
    multiply(n, find_H(s, face->own), A, S);
    multiply(n, find_H(s, face->own), inner, G);
    for (int i = 0; i < n * n; i++) G[i] -= 0.5 * S[i];
    nd_suite_states(s, face->own, T, &count);
    find_bounds(n, G, T, count, &least, &most);
    if (!(most <= 1e-11)) report(s, "a wall gains energy", face->own, face->own, face->condition, most);
}

/* Unit vectors: the axes, then pseudo-random ones. */
static void find_normals(double (*normal)[3])
{
    uint32_t seed = 9;
    for (int i = 0; i < NORMALS; i++) {
        double length = 0;
        for (int c = 0; c < 3; c++) {
            seed = seed * 1664525 + 1013904223;
            normal[i][c] = i < 3 ? i == c : (double)seed / 0x1p31 - 1;
            length += normal[i][c] * normal[i][c];
        }
        for (int c = 0; c < 3; c++) normal[i][c] /= sqrt(length);
    }
}

void nd_suite_waves(const struct nd_suite *s)
{
    double normal[NORMALS][3];
    find_normals(normal);
    for (int i = 0; i < s->oracle->nmaterials; i++)
        if (!nd_suite_refused(s, i)) check_waves(s, i, normal, NORMALS);
}

/* Lists every pair of materials from both sides, then every material at every boundary condition. Returns the
 * number of pairs. */
static size_t list_faces(const struct nd_suite *s, int conditions, struct nd_oracle_face *face)
{
    const int nm = s->oracle->nmaterials;
    double all[NORMALS][3], (*normal)[3] = all + 2;
    size_t at = 0;
    find_normals(all);
    for (int i = 0; i < nm * nm * FACES; i++)
        for (int side = 0; side < 2; side++, at++) {
            const int own = i / FACES / nm, other = i / FACES % nm;
            face[at] = (struct nd_oracle_face){
                .own = side ? other : own, .other = side ? own : other, .condition = -1};
            for (int c = 0; c < 3; c++) face[at].normal[c] = (side ? -1 : 1) * normal[i % FACES][c];
        }
    const size_t pairs = at;
    for (int i = 0; i < nm * conditions * FACES; i++, at++) {
        const int own = i / FACES / conditions;
        face[at] = (struct nd_oracle_face){.own = own, .other = own, .condition = i / FACES % conditions};
        memcpy(face[at].normal, normal[i % FACES], sizeof face[at].normal);
    }
    return pairs;
}

int nd_suite_faces(const struct nd_suite *s, double w)
{
    int status = 0;
    const int nm = s->oracle->nmaterials, n = s->oracle->n,
              conditions = s->setup->law->boundaries.n + (s->setup->law->valued >= 0);
    const size_t count = (size_t)(nm * FACES * (2 * nm + conditions)), square = (size_t)(n * n);
    struct nd_setup setup = *s->setup;
    struct nd_oracle_face *face = NULL;
    double *inner = NULL, *outer = NULL;
    ALLOC(face, count);
    ALLOC(inner, count * square);
    ALLOC(outer, count * square);
    const size_t pairs = list_faces(s, conditions, face);
    setup.upwind = w;
    TRY(nd_oracle_faces(&setup, face, count, inner, outer));
    for (size_t i = 0; i < pairs; i += 2) {
        if (nd_suite_refused(s, face[i].own) || nd_suite_refused(s, face[i].other)) continue;
        const double *const M[2] = {inner + i * square, inner + (i + 1) * square}, *const P[2] = {
                                                                                       outer + i * square,
                                                                                       outer +
                                                                                           (i + 1) * square};
        check_pair(s, w, &face[i], M, P);
        if (face[i].own == face[i].other) check_same(s, w, &face[i], M[0], P[0]);
        if (w == 1) check_exact(s, &face[i], M[0], P[0]);
    }
    for (size_t i = pairs; i < count; i++)
        if (!nd_suite_refused(s, face[i].own)) check_wall(s, &face[i], inner + i * square);
done:
    free(face);
    free(inner);
    free(outer);
    return status;
}
