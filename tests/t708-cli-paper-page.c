/* The tables of `nudge paper` and the page made of them. The numbers in the tables are made up here. */
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>
#include "../studies/paper_accuracy.c"
#include "../studies/paper_components.c"
#include "../studies/figure.c"
#include "../studies/paper_figure.c"
#include "../studies/paper_known.c"
#include "../studies/paper_page.c"
#include "../studies/paper_parameters.c"
#include "../studies/paper_speed.c"
#include "../studies/paper_study.c"
#include "../studies/paper_table.c"
#include "xml-check.h"

/* The program's own are embedded; here the script is a mark. */
const struct nd_text_file report_texts[] = {{"", ""}, {"", ""}, {"chart.js", "/* chart.js */"}};

static char *read_text(const char *path)
{
    char *bytes = NULL;
    size_t n = 0;
    CHECK_OK(nd_file_read(path, 1 << 24, &bytes, &n));
    return bytes;
}

static void check_text(const char *path, const char *want)
{
    char *text = read_text(path);
    if (text && strcmp(text, want)) printf("%s holds '%s', not '%s'\n", path, text, want);
    CHECK(text && !strcmp(text, want));
    free(text);
}

static void check_add_and_resume(void)
{
    struct paper_table t;
    CHECK_OK(paper_table_open(&t, "new/a.csv", "N,device,seconds"));
    check_text("new/a.csv", "N,device,seconds\n");
    CHECK_OK(paper_table_add(&t, "%d|%s|%.3g", 4, "gpu, the \"fast\" one", 0.125));
    CHECK_OK(paper_table_add(&t, "%d|%s|%g", 5, "cpu core", NAN));
    check_text("new/a.csv", "N,device,seconds\n4,\"gpu, the \"\"fast\"\" one\",0.125\n5,cpu core,nan\n");
    CHECK_FAILS(paper_table_add(&t, "%d|%s", 4, "gpu"), NUDGE_EINTERNAL,
                "a row of 2 values under a header of 3");
    CHECK_FAILS(paper_table_add(&t, "4|a\nb|1"), NUDGE_EINTERNAL, "no text");
    CHECK_OK(paper_table_close(&t));

    CHECK_OK(paper_table_open(&t, "new/a.csv", "N,device,seconds"));
    CHECK(t.rows == 2 && paper_table_has(&t, "N", "%d", 4) && !paper_table_has(&t, "N", "%d", 6));
    CHECK(paper_table_has(&t, "device,N", "%s|%d", "gpu, the \"fast\" one", 4));
    CHECK(!paper_table_has(&t, "device,N", "%s|%d", "cpu core", 4) && !paper_table_has(&t, "nothing", "4"));
    CHECK(paper_table_find(&t, 1, "N", "4") == -1 && paper_table_find(&t, 0, "N", "5") == 1);
    CHECK(paper_table_number(&t, 0, "seconds") == 0.125 && isnan(paper_table_number(&t, 1, "seconds")));
    CHECK(isnan(paper_table_number(&t, 0, "device")) && isnan(paper_table_number(&t, 2, "N")));
    CHECK(!strcmp(paper_table_text(&t, 1, "device"), "cpu core") &&
          !strcmp(paper_table_text(&t, 0, "none"), ""));
    CHECK(paper_table_column(&t, "seconds") == 2 && paper_table_column(&t, "second") == -1);
    CHECK_OK(paper_table_close(&t));
    CHECK_OK(paper_table_close(&t));
}

static void write_text(const char *path, const char *text)
{
    CHECK_OK(nd_file_write(path, text, strlen(text)));
}

/* Cut anywhere, the file is read up to its last whole line, and goes on from there. */
static void check_torn(void)
{
    const char whole[] = "N,value\n1,one\n2,\"t,w\"\n3,three\n";
    for (size_t n = 0; n < sizeof whole; n++) {
        struct paper_table t;
        int lines = 0;
        for (size_t i = 0; i < n; i++) lines += whole[i] == '\n';
        const int rows = lines > 1 ? lines - 1 : 0;
        CHECK_OK(nd_file_write("torn.csv", whole, n));
        CHECK_OK(paper_table_read(&t, "torn.csv", "N,value"));
        CHECK(t.rows == rows);
        CHECK_OK(paper_table_close(&t));
        CHECK_OK(paper_table_open(&t, "torn.csv", "N,value"));
        CHECK(t.rows == rows);
        for (int i = rows; i < 3; i++)
            CHECK_OK(paper_table_add(&t, "%d|%s", i + 1, i == 0 ? "one" : i == 1 ? "t,w" : "three"));
        CHECK_OK(paper_table_close(&t));
        check_text("torn.csv", whole);
    }
}

