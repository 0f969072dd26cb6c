/* For tests that run on every law of src/law/ and examples/law/: materials with jumps of 10 : 1,
 * and matrices. */
#ifndef LAWS_H
#define LAWS_H

#include <dirent.h>
#include "cubes.h"
#include "law/law.h"
#include "ref/suite.h"
#include "step/dt.h"
#include "step/integrator.h"

#define LAWS_MATERIALS 12

/* Each law's file; returns how many. A name picks one. Where a law has materials that change its
 * kernels, it is there again, with a word behind. */
static inline int laws_list(char paths[][300], int most, const char *only)
{
    static const char *const folder[] = {"src/law", "examples/law"};
    int n = 0;
    for (int i = 0; i < 2; i++) {
        DIR *dir = opendir(folder[i]);
        for (struct dirent *entry; dir && (entry = readdir(dir));) {
            const size_t length = strlen(entry->d_name);
            if (length < 5 || strcmp(entry->d_name + length - 4, ".law") || n == most) continue;
            if (only && strncmp(entry->d_name, only, length - 4)) continue;
            snprintf(paths[n++], 300, "%s/%s", folder[i], entry->d_name);
            if (strcmp(entry->d_name, "elastic.law") || n == most) continue;
            snprintf(paths[n++], 300, "%s/%s anisotropic", folder[i], entry->d_name);
        }
        if (dir) closedir(dir);
    }
    return n;
}

struct laws_material {
    const char *law, *constant[24];
    double value[23];
};

/* Beyond the defaults and ten times each. */
static const struct laws_material laws_more[] = {
    {"elastic", {"rho", "vp", "vs"}, {2.7, 6, 3.4}},
    /* A fluid. */
    {"elastic", {"lambda", "mu"}, {2, 0}},
    /* A uniaxial crystal, and a tensor with nothing in it alike. */
    {"maxwell_tensor", {"epsilon_xx", "epsilon_yy", "epsilon_zz"}, {2.2, 2.2, 5}},
    {"maxwell_tensor",
     {"epsilon_xx", "epsilon_yy", "epsilon_zz", "epsilon_yz", "epsilon_xz", "epsilon_xy", "mu"},
     {2, 5, 3, 0.4, 0.3, -0.5, 2}},
    {"maxwell_tensor", {"mu_xx", "mu_yy", "mu_zz", "mu_yz", "mu_xz", "mu_xy"}, {1, 3, 2, 0.4, -0.6, 0.2}},
    /* Olivine, in units of 100 GPa. */
    {"elastic anisotropic",
     {"rho", "c11", "c12", "c13", "c22", "c23", "c33", "c44", "c55", "c66"},
     {3.3, 3.2, 0.68, 0.72, 1.97, 0.77, 2.34, 0.64, 0.77, 0.79}},
    /* Nothing in it alike. */
    {"elastic anisotropic",
     {"rho", "c11", "c12", "c13", "c14", "c15", "c16", "c22", "c23", "c24", "c25",
      "c26", "c33", "c34", "c35", "c36", "c44", "c45", "c46", "c55", "c56", "c66"},
     {1.2, 20, 6, 5, 1, -2, 1.5, 14, 7, -1, 0.5, 2, 25, 1.2, -0.8, 0.3, 5, 0.4, -0.6, 4, 0.7, 6}},
};

/* Opens a law of the list with materials: the defaults, ten times all, ten times each constant that
 * is not 0, then those of laws_more; [n][material.n]. Returns their number. *fluid: the index of a
 * fluid, if there is one. */
static inline int laws_open(const char *path, struct nd_law *law, double *constants, int *fluid)
{
    const char *word = strchr(path, ' ');
    char file[300], kind[64];
    snprintf(file, sizeof file, "%.*s", (int)strcspn(path, " "), path);
    CHECK_OK(nd_law_init(law, file, ""));
    snprintf(kind, sizeof kind, "%.40s%.20s", law->name ? law->name : "", word ? word : "");
    const int n = law->material.n;
    int count = nd_suite_materials(law, constants);
    *fluid = -1;
    for (size_t j = 0; j < sizeof laws_more / sizeof *laws_more; j++) {
        if (strcmp(laws_more[j].law, kind)) continue;
        double *to = constants + count * n;
        for (int i = 0; i < n; i++) to[i] = law->either.of[i] < 0 ? law->standard[i] : 0;
        for (int c = 0; laws_more[j].constant[c]; c++) {
            const int at = nd_names_find(&law->material, laws_more[j].constant[c]);
            to[at] = laws_more[j].value[c];
            if (law->either.of[at] >= 0) CHECK_OK(nd_law_use(law, law->either.of[at]));
            if (!strcmp(laws_more[j].constant[c], "mu") && to[at] == 0) *fluid = count;
        }
        count++;
    }
    CHECK(count <= LAWS_MATERIALS && nd_law_extended(law) == !!word);
    return count;
}

#endif
