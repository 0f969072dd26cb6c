#include "comm/launcher.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

/* Launchers within each other: Open MPI's mpirun works inside a job step of Slurm, so its variable comes
 * first. */
static const char *const sizes[] = {
    "OMPI_COMM_WORLD_SIZE", /* Open MPI */
    "MV2_COMM_WORLD_SIZE",  /* MVAPICH */
    "PMI_SIZE",             /* MPICH, Intel MPI, Slurm with PMI-1 and PMI-2 */
    "MPI_LOCALNRANKS",      /* MPICH, Intel MPI: the ranks of this node */
};
/* Variables of processes that belong to a group whose size they do not have. */
static const char *const members[] = {"PMIX_RANK", "PMI_RANK", "PMI_FD", "PALS_RANKID"};
/* Slurm sets these for batch scripts too, so they count together with a variable of `members` only. */
static const char *const slurm[] = {"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"};

/* The first of the variables that is a positive number; else size 0. */
static struct nd_launcher find_size(const char *const *names, size_t n)
{
    struct nd_launcher found = {0};
    for (size_t i = 0; i < n && !found.size; i++) {
        char *end = NULL;
        const char *text = getenv(names[i]);
        const long size = text ? strtol(text, &end, 10) : 0;
        if (size < 1 || size > INT_MAX || *end) continue;
        found = (struct nd_launcher){(int)size, names[i], text};
    }
    return found;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct nd_launcher nd_launcher_get(void)
{
    struct nd_launcher found = find_size(sizes, COUNT(sizes));
    if (found.size) return found;
    for (size_t i = 0; i < COUNT(members); i++) {
        const char *value = getenv(members[i]);
        if (!value) continue;
        found = find_size(slurm, COUNT(slurm));
        return found.size ? found : (struct nd_launcher){0, members[i], value};
    }
    return (struct nd_launcher){.size = 1};
}