static void check_bad_file(const char *text, const char *message)
{
    struct paper_table t;
    write_text("bad.csv", text);
    CHECK_FAILS(paper_table_open(&t, "bad.csv", "N,value"), NUDGE_EFORMAT, message);
    CHECK_OK(paper_table_close(&t));
    check_text("bad.csv", text);
}

static void check_bad(void)
{
    struct paper_table t;
    check_bad_file("N,other\n1,2\n", "its columns are 'N,other', not 'N,value'");
    check_bad_file("something else", "move it away, or choose another folder with --out");
    check_bad_file("N,value\n1,2\n1,2,3\n", "bad.csv:3: not a row of 2 values");
    check_bad_file("N,value\n1,\"2\n", "bad.csv:2: not a row of 2 values");
    check_bad_file("N,value\n1,\"2\"\"\n", "bad.csv:2: not a row of 2 values");
    check_bad_file("N,value\n1,\"2\"3\n", "bad.csv:2: not a row of 2 values");
    check_bad_file("N,value\n\n", "bad.csv:2: not a row of 2 values");
    check_bad_file("N,value\n1,\x01\n", "bad.csv:2: this is no text");
    check_bad_file("N,value\n1,\xc3(\n", "bad.csv:2: this is no text");
    CHECK(mkdir("folder", 0777) == 0);
    CHECK_FAILS(paper_table_open(&t, "folder", "N,value"), NUDGE_EIO, "folder");
}

