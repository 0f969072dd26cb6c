#include "problem/expr_scan.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/format.h"
#include "base/text.h"
#include "problem/yaml.h"

/* muParser itself takes less than 20000 characters. */
enum { MOST_CHARACTERS = 16384, MOST_PARENTHESES = 200, MOST_ARGUMENTS = 100 };

const char *const nd_expr_variables[ND_VARIABLES + 1] = {"x", "y", "z", "xc", "yc", "zc", "t", NULL};

static const struct name {
    const char *name;
    int least, most; /* arguments; 0: not a function */
} names[] = {
    {"x", 0, 0},
    {"y", 0, 0},
    {"z", 0, 0},
    {"xc", 0, 0},
    {"yc", 0, 0},
    {"zc", 0, 0},
    {"t", 0, 0},
    {"pi", 0, 0},
    {"e", 0, 0},
    {"_pi", 0, 0},
    {"_e", 0, 0},
    {"sin", 1, 1},
    {"cos", 1, 1},
    {"tan", 1, 1},
    {"asin", 1, 1},
    {"acos", 1, 1},
    {"atan", 1, 1},
    {"atan2", 2, 2},
    {"sinh", 1, 1},
    {"cosh", 1, 1},
    {"tanh", 1, 1},
    {"asinh", 1, 1},
    {"acosh", 1, 1},
    {"atanh", 1, 1},
    {"exp", 1, 1},
    {"log", 1, 1},
    {"ln", 1, 1},
    {"log2", 1, 1},
    {"log10", 1, 1},
    {"sqrt", 1, 1},
    {"pow", 2, 2},
    {"abs", 1, 1},
    {"sign", 1, 1},
    {"rint", 1, 1},
    {"floor", 1, 1},
    {"ceil", 1, 1},
    {"min", 1, MOST_ARGUMENTS},
    {"max", 1, MOST_ARGUMENTS},
    {"sum", 1, MOST_ARGUMENTS},
    {"avg", 1, MOST_ARGUMENTS},
};
enum { NAMES = sizeof names / sizeof *names };

/* An open parenthesis; level 0 is the text itself. */
struct level {
    const struct name *function; /* null: only grouping */
    int arguments;
    int questions; /* ? without : so far */
};

struct scan {
    const char *text, *p;
    int time;     /* 0: t may not be used; 1: it may; 2: it may, and coordinates may not */
    bool operand; /* a value is expected next, not an operator */
    bool sign;    /* the last character was a sign */
    struct level level[MOST_PARENTHESES + 1];
    int depth;
};

static int complain(const struct scan *s, const char *what)
{
    return nd_fail(NUDGE_EVALUE, __FILE__, __LINE__, "%s, at character %d of '%.120s'", what,
                   (int)(s->p - s->text) + 1, s->text);
}

static void skip_space(struct scan *s)
{
    s->p += strspn(s->p, " \t\r\n");
}

static bool is_place(const char *word)
{
    return strchr("xyz", word[0]) && (!word[1] || !strcmp(word + 1, "c"));
}

static int unknown_name(const struct scan *s, const char *word)
{
    const char *list[NAMES];
    int n = 0;
    struct nd_text all = {0};
    for (int i = 0; i < NAMES; i++) {
        if (!s->time && !strcmp(names[i].name, "t")) continue;
        if (s->time == 2 && is_place(names[i].name)) continue;
        list[n++] = names[i].name;
        nd_text_add(&all, " %s", names[i].name);
    }
    const char *near = nd_text_nearest(word, list, n);
    int status = nd_fail(NUDGE_EVALUE, __FILE__, __LINE__,
                         "unknown name '%s' at character %d of '%.120s'%s%s%s; there are:%s", word,
                         (int)(s->p - s->text) + 1, s->text, near ? ", did you mean '" : "", near ? near : "",
                         near ? "'?" : "", all.s ? all.s : "");
    nd_text_clear(&all);
    return status;
}

static int open_level(struct scan *s, const struct name *function)
{
    if (s->depth == MOST_PARENTHESES) return complain(s, "more than 200 parentheses inside each other");
    s->level[++s->depth] = (struct level){function, 1, 0};
    s->sign = false;
    s->p++;
    return 0;
}

static int take_name(struct scan *s)
{
    int status = 0, i = 0;
    char word[32];
    size_t n = 0;
    while (nd_is_alnum(s->p[n]) || s->p[n] == '_') n++;
    if (n >= sizeof word) TRY(complain(s, "a name is too long"));
    memcpy(word, s->p, n);
    word[n] = 0;
    if (s->time == 2 && is_place(word)) TRY(complain(s, "only t can be used here"));
    if (!strcmp(word, "t") && !s->time) TRY(complain(s, "t cannot be used here, where t = 0"));
    while (i < NAMES && strcmp(names[i].name, word)) i++;
    if (i == NAMES) TRY(unknown_name(s, word));
    s->p += n;
    s->operand = s->sign = false;
    if (!names[i].most) return 0;
    skip_space(s);
    if (*s->p != '(') TRY(complain(s, "a function needs its argument in parentheses"));
    s->operand = true;
    TRY(open_level(s, &names[i]));
done:
    return status;
}

