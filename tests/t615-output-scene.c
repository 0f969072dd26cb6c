/* Scenes: bodies cover the area they should, near things hide far ones, colours and arrows are where they belong; the
 * surface and the lattice give fields back to their order; a run writes its scene once, and mistakes are told before
 * the first step. */
#include "cubes.h"
#include "output/arrows.h"
#include "output/lattice.h"
#include "output/scene.h"
#include "output/skin.h"
#include "output/tableau.h"
#include "png-read.h"
#include "solver.h"

static const struct nd_colour white = {255, 255, 255};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void check_view(void)
{
    static const double from[][3] = {
        {1, 2, 3}, {0, 0, 1}, {0, 0, -1e-200}, {1e200, 0, 1e200}, {-1, -0.6, 0.5}};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        struct nd_view v;
        double a[3], b[3], middle[3];
        nd_view_init(&v, from[i], (const double[3]){1, 2, 3}, 7);
        CHECK_NEAR(dot(v.right, v.right), 1, 1e-12);
        CHECK_NEAR(dot(v.up, v.up), 1, 1e-12);
        CHECK_NEAR(dot(v.toward, v.toward), 1, 1e-12);
        CHECK_NEAR(dot(v.right, v.up), 0, 1e-12);
        CHECK_NEAR(dot(v.right, v.toward), 0, 1e-12);
        CHECK(v.up[2] >= 0 && v.right[2] == 0);
        /* Straight in all three coordinates of the paper. */
        nd_view_place(&v, (const double[3]){0, 0.3, 0}, a);
        nd_view_place(&v, (const double[3]){2, 1, 5}, b);
        nd_view_place(&v, (const double[3]){1, 0.65, 2.5}, middle);
        for (int c = 0; c < 2; c++)
            CHECK_NEAR((middle[c] - a[c]) * (b[2] - a[2]), (middle[2] - a[2]) * (b[c] - a[c]), 1e-12);
    }
}

static struct nd_palette palette;

/* One colour for each whole value. */
static struct nd_colour of(double value)
{
    return nd_palette_get(&palette, value);
}

enum { SIDE = 60, SAMPLES = SIDE * ND_RASTER_SAMPLES };

static void look(struct nd_view *view, struct nd_raster *raster, const double from[3], double distance)
{
    nd_view_init(view, from, (const double[3]){0}, distance);
    nd_view_fit(view, (const double[2]){-2, -2}, (const double[2]){2, 2}, SAMPLES, SAMPLES);
    CHECK_OK(nd_raster_init(raster, SIDE, SIDE, white));
}

/* Share of a square of side 4 that is covered, in its units. */
static double covered(const struct nd_raster *raster)
{
    double n = 0;
    for (int i = 0; i < raster->width * raster->height; i++) n += raster->depth[i] > -INFINITY;
    return 16 * n / raster->width / raster->height;
}

static struct nd_colour sample(const struct nd_raster *raster, double x, double y)
{
    const int i = (int)((x + 2) / 4 * raster->width), j = (int)((2 - y) / 4 * raster->height);
    const unsigned char *rgb = raster->rgb + 3 * (j * raster->width + i);
    return (struct nd_colour){rgb[0], rgb[1], rgb[2]};
}

