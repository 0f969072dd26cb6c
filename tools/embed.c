/* Writes the files named on the command line as C strings: nd_texts[] = {name, text}. A name is the file's, or
 * "variant/laws/law.h" for restatements of laws. Used by the build only. */
#include <stdio.h>
#include <string.h>

static const char *name_of(const char *path)
{
    const char *name = path, *last = path, *before = path;
    for (const char *p = path; *p; p++)
        if (*p == '/') before = last, last = name, name = p + 1;
    return strncmp(last, "laws/", 5) ? name : before;
}

int main(int argc, char **argv)
{
    printf("#include \"base/texts.h\"\n");
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return 1;
        }
        printf("static const char text%d[] = {", i);
        for (int c; (c = getc(file)) != EOF;) printf("%d,", c);
        printf("0};\n");
        fclose(file);
    }
    printf("const struct nd_text_file nd_texts[] = {\n");
    for (int i = 1; i < argc; i++) {
        printf("    {\"%s\", text%d},\n", name_of(argv[i]), i);
    }
    printf("    {0, 0}};\n");
    return 0;
}
