/* Drawing in space: bodies cover the right area, near objects hide far ones, colours and arrows are
 * in place. */
#include "plot/arrows.h"
#include "plot/plot3d.h"
#include "png-read.h"

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

enum { SIDE = 60, SAMPLES = SIDE * ND_RASTER_SCALE };

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
    const struct nd_arrow far = {{-2, 0, 0}, {0, 3, 0}, -1, 0.1};
    nd_arrow_draw(&far, &view, &palette, &raster);
    const struct nd_colour head = sample(&raster, 0.2, 0), other = sample(&raster, -1.2, 0);
    CHECK(head.r > head.b && other.b > other.r);
    nd_raster_clear(&raster);
    /* An arrow without a direction is not drawn. */
    look(&view, &raster, (const double[3]){1, 0, 0}, INFINITY);
    nd_arrow_draw(&(struct nd_arrow){.thickness = 1}, &view, &palette, &raster);
    CHECK(covered(&raster) == 0);
    nd_raster_clear(&raster);
}

/* The whole picture of a ball, red above and blue below, one arrow in front of it and one behind. */
static void check_plot3d(const struct ball *ball)
{
    const double base[2][3] = {{2, 0, 0}, {-2, 0, 0}}, arrow[2][3] = {{0, 0, 3}, {0, 0, 3}};
    const struct nd_plot3d plot = {.title = "ball",
                                   .subtitle = "of two colours",
                                   .caption = "t = 0",
                                   .name = "Ez",
                                   .unit = "V/m",
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
    char folder[256], path[300], *bytes[2] = {NULL};
    size_t size[2];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nudge-plot3d-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/a.png", folder);
    long red = 0, blue = 0, green = 0, red_y = 0, blue_y = 0, green_y = 0;
    for (int i = 0; i < 2; i++) {
        CHECK_OK(nd_plot3d_write(&plot, path));
        CHECK_OK(nd_file_read(path, 1 << 28, &bytes[i], &size[i]));
    }
    CHECK(size[0] == size[1] && !memcmp(bytes[0], bytes[1], size[0]));
    struct png png = png_read(path);
    CHECK(png.width > 2000 && png.height > 1000 && png.rgb);
    const int height = (int)png.height;
    for (int y = 168; y < height - 92; y++)
        for (int x = 52; x < 1852; x++) {
            const unsigned char *at = png.rgb + 3 * ((size_t)y * png.width + (size_t)x);
            const struct nd_colour c = {at[0], at[1], at[2]};
            const int is_red = c.r > c.b + 60 && c.r > c.g + 60, is_blue = c.b > c.r + 60;
            const int is_green = c.g > c.r + 30 && c.g > c.b + 30;
            red += is_red;
            red_y += is_red * y;
            blue += is_blue;
            blue_y += is_blue * y;
            green += is_green;
            green_y += is_green * y;
        }
    CHECK(red > 80000 && blue > 80000 && labs(red - blue) < red / 10);
    CHECK(red_y / red + 200 < blue_y / blue); /* red is above */
    CHECK(green > 1200 && green_y / green < height / 2 + 80 && green_y / green > height / 2 - 160);
    png_free(&png);
    free(bytes[0]);
    free(bytes[1]);
    remove(path);
    CHECK(remove(folder) == 0);
    struct nd_canvas canvas;
    double low[2], high[2];
    CHECK_OK(nd_plot3d_draw(&plot, &canvas));
    nd_canvas_ink(&canvas, low, high);
    CHECK(low[0] >= 0 && low[1] >= 0 && high[0] <= canvas.width && high[1] <= canvas.height);
    CHECK(strstr(canvas.words.s, "Ez [V/m]\n") && strstr(canvas.words.s, "E\n"));
    nd_canvas_clear(&canvas);
}

int main(void)
{
    struct ball *ball = malloc(sizeof *ball);
    nd_palette_init_signed(&palette);
    ball_init(ball);
    check_view();
    check_cube();
    check_ball(ball);
    check_arrows();
    check_plot3d(ball);
    free(ball);
    TEST_END;
}
