/* Builds the JSON of a term (ls_term_build). */
#include "expr/term/term.h"

#include <math.h>

#include "expr/limits.h"
#include "value/base64.h"
#include "value/build.h"
#include "value/go_text.h"
#include "value/limits.h"

/* A term that has no JSON is built as null, so that the tape is complete in any case. */
struct builder {
    struct ls_build *out;
    uint64_t steps_left;
    unsigned depth;
    bool has_failed;
};

static void build(struct builder *builder, struct ls_term term);

static void build_failed(struct builder *builder)
{
    builder->has_failed = true;
    ls_build_null(builder->out);
}

static void build_bytes(struct ls_build *out, struct ls_term term)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (term.is_from_node)
        ls_buf_add_slice(&text, term.text);
    else
        ls_base64_encode(&text, term.text, LS_BASE64_STANDARD);
    ls_build_string(out, ls_buf_slice(&text));
}

static void build_time(struct ls_build *out, struct ls_time time)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_time_print_nano(&text, time);
    ls_build_string(out, ls_buf_slice(&text));
}

static void build_duration(struct ls_build *out, int64_t ns)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_term_print_seconds(&text, ns);
    ls_build_string(out, ls_buf_slice(&text));
}

static void build_double(struct builder *builder, double real)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!isfinite(real)) {
        build_failed(builder);
        return;
    }
    ls_go_print_double(&text, real);
    ls_build_number(builder->out, ls_buf_slice(&text));
}

static void build_uint(struct ls_build *out, uint64_t natural)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%llu", (unsigned long long)natural);
    ls_build_number(out, ls_buf_slice(&text));
}

static void build_list(struct builder *builder, struct ls_term list)
{
    ls_build_list(builder->out);
    for (struct ls_term_iter it = ls_term_iter(list); ls_term_next(&it) && !builder->has_failed;)
        build(builder, it.value);
    ls_build_end(builder->out);
}

/* Keys become text as string() gives it. */
static void build_key(struct ls_build *out, struct ls_term key)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (key.kind == LS_TERM_STRING)
        ls_buf_add_slice(&text, key.text);
    else if (key.kind == LS_TERM_UINT)
        ls_buf_printf(&text, "%llu", (unsigned long long)key.natural);
    else
        ls_term_print(&text, key);
    ls_build_key(out, ls_buf_slice(&text));
}

static void build_map(struct builder *builder, struct ls_term map)
{
    ls_build_map(builder->out);
    for (struct ls_term_iter it = ls_term_iter(map); ls_term_next(&it) && !builder->has_failed;) {
        build_key(builder->out, it.key);
        build(builder, it.value);
    }
    size_t member;
    struct ls_slice key;
    if (ls_build_repeats(builder->out, &member, &key)) /* {1: a, '1': b} */
        builder->has_failed = true;
    ls_build_end(builder->out);
}

static void build_term(struct builder *builder, struct ls_term term)
{
    switch (term.kind) {
    case LS_TERM_NULL:
        ls_build_null(builder->out);
        return;
    case LS_TERM_BOOL:
        ls_build_bool(builder->out, term.truth);
        return;
    case LS_TERM_INT:
        ls_build_int(builder->out, term.integer);
        return;
    case LS_TERM_UINT:
        build_uint(builder->out, term.natural);
        return;
    case LS_TERM_DOUBLE:
        build_double(builder, term.real);
        return;
    case LS_TERM_STRING:
        ls_build_string(builder->out, term.text);
        return;
    case LS_TERM_BYTES:
        build_bytes(builder->out, term);
        return;
    case LS_TERM_TIMESTAMP:
        build_time(builder->out, term.time);
        return;
    case LS_TERM_DURATION:
        build_duration(builder->out, term.duration_ns);
        return;
    case LS_TERM_LIST:
        build_list(builder, term);
        return;
    case LS_TERM_MAP:
        build_map(builder, term);
        return;
    default:
        build_failed(builder);
        return;
    }
}

static void build(struct builder *builder, struct ls_term term)
{
    if (builder->steps_left == 0 || builder->depth == LS_DEPTH_MAX) {
        build_failed(builder);
        return;
    }
    builder->steps_left--;
    builder->depth++;
    build_term(builder, term);
    builder->depth--;
}

bool ls_term_build(struct ls_build *out, struct ls_term term)
{
    struct builder builder = {.out = out, .steps_left = LS_TERM_PRINT_STEPS_MAX};
    build(&builder, term);
    return !builder.has_failed;
}
