/* Charts inside HTML pages, and the files of --picture. */
#ifndef FIGURE_H
#define FIGURE_H

#include "internal.h"

extern const struct nd_text_file report_texts[]; /* report.css, report.js, chart.js */

void figure_base64(struct nd_text *out, const void *bytes, size_t n);
/* Adds the chart as an <img> that needs no other file; without Cairo a line that says so. Inside an <img> the
 * letters of one chart do not get in the way of those of another. Its attribute data-chart has axes and values as
 * JSON, for chart.js. */
int figure_add(struct nd_text *html, const struct nd_chart *chart);
/* Adds chart.js, which shows numbers under the mouse, once, after all figures. */
void figure_script(struct nd_text *html);
/* Returns NUDGE_EVALUE, before anything is computed, if there is no Cairo or the ending is unknown. */
int figure_check(const char *path);

#endif
