/* Writes the files named on the command line as C strings: nd_texts[] = {name, text}. Used by the build only. */
#include <stdio.h>
#include <string.h>

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
        const char *slash = strrchr(argv[i], '/');
        printf("    {\"%s\", text%d},\n", slash ? slash + 1 : argv[i], i);
    }
    printf("    {0, 0}};\n");
    return 0;
}
