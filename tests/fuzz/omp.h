/* Stands in for the OpenMP header in FUZZ=1 builds. They are compiled without OpenMP: a harness runs one thread, so that
 * the coverage of an input is always the same. */
#ifndef OMP_H
#define OMP_H

static inline int omp_get_thread_num(void)
{
    return 0;
}

static inline int omp_get_num_threads(void)
{
    return 1;
}

static inline int omp_get_max_threads(void)
{
    return 1;
}

static inline void omp_set_num_threads(int threads)
{
    (void)threads;
}

#endif
