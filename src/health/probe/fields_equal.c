/* `fieldsEqual`: two fields have equal values of the same type. */
#include "health/probe/kinds.h"

#include "base/utf8.h"
#include "health/limits.h"
#include "health/word/quote.h"
#include "value/go_text.h"
#include "value/lookup.h"

struct fields_equal {
    struct ls_slice field_a; /* as written */
    struct ls_slice field_b;
};

static enum ls_code fields_equal_compile(const struct ls_probe_make *make, const void **out,
                                         struct ls_err *err)
{
    struct fields_equal *self = LS_ARENA_NEW(make->arena, struct fields_equal);
    if (ls_probe_text(make, "fieldA", &self->field_a, err) ||
        ls_probe_text(make, "fieldB", &self->field_b, err))
        return err->code;
    *out = self;
    return LS_OK;
}

static struct ls_slice dots_trim(struct ls_slice text)
{
    while (text.len > 0 && text.at[0] == '.')
        text = ls_slice_from(text, 1);
    while (text.len > 0 && text.at[text.len - 1] == '.')
        text.len--;
    return text;
}

/* Names separated by dots, no lists, no escapes: a key that contains a dot cannot be reached. A
 * field that is null is present. */
static struct ls_node field_find(struct ls_node object, struct ls_slice path)
{
    struct ls_slice rest = dots_trim(path);
    struct ls_node found = object;
    do {
        struct ls_slice name = ls_slice_cut(rest, '.', &rest);
        found = ls_node_get(found, name);
    } while (rest.at && !ls_node_is_absent(found));
    return found;
}

/* Equal as Go compares values: an integer never equals a decimal, 1 is not 1.0. Recursion is
 * bounded by the depth of an object. */
static bool values_equal(struct ls_arena *arena, struct ls_node a, struct ls_node b)
{
    if (ls_node_type(a) != ls_node_type(b) || ls_node_count(a) != ls_node_count(b))
        return false;
    if (ls_node_type(a) == LS_TYPE_NUMBER)
        return ls_node_double(a, 0) == ls_node_double(b, 0);
    if (!ls_node_is_map(a) && !ls_node_is_list(a))
        return ls_node_equal(a, b);
    struct ls_lookup lookup = ls_lookup_of(arena, b);
    struct ls_iter other = ls_iter(b);
    LS_EACH (it, a) {
        (void)ls_next(&other);
        struct ls_node match = ls_node_is_map(a) ? ls_lookup_get(&lookup, it.key) : other.value;
        if (ls_node_is_absent(match) || !values_equal(arena, it.value, match))
            return false;
    }
    return true;
}

static const char *value_text(struct ls_arena *arena, struct ls_node object, struct ls_node value)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_health_is_secret(object))
        return "...";
    ls_go_print_json_sorted(&text, value);
    struct ls_slice front = ls_utf8_front(ls_buf_slice(&text), LS_PROBE_VALUE_BYTES_MAX);
    return ls_arena_printf(arena, "%.*s%s", LS_ARG(front), front.len < text.len ? "..." : "");
}

static struct ls_probe_answer fields_equal_ask(const void *of, struct ls_arena *arena,
                                               struct ls_node object)
{
    const struct fields_equal *self = of;
    struct ls_node a = field_find(object, self->field_a);
    struct ls_node b = field_find(object, self->field_b);
    if (ls_node_is_absent(a) || ls_node_is_absent(b))
        return ls_probe_says(LS_PROBE_FALSE, arena, "\"%.*s\" missing",
                             LS_ARG(ls_node_is_absent(a) ? self->field_a : self->field_b));
    if (values_equal(arena, a, b))
        return ls_probe_says(LS_PROBE_TRUE, arena, "\"%.*s\" == \"%.*s\"", LS_ARG(self->field_a),
                             LS_ARG(self->field_b));
    return ls_probe_says(LS_PROBE_FALSE, arena, "\"%.*s\" != \"%.*s\" expected: %s got: %s",
                         LS_ARG(self->field_a), LS_ARG(self->field_b), value_text(arena, object, a),
                         value_text(arena, object, b));
}

const struct ls_probe_kind ls_probe_fields_equal = {
    .member = "fieldsEqual", .compile = fields_equal_compile, .ask = fields_equal_ask};
