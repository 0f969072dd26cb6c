/* Results as JSON, for scripts: --json FILE. A FILE of "-" is standard output, which then has nothing else on it.
 *
 * args_read calls json_begin. A command fills a struct json: json_start, members, json_finish, which writes it; and
 * json_drop instead after a failure. Numbers that are not finite are null, as JSON has none of them. */
#ifndef JSON_H
#define JSON_H

#include <stdio.h>
#include "options.h"

struct json {
    FILE *to;
    char *text;
    size_t length;
    int depth, failed;
    char closing[16]; /* of the objects and arrays that are open */
    int members[16];  /* so far, in each of these */
};

/* Hides all text on standard output if --quiet or --json - is given, and checks that FILE can be written. */
int json_begin(const struct args *args);

/* Begins the object; does nothing, as all that follows, if there is no --json. */
void json_start(struct json *json, const struct args *args);
/* Members of objects; elements of arrays if key is null. */
void json_object(struct json *json, const char *key);
void json_array(struct json *json, const char *key);
void json_close(struct json *json);
void json_text(struct json *json, const char *key, const char *text); /* null for a null pointer */
void json_number(struct json *json, const char *key, double value);
void json_whole(struct json *json, const char *key, long long value);
void json_truth(struct json *json, const char *key, int value);
void json_numbers(struct json *json, const char *key, int n, const double *values);
void json_texts(struct json *json, const char *key, int n, const char *const *texts);
/* Closes the object and writes it. */
int json_finish(struct json *json, const struct args *args);
void json_drop(struct json *json);
/* Writes text that is JSON already. */
int json_write(const struct args *args, const char *text, size_t n);

/* The output of nudge check (preflight_json.c), and a member that says how a run ended (run_json.c). */
void preflight_json(struct json *json, const nudge_problem *problem, nudge_solver *solver,
                    const nudge_preflight *preflight);
void run_json(struct json *json, const char *key, nudge_solver *solver, int status);
void json_element(struct json *json, const nudge_element *element);

#endif
