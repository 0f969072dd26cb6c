#include "problem/units.h"

#include <math.h>
#include <string.h>
#include "base/format.h"

static const struct nd_unit units[] = {
    {"nm", ND_DIM_LENGTH, 1, 1e9},
    {"um", ND_DIM_LENGTH, 1, 1e6},
    {"mm", ND_DIM_LENGTH, 1, 1e3},
    {"cm", ND_DIM_LENGTH, 1, 100},
    {"m", ND_DIM_LENGTH, 1, 1},
    {"km", ND_DIM_LENGTH, 1e3, 1},
    {"mil", ND_DIM_LENGTH, 254, 1e7},
    {"in", ND_DIM_LENGTH, 254, 1e4},
    {"ft", ND_DIM_LENGTH, 3048, 1e4},
    {"fs", ND_DIM_TIME, 1, 1e15},
    {"ps", ND_DIM_TIME, 1, 1e12},
    {"ns", ND_DIM_TIME, 1, 1e9},
    {"us", ND_DIM_TIME, 1, 1e6},
    {"ms", ND_DIM_TIME, 1, 1e3},
    {"s", ND_DIM_TIME, 1, 1},
    {"min", ND_DIM_TIME, 60, 1},
    {"h", ND_DIM_TIME, 3600, 1},
    {"mHz", ND_DIM_FREQUENCY, 1, 1e3},
    {"Hz", ND_DIM_FREQUENCY, 1, 1},
    {"kHz", ND_DIM_FREQUENCY, 1e3, 1},
    {"MHz", ND_DIM_FREQUENCY, 1e6, 1},
    {"GHz", ND_DIM_FREQUENCY, 1e9, 1},
    {"THz", ND_DIM_FREQUENCY, 1e12, 1},
    {"PHz", ND_DIM_FREQUENCY, 1e15, 1},
    {"1/s", ND_DIM_RATE, 1, 1},
    {"1/ms", ND_DIM_RATE, 1e3, 1},
    {"1/us", ND_DIM_RATE, 1e6, 1},
    {"1/ns", ND_DIM_RATE, 1e9, 1},
    {"1/ps", ND_DIM_RATE, 1e12, 1},
    {"1/fs", ND_DIM_RATE, 1e15, 1},
    {"mohm", ND_DIM_RESISTANCE, 1, 1e3},
    {"ohm", ND_DIM_RESISTANCE, 1, 1},
    {"kohm", ND_DIM_RESISTANCE, 1e3, 1},
    {"Mohm", ND_DIM_RESISTANCE, 1e6, 1},
    {"fF", ND_DIM_CAPACITANCE, 1, 1e15},
    {"pF", ND_DIM_CAPACITANCE, 1, 1e12},
    {"nF", ND_DIM_CAPACITANCE, 1, 1e9},
    {"uF", ND_DIM_CAPACITANCE, 1, 1e6},
    {"mF", ND_DIM_CAPACITANCE, 1, 1e3},
    {"F", ND_DIM_CAPACITANCE, 1, 1},
    {"fH", ND_DIM_INDUCTANCE, 1, 1e15},
    {"pH", ND_DIM_INDUCTANCE, 1, 1e12},
    {"nH", ND_DIM_INDUCTANCE, 1, 1e9},
    {"uH", ND_DIM_INDUCTANCE, 1, 1e6},
    {"mH", ND_DIM_INDUCTANCE, 1, 1e3},
    {"H", ND_DIM_INDUCTANCE, 1, 1},
    {"mS/m", ND_DIM_CONDUCTIVITY, 1, 1e3},
    {"S/m", ND_DIM_CONDUCTIVITY, 1, 1},
    {"S/cm", ND_DIM_CONDUCTIVITY, 100, 1},
    {"kS/m", ND_DIM_CONDUCTIVITY, 1e3, 1},
    {"MS/m", ND_DIM_CONDUCTIVITY, 1e6, 1},
};
enum { UNITS = sizeof units / sizeof *units };

/* The micro sign and the Greek letter are other spellings of u; Ohm, the ohm sign and the Greek letter of ohm. */
static const struct nd_unit *find_unit(const char *word)
{
    static const char *const ohms[] = {"Ohm", "\xce\xa9", "\xe2\x84\xa6"};
    char plain[16] = "";
    const bool micro = !strncmp(word, "\xc2\xb5", 2) || !strncmp(word, "\xce\xbc", 2);
    if (strlen(word) > 8) return NULL;
    if (micro) plain[0] = 'u';
    strcpy(plain + micro, word + 2 * micro);
    for (int i = 0; i < 3; i++) {
        char *ohm = strstr(plain, ohms[i]);
        if (ohm && !ohm[strlen(ohms[i])]) strcpy(ohm, "ohm");
    }
    for (int i = 0; i < UNITS; i++)
        if (!strcmp(units[i].name, plain)) return &units[i];
    return NULL;
}

