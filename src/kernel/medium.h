/* The reports of medium.knl: the first number that a function of the law leaves without a value. */
#ifndef ND_MEDIUM_H
#define ND_MEDIUM_H

#include "law/law.h"

/* Writes the defines that medium.knl needs for its reports. */
void nd_medium_defines(struct nd_text *text);
/* Fails, saying which number of which function, unless report is 0. */
int nd_medium_check(const struct nd_law *law, int report);

#endif
