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

/* glibc 2.35 has a second hypot, which differs in errno only. The first one lets the library load on older systems.
 * Calls of the rest go to __wrap_hypot, by --wrap as well. */
double old_hypot(double x, double y);
double __wrap_hypot(double x, double y);
#if defined(__x86_64__) && defined(__GLIBC__)
__asm__(".symver old_hypot, hypot@GLIBC_2.2.5");
double __wrap_hypot(double x, double y)
{
    return old_hypot(x, y);
}
#else
double __real_hypot(double x, double y);
double __wrap_hypot(double x, double y)
{
    return __real_hypot(x, y);
}
#endif

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
