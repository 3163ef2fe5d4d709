/* Clauses of a format (%s %d %.3f ...) against the types of its arguments, in cel-go's words. */
#include "expr/check/literals.h"

#define KIND(kind) LS_BIT(LS_CEL_##kind)
#define WHOLE      (KIND(INT) | KIND(UINT))

/* The kinds that a clause takes besides dyn, and the error for all others. */
static const struct clause {
    char letter;
    unsigned kinds;
    const char *says;
} clauses[] = {
    {'s',
     WHOLE | KIND(LIST) | KIND(MAP) | KIND(DOUBLE) | KIND(BOOL) | KIND(STRING) | KIND(TIMESTAMP) |
         KIND(BYTES) | KIND(DURATION) | KIND(TYPE) | KIND(NULL),
     "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, "
     "durations, and timestamps"},
    {'d', WHOLE, "decimal clause can only be used on integers"},
    /* Text too: NaN and infinities are written as text. */
    {'f', KIND(DOUBLE) | KIND(STRING), "fixed-point clause can only be used on doubles"},
    {'e', KIND(DOUBLE) | KIND(STRING), "scientific clause can only be used on doubles"},
    {'b', WHOLE | KIND(BOOL), "only integers and bools can be formatted as binary"},
    {'x', WHOLE | KIND(STRING) | KIND(BYTES),
     "only integers, byte buffers, and strings can be formatted as hex"},
    {'X', WHOLE | KIND(STRING) | KIND(BYTES),
     "only integers, byte buffers, and strings can be formatted as hex"},
    {'o', WHOLE, "octal clause can only be used on integers"},
};

/* The state of reading a format. */
struct format {
    struct check *check;
    const struct ls_cel_node *call;
    struct ls_slice rest;
    size_t arg; /* of the next clause */
};

static const char *runtime_name(const struct ls_cel_type *type)
{
    static const char *const names[LS_CEL_KIND_COUNT] = {
        [LS_CEL_DYN] = "dyn",
        [LS_CEL_NULL] = "null_type",
        [LS_CEL_BOOL] = "bool",
        [LS_CEL_INT] = "int",
        [LS_CEL_UINT] = "uint",
        [LS_CEL_DOUBLE] = "double",
        [LS_CEL_STRING] = "string",
        [LS_CEL_BYTES] = "bytes",
        [LS_CEL_TIMESTAMP] = "google.protobuf.Timestamp",
        [LS_CEL_DURATION] = "google.protobuf.Duration",
        [LS_CEL_LIST] = "list",
        [LS_CEL_MAP] = "map",
        [LS_CEL_TYPE] = "type",
        [LS_CEL_OPTIONAL] = "optional_type",
    };
    return names[type->kind] ? names[type->kind] : type->name;
}

/* The first part of an argument that the clause cannot print; NULL: it can. */
static const struct ls_cel_node *misfit(struct check *check, const struct clause *clause,
                                        const struct ls_cel_node *node)
{
    const struct ls_cel_type *type = ls_check_type(check, node);
    if (!ls_type_is_dyn(type) && !(clause->kinds & LS_BIT(type->kind)))
        return node;
    bool has_parts = node->kind == LS_CEL_NODE_LIST || node->kind == LS_CEL_NODE_MAP;
    for (size_t i = 0; has_parts && clause->letter == 's' && i < node->entries.count; i++) {
        const struct ls_cel_entry *entry = &node->entries.at[i];
        const struct ls_cel_node *found = entry->key ? misfit(check, clause, entry->key) : NULL;
        if (!found)
            found = misfit(check, clause, entry->value);
        if (found)
            return found;
    }
    return NULL;
}

static bool fails(const struct format *format, const char *text)
{
    ls_cel_issue_add(format->check->issues, format->call->offset, "%s", text);
    return false;
}

static bool digits_fail(const struct format *format, struct ls_slice digits, const char *why)
{
    ls_cel_issue_add(format->check->issues, format->call->offset,
                     "could not parse formatting clause: error while parsing precision: error "
                     "while converting precision to integer: strconv.Atoi: parsing \"%.*s\": %s",
                     LS_ARG(digits), why);
    return false;
}

/* .3 before a letter; false with an issue. */
static bool precision_skip(struct format *format)
{
    if (!ls_slice_starts(format->rest, "."))
        return true;
    struct ls_slice digits = ls_slice_from(format->rest, 1);
    size_t len = 0;
    while (len < digits.len && digits.at[len] >= '0' && digits.at[len] <= '9')
        len++;
    if (len == digits.len)
        return fails(format, "could not parse formatting clause: error while parsing precision: "
                             "could not find end of precision specifier");
    format->rest = ls_slice_from(digits, len);
    digits.len = len;
    int64_t value;
    if (len == 0)
        return digits_fail(format, digits, "invalid syntax");
    return ls_slice_to_i64(digits, &value) || digits_fail(format, digits, "value out of range");
}

static const struct clause *clause_find(char letter)
{
    for (size_t i = 0; i < LS_COUNT(clauses); i++) {
        if (clauses[i].letter == letter)
            return &clauses[i];
    }
    return NULL;
}

/* cel-go prints the byte as a character. */
static bool unknown_clause(const struct format *format, unsigned char letter)
{
    char text[3] = {(char)letter, 0, 0};
    if (letter >= 0x80) {
        text[0] = (char)(0xc0 | (letter >> 6));
        text[1] = (char)(0x80 | (letter & 0x3f));
    }
    ls_cel_issue_add(format->check->issues, format->call->offset,
                     "could not parse formatting clause: unrecognized formatting clause \"%s\"",
                     text);
    return false;
}

/* One clause behind its %; false with an issue. */
static bool clause_check(struct format *format)
{
    const struct ls_cel_node *args = format->call->call.args[0];
    if (format->rest.len == 0)
        return fails(format, "unexpected end of string");
    if (format->arg >= args->entries.count)
        return fails(format,
                     ls_arena_printf(format->check->arena, "index %zu out of range", format->arg));
    if (!precision_skip(format))
        return false;
    char letter = format->rest.at[0];
    const struct clause *clause = clause_find(letter);
    if (!clause)
        return unknown_clause(format, (unsigned char)letter);
    format->rest = ls_slice_from(format->rest, 1);
    const struct ls_cel_node *bad =
        misfit(format->check, clause, args->entries.at[format->arg++].value);
    if (!bad)
        return true;
    ls_cel_issue_add(format->check->issues, bad->offset,
                     "error during formatting: %s, was given %s", clause->says,
                     runtime_name(ls_check_type(format->check, bad)));
    return false;
}

void ls_check_format(struct check *check, const struct ls_cel_node *call)
{
    LS_ASSERT(call->kind == LS_CEL_NODE_CALL);
    struct format format = {check, call, call->call.target->literal.text, 0};
    while (format.rest.len > 0) {
        bool is_clause = format.rest.at[0] == '%';
        bool is_percent = ls_slice_starts(format.rest, "%%");
        format.rest = ls_slice_from(format.rest, is_percent ? 2 : 1);
        if (is_clause && !is_percent && !clause_check(&format))
            return;
    }
    size_t count = call->call.args[0]->entries.count;
    if (count > format.arg)
        ls_cel_issue_add(check->issues, call->offset,
                         "too many arguments supplied to string.format (expected %zu, got %zu)",
                         format.arg, count);
}