/* Tables with something in all of them, of a size that a whole measurement has. */
static void fill_folder(const char *folder)
{
    struct paper_table t;
    CHECK_OK(paper_part_open(&t, folder, PAPER_MACHINE));
    CHECK_OK(paper_table_add(&t, "device|Imagined <GPU> & more"));
    CHECK_OK(paper_table_add(&t, "copy GB/s|%.6g", 4200.0));
    CHECK_OK(paper_table_add(&t, "command|nudge paper --out DIR, twice"));
    CHECK_OK(paper_table_close(&t));

    CHECK_OK(paper_part_open(&t, folder, PAPER_CONVERGENCE));
    for (int N = 1; N <= 9; N++)
        for (int m = 0; m < 4; m++) {
            const double h = 0.3 * pow(0.85, m), error = paper_orders[N - 1].error[m];
            CHECK_OK(paper_table_add(&t, "%d|single|K%d|%d|%.6g|%.4g|%.3g", N, paper_elements[m],
                                     paper_elements[m], h, 0.97 * error, N + 0.9));
            CHECK_OK(paper_table_add(&t, "%d|double|K%d|%d|%.6g|%.4g|%.3g", N, paper_elements[m],
                                     paper_elements[m], h, 8 * pow(1.4 * h, N + 1), N + 1.0));
        }
    CHECK_OK(paper_table_close(&t));

    CHECK_OK(paper_part_open(&t, folder, PAPER_SPEED));
    for (int N = 9; N >= 1; N--) { /* backwards: a line is sorted all the same */
        const double gdofs = 20 - 0.5 * (N - 3.5) * (N - 3.5), flops = 60 + 60 * N;
        CHECK_OK(
            paper_table_add(&t, "%d|cpu core|BLAS|1000|%g|%g|%g|", N, 1e-3, 12.0 + N, (12.0 + N) / flops));
        CHECK_OK(
            paper_table_add(&t, "%d|cpu core|loops|1000|%g|%g|%g|", N, 1e-3, 11.0 + N, (11.0 + N) / flops));
        CHECK_OK(paper_table_add(&t, "%d|gpu|five passes|200000|%g|%g|%g|%g", N, 1e-3, gdofs * flops, gdofs,
                                 gdofs * flops / (12 + N)));
        CHECK_OK(paper_table_add(&t, "%d|gpu|paper:3|200000|%g|%g|%g|%g", N, 1e-3, 1.4 * gdofs * flops,
                                 1.4 * gdofs, 1.4 * gdofs * flops / (12 + N)));
    }
    CHECK_OK(paper_table_close(&t));

    CHECK_OK(paper_part_open(&t, folder, PAPER_COMPONENTS));
    static const char *const passes[] = {"gather", "lift", "differentiation", "assembly", "update"};
    for (int v = 0; v < 2; v++)
        for (int N = 1; N <= 9; N++)
            for (int i = 0; i < 5; i++) {
                const double local = i == 1 || i == 2, share = local ? 0.15 + 0.02 * N : (0.7 - 0.04 * N) / 3;
                const double moved = 1500 + 300 * i + 100 * N;
                CHECK_OK(paper_table_add(&t, "%d|%s|%s|%g|%g|%g|%g|%g|%g", N, v ? "merged" : "five passes",
                                         passes[i], share * 1e-3, local ? 900.0 * N : 400.0 + 10 * N,
                                         moved * (local ? 2 : 1), moved, share, moved / 4200));
            }
    CHECK_OK(paper_table_close(&t));

    CHECK_OK(paper_part_open(&t, folder, PAPER_SCAN));
    for (int w_p = 1; w_p <= 30; w_p++)
        for (int w_i = 1; w_i <= 4; w_i++)
            for (int w_s = 1; w_s <= 3; w_s++)
                CHECK_OK(paper_table_add(&t, "4|differentiation|matrix|%d|%d|%d|%.6g", w_p, w_i, w_s,
                                         1e-4 * (1 + 0.02 * abs(w_p - 19) + 0.05 * abs(w_i - 2) +
                                                 0.04 * abs(w_s - 3) + 0.03 * ((w_p * w_i * w_s + 1) % 5))));
    CHECK_OK(paper_table_add(&t, "4|lift|field|2|4|1|0.002"));
    CHECK_OK(paper_table_close(&t));

    CHECK_OK(paper_part_open(&t, folder, PAPER_ABLATION));
    static const char *const cases[] = {"full", "no micro-blocks", "no matrix in shared", "neither",
                                        "conventional thread order"};
    for (int i = 0; i < 5; i++)
        for (int N = 1; N <= 9; N++)
            CHECK_OK(paper_table_add(&t, "%d|%s|%g|%g", N, cases[i], 1e-3,
                                     (900 + 500 * N) * (1 - i * 0.6 / (N + 5))));
    CHECK_OK(paper_table_close(&t));

    CHECK_OK(paper_part_open(&t, folder, PAPER_SCALING));
    for (int N = 1; N <= 9; N++)
        for (int K = 500; K < 3000000; K *= 4) {
            const double dofs = 6.0 * K * (N + 1) * (N + 2) * (N + 3) / 6;
            CHECK_OK(paper_table_add(&t, "%d|%d|%.0f|%g|%g", N, K, dofs, 1e-3,
                                     (900 + 500 * N) * dofs / (dofs + 1e6)));
        }
    CHECK_OK(paper_table_close(&t));

    CHECK_OK(paper_part_open(&t, folder, PAPER_PARAMETERS));
    for (int N = 1; N <= 9; N++) {
        const char *const *p = paper_orders[N - 1].parameters;
        CHECK_OK(paper_table_add(&t, "%d|%s|%s|%s|%s|%s|%s|%s|field|4|2|1|single", N, N == 8 ? "2" : p[0],
                                 N == 2 ? "field" : p[1], p[2], p[3], p[4], p[5], p[6]));
    }
    CHECK_OK(paper_table_close(&t));
}

/* Well-formed, and with nothing to fetch. */
static char *read_page(const char *path)
{
    char *html = read_text(path);
    if (!html) return NULL;
    char *style = strstr(html, "<style>"), *style_end = strstr(html, "</style>");
    if (style && style_end) memset(style + 7, ' ', (size_t)(style_end - style) - 7);
    const char *wrong = xml_wrong(html);
    if (wrong) printf("%s is not XML at: %.80s\n", path, wrong);
    CHECK(!wrong);
    CHECK(!strstr(html, "://"));
    for (const char *p = html; (p = strstr(p, "src=")); p++)
        CHECK(!strncmp(p, "src=\"data:image/svg+xml;base64,", 31));
    const char *script = strstr(html, "<script");
    CHECK(script && strstr(script, "chart.js") && !strstr(script + 1, "<script"));
    CHECK(!strstr(html, "<link") && !strstr(html, "nan"));
    return html;
}

static void check_says(const char *html, const char *piece)
{
    if (!strstr(html, piece)) printf("the page lacks '%s'\n", piece);
    CHECK(strstr(html, piece) != NULL);
}