static int same(struct nd_colour a, struct nd_colour b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

static void triangle(struct nd_raster *raster, const struct nd_view *view, const double at[3][3],
                     double value)
{
    struct nd_corner corner[3];
    for (int c = 0; c < 3; c++) {
        nd_view_place(view, at[c], corner[c].at);
        corner[c].value = value;
        corner[c].shade = 1;
    }
    nd_raster_triangle(raster, &palette, corner);
}

/* The cube from -1 to 1; face +x is of value 1/2, +y -1/2, +z 1, the others 0. sign -1: seen from inside. */
static void draw_cube(struct nd_raster *raster, const struct nd_view *view, int sign)
{
    static const double value[3] = {0.5, -0.5, 1};
    static const int square[2][3][2] = {{{-1, -1}, {1, -1}, {1, 1}}, {{-1, -1}, {1, 1}, {-1, 1}}};
    for (int face = 0; face < 12; face++) {
        const int axis = face / 4, up = face / 2 % 2 ? 1 : -1;
        double at[3][3];
        for (int c = 0; c < 3; c++) {
            const int k = up * sign > 0 ? c : 2 - c;
            at[k][axis] = up;
            at[k][(axis + 1) % 3] = square[face % 2][c][0];
            at[k][(axis + 2) % 3] = square[face % 2][c][1];
        }
        triangle(raster, view, at, up > 0 ? value[axis] : 0);
    }
}

static void check_cube(void)
{
    struct nd_raster raster;
    struct nd_view view;
    look(&view, &raster, (const double[3]){5, 0, 0}, INFINITY);
    draw_cube(&raster, &view, 1);
    CHECK_NEAR(covered(&raster), 4, 1e-9);
    CHECK(same(sample(&raster, 0, 0), of(0.5)) && same(sample(&raster, 0.99, -0.99), of(0.5)));
    CHECK(same(sample(&raster, 1.01, 0), white));
    nd_raster_clear(&raster);

    /* Three faces of one hexagon: z above, x at the left, y at the right. */
    look(&view, &raster, (const double[3]){1, 1, 1}, INFINITY);
    draw_cube(&raster, &view, 1);
    CHECK_NEAR(covered(&raster), 4 * sqrt(3), 0.03);
    CHECK(same(sample(&raster, 0, 0.7), of(1)) && same(sample(&raster, -0.6, -0.4), of(0.5)) &&
          same(sample(&raster, 0.6, -0.4), of(-0.5)));
    nd_raster_clear(&raster);

    /* From inside the far walls are seen, whose outlines are the same. */
    look(&view, &raster, (const double[3]){1, 1, 1}, INFINITY);
    draw_cube(&raster, &view, -1);
    CHECK_NEAR(covered(&raster), 4 * sqrt(3), 0.03);
    CHECK(same(sample(&raster, 0, -0.7), of(0)) && same(sample(&raster, 0.6, 0.4), of(0)));
    /* One that stands in it hides them, whichever was first; one behind is hidden. */
    const double near[3][3] = {{0, -0.5, -0.5}, {0, 0.5, -0.5}, {0, 0, 0.6}};
    const double far[3][3] = {{-3, -4, -4}, {-3, 0, -4}, {-3, -3, 0}};
    triangle(&raster, &view, near, -1);
    triangle(&raster, &view, far, 1);
    CHECK(same(sample(&raster, 0, 0), of(-1)));
    draw_cube(&raster, &view, -1);
    CHECK(same(sample(&raster, 0, 0), of(-1)));
    nd_raster_clear(&raster);
}

enum { ROUND = 120, POLE = 60, BALL_POINTS = (ROUND + 1) * (POLE + 1), BALL_TRIANGLES = 2 * ROUND * POLE };
struct ball {
    double point[BALL_POINTS][3], value[BALL_POINTS];
    int triangle[BALL_TRIANGLES][3];
};

static void ball_init(struct ball *ball)
{
    const double pi = acos(-1);
    int n = 0;
    for (int j = 0; j <= POLE; j++)
        for (int i = 0; i <= ROUND; i++) {
            const double theta = pi * j / POLE, phi = 2 * pi * i / ROUND;
            double *x = ball->point[j * (ROUND + 1) + i];
            x[0] = sin(theta) * cos(phi);
            x[1] = sin(theta) * sin(phi);
            x[2] = cos(theta);
            ball->value[j * (ROUND + 1) + i] = x[2] > 0 ? 2 : -2;
        }
    for (int j = 0; j < POLE; j++)
        for (int i = 0; i < ROUND; i++) {
            const int a = j * (ROUND + 1) + i, b = a + 1, c = a + ROUND + 1, d = c + 1;
            memcpy(ball->triangle[n++], (const int[3]){a, c, b}, sizeof(int[3]));
            memcpy(ball->triangle[n++], (const int[3]){b, c, d}, sizeof(int[3]));
        }
}

/* A ball's outline is a circle from anywhere, larger from nearby. */
static void check_ball(const struct ball *ball)
{
    const double distance[] = {INFINITY, 10, 2.5};
    for (int i = 0; i < 3; i++) {
        struct nd_raster raster;
        struct nd_view view;
        const double d = distance[i], radius2 = isinf(d) ? 1 : d * d / (d * d - 1);
        look(&view, &raster, (const double[3]){-1, -0.6, 0.5}, d);
        for (int t = 0; t < BALL_TRIANGLES; t++) {
            double at[3][3];
            for (int c = 0; c < 3; c++) memcpy(at[c], ball->point[ball->triangle[t][c]], sizeof at[c]);
            triangle(&raster, &view, at, 0.5);
        }
        CHECK_NEAR(covered(&raster) / (acos(-1) * radius2), 1, 0.005);
        /* A line around it, and nothing else, once it is outlined. */
        long before = 0, after = 0;
        for (int p = 0; p < SAMPLES * SAMPLES; p++) before += raster.rgb[3 * p + 1] != 255;
        nd_raster_outline(&raster, 2, SAMPLES, (struct nd_colour){9, 9, 9}, 1);
        for (int p = 0; p < SAMPLES * SAMPLES; p++) {
            CHECK(raster.depth[p] > -INFINITY || raster.rgb[3 * p] == 255 || raster.rgb[3 * p] == 9);
            after += raster.rgb[3 * p + 1] != 255;
        }
        const double round = 2 * acos(-1) * sqrt(radius2) * SAMPLES / 4;
        CHECK_NEAR((double)(after - before) / (2 * round), 1, 0.1);
        nd_raster_clear(&raster);
    }
}

/* Samples of an arrow in column i of the raster. */
static int column(const struct nd_raster *raster, int i)
{
    int n = 0;
    for (int j = 0; j < raster->height; j++) n += raster->depth[j * raster->width + i] > -INFINITY;
    return n;
}

static void check_arrows(void)
{
    struct nd_raster raster;
    struct nd_view view;
    struct nd_arrow arrow = {{0, 0, 0}, {2, 0, 0}, 0.5, 0.4};
    int widest = 0, first = SAMPLES, last = 0;
    look(&view, &raster, (const double[3]){0, -1, 0}, INFINITY); /* x to the right, z upwards */
    nd_arrow_draw(&arrow, &view, &palette, &raster);
    for (int i = 0; i < SAMPLES; i++) {
        if (column(&raster, i) > column(&raster, widest)) widest = i;
        if (column(&raster, i) && i < first) first = i;
        if (column(&raster, i)) last = i;
    }
    CHECK_NEAR(first, SAMPLES / 4, 1);
    CHECK_NEAR(last, 3 * SAMPLES / 4, 3);                              /* the tip is thin */
    CHECK(widest > SAMPLES / 2 && widest < 0.6 * SAMPLES);             /* the head is in front */
    CHECK(column(&raster, widest) > 2.5 * column(&raster, first + 5)); /* of a thin shaft */
    CHECK(column(&raster, last) < 5 &&
          column(&raster, last - 10) > column(&raster, last)); /* and ends in a tip */
    nd_raster_clear(&raster);

    /* From the tip or from the tail it is the disc of its head. */
    for (int sign = -1; sign <= 1; sign += 2) {
        look(&view, &raster, (const double[3]){sign, 0, 0}, INFINITY);
        nd_arrow_draw(&arrow, &view, &palette, &raster);
        CHECK_NEAR(covered(&raster) / (acos(-1) * 0.16), 1, 0.05);
        nd_raster_clear(&raster);
    }
    /* One that is behind another's head is hidden there. */
    look(&view, &raster, (const double[3]){1, 0, 0}, INFINITY);
    nd_arrow_draw(&arrow, &view, &palette, &raster);
    const struct nd_arrow behind = {{-2, 0, 0}, {0, 3, 0}, -1, 0.1};
    nd_arrow_draw(&behind, &view, &palette, &raster);
    const struct nd_colour head = sample(&raster, 0.2, 0), other = sample(&raster, -1.2, 0);
    CHECK(head.r > head.b && other.b > other.r);
    nd_raster_clear(&raster);
    /* What has no direction is not drawn. */
    look(&view, &raster, (const double[3]){1, 0, 0}, INFINITY);
    nd_arrow_draw(&(struct nd_arrow){.thickness = 1}, &view, &palette, &raster);
    CHECK(covered(&raster) == 0);
    nd_raster_clear(&raster);
}

static struct nd_colour pixel(const struct nd_canvas *canvas, int x, int y)
{
    const unsigned char *rgb = canvas->rgb + 3 * ((size_t)y * (size_t)canvas->width + (size_t)x);
    return (struct nd_colour){rgb[0], rgb[1], rgb[2]};
}

/* The whole picture of a ball, red above and blue below, one arrow in front of it and one behind. */
static void check_tableau(const struct ball *ball)
{
    const double base[2][3] = {{2, 0, 0}, {-2, 0, 0}}, arrow[2][3] = {{0, 0, 3}, {0, 0, 3}};
    const struct nd_tableau tableau = {.title = "ball",
                                       .subtitle = "of two colours",
                                       .caption = "t = 0",
                                       .name = "Ez",
                                       .arrow_name = "E",
                                       .from = {1, 0, 0},
                                       .points = BALL_POINTS,
                                       .triangles = BALL_TRIANGLES,
                                       .point = &ball->point[0][0],
                                       .normal = &ball->point[0][0],
                                       .value = ball->value,
                                       .triangle = &ball->triangle[0][0],
                                       .arrows = 2,
                                       .base = &base[0][0],
                                       .arrow = &arrow[0][0],
                                       .spacing = 0.5};
    struct nd_canvas canvas = {0}, again = {0};
    long red = 0, blue = 0, green = 0, red_y = 0, blue_y = 0, green_y = 0;
    CHECK_OK(nd_tableau_draw(&tableau, &canvas));
    CHECK_OK(nd_tableau_draw(&tableau, &again));
    CHECK(canvas.width == again.width && canvas.height == again.height);
    CHECK(!memcmp(canvas.rgb, again.rgb, 3 * (size_t)canvas.width * (size_t)canvas.height));
    for (int y = 92; y < canvas.height - 46; y++)
        for (int x = 26; x < 926; x++) {
            const struct nd_colour c = pixel(&canvas, x, y);
            const int is_red = c.r > c.b + 60 && c.r > c.g + 60, is_blue = c.b > c.r + 60;
            const int is_green = c.g > c.r + 30 && c.g > c.b + 30;
            red += is_red;
            red_y += is_red * y;
            blue += is_blue;
            blue_y += is_blue * y;
            green += is_green;
            green_y += is_green * y;
        }
    CHECK(red > 20000 && blue > 20000 && labs(red - blue) < red / 10);
    CHECK(red_y / red + 100 < blue_y / blue); /* red is above */
    CHECK(green > 300 && green_y / green < canvas.height / 2 + 40 &&
          green_y / green > canvas.height / 2 - 80);
    nd_canvas_clear(&canvas);
    nd_canvas_clear(&again);

    double sizes[1000];
    for (int i = 0; i < 1000; i++) sizes[i] = i < 999 ? (999 - i) / 999.0 : 1e6;
    CHECK_NEAR(nd_tableau_scale(sizes, 999), 1, 1e-9);
    sizes[999] = 1.6;
    CHECK_NEAR(nd_tableau_scale(sizes, 1000), 0.98, 1e-9);
    sizes[999] = 1e6;
    CHECK_NEAR(nd_tableau_scale(sizes, 1000), 5e5, 1e-3);
    memset(sizes, 0, sizeof sizes);
    CHECK(nd_tableau_scale(sizes, 1000) == 1 && nd_tableau_scale(sizes, 0) == 1);
}

static double polynomial(int N, const double x[3])
{
    double sum = 1;
    for (int n = 1; n <= N; n++) sum += pow(x[0] - 0.5 * x[1], n) / n + pow(x[2] - 0.3 * x[1], n);
    return sum;
}

static double *nodal(const struct nd_mesh *mesh, const struct nd_elem *elem)
{
    double *values = malloc((size_t)mesh->K * (size_t)elem->Np * sizeof *values),
           *x = malloc(3 * (size_t)elem->Np * sizeof *x);
    for (nd_idx k = 0; k < mesh->K; k++) {
        nd_geometry_nodes(mesh, elem, k, x, x + elem->Np, x + 2 * elem->Np);
        for (int n = 0; n < elem->Np; n++)
            values[(size_t)k * (size_t)elem->Np + (size_t)n] =
                polynomial(elem->N, (const double[3]){x[n], x[elem->Np + n], x[2 * elem->Np + n]});
    }
    free(x);
    return values;
}

/* Two sides of a box: area, orientation, normals into the box, values of the order's polynomials. */
static void check_surface(int N)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_skin s;
    const double view[3] = {-1, -0.6, 0.5};
    cubes_init(&mesh, &(struct cubes){.n = {3, 2, 2}, .jitter = 0.15, .seed = 5});
    CHECK_OK(nd_elem_init(&elem, N));
    unsigned char *wanted = calloc((size_t)mesh.nboundaries + 1, 1);
    CHECK_OK(nd_skin_init(&s, &mesh, &elem, wanted, view));
    CHECK(s.faces == 0 && s.points == 0);
    nd_skin_clear(&s);
    for (nd_idx b = 0; b < mesh.nboundaries; b++)
        wanted[b] = !strcmp(mesh.boundary_name[b], "x-") || !strcmp(mesh.boundary_name[b], "z+");
    CHECK_OK(nd_skin_init(&s, &mesh, &elem, wanted, view));
    CHECK(s.faces == 2 * (4 + 6) && s.parts >= N);
    double *values = nodal(&mesh, &elem), *out = malloc((size_t)s.points * sizeof *out), area = 0;
    nd_skin_sample(&s, values, out);
    for (int p = 0; p < s.points; p++) {
        const double *n = s.normal + 3 * p, *x = s.point + 3 * p;
        CHECK_NEAR(out[p], polynomial(N, x), 1e-10 * (1 + fabs(out[p])));
        CHECK(fabs(n[0] - 1) < 1e-9 || fabs(n[2] + 1) < 1e-9);
    }
    for (int t = 0; t < s.triangles; t++) {
        const int *v = s.triangle + 3 * t;
        const double *a = s.point + 3 * v[0], *b = s.point + 3 * v[1], *c = s.point + 3 * v[2],
                     *n = s.normal + 3 * v[0];
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            area += 0.5 * n[i] * ((b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]));
        }
    }
    double size[3];
    for (int i = 0; i < 3; i++) size[i] = s.high[i] - s.low[i];
    CHECK_NEAR(area, size[1] * (size[0] + size[2]), 1e-9);
    CHECK_NEAR(s.centre[1], (s.low[1] + s.high[1]) / 2, 1e-9);
    free(out);
    free(values);
    free(wanted);
    nd_skin_clear(&s);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

