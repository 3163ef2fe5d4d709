/* YAML: whatever is read prints to a text that reads back as an equal value, within bounded memory;
 * whatever is refused is refused with a place. */
#include <math.h>
#include <string.h>

#include "value/limits.h"
#include "value/yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* JSON texts may hold numbers that no double holds; YAML takes those for strings or zero. */
static bool has_extreme_number(struct ls_node node)
{
    if (ls_node_type(node) == LS_TYPE_NUMBER) {
        double value = ls_node_double(node, 0);
        return isinf(value) || value == 0;
    }
    LS_EACH (it, node) {
        if (has_extreme_number(it.value))
            return true;
    }
    return false;
}

static void check_round_trip(struct ls_node node, enum ls_yaml_order order)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *again LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    ls_yaml_print(&text, node, order);
    LS_ASSERT(ls_yaml_parse(ls_buf_slice(&text), NULL, &again, &err) == LS_OK);
    LS_ASSERT(has_extreme_number(node) || ls_node_equal(node, ls_obj_root(again)));
}

/* A value takes at most two words and a place for each byte read, and what aliases copy. */
static void check_size(const struct ls_obj *obj, size_t size)
{
    size_t copied = LS_MAX(size * LS_YAML_ALIAS_GROWTH_MAX, (size_t)LS_YAML_ALIAS_BYTES_FREE);
    LS_ASSERT(ls_obj_bytes(obj) <= copied + (size + 16) * 5 * sizeof(uint32_t));
}

static bool has_place(const char *error)
{
    return strncmp(error, "YAML:", 5) == 0 && strspn(error + 5, "0123456789") > 0;
}

static void read_stream(struct ls_slice text, const struct ls_yaml_options *options)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, options);
    for (;;) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        struct ls_err err;
        if (ls_yaml_next(yaml, &obj, &err)) {
            LS_ASSERT(has_place(err.text));
            return;
        }
        if (!obj)
            return;
        check_size(obj, text.len);
        if (options->is_strict)
            continue;
        check_round_trip(ls_obj_root(obj), LS_YAML_AS_IS);
        check_round_trip(ls_obj_root(obj), LS_YAML_SORTED);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size};
    read_stream(text, &(struct ls_yaml_options){.keep_positions = true});
    read_stream(text, &(struct ls_yaml_options){.is_strict = true});
    return 0;
}
