/* PNG files: 8-bit RGB. */
#ifndef ND_PNG_H
#define ND_PNG_H

/* Writes a whole file or none, as nd_file_write does. rgb: [height][width][3], from the top left. */
int nd_png_write(const char *path, int width, int height, const unsigned char *rgb);

#endif