/* A face with elements on both sides is seen from the side of who looks. */
static void check_inner(void)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_skin s[2];
    const unsigned char wanted[1] = {1};
    cubes_init(&mesh, &(struct cubes){.n = {1, 1, 1}});
    CHECK_OK(nd_elem_init(&elem, 1));
    /* The first four elements' faces: one that another element has too. */
    const nd_idx Nb = mesh.Nb;
    mesh.Nb = 1;
    mesh.boundary[0] = 0;
    int seen = 0;
    for (int i = 0; i < 4; i++) {
        for (int c = 0; c < 3; c++) mesh.BToV[c] = mesh.EToV[(i + 1 + c) % 4];
        const double from[2][3] = {{0.3, 0.5, 0.9}, {-0.3, -0.5, -0.9}};
        for (int j = 0; j < 2; j++) {
            CHECK_OK(nd_skin_init(&s[j], &mesh, &elem, wanted, from[j]));
            CHECK(s[j].faces == 1);
        }
        if (s[0].element[0] != s[1].element[0]) {
            seen++;
            CHECK(dot(s[0].normal, from[0]) > 0 && dot(s[1].normal, from[1]) > 0);
        }
        for (int j = 0; j < 2; j++) nd_skin_clear(&s[j]);
    }
    CHECK(seen == 2); /* the other two lie on the cube's sides */
    mesh.Nb = Nb;
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

