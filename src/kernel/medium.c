#include "kernel/medium.h"

#include "base/text.h"

/* A report is 0, or 1 + kind * KINDS + which; which: index of the number, or of field and condition. */
enum { MEDIUM, RATE, FLUX, ENERGY, STATE };
enum { KINDS = 1000 }; /* from one kind to the next */

void nd_medium_defines(struct nd_text *text)
{
    nd_text_add(text, "#define NO_VALUE_KINDS %d\n", KINDS);
    nd_text_add(text, "#define NO_VALUE_MEDIUM %d\n#define NO_VALUE_RATE %d\n#define NO_VALUE_FLUX %d\n",
                MEDIUM, RATE, FLUX);
    nd_text_add(text, "#define NO_VALUE_ENERGY %d\n#define NO_VALUE_STATE %d\n", ENERGY, STATE);
}

int nd_medium_check(const struct nd_law *law, int report)
{
    int status = 0;
    static const struct {
        const char *array, *function;
    } what[] = {
        [MEDIUM] = {"m", "law_medium"}, [RATE] = {"rate", "law_volume"}, [FLUX] = {"flux", "law_flux"}};
    if (report <= 0) goto done;
    const int kind = report <= STATE * KINDS ? (report - 1) / KINDS : STATE,
              which = report - 1 - kind * KINDS, conditions = law->boundaries.n;
    const struct nd_names *names = kind == MEDIUM ? &law->medium : &law->fields;
    if (kind == ENERGY)
        FAIL(NUDGE_EVALUE,
             "%s: law_energy is not a number where all fields are 1: look for divisions by zero in it and "
             "in law_medium (doc/reference/law.md)",
             law->path);
    if (kind == STATE)
        FAIL(NUDGE_EVALUE,
             "%s: qP[%s] gets no value from law_boundary where the condition is BC_%s: each needs one, also "
             "where it is 0 (doc/reference/law.md)",
             law->path, law->fields.at[which / conditions], law->boundaries.at[which % conditions]);
    FAIL(NUDGE_EVALUE,
         "%s: %s[%s] gets no value from %s, or none that is a number: each needs one, also where it is 0 "
         "(doc/reference/law.md)",
         law->path, what[kind].array, which < names->n ? names->at[which] : "?", what[kind].function);
done:
    return status;
}
