#include "plot/smith.h"

#include <math.h>
#include "base/xml.h"

enum { SIZE = 520, TOP = 40, RADIUS = 220, ROW = 20 };
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#303030"};

static double place_x(double x)
{
    return SIZE / 2 + RADIUS * x;
}
static double place_y(double y)
{
    return TOP + RADIUS + 10 - RADIUS * y;
}

/* The circle of resistance r touches the point 1; arcs of reactance x and -x end there and at the rim. */
static void add_grid(struct nd_text *out)
{
    static const double values[] = {0.2, 0.5, 1, 2, 5};
    nd_text_add(out, "<g fill=\"none\" stroke=\"#bbb\" stroke-width=\"0.8\">\n");
    for (int i = 0; i < 5; i++) {
        const double r = values[i], size = 1 / (1 + r);
        nd_text_add(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"/>\n", place_x(1 - size), place_y(0),
                    RADIUS * size);
        for (int sign = -1; sign < 2; sign += 2) {
            const double x = sign * r, d = x * x + 1, u = (x * x - 1) / d, v = 2 * x / d;
            nd_text_add(out, "<path d=\"M%.2f %.2fA%.2f %.2f 0 0 %d %.2f %.2f\"/>\n", place_x(u), place_y(v),
                        RADIUS / r, RADIUS / r, sign < 0, place_x(1), place_y(0));
        }
    }
    nd_text_add(out, "<path d=\"M%.2f %.2fH%.2f\"/>\n</g>\n", place_x(-1), place_y(0), place_x(1));
    nd_text_add(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%d\" fill=\"none\" stroke=\"#555\"/>\n", place_x(0),
                place_y(0), RADIUS);
    for (int i = 0; i < 5; i++)
        nd_text_add(out, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"10\" fill=\"#777\">%.3g</text>\n",
                    place_x((values[i] - 1) / (values[i] + 1)) + 2, place_y(0) - 3, values[i]);
}

static void add_series(const struct nd_series *s, int i, struct nd_text *out)
{
    const char *colour = colours[i % 7];
    nd_text_add(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
    for (int k = 0; k < s->n; k++)
        if (isfinite(s->x[k]) && isfinite(s->y[k]))
            nd_text_add(out, "%.2f,%.2f ", place_x(s->x[k]), place_y(s->y[k]));
    nd_text_add(out, "\"/>\n");
    if (s->n && isfinite(s->x[0]) && isfinite(s->y[0]))
        nd_text_add(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"4\" fill=\"%s\"/>\n", place_x(s->x[0]),
                    place_y(s->y[0]), colour);
    const int y = TOP + 2 * RADIUS + 40 + ROW * (i / 4), x = 40 + 110 * (i % 4);
    nd_text_add(out, "<path d=\"M%d %dh26\" stroke=\"%s\" stroke-width=\"2\"/><text x=\"%d\" y=\"%d\">", x, y,
                colour, x + 32, y + 4);
    nd_text_add_xml(out, s->name);
    nd_text_add(out, "</text>\n");
}

int nd_smith_svg(const char *title, const struct nd_series *series, int n, struct nd_text *out)
{
    const int height = TOP + 2 * RADIUS + 40 + ROW * ((n + 3) / 4);
    nd_text_add(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                "role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#222\">\n<title>",
                SIZE, height, SIZE, height);
    nd_text_add_xml(out, title);
    nd_text_add(out,
                "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"24\" "
                "text-anchor=\"middle\" font-weight=\"600\" font-size=\"14\">",
                SIZE, height, SIZE / 2);
    nd_text_add_xml(out, title);
    nd_text_add(out, "</text>\n");
    add_grid(out);
    for (int i = 0; i < n; i++) add_series(&series[i], i, out);
    nd_text_add(out, "</svg>\n");
    return nd_text_check(out);
}