static void check_lattice(int N, int axis, int count)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_lattice l;
    cubes_init(&mesh, &(struct cubes){.n = {3, 2, 2}, .jitter = 0.15, .seed = 5});
    CHECK_OK(nd_elem_init(&elem, N));
    /* Half of the patch lies beyond the mesh. */
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (nd_idx v = 0; v < 3 * mesh.Nv; v++) {
        low[v % 3] = fmin(low[v % 3], mesh.V[v]);
        high[v % 3] = fmax(high[v % 3], mesh.V[v]);
    }
    struct nd_patch patch = {.axis = axis, .at = low[axis] + 0.4 * (high[axis] - low[axis])};
    memcpy(patch.low, low, sizeof low);
    memcpy(patch.high, high, sizeof high);
    const int other = (axis + 1) % 3;
    patch.high[other] += high[other] - low[other];
    CHECK_OK(nd_lattice_init(&l, &mesh, &elem, &patch, count));
    CHECK(l.points > 0.3 * count && l.points < 0.6 * count);
    double *values = nodal(&mesh, &elem), *out = malloc(3 * ((size_t)l.points + 1) * sizeof *out),
           nearest = INFINITY;
    nd_lattice_sample(&l, values, out + 1, 3);
    for (int p = 0; p < l.points; p++) {
        const double *x = l.point + 3 * p;
        CHECK_NEAR(out[3 * p + 1], polynomial(N, x), 1e-10 * (1 + fabs(out[3 * p + 1])));
        CHECK(x[axis] == patch.at && x[other] <= high[other] + 1e-9 && x[other] > low[other]);
        for (int q = 0; q < p; q++) {
            const double *y = l.point + 3 * q;
            nearest = fmin(nearest, hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]));
        }
    }
    CHECK_NEAR(nearest, l.spacing, 1e-9);
    nd_lattice_clear(&l);
    patch.high[other] = high[other];
    patch.round = 1;
    CHECK_OK(nd_lattice_init(&l, &mesh, &elem, &patch, count));
    CHECK(l.points > 0.5 * count && l.points < 0.95 * count);
    for (int p = 0; p < l.points; p++) {
        const int third = 3 - axis - other;
        const double *x = l.point + 3 * p,
                     mean[2] = {(low[other] + high[other]) / 2, (low[third] + high[third]) / 2};
        CHECK(fabs(x[other] - mean[0]) / (high[other] - low[other]) +
                  fabs(x[third] - mean[1]) / (high[third] - low[third]) <
              0.8);
    }
    nd_lattice_clear(&l);
    /* A patch without height has a row of points, no more than asked for; none are nowhere. */
    patch.high[other] = patch.low[other];
    CHECK_OK(nd_lattice_init(&l, &mesh, &elem, &patch, count));
    CHECK(l.points <= count);
    nd_lattice_clear(&l);
    CHECK_OK(nd_lattice_init(&l, &mesh, &elem, &patch, 0));
    CHECK(l.points == 0);
    nd_lattice_clear(&l);
    free(out);
    free(values);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
}

