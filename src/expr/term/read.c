/* Reads a term from a node of a tape, by the type that the schema gives it. */
#include "expr/term/term.h"

#include "value/base64.h"
#include "value/duration.h"

static struct ls_term error_absent(void)
{
    static const struct ls_cel_failure absent = {.text =
                                                     "no such attribute(s): value is not there"};
    return (struct ls_term){.kind = LS_TERM_ERROR, .failure = &absent};
}

static struct ls_term container_of_node(enum ls_term_kind kind, struct ls_node node,
                                        const struct ls_cel_type *lens)
{
    return (struct ls_term){
        .kind = (uint8_t)kind, .is_from_node = true, .from = {.node = node, .lens = lens}};
}

/* A date alone is midnight in UTC, as the format `date` of a schema is read. */
static bool time_read(struct ls_slice text, struct ls_time *out)
{
    char day[] = "0000-00-00T00:00:00Z";
    if (text.len != 10)
        return ls_time_parse(text, out, NULL) == LS_OK;
    for (size_t i = 0; i < text.len; i++)
        day[i] = text.at[i];
    return ls_time_parse(ls_slice_of(day), out, NULL) == LS_OK;
}

/* Text by the format that the schema gives; text that does not have it stays text. */
static struct ls_term string_of_node(struct ls_slice text, const struct ls_cel_type *lens)
{
    struct ls_time time;
    int64_t ns;
    switch (lens ? lens->kind : LS_CEL_DYN) {
    case LS_CEL_TIMESTAMP:
        if (time_read(text, &time))
            return ls_term_timestamp(time);
        break;
    case LS_CEL_DURATION:
        if (ls_duration_parse(text, &ns, NULL) == LS_OK)
            return ls_term_duration(ns);
        break;
    case LS_CEL_BYTES:
        return (struct ls_term){.kind = LS_TERM_BYTES, .is_from_node = true, .text = text};
    default:
        break;
    }
    return ls_term_string(text);
}

/* A number with a point, with an exponent or past int64 is a double whatever the schema says. */
static struct ls_term int_of_node(int64_t integer, const struct ls_cel_type *lens)
{
    if (lens && lens->kind == LS_CEL_DOUBLE)
        return ls_term_double((double)integer);
    if (lens && lens->kind == LS_CEL_UINT && integer >= 0)
        return ls_term_uint((uint64_t)integer);
    return ls_term_int(integer);
}

struct ls_term ls_term_of_node(struct ls_node node, const struct ls_cel_type *lens)
{
    switch (ls_node_type(node)) {
    case LS_TYPE_NULL:
        return ls_term_null();
    case LS_TYPE_BOOL:
        return ls_term_bool(ls_node_bool(node, false));
    case LS_TYPE_INT:
        return int_of_node(ls_node_int(node, 0), lens);
    case LS_TYPE_NUMBER:
        return ls_term_double(ls_node_double(node, 0));
    case LS_TYPE_STRING:
        return string_of_node(ls_node_string(node), lens);
    case LS_TYPE_LIST:
        return container_of_node(LS_TERM_LIST, node, lens);
    case LS_TYPE_MAP:
        return container_of_node(LS_TERM_MAP, node, lens);
    case LS_TYPE_ABSENT:
        break;
    }
    return error_absent();
}

struct ls_term ls_term_decoded(struct ls_arena *arena, struct ls_term bytes)
{
    LS_ASSERT(bytes.kind == LS_TERM_BYTES);
    LS_ASSERT(bytes.is_from_node);
    struct ls_buf plain LS_AUTO(ls_buf_release) = {0};
    if (ls_base64_decode(bytes.text, LS_BASE64_LOOSE, &plain, NULL))
        return ls_term_error(arena, "the value is not base64, as its schema says it is");
    return ls_term_bytes(ls_arena_slice(arena, ls_buf_slice(&plain)));
}
