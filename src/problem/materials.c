/* Materials of a problem: constants of the law, poles and loss tangents. */
#include <stdlib.h>
#include <string.h>
#include "base/format.h"
#include "base/memory.h"
#include "problem/keys.h"

static double number(const struct nd_node *node)
{
    double v = 0;
    if (node) nd_node_number(node, &v);
    return v;
}

/* In SI units, where it has a unit. */
static double quantity(const struct nd_node *node, enum nd_dim dim)
{
    double v = 0;
    if (node) nd_quantity_value(node, dim, &v);
    return v;
}

static struct nd_pole decode_pole(const struct nd_entry *one, int line)
{
    const struct nd_node *map = one->value;
    struct nd_pole pole = {.line = one->line ? one->line : line};
    pole.strength = number(nd_node_get(map, "strength"));
    if (!strcmp(one->key, "drude")) {
        pole.kind = ND_POLE_DRUDE;
        pole.frequency = quantity(nd_node_get(map, "plasma"), ND_DIM_FREQUENCY);
        pole.rate = quantity(nd_node_get(map, "collision"), ND_DIM_RATE);
    } else if (!strcmp(one->key, "lorentz")) {
        pole.kind = ND_POLE_LORENTZ;
        pole.frequency = quantity(nd_node_get(map, "frequency"), ND_DIM_FREQUENCY);
        pole.rate = quantity(nd_node_get(map, "damping"), ND_DIM_RATE);
        pole.tilt = quantity(nd_node_get(map, "tilt"), ND_DIM_RATE);
    } else {
        pole.kind = ND_POLE_DEBYE;
        pole.time = quantity(nd_node_get(map, "relaxation"), ND_DIM_TIME);
    }
    return pole;
}

static void decode_poles(struct nd_material *material, const struct nd_node *list, bool magnetic)
{
    for (size_t i = 0; list && i < list->n; i++) {
        struct nd_pole *pole = &material->pole[material->npoles++];
        *pole = decode_pole(&list->entry[i].value->entry[0], material->line);
        pole->magnetic = magnetic;
    }
}

static void decode_losses(struct nd_material *material, const struct nd_entry *entry)
{
    material->loss_line = entry->line;
    material->loss_tangent = number(nd_node_get(entry->value, "value"));
    material->loss_at = quantity(nd_node_get(entry->value, "at"), ND_DIM_FREQUENCY);
}

/* end: added to the name. */
static int decode_constant(struct nd_material *material, const struct nd_entry *from, const char *end,
                           const struct nd_node *value)
{
    int status = 0;
    struct nd_constant *constant = &material->constant[material->nconstants++];
    char name[256];
    nd_format(name, sizeof name, "%.200s%s", from->key, end);
    STRDUP(constant->name, name);
    constant->value = quantity(value, strcmp(name, "sigma") ? ND_DIM_NONE : ND_DIM_CONDUCTIVITY);
    constant->line = from->line;
done:
    return status;
}

/* Three or six constants, epsilon_xx ...; those not given are 0. */
static int decode_tensor(struct nd_material *material, const struct nd_entry *from)
{
    int status = 0;
    static const char *const ends[] = {"_xx", "_yy", "_zz", "_yz", "_xz", "_xy"};
    material->tensor = true;
    for (size_t i = 0; i < from->value->n; i++)
        TRY(decode_constant(material, from, ends[i], from->value->entry[i].value));
done:
    return status;
}

int nd_material_decode(struct nd_material *material, const struct nd_entry *entry)
{
    int status = 0;
    const struct nd_node *poles = nd_node_get(entry->value, "poles"),
                         *magnetic = nd_node_get(entry->value, "magnetic_poles");
    STRDUP(material->name, entry->key);
    material->line = entry->line;
    ALLOC(material->constant, entry->value->n + 12);
    ALLOC(material->pole, (poles ? poles->n : 0) + (magnetic ? magnetic->n : 0));
    decode_poles(material, poles, false);
    decode_poles(material, magnetic, true);
    for (size_t i = 0; i < entry->value->n; i++) {
        const struct nd_entry *from = &entry->value->entry[i];
        const bool list = from->value->kind == ND_SEQUENCE, medium = !strcmp(from->key, "epsilon") || !strcmp(from->key, "mu");
        if (from->value->kind == ND_SCALAR) TRY(decode_constant(material, from, "", from->value));
        if (list && medium) TRY(decode_tensor(material, from));
        if (!strcmp(from->key, "loss_tangent")) decode_losses(material, from);
    }
done:
    return status;
}

void nd_material_clear(struct nd_material *material)
{
    for (int i = 0; i < material->nconstants; i++) free(material->constant[i].name);
    free(material->constant);
    free(material->pole);
    free(material->name);
}