static const char text[] = "mesh: {box: {size: [2, 2, 1], divisions: [2, 2, 1]}}\n"
                           "order: 2\n"
                           "boundaries: {default: pec}\n"
                           "initial: {Ez: sin(pi*x)*sin(pi*y)}\n"
                           "time: {end: 0.4}\n"
                           "output:\n"
                           "  folder: %s\n"
                           "  scene:\n"
                           "    file: a/scene.png\n"
                           "    %s\n";

struct run {
    char folder[256], png[300];
    long steps, changes; /* seen by the hook; how often the picture changed */
    char *before;
    size_t n;
};

static int watch(void *context, const nudge_status *now)
{
    struct run *run = context;
    char *bytes = NULL;
    size_t n = 0;
    (void)now;
    CHECK_OK(nd_file_read(run->png, 1 << 24, &bytes, &n));
    run->changes += run->before && (n != run->n || memcmp(bytes, run->before, n));
    free(run->before);
    run->before = bytes;
    run->n = n;
    run->steps++;
    return 0;
}

static int go(struct run *run, const char *more)
{
    int status = 0;
    char *path = nd_path_join(run->folder, "p.yaml"), *problem_text = malloc(2000);
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    snprintf(problem_text, 2000, text, run->folder, more);
    free(run->before);
    run->before = NULL;
    run->steps = run->changes = 0;
    TRY(nd_file_write(path, problem_text, strlen(problem_text)));
    TRY(nudge_problem_read(&problem, path));
    TRY(nudge_solver_create(&solver, problem, "cpu"));
    TRY(nudge_solver_run(solver, watch, run));
done:
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    free(problem_text);
    free(path);
    return status;
}

