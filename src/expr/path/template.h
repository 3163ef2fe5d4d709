#pragma once
/*
 * A JSONPath template, as kubectl's -o jsonpath takes one: text, and in braces what to print there.
 *
 *     {.metadata.name}: {.status.conditions[?(@.type=="Ready")].status}{"\n"}
 *     {range .items[*]}{.metadata.name}{"\t"}{.spec['nodeName','hostname']}{"\n"}{end}
 *
 * It reads what client-go reads, prints what client-go prints and fails with its words; what is
 * different on purpose stands in docs/manual/expressions.md. Members of a map come in the order in
 * which the object has them (client-go's order is another each time).
 *
 * A template is compiled once, immutable, and lives in the arena it was made in: it may be run any
 * number of times, from any thread. A run ends within LS_JSONPATH_WORK_MAX steps, or says so.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "value/node.h"

struct ls_jsonpath_template;

/* All zero is kubectl's -o jsonpath as it comes. */
struct ls_jsonpath_options {
    bool refuses_missing; /* a key that nothing has is an error; else it gives nothing */
    bool is_json;         /* prints each part as an indented JSON list (-o jsonpath-as-json) */
    size_t work_max;      /* 0: LS_JSONPATH_WORK_MAX */
};

/* *mistake_at (may be NULL), on failure, is where in the text the mistake is, as a count of bytes:
 * of what is not closed, where it opens. */
enum ls_code ls_jsonpath_template_compile(struct ls_arena *arena, struct ls_slice text,
                                          const struct ls_jsonpath_template **out,
                                          size_t *mistake_at, struct ls_err *err);
/* A path with or without braces and leading dot, as custom columns and --sort-by take it
 * (`a.b`, `.a.b`, `{a.b}`), as the template `{.a.b}`. */
enum ls_code ls_jsonpath_template_relax(struct ls_arena *arena, struct ls_slice text,
                                        struct ls_slice *out, struct ls_err *err);
/* Is it one path in braces and nothing else? If not, *at is where text, a word or a number is. */
bool ls_jsonpath_template_is_path(const struct ls_jsonpath_template *source, size_t *at);

/* Adds to out; on failure out is as it was. `options` may be NULL; `mistake_at` as above. */
enum ls_code ls_jsonpath_template_print(const struct ls_jsonpath_template *source,
                                        struct ls_node root,
                                        const struct ls_jsonpath_options *options,
                                        struct ls_buf *out, size_t *mistake_at, struct ls_err *err);
/* The results themselves, in order; `part` counts what was printed between braces, text and each
 * turn of a range included. Nothing is given on failure. */
typedef void (*ls_jsonpath_result_fn)(void *self, size_t part, struct ls_node value);
enum ls_code ls_jsonpath_template_find(const struct ls_jsonpath_template *source,
                                       struct ls_node root,
                                       const struct ls_jsonpath_options *options,
                                       ls_jsonpath_result_fn fn, void *self, size_t *mistake_at,
                                       struct ls_err *err);
