/* PNG files of any size read back exactly; files that cannot be written give an error. */
#include "png-read.h"
#include "cubes.h"
#include "plot/png.h"

static void check_size(const char *path, int width, int height, int noise)
{
    unsigned seed = (unsigned)(width + 1000 * height);
    const size_t n = 3 * (size_t)width * (size_t)height;
    unsigned char *rgb = malloc(n);
    for (size_t i = 0; i < n; i++)
        rgb[i] = noise ? (unsigned char)(256 * test_random(&seed)) : (unsigned char)(i / 50);
    CHECK_OK(nd_png_write(path, width, height, rgb));
    struct png png = png_read(path);
    CHECK((int)png.width == width && (int)png.height == height);
    CHECK(png.rgb && !memcmp(png.rgb, rgb, n));
    png_free(&png);
    free(rgb);
}

int main(void)
{
    char folder[256], path[300];
    const char *tmp = getenv("TMPDIR");
    unsigned char rgb[3] = {1, 2, 3};
    snprintf(folder, sizeof folder, "%s/nudge-png-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/a.png", folder);
    check_size(path, 1, 1, 1);
    check_size(path, 1, 700, 1);
    check_size(path, 1099, 1, 0);
    check_size(path, 257, 131, 1);
    check_size(path, 640, 480, 0);
    CHECK_FAILS(nd_png_write(path, 0, 3, rgb), NUDGE_EVALUE, "a picture of 0 x 3 pixels");
    CHECK_FAILS(nd_png_write(path, 1 << 30, 1 << 30, rgb), NUDGE_EVALUE, "pixels");
    CHECK_FAILS(nd_png_write("/proc/no/a.png", 1, 1, rgb), NUDGE_EIO, "/proc/no/a.png");
    remove(path);
    CHECK(remove(folder) == 0);
    TEST_END;
}
