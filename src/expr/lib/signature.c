/* Reads the signatures of the tables (library.h). */
#include "expr/lib/library.h"

#include <string.h>

#include "expr/lib/types.h"

/* Signatures are our own text: unexpected characters are failed assertions. */
struct signature_reader {
    struct ls_arena *arena;
    const char *at;
};

static void reader_skip(struct signature_reader *reader, char c)
{
    LS_ASSERT(*reader->at == c);
    reader->at++;
}

static bool reader_has(struct signature_reader *reader, char c)
{
    if (*reader->at != c)
        return false;
    reader->at++;
    return true;
}

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Names may hold dots; the dot in `string.(int) string` is none of them. */
static struct ls_slice read_name(struct signature_reader *reader)
{
    const char *start = reader->at;
    while (is_name_char(*reader->at) || (*reader->at == '.' && reader->at[1] != '('))
        reader->at++;
    LS_ASSERT(reader->at > start);
    return (struct ls_slice){start, (size_t)(reader->at - start)};
}

static const struct ls_cel_type *param_of(struct ls_arena *arena, struct ls_slice name)
{
    struct ls_cel_type *type = LS_ARENA_NEW(arena, struct ls_cel_type);
    *type = (struct ls_cel_type){
        .kind = LS_CEL_PARAM, .name = ls_arena_dup(arena, name), .size_max = UINT64_MAX};
    return type;
}

static const struct ls_cel_type *type_type_of(struct ls_arena *arena,
                                              const struct ls_cel_type *item)
{
    struct ls_cel_type *type = LS_ARENA_NEW(arena, struct ls_cel_type);
    *type = (struct ls_cel_type){.kind = LS_CEL_TYPE, .item = item, .size_max = UINT64_MAX};
    return type;
}

static const struct ls_cel_type *read_type(struct signature_reader *reader);

/* list(T), map(K, V), optional(T), type(T), from after the parenthesis. */
static const struct ls_cel_type *read_made_of(struct signature_reader *reader, struct ls_slice name)
{
    const struct ls_cel_type *first = read_type(reader);
    const struct ls_cel_type *made = NULL;
    if (ls_slice_is(name, "list"))
        made = ls_cel_list_of(reader->arena, first);
    else if (ls_slice_is(name, "optional"))
        made = ls_cel_optional_of(reader->arena, first);
    else if (ls_slice_is(name, "type"))
        made = type_type_of(reader->arena, first);
    else if (ls_slice_is(name, "map")) {
        reader_skip(reader, ',');
        reader_skip(reader, ' ');
        made = ls_cel_map_of(reader->arena, first, read_type(reader));
    }
    LS_ASSERT(made);
    reader_skip(reader, ')');
    return made;
}

static const struct ls_cel_type *read_type(struct signature_reader *reader)
{
    struct ls_slice name = read_name(reader);
    if (reader_has(reader, '('))
        return read_made_of(reader, name);
    if (name.len == 1)
        return param_of(reader->arena, name);
    const struct ls_cel_type *type = ls_cel_type_short(name);
    LS_ASSERT(type);
    return type;
}

static void signature_add(struct ls_cel_signature *out, const struct ls_cel_type *type)
{
    LS_ASSERT(out->arg_count < LS_CEL_ARGS_MAX);
    out->args[out->arg_count++] = type;
}

void ls_cel_signature_read(struct ls_arena *arena, const char *text, struct ls_cel_signature *out)
{
    struct signature_reader reader = {arena, text};
    *out = (struct ls_cel_signature){0};
    if (!reader_has(&reader, '(')) {
        out->is_member = true;
        signature_add(out, read_type(&reader));
        reader_skip(&reader, '.');
        reader_skip(&reader, '(');
    }
    while (!reader_has(&reader, ')')) {
        signature_add(out, read_type(&reader));
        if (reader_has(&reader, ','))
            reader_skip(&reader, ' ');
    }
    reader_skip(&reader, ' ');
    out->result = read_type(&reader);
    LS_ASSERT(*reader.at == '\0');
}
