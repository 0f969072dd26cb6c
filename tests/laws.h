/* For tests that run on every law there is: src/law/ and examples/law/; materials of each with jumps of 10 : 1; its matrices. */
#ifndef LAWS_H
#define LAWS_H

#include <dirent.h>
#include <lapacke.h>
#include "cubes.h"
#include "law/law.h"
#include "ref/oracle.h"
#include "step/dt.h"
#include "step/lsrk.h"

#define LAWS_MATERIALS 12

/* Each law's file; returns how many. A name picks one, and the folder it is in. */
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
        }
        if (dir) closedir(dir);
    }
    return n;
}

struct laws_material {
    const char *law, *constant[22];
    double value[21];
};

/* Beyond the defaults and ten times each. */
static const struct laws_material laws_more[] = {
    {"elastic", {"rho", "vp", "vs"}, {2.7, 6, 3.4}}, {"elastic", {"lambda", "mu"}, {2, 0}}, /* a fluid */
};

/* The defaults, ten times all, ten times each that is not 0, then laws_more; [n][law->material.n]. Of a fluid, *fluid is the number. */
static inline int laws_materials(struct nd_law *law, double *constants, int *fluid)
{
    const int n = law->material.n;
    int count = 0;
    *fluid = -1;
    for (int which = -2; which < n; which++) {
        if (which >= 0 && law->standard[which] == 0) continue;
        for (int i = 0; i < n; i++)
            constants[count * n + i] = law->standard[i] * (which == -1 || which == i ? 10 : 1);
        count++;
    }
    for (size_t j = 0; j < sizeof laws_more / sizeof *laws_more; j++) {
        if (strcmp(laws_more[j].law, law->name)) continue;
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
    CHECK(count <= LAWS_MATERIALS);
    return count;
}

#endif
