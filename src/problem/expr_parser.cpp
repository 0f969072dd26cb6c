/* The only C++ file. muParser's own C interface is not safe when memory is out: it lets some exceptions
 * pass, and where it catches one it allocates again. */
#include "problem/expr_parser.h"

#include <muParser.h>
#include <cmath>
#include <cstring>
#include <exception>
#include <new>
#include "nudge.h"

struct nd_parser {
    mu::Parser parser;
};

static int fail(nd_parser_error *error, int code, const char *message, int position)
{
    std::strncpy(error->message, message, sizeof error->message - 1);
    error->message[sizeof error->message - 1] = 0;
    error->position = position;
    return code;
}

/* The exception being handled, as an error code. Takes no memory. */
static int translate(nd_parser_error *error) noexcept
{
    try {
        throw;
    } catch (const mu::ParserError &e) {
        return fail(error, NUDGE_EVALUE, e.GetMsg().c_str(), static_cast<int>(e.GetPos()));
    } catch (const std::bad_alloc &) {
        return fail(error, NUDGE_ENOMEM, "out of memory", 0);
    } catch (const std::exception &e) {
        return fail(error, NUDGE_EINTERNAL, e.what(), 0);
    } catch (...) {
        return fail(error, NUDGE_EINTERNAL, "muParser failed", 0);
    }
}

static void define_names(mu::Parser &parser, const char *const *names, double *values)
{
    using one = double (*)(double);
    using two = double (*)(double, double);
    for (int i = 0; names[i]; i++) parser.DefineVar(names[i], &values[i]);
    /* muParser's own _pi has 12 digits in some versions. */
    parser.DefineConst("_pi", M_PI);
    parser.DefineConst("pi", M_PI);
    parser.DefineConst("_e", M_E);
    parser.DefineConst("e", M_E);
    parser.DefineFun("floor", static_cast<one>(std::floor), true);
    parser.DefineFun("ceil", static_cast<one>(std::ceil), true);
    parser.DefineFun("pow", static_cast<two>(std::pow), true);
}

int nd_parser_create(nd_parser **parser, const char *text, const char *const *names, double *values,
                     nd_parser_error *error)
{
    nd_parser *p = nullptr;
    try {
        p = new nd_parser;
        define_names(p->parser, names, values);
        p->parser.SetExpr(text);
        *parser = p;
        return 0;
    } catch (...) {
        delete p;
        return translate(error);
    }
}

int nd_parser_eval(nd_parser *parser, double *result, nd_parser_error *error)
{
    try {
        *result = parser->parser.Eval();
        return 0;
    } catch (...) {
        return translate(error);
    }
}

void nd_parser_destroy(nd_parser *parser)
{
    delete parser;
}
