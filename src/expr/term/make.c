/* Constructors of terms. */
#include "expr/term/term.h"

#include <stdarg.h>

struct ls_term ls_term_null(void)
{
    return (struct ls_term){.kind = LS_TERM_NULL};
}

struct ls_term ls_term_bool(bool truth)
{
    return (struct ls_term){.kind = LS_TERM_BOOL, .truth = truth};
}

struct ls_term ls_term_int(int64_t integer)
{
    return (struct ls_term){.kind = LS_TERM_INT, .integer = integer};
}

struct ls_term ls_term_uint(uint64_t natural)
{
    return (struct ls_term){.kind = LS_TERM_UINT, .natural = natural};
}

struct ls_term ls_term_double(double real)
{
    return (struct ls_term){.kind = LS_TERM_DOUBLE, .real = real};
}

struct ls_term ls_term_string(struct ls_slice text)
{
    return (struct ls_term){.kind = LS_TERM_STRING, .text = text};
}

struct ls_term ls_term_bytes(struct ls_slice bytes)
{
    return (struct ls_term){.kind = LS_TERM_BYTES, .text = bytes};
}

struct ls_term ls_term_timestamp(struct ls_time time)
{
    return (struct ls_term){.kind = LS_TERM_TIMESTAMP, .time = time};
}

struct ls_term ls_term_duration(int64_t ns)
{
    return (struct ls_term){.kind = LS_TERM_DURATION, .duration_ns = ns};
}

struct ls_term ls_term_type(const struct ls_cel_type *type)
{
    LS_ASSERT(type);
    return (struct ls_term){.kind = LS_TERM_TYPE, .type = type};
}

struct ls_term ls_term_none(void)
{
    return (struct ls_term){.kind = LS_TERM_OPTIONAL, .optional = NULL};
}

struct ls_term ls_term_some(struct ls_arena *arena, struct ls_term term)
{
    struct ls_term *held = LS_ARENA_NEW(arena, struct ls_term);
    *held = term;
    return (struct ls_term){.kind = LS_TERM_OPTIONAL, .optional = held};
}

struct ls_term ls_term_opaque(const struct ls_opaque_class *class_, const void *value)
{
    LS_ASSERT(class_);
    return (struct ls_term){.kind = LS_TERM_OPAQUE, .opaque = {class_, value}};
}

struct ls_term ls_term_error(struct ls_arena *arena, const char *format, ...)
{
    struct ls_cel_failure *failure = LS_ARENA_NEW(arena, struct ls_cel_failure);
    va_list args;
    va_start(args, format);
    failure->text = ls_arena_vprintf(arena, format, args);
    va_end(args);
    return (struct ls_term){.kind = LS_TERM_ERROR, .failure = failure};
}

struct ls_term ls_term_no_overload(struct ls_arena *arena)
{
    return ls_term_error(arena, "no such overload");
}

const struct ls_cel_type *ls_term_type_of(struct ls_term term)
{
    LS_ASSERT(term.kind < LS_TERM_KIND_COUNT);
    static const struct ls_cel_type error = {.kind = LS_CEL_ERROR, .size_max = UINT64_MAX};
    static const struct ls_cel_type *const plain[LS_TERM_KIND_COUNT] = {
        [LS_TERM_NULL] = &ls_cel_null,
        [LS_TERM_BOOL] = &ls_cel_bool,
        [LS_TERM_INT] = &ls_cel_int,
        [LS_TERM_UINT] = &ls_cel_uint,
        [LS_TERM_DOUBLE] = &ls_cel_double,
        [LS_TERM_STRING] = &ls_cel_string,
        [LS_TERM_BYTES] = &ls_cel_bytes,
        [LS_TERM_TIMESTAMP] = &ls_cel_timestamp,
        [LS_TERM_DURATION] = &ls_cel_duration,
        [LS_TERM_LIST] = &ls_cel_any_list,
        [LS_TERM_MAP] = &ls_cel_any_map,
        [LS_TERM_TYPE] = &ls_cel_any_type,
        [LS_TERM_OPTIONAL] = &ls_cel_any_optional,
        [LS_TERM_ERROR] = &error,
    };
    return term.kind == LS_TERM_OPAQUE ? term.opaque.class_->type : plain[term.kind];
}