bool nd_quantity_read(const struct nd_node *node, struct nd_quantity *q)
{
    *q = (struct nd_quantity){.word = ""};
    if (nd_node_number(node, &q->number)) return true;
    if (node->kind != ND_SCALAR) return false;
    /* Here a word may follow; only what a decimal number is made of counts as one. */
    const char *text = node->text + strspn(node->text, " ");
    char *end;
    if (!strchr("0123456789+-.", *text) || !*text) return false;
    q->number = nd_number_parse(text, &end);
    if (end == text || !isfinite(q->number) || memchr(text, 'x', (size_t)(end - text))) return false;
    q->word = end + strspn(end, " ");
    q->unit = find_unit(q->word);
    const char first = *q->word;
    return !strncmp(q->word, "1/", 2) || (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') ||
           (unsigned char)first >= 0x80;
}

bool nd_quantity_value(const struct nd_node *node, enum nd_dim dim, double *value)
{
    struct nd_quantity q;
    if (!nd_quantity_read(node, &q)) return false;
    if (*q.word && (!q.unit || q.unit->dim != dim)) return false;
    *value = q.unit ? q.number * q.unit->times / q.unit->over : q.number;
    return true;
}

static bool has_unit(const struct nd_node *node)
{
    struct nd_quantity q;
    return nd_quantity_read(node, &q) && *q.word;
}

bool nd_quantity_has_unit(const struct nd_node *node)
{
    bool any = has_unit(node);
    for (size_t i = 0; i < node->n && node->kind == ND_SEQUENCE; i++) any |= has_unit(node->entry[i].value);
    return any;
}

/* missing: what natural units do not have. */
static const struct {
    const char *one, *many, *si, *missing;
} dims[ND_DIMS] = {[ND_DIM_NONE] = {"a number", "numbers", "", ""},
                   [ND_DIM_LENGTH] = {"a length", "lengths", "m", "metres"},
                   [ND_DIM_TIME] = {"a time", "times", "s", "seconds"},
                   [ND_DIM_FREQUENCY] = {"a frequency", "frequencies", "Hz", "hertz"},
                   [ND_DIM_RATE] = {"a rate", "rates", "1/s", "seconds"},
                   [ND_DIM_RESISTANCE] = {"a resistance", "resistances", "ohm", "ohms"},
                   [ND_DIM_CAPACITANCE] = {"a capacitance", "capacitances", "F", "farads"},
                   [ND_DIM_INDUCTANCE] = {"an inductance", "inductances", "H", "henries"},
                   [ND_DIM_CONDUCTIVITY] = {"a conductivity", "conductivities", "S/m", "siemens"}};

const char *nd_dim_one(enum nd_dim dim)
{
    return dims[dim].one;
}

const char *nd_dim_many(enum nd_dim dim)
{
    return dims[dim].many;
}

const char *nd_dim_si(enum nd_dim dim)
{
    return dims[dim].si;
}

void nd_dim_units(enum nd_dim dim, const char *between, struct nd_text *text)
{
    bool any = false;
    for (int i = 0; i < UNITS; i++) {
        if (units[i].dim != dim) continue;
        nd_text_add(text, "%s%s", any ? between : "", units[i].name);
        any = true;
    }
}

static void why_scalar(const struct nd_node *node, enum nd_dim dim, bool si, struct nd_text *text)
{
    struct nd_quantity q;
    if (!nd_quantity_read(node, &q) || !*q.word) return;
    if (dim == ND_DIM_NONE && q.unit) {
        nd_text_add(text, "; '%.20s' is %s, and this key takes a number without a unit", node->text,
                    nd_dim_one(q.unit->dim));
    } else if (dim != ND_DIM_NONE && (!q.unit || q.unit->dim != dim)) {
        nd_text_add(text, "; '%.20s' %s%s: %s is a number%s, or a number and one of the units ", q.word,
                    q.unit ? "is a unit of " : "is no unit known here",
                    q.unit ? nd_dim_many(q.unit->dim) : "", nd_dim_one(dim), si ? " in SI units" : "");
        nd_dim_units(dim, " ", text);
        if (dim == ND_DIM_RATE && q.unit && q.unit->dim == ND_DIM_FREQUENCY)
            nd_text_add(text, "; a rate is not divided by 2 pi: 2 pi x %.20s is %.4g 1/s", node->text,
                        2 * M_PI * q.number * q.unit->times / q.unit->over);
    } else if (dim != ND_DIM_NONE && !si) {
        nd_text_add(
            text,
            "; a unit needs 'units: si': natural units know no %s, so add that line or write a number "
            "alone",
            dims[dim].missing);
    }
}

void nd_quantity_why(const struct nd_node *node, enum nd_dim dim, bool si, struct nd_text *text)
{
    const size_t before = text->n;
    why_scalar(node, dim, si, text);
    for (size_t i = 0; i < node->n && node->kind == ND_SEQUENCE && text->n == before; i++)
        why_scalar(node->entry[i].value, dim, si, text);
}

double nd_quantity_unit(double value, enum nd_dim dim, bool si, char name[16])
{
    static const char *const prefix[] = {"f", "p", "n", "u", "m", "", "k", "M", "G", "T", "P"};
    int i = 5;
    double unit = 1;
    name[0] = 0;
    if (!si || dim == ND_DIM_NONE || dim >= ND_DIM_RATE) return 1;
    const int highest = dim == ND_DIM_FREQUENCY ? 10 : dim == ND_DIM_LENGTH ? 6 : 5;
    for (; i < highest && fabs(value) >= 999.95 * unit; i++) unit *= 1000;
    for (; i > 0 && value != 0 && fabs(value) < 0.99995 * unit; i--) unit /= 1000;
    nd_format(name, 16, "%s%s", prefix[i], nd_dim_si(dim));
    return unit;
}

const char *nd_quantity_text(double value, enum nd_dim dim, bool si, char out[32])
{
    char name[16];
    const double unit = nd_quantity_unit(value, dim, si, name);
    nd_format(out, 32, *name ? "%.4g %s" : "%.4g", value / unit, name);
    return out;
}