static void check_empty_page(void)
{
    char text[128];
    CHECK_OK(paper_page_write("empty/folder"));
    char *html = read_page("empty/folder/index.html");
    for (int i = 0; i < PAPER_PARTS && html; i++) {
        snprintf(text, sizeof text, "not measured yet: <code>nudge paper --out DIR --part %s</code>",
                 paper_parts[i].name);
        check_says(html, text);
        CHECK(paper_part_find(paper_parts[i].name) == i);
    }
    CHECK(paper_part_find("nothing") == -1);
    free(html);
}

static void check_full_page(const char *folder)
{
    static const char *const figures[] = {"convergence-single",
                                          "convergence-double",
                                          "fig8a",
                                          "fig8b",
                                          "fig9a",
                                          "fig9b",
                                          "fig10a",
                                          "fig9a-merged",
                                          "fig9b-merged",
                                          "fig10a-merged",
                                          "fig10b",
                                          "fig10b-N4-lift-field",
                                          "fig11a",
                                          "fig11b"};
    static const char *const words[] = {
        "Imagined &lt;GPU&gt; &amp; more",
        "nudge paper --out DIR, twice",
        "36 errors are 0.97",
        " (most at N = 5, ",
        "its best throughput is 19.9 GDOF/s, at N = 4; N = 1 reaches 85 % of that; N = 2 reaches 95 %",
        "differentiation and lifting take 34 % of the time at N = 1 and 66 % at N = 9",
        "differentiation at N = 4 with the matrix in shared memory is best at (19, 2, 3), with 100 µs",
        "<i>no micro-blocks</i> keeps 90 % of the full speed at N = 1, where it costs most",
        "keeps the matrix in shared memory at N = 1, 3 and 4, lifting at no order",
        "the micro-block is the paper’s at 8 of 9 orders",
        "<th>1</th><td>1.52·10<sup>0</sup><small>1.57·10<sup>0</sup></small></td>",
    };
    char path[512], text[64];
    CHECK_OK(paper_page_write(folder));
    snprintf(path, sizeof path, "%s/index.html", folder);
    char *html = read_page(path);
    if (!html) return;
    CHECK(!strstr(html, "not measured yet"));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) check_says(html, words[i]);
    for (int i = 0; i < PAPER_PARTS; i++) {
        snprintf(text, sizeof text, "<section id=\"%s\">", paper_parts[i].name);
        check_says(html, text);
    }
    int levels = 0;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        snprintf(path, sizeof path, "%s/%s.svg", folder, figures[i]);
        char *svg = read_text(path);
        CHECK(svg && !xml_wrong(svg));
        levels += svg && strstr(svg, "plain copy, 4200 GB/s");
        snprintf(text, sizeof text, "<a href=\"%s.svg\">SVG</a>", figures[i]);
        check_says(html, text);
        free(svg);
    }
    CHECK(levels > 0);
    free(html);
}

/* Parts half done, and values that are missing. */
static void check_sparse_page(void)
{
    struct paper_table t;
    for (int i = 0; i < PAPER_PARTS; i++) {
        char path[64], row[64] = "";
        CHECK_OK(paper_part_open(&t, "sparse", i));
        for (int c = 1; c < t.columns; c++) strcat(row, "|");
        CHECK_OK(paper_table_add(&t, "%s", row));
        CHECK_OK(paper_table_add(&t, "4%s", row));
        CHECK_OK(paper_table_close(&t));
        snprintf(path, sizeof path, "sparse/%s.csv", paper_parts[i].name);
        CHECK(nd_file_exists(path));
    }
    CHECK_OK(paper_page_write("sparse"));
    free(read_page("sparse/index.html"));
    write_text("sparse/speed.csv", "N,device\n");
    CHECK_FAILS(paper_page_write("sparse"), NUDGE_EFORMAT, "speed.csv: its columns are 'N,device'");
}

/* An argument is a folder in which to leave the full page, to be looked at. */
int main(int argc, char **argv)
{
    if (argc > 1) {
        fill_folder(argv[1]);
        check_full_page(argv[1]);
        TEST_END;
    }
    char folder[] = "/tmp/nudge-t708-XXXXXX", command[64];
    if (!mkdtemp(folder) || chdir(folder)) return 1;
    check_add_and_resume();
    check_torn();
    check_bad();
    check_empty_page();
    fill_folder("full");
    check_full_page("full");
    check_sparse_page();
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (chdir("/") || system(command)) return 1;
    TEST_END;
}
