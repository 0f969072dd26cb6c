/* The library of the Python wheel also holds the program, so that its kernels are there once. WHEEL_LIBRARY: the part
 * inside the library; else the program, which calls it.
 *
 * Archives of libraries are compiled for programs: they reach stderr and stdout by addresses that a shared library
 * cannot have. With the linker's --wrap they reach copies. */
#ifdef WHEEL_LIBRARY
#include <stdio.h>

extern FILE *__real_stderr, *__real_stdout;
FILE *__wrap_stderr, *__wrap_stdout;

__attribute__((constructor(101))) static void copy_streams(void)
{
    __wrap_stderr = __real_stderr;
    __wrap_stdout = __real_stdout;
}

int main(int argc, char **argv);

__attribute__((visibility("default"))) int nudge_program(int argc, char **argv)
{
    return main(argc, argv);
}
#else
int nudge_program(int argc, char **argv);

int main(int argc, char **argv)
{
    return nudge_program(argc, argv);
}
#endif
