/* Looks keys up in their table, and says what they hold. */
#include "problem/keys.h"

#include <string.h>

const char *nd_key_name(const struct nd_key *key)
{
    const char *dot = strrchr(key->path, '.');
    return dot ? dot + 1 : key->path;
}

const struct nd_key *nd_key_next(const struct nd_key *parent, const struct nd_key *after)
{
    size_t n = strlen(parent->path);
    for (const struct nd_key *key = (after ? after : parent) + 1; key->path; key++) {
        if (strncmp(key->path, parent->path, n) || (n && key->path[n] != '.')) continue;
        if (!strchr(key->path + n + (n > 0), '.')) return key;
    }
    return NULL;
}

const struct nd_key *nd_key_child(const struct nd_key *parent, const char *name)
{
    const struct nd_key *key = NULL;
    while ((key = nd_key_next(parent, key)))
        if (!strcmp(nd_key_name(key), name)) return key;
    return parent->kind == ND_KEY_NAMES || parent->kind == ND_KEY_RECORDS ? nd_key_next(parent, NULL) : NULL;
}

int nd_choice_find(const char *choices, const char *text)
{
    size_t n = strlen(text);
    for (int place = 0;; place++) {
        size_t length = strcspn(choices, "|");
        if (length == n && !memcmp(choices, text, n)) return place;
        if (!choices[length]) return -1;
        choices += length + 1;
    }
}

double nd_length_metres(int place)
{
    static const double metres[] = {1e-9, 1e-6, 1e-3, 1e-2, 1, 1e3, 2.54e-5, 0.0254, 0.3048};
    return metres[place];
}

/* "natural or si" */
static void add_choices(struct nd_text *text, const char *choices)
{
    for (;;) {
        size_t n = strcspn(choices, "|");
        nd_text_add_bytes(text, choices, n);
        if (!choices[n]) return;
        choices += n + 1;
        nd_text_add(text, strchr(choices, '|') ? ", " : " or ");
    }
}

/* " from 1 to 9" */
static void add_range(struct nd_text *text, const struct nd_key *key)
{
    if (key->most >= 1e30)
        nd_text_add(text, ", %.15g or above", key->least);
    else if (key->most > 0)
        nd_text_add(text, " from %.15g to %.15g", key->least, key->most);
}

void nd_key_describe(const struct nd_key *key, struct nd_text *text)
{
    switch (key->kind) {
    case ND_KEY_MAP: nd_text_add(text, "a map"); break;
    case ND_KEY_NAMES:
    case ND_KEY_RECORDS: nd_text_add(text, "a map of names"); break;
    case ND_KEY_WORDS: nd_text_add(text, "a list of names"); break;
    case ND_KEY_MAPS: nd_text_add(text, "a map, or a list of maps"); break;
    case ND_KEY_LIST: nd_text_add(text, "a list of maps"); break;
    case ND_KEY_MEDIUM: nd_text_add(text, "a number, or three or six as [xx, yy, zz, yz, xz, xy]"); break;
    case ND_KEY_NUMBERS:
        nd_text_add(text, "a list of %s", nd_dim_many(key->dim));
        add_range(text, key);
        break;
    case ND_KEY_TEXT: nd_text_add(text, "%s", key->what ? key->what : "a string"); break;
    case ND_KEY_EXPRESSION:
        nd_text_add(text, "an expression in %s",
                    key->most > 1   ? "t"
                    : key->most > 0 ? "x, y, z, xc, yc, zc, t"
                                    : "x, y, z, xc, yc, zc");
        break;
    case ND_KEY_CHOICE: add_choices(text, key->choices); break;
    case ND_KEY_AXES:
        nd_text_add(text, "a list of ");
        add_choices(text, key->choices);
        break;
    case ND_KEY_NUMBER:
        nd_text_add(text, "%s", nd_dim_one(key->dim));
        add_range(text, key);
        break;
    case ND_KEY_NOTNEGATIVE: nd_text_add(text, "%s, 0 or above", nd_dim_one(key->dim)); break;
    case ND_KEY_POSITIVE:
        nd_text_add(text, "%s above 0", nd_dim_one(key->dim));
        if (key->most > 0) nd_text_add(text, ", at most %.15g", key->most);
        break;
    case ND_KEY_SCALE:
        nd_text_add(text, "a number above 0, or ");
        add_choices(text, key->choices);
        break;
    case ND_KEY_INTEGER:
    case ND_KEY_COUNT:
        nd_text_add(text, "a whole number");
        add_range(text, key);
        break;
    case ND_KEY_VECTOR: nd_text_add(text, "three %s, as [x, y, z]", nd_dim_many(key->dim)); break;
    case ND_KEY_TENSOR: nd_text_add(text, "six numbers, as [xx, yy, zz, yz, xz, xy]"); break;
    case ND_KEY_SIZES:
        nd_text_add(text, "three %s above 0, as [x, y, z]", nd_dim_many(key->dim));
        break;
    case ND_KEY_COUNTS:
        nd_text_add(text, "three whole numbers");
        add_range(text, key);
        nd_text_add(text, ", as [nx, ny, nz]");
        break;
    }
}