static int take_number(struct scan *s)
{
    size_t whole = strspn(s->p, "0123456789"), n = whole;
    if (s->p[n] == '.') n += 1 + strspn(s->p + n + 1, "0123456789");
    if (n == 1 && !whole) return complain(s, "a point without digits");
    if (s->p[n] == 'e' || s->p[n] == 'E') {
        size_t sign = s->p[n + 1] == '+' || s->p[n + 1] == '-';
        size_t digits = strspn(s->p + n + 1 + sign, "0123456789");
        if (digits > 4) return complain(s, "a number is too large or too small");
        if (digits) n += 1 + sign + digits;
    }
    if (n > 64) return complain(s, "a number is longer than 64 characters");
    const double value = nd_number_parse(s->p, NULL);
    const char digit = s->p[strspn(s->p, ".0")];
    if (!isfinite(value)) return complain(s, "a number is too large");
    if (value == 0 && digit >= '1' && digit <= '9') return complain(s, "a number is too small");
    s->p += n;
    s->operand = s->sign = false;
    return 0;
}

static int take_operand(struct scan *s)
{
    char c = *s->p;
    if (nd_is_digit(c) || c == '.') return take_number(s);
    if (nd_is_alpha(c) || c == '_') return take_name(s);
    if (c == '(') return open_level(s, NULL);
    if ((c == '+' || c == '-') && s->sign) return complain(s, "two signs; put the second into parentheses");
    if (c == '+' || c == '-') {
        s->p++;
        s->sign = true;
        return 0;
    }
    if (c == '*' && s->p > s->text && s->p[-1] == '*')
        return complain(s, "powers are written with ^, not **");
    return complain(s, "a value is missing");
}

static int close_level(struct scan *s)
{
    const struct level *top = &s->level[s->depth];
    if (!s->depth) return complain(s, "a ) without its (");
    if (top->questions) return complain(s, "a ? without its :");
    if (top->function && (top->arguments < top->function->least || top->arguments > top->function->most))
        return nd_fail(NUDGE_EVALUE, __FILE__, __LINE__,
                       "%s takes %d argument%s, not %d, at character %d of '%.120s'", top->function->name,
                       top->function->most, top->function->most > 1 ? "s" : "", top->arguments,
                       (int)(s->p - s->text) + 1, s->text);
    s->depth--;
    s->p++;
    return 0;
}

static int take_comma(struct scan *s)
{
    struct level *top = &s->level[s->depth];
    if (!top->function) return complain(s, "a comma outside a function's arguments; one value is wanted");
    if (top->questions) return complain(s, "a ? without its :");
    if (++top->arguments > MOST_ARGUMENTS) return complain(s, "more than 100 arguments");
    s->p++;
    s->operand = true;
    return 0;
}

static int take_operator(struct scan *s)
{
    static const char *const two[] = {"<=", ">=", "==", "!=", "&&", "||"};
    struct level *top = &s->level[s->depth];
    char c = *s->p;
    if (c == ')') return close_level(s);
    if (c == ',') return take_comma(s);
    if (c == ':' && !top->questions) return complain(s, "a : without its ?");
    size_t n = strchr("+-*/^<>?:", c) ? 1 : 0;
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (!strncmp(s->p, two[i], 2)) n = 2;
    if (!n && c == '=') return complain(s, "nothing can be assigned with = (use == to compare)");
    if (!n && (nd_is_alnum(c) || strchr("_.(", c))) return complain(s, "an operator, such as *, is missing");
    if (!n) return complain(s, "a character that means nothing here");
    if (n == 1) top->questions += (c == '?') - (c == ':');
    s->p += n;
    s->operand = true;
    return 0;
}

int nd_expr_scan(const char *text, int time)
{
    int status = 0;
    struct scan s = {.text = text, .p = text, .time = time, .operand = true};
    if (strnlen(text, MOST_CHARACTERS + 1) > MOST_CHARACTERS)
        FAIL(NUDGE_EVALUE, "the expression is longer than %d characters", MOST_CHARACTERS);
    for (skip_space(&s); *s.p; skip_space(&s)) TRY(s.operand ? take_operand(&s) : take_operator(&s));
    if (s.p == text || text[strspn(text, " \t\r\n")] == 0) FAIL(NUDGE_EVALUE, "the expression is empty");
    if (s.operand) FAIL(NUDGE_EVALUE, "missing value at the end of the expression '%.120s'", text);
    if (s.depth) FAIL(NUDGE_EVALUE, "missing ')' at the end of the expression '%.120s'", text);
    if (s.level[0].questions) TRY(complain(&s, "a ? without its :"));
done:
    return status;
}
