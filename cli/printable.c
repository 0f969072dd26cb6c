#include "printable.h"

#include "nudge.h"

const char *printable(const char *text)
{
    enum { TEXTS = 16 };
    static char copy[TEXTS][4200];
    static int turn;
    char *out = copy[turn++ % TEXTS];
    nudge_printable(out, sizeof copy[0], text);
    return out;
}

const char *printable_tag(const char *name)
{
    return *name ? printable(name) : "(not tagged)";
}
