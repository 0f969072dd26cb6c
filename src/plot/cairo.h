/* The functions of Cairo that pictures use, found in libcairo.so.2 at run time: the build needs no header, and a
 * program without Cairo computes everything but draws nothing. Only plot/canvas.c calls them. */
#ifndef ND_CAIRO_H
#define ND_CAIRO_H

struct nd_cairo_pen;     /* cairo_t */
struct nd_cairo_surface; /* cairo_surface_t */
struct nd_cairo_text {   /* cairo_text_extents_t */
    double x_bearing, y_bearing, width, height, x_advance, y_advance;
};
typedef int (*nd_cairo_write)(void *closure, const unsigned char *bytes, unsigned n); /* 0: no error */

/* Values of Cairo's enums. */
enum {
    ND_CAIRO_RGB24 = 1,         /* CAIRO_FORMAT_RGB24 */
    ND_CAIRO_CONTENT = 0x3000,  /* CAIRO_CONTENT_COLOR_ALPHA */
    ND_CAIRO_NEAREST = 3,       /* CAIRO_FILTER_NEAREST */
    ND_CAIRO_ROUND = 1,         /* CAIRO_LINE_JOIN_ROUND */
    ND_CAIRO_BOLD = 1,          /* CAIRO_FONT_WEIGHT_BOLD */
    ND_CAIRO_FONT_USER = 4,     /* CAIRO_FONT_TYPE_USER: Cairo's own, for want of any other */
    ND_CAIRO_GREY = 2,          /* CAIRO_ANTIALIAS_GRAY */
    ND_CAIRO_UNHINTED = 1,      /* CAIRO_HINT_STYLE_NONE, CAIRO_HINT_METRICS_OFF */
    ND_CAIRO_PDF_TITLE = 0,     /* CAIRO_PDF_METADATA_TITLE */
    ND_CAIRO_PDF_DATE = 5,      /* CAIRO_PDF_METADATA_CREATE_DATE */
    ND_CAIRO_OUT_OF_MEMORY = 1, /* CAIRO_STATUS_NO_MEMORY */
};

/* Rows: result, member, arguments; the symbol is cairo_ and the member. */
#define ND_CAIRO_FUNCTIONS(X)                                                                                \
    X(struct nd_cairo_surface *, image_surface_create, (int format, int width, int height))                  \
    X(unsigned char *, image_surface_get_data, (struct nd_cairo_surface *))                                  \
    X(int, image_surface_get_stride, (struct nd_cairo_surface *))                                            \
    X(struct nd_cairo_surface *, recording_surface_create, (int content, const double *extents))             \
    X(void, recording_surface_ink_extents,                                                                   \
      (struct nd_cairo_surface *, double *, double *, double *, double *))                                   \
    X(struct nd_cairo_surface *, svg_surface_create_for_stream, (nd_cairo_write, void *, double, double))    \
    X(struct nd_cairo_surface *, pdf_surface_create_for_stream, (nd_cairo_write, void *, double, double))    \
    X(void, pdf_surface_set_metadata, (struct nd_cairo_surface *, int, const char *))                        \
    X(int, surface_write_to_png_stream, (struct nd_cairo_surface *, nd_cairo_write, void *))                 \
    X(void, surface_flush, (struct nd_cairo_surface *))                                                      \
    X(void, surface_mark_dirty, (struct nd_cairo_surface *))                                                 \
    X(void, surface_finish, (struct nd_cairo_surface *))                                                     \
    X(int, surface_status, (struct nd_cairo_surface *))                                                      \
    X(void, surface_destroy, (struct nd_cairo_surface *))                                                    \
    X(const char *, status_to_string, (int status))                                                          \
    X(struct nd_cairo_pen *, create, (struct nd_cairo_surface *))                                            \
    X(void, destroy, (struct nd_cairo_pen *))                                                                \
    X(int, status, (struct nd_cairo_pen *))                                                                  \
    X(void, save, (struct nd_cairo_pen *))                                                                   \
    X(void, restore, (struct nd_cairo_pen *))                                                                \
    X(void, translate, (struct nd_cairo_pen *, double, double))                                              \
    X(void, scale, (struct nd_cairo_pen *, double, double))                                                  \
    X(void, rotate, (struct nd_cairo_pen *, double))                                                         \
    X(void, set_source_rgba, (struct nd_cairo_pen *, double, double, double, double))                        \
    X(void, set_source_surface, (struct nd_cairo_pen *, struct nd_cairo_surface *, double, double))          \
    X(void *, get_source, (struct nd_cairo_pen *))                                                           \
    X(void, pattern_set_filter, (void *pattern, int filter))                                                 \
    X(void, move_to, (struct nd_cairo_pen *, double, double))                                                \
    X(void, line_to, (struct nd_cairo_pen *, double, double))                                                \
    X(void, arc, (struct nd_cairo_pen *, double, double, double, double, double))                            \
    X(void, rectangle, (struct nd_cairo_pen *, double, double, double, double))                              \
    X(void, new_path, (struct nd_cairo_pen *))                                                               \
    X(void, new_sub_path, (struct nd_cairo_pen *))                                                           \
    X(void, close_path, (struct nd_cairo_pen *))                                                             \
    X(void, stroke, (struct nd_cairo_pen *))                                                                 \
    X(void, fill, (struct nd_cairo_pen *))                                                                   \
    X(void, clip, (struct nd_cairo_pen *))                                                                   \
    X(void, paint, (struct nd_cairo_pen *))                                                                  \
    X(void, set_line_width, (struct nd_cairo_pen *, double))                                                 \
    X(void, set_line_join, (struct nd_cairo_pen *, int))                                                     \
    X(void, set_dash, (struct nd_cairo_pen *, const double *, int, double))                                  \
    X(void, select_font_face, (struct nd_cairo_pen *, const char *family, int slant, int weight))            \
    X(void, set_font_size, (struct nd_cairo_pen *, double))                                                  \
    X(void, text_extents, (struct nd_cairo_pen *, const char *, struct nd_cairo_text *))                     \
    X(void, show_text, (struct nd_cairo_pen *, const char *))                                                \
    X(void *, get_scaled_font, (struct nd_cairo_pen *))                                                      \
    X(int, scaled_font_get_type, (void *font))                                                               \
    X(void *, font_options_create, (void))                                                                   \
    X(void, font_options_destroy, (void *options))                                                           \
    X(void, font_options_set_antialias, (void *options, int))                                                \
    X(void, font_options_set_hint_style, (void *options, int))                                               \
    X(void, font_options_set_hint_metrics, (void *options, int))                                             \
    X(void, set_font_options, (struct nd_cairo_pen *, const void *options))

#define ND_CAIRO_MEMBER(result, member, arguments) result(*member) arguments;
struct nd_cairo {
    ND_CAIRO_FUNCTIONS(ND_CAIRO_MEMBER)
};
#undef ND_CAIRO_MEMBER

/* Opens the library at the first call. Null: it is missing, and nd_cairo_missing says why. */
const struct nd_cairo *nd_cairo(void);
const char *nd_cairo_missing(void);

#endif
