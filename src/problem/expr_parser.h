/* muParser for C. Its C++ exceptions, std::bad_alloc included, are caught here. An nd_parser may be used
 * by one thread at a time. */
#ifndef ND_EXPR_PARSER_H
#define ND_EXPR_PARSER_H

#ifdef __cplusplus
extern "C" {
#endif

struct nd_parser;

struct nd_parser_error {
    char message[256]; /* cut if longer */
    int position;      /* in the text, from 0 */
};

/* names: the variables, ended by null. values: read at each evaluation. Returns 0 or a NUDGE_E code with
 * the reason in *error; nothing is recorded for nudge_error. */
int nd_parser_create(struct nd_parser **parser, const char *text, const char *const *names, double *values,
                     struct nd_parser_error *error);
int nd_parser_eval(struct nd_parser *parser, double *result, struct nd_parser_error *error);
void nd_parser_destroy(struct nd_parser *parser);

#ifdef __cplusplus
}
#endif
#endif
