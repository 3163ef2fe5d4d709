/* Lists all faults of a typed value in the words of kube-apiserver. */
#include "value/typed_internal.h"

#include "value/go_text.h"

struct typed_go_place {
    const struct typed_go_place *up;
    struct ls_field_element element;
};

struct explaining {
    struct ls_arena *arena;
    struct ls_buf faults; /* each on a line of its own, two spaces in front */
    size_t count;
};

static void place_show(struct ls_buf *out, const struct typed_go_place *place)
{
    if (!place)
        return;
    place_show(out, place->up);
    ls_field_element_show(out, &place->element);
}

static struct ls_buf *fault_begin(struct explaining *explaining, const struct typed_go_place *place)
{
    struct ls_buf *out = &explaining->faults;
    explaining->count++;
    ls_buf_add_text(out, "\n  ");
    place_show(out, place);
    ls_buf_add_text(out, place ? ": " : "");
    return out;
}

static void got_value(struct explaining *explaining, const struct typed_go_place *place,
                      const char *wanted, struct ls_node value)
{
    struct ls_buf *out = fault_begin(explaining, place);
    ls_buf_printf(out, "expected %s, got &{", wanted);
    ls_go_print_value(out, value);
    ls_buf_add_char(out, '}');
}

static void explain_scalar(struct explaining *explaining, const struct typed_go_place *place,
                           struct ls_node value, enum ls_type_scalar wanted)
{
    enum ls_type type = ls_node_type(value);
    bool is_number = type == LS_TYPE_INT || type == LS_TYPE_NUMBER;
    bool is_scalar = is_number || type == LS_TYPE_STRING || type == LS_TYPE_BOOL;
    if (wanted == LS_SCALAR_NUMBER && !is_number) {
        ls_buf_printf(fault_begin(explaining, place), "expected numeric (int or float), got %s",
                      ls_go_type_name(ls_node_type(value)));
    } else if (wanted == LS_SCALAR_STRING && type != LS_TYPE_STRING) {
        struct ls_buf *out = fault_begin(explaining, place);
        ls_buf_add_text(out, "expected string, got &value.valueUnstructured{Value:");
        ls_go_print_syntax(out, value);
        ls_buf_add_char(out, '}');
    } else if (wanted == LS_SCALAR_BOOL && type != LS_TYPE_BOOL) {
        got_value(explaining, place, "boolean", value);
    } else if (wanted == LS_SCALAR_ANY && !is_scalar) {
        got_value(explaining, place, "any scalar", value);
    }
}

static void explain(struct explaining *explaining, const struct typed_go_place *place,
                    struct ls_node value, const struct ls_type_schema *type);

static void explain_map(struct explaining *explaining, const struct typed_go_place *place,
                        struct ls_node value, const struct ls_type_map *map)
{
    if (!ls_node_is_map(value)) {
        got_value(explaining, place, "map", value);
        return;
    }
    LS_EACH (it, value) {
        struct typed_go_place inner = {place, ls_field_name(it.key)};
        const struct ls_type_schema *type = ls_type_member(map, it.key);
        if (type)
            explain(explaining, &inner, it.value, type);
        else
            ls_buf_add_text(fault_begin(explaining, &inner), "field not declared in schema");
    }
}

/* Which items repeat an earlier one: equal elements are neighbours in the sorted order. */
static bool *repeats_of(struct ls_arena *arena, const struct ls_typed_items *items)
{
    bool *repeats = LS_ARENA_ARRAY(arena, bool, items->count);
    for (size_t i = 1; i < items->count; i++) {
        const struct ls_typed_item *item = items->sorted[i], *before = items->sorted[i - 1];
        repeats[item->place] = !item->trouble && !before->trouble &&
                               !ls_field_element_compare(&before->element, &item->element);
    }
    return repeats;
}

/* Why a value cannot be an element at all; NULL: a key is missing. */
static const char *element_trouble(struct ls_node value, bool has_keys)
{
    if (has_keys && ls_node_is_map(value))
        return NULL;
    if (has_keys)
        return ls_node_is_null(value) ? "associative list with keys may not have a null element"
                                      : "associative list with keys may not have non-map elements";
    if (ls_node_is_map(value))
        return "associative list without keys has an element that's a map type";
    if (ls_node_is_list(value))
        return "not supported: associative list with lists as elements";
    return "associative list without keys has an element that's an explicit null";
}

static void explain_item(struct explaining *explaining, const struct typed_go_place *place,
                         const struct ls_typed_item *item, bool is_repeated,
                         const struct ls_type_list *list)
{
    struct typed_go_place inner = {place, item->element};
    if (item->trouble) {
        const char *why = element_trouble(item->value, list->key_count > 0);
        if (why)
            ls_buf_printf(fault_begin(explaining, place), "element %zu: %s", item->place, why);
        else
            ls_buf_printf(fault_begin(explaining, place),
                          "element %zu: associative list with keys has an element that omits key "
                          "field \"%s\" (and doesn't have default value)",
                          item->place, list->key_count ? list->keys[0] : "");
        return;
    }
    if (is_repeated) {
        struct ls_buf *out = fault_begin(explaining, place);
        ls_buf_add_text(out, "duplicate entries for key ");
        ls_field_element_show(out, &inner.element);
    }
    explain(explaining, &inner, item->value, list->items);
}

static void explain_list(struct explaining *explaining, const struct typed_go_place *place,
                         struct ls_node value, const struct ls_type_list *list)
{
    if (!ls_node_is_list(value)) {
        got_value(explaining, place, "list", value);
        return;
    }
    if (list->kind != LS_LIST_ATOMIC) {
        struct ls_typed_items items = ls_typed_items_of(explaining->arena, list, value);
        const bool *repeats = repeats_of(explaining->arena, &items);
        for (size_t i = 0; i < items.count; i++)
            explain_item(explaining, place, &items.at[i], repeats[i], list);
        return;
    }
    int64_t index = 0;
    LS_EACH (it, value) {
        struct typed_go_place inner = {place, {.kind = LS_FIELD_INDEX, .index = index}};
        explain(explaining, &inner, it.value, list->items);
        index++;
    }
}

static void explain(struct explaining *explaining, const struct typed_go_place *place,
                    struct ls_node value, const struct ls_type_schema *type)
{
    if (ls_node_is_null(value) || ls_node_is_absent(value))
        return;
    switch (ls_typed_form(ls_typed_forms(type, value))) {
    case LS_TYPE_FORM_MAP:
        explain_map(explaining, place, value, type->map);
        break;
    case LS_TYPE_FORM_LIST:
        explain_list(explaining, place, value, type->list);
        break;
    default:
        explain_scalar(explaining, place, value, type->scalar);
    }
}

bool ls_typed_explain(struct ls_arena *arena, struct ls_node value,
                      const struct ls_type_schema *type, struct ls_buf *out)
{
    LS_ASSERT(type);
    struct explaining explaining = {.arena = arena};
    explain(&explaining, NULL, value, type);
    struct ls_slice faults = ls_buf_slice(&explaining.faults);
    if (explaining.count == 1)
        faults = ls_slice_from(faults, 3);
    else if (explaining.count > 1)
        ls_buf_add_text(out, "errors:");
    ls_buf_add_slice(out, faults);
    ls_buf_release(&explaining.faults);
    return explaining.count > 0;
}
