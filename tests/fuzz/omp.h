/* Replaces the OpenMP header in FUZZ=1 builds, which are compiled without OpenMP: a harness runs
 * one thread, so that the coverage of an input is always the same. The functions return their
 * values outside of parallel regions. */
#ifndef OMP_H
#define OMP_H

enum { omp_proc_bind_false };

#define ND_OMP_IS(name, value)                                                                               \
    static inline int name(void)                                                                             \
    {                                                                                                        \
        return value;                                                                                        \
    }
ND_OMP_IS(omp_get_thread_num, 0)
ND_OMP_IS(omp_get_num_threads, 1)
ND_OMP_IS(omp_get_max_threads, 1)
ND_OMP_IS(omp_get_num_procs, 1)
ND_OMP_IS(omp_in_parallel, 0)
ND_OMP_IS(omp_get_active_level, 0)
ND_OMP_IS(omp_get_max_active_levels, 1)
ND_OMP_IS(omp_get_proc_bind, omp_proc_bind_false)

static inline void omp_set_num_threads(int threads)
{
    (void)threads;
}

#endif