static void check_mistakes(struct run *run)
{
    const struct {
        const char *more, *message;
    } cases[] = {
        {"surface: [xmin, zmaxx]",
         "p.yaml:10: output.scene.surface: the mesh box has no boundary 'zmaxx', did you mean 'zmax'?"},
        {"surface: [hull]", "no boundary 'hull'; its boundaries are xmin, xmax, ymin, ymax, zmin, zmax"},
        {"surface: []", "p.yaml:10: output.scene.surface is empty; list the boundaries to look at"},
        {"colour: Ez", "output.scene.surface is missing"},
        {"surface: zmin", "p.yaml:10: output.scene.surface wants"},
        {"surface: [zmin]\n    colour: Ezz",
         "p.yaml:11: output.scene.colour: the law maxwell has no field 'Ezz', did you mean 'Ez'?"},
        {"surface: [zmin]\n    colour: pressure",
         "no field 'pressure'; there are magnitude, incident and its fields Ex, Ey, Ez, Hx, Hy, Hz"},
        {"surface: [zmin]\n    colour: incident", "incident wants a plane wave among the sources"},
        {"surface: [zmin]\n    arrows: velocity",
         "p.yaml:11: output.scene.arrows: the law maxwell has no vector "
         "'velocity'; its vectors are E, H"},
        {"surface: [zmin]\n    view: [0, 0, 0]",
         "p.yaml:11: output.scene.view is [0, 0, 0]; say from where one looks"},
        {"surface: [zmin]\n    at: 0.41", "p.yaml:11: output.scene.at: the run ends at 0.4, before 0.41"},
        {"surface: [zmin]\n    at: -1", "p.yaml:11: output.scene.at wants"},
        {"surface: [zmin]\n    count: -1",
         "p.yaml:11: output.scene.count wants a whole number from 0 to 10000"},
        {"surface: [zmin]\n    view: [1, 0]", "p.yaml:11: output.scene.view wants"},
        {"surface: [zmin]\n  picture: {file: a/scene.png}",
         "output.picture.file and output.scene.file are one file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int code = go(run, cases[i].more);
        if (!code || !strstr(nudge_error(), cases[i].message))
            printf("%s: got \"%s\"\n", cases[i].more, code ? nudge_error() : "no mistake"), test_failures++;
        CHECK(run->steps == 0);
    }
    nudge_problem *problem = NULL;
    CHECK_FAILS(
        nudge_problem_parse(&problem,
                            "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\noutput: {scene: {file: a.gif, "
                            "surface: [a]}}",
                            ""),
        NUDGE_EVALUE, ":4: output.scene.file is 'a.gif', a name ending in .png is wanted");
}

/* Red and blue pixels of the picture. */
static void count_colours(const char *path, long *red, long *blue)
{
    struct png png = png_read(path);
    *red = *blue = 0;
    for (size_t i = 0; png.rgb && i < (size_t)(png.width - 150) * png.height; i++) {
        const unsigned char *c = png.rgb + 3 * (i / (png.width - 150) * png.width + i % (png.width - 150));
        *red += c[0] > c[2] + 60;
        *blue += c[2] > c[0] + 60;
    }
    png_free(&png);
}

static void check_runs(struct run *run)
{
    long red, blue;
    /* At the beginning Ez has two hills and two dales on the floor. */
    CHECK_OK(go(run, "surface: [zmin]\n    colour: Ez\n    count: 0\n    at: 0"));
    CHECK(run->steps > 2 && run->changes == 0);
    count_colours(run->png, &red, &blue);
    CHECK(red > 10000 && blue > 10000 && fabs((double)red / (double)blue - 1) < 0.3);
    /* The magnitude has hills only; half-way is written once, between the steps before and after; and twice the same. */
    char *first = NULL, *again = NULL;
    size_t n = 0, m = 0;
    CHECK_OK(go(run, "surface: [zmin, ymax, xmax]\n    at: 0.2"));
    CHECK(run->changes == 1);
    count_colours(run->png, &red, &blue);
    CHECK(red > 20000 && blue == 0);
    CHECK_OK(nd_file_read(run->png, 1 << 24, &first, &n));
    CHECK_OK(go(run, "surface: [zmin, ymax, xmax]\n    at: 0.2"));
    CHECK_OK(nd_file_read(run->png, 1 << 24, &again, &m));
    CHECK(n == m && !memcmp(first, again, n));
    free(first);
    free(again);
    free(run->before);
}

int main(void)
{
    struct run run = {0};
    struct ball *ball = malloc(sizeof *ball);
    char command[300];
    const char *tmp = getenv("TMPDIR");
    snprintf(run.folder, sizeof run.folder, "%s/nudge-scene-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(run.folder) != NULL);
    snprintf(run.png, sizeof run.png, "%s/a/scene.png", run.folder);
    nd_palette_init(&palette);
    ball_init(ball);
    check_view();
    check_cube();
    check_ball(ball);
    check_arrows();
    check_tableau(ball);
    for (int N = 1; N <= 9; N += 4) check_surface(N);
    check_inner();
    check_lattice(1, 0, 50);
    check_lattice(4, 1, 300);
    check_lattice(7, 2, 100);
    check_mistakes(&run);
    check_runs(&run);
    snprintf(command, sizeof command, "rm -rf '%s'", run.folder);
    CHECK(system(command) == 0);
    free(ball);
    TEST_END;
}
