/* Rules of ConfigMap. */
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/spot.h"
#include "value/lookup.h"

enum { DATA_BYTES_MAX = 1 << 20 };

static const char immutable_words[] = "field is immutable when `immutable` is set";

static void key_check(const struct ls_spot *entry)
{
    struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_CONFIG_KEY, entry->key);
    const char *shown = ls_arena_printf(entry->errors->arena, "\"%.*s\"", LS_ARG(entry->key));
    for (size_t i = 0; i < flaws.count; i++)
        ls_spot_invalid_as(entry, shown, "%s", flaws.at[i]);
}

/* Decoded bytes of base64 text; invalid base64 was refused before. */
static size_t decoded_bytes(struct ls_slice text)
{
    size_t padding = ls_slice_ends(text, "==") ? 2 : ls_slice_ends(text, "=") ? 1 : 0;
    return text.len / 4 * 3 - padding;
}

static void data_check(const struct ls_spot *map)
{
    struct ls_spot data = ls_spot_at(map, "data");
    struct ls_spot binary = ls_spot_at(map, "binaryData");
    struct ls_lookup binaries = ls_lookup_of(map->errors->arena, binary.value);
    size_t bytes = 0;
    LS_EACH_ITEM (entry, &data) {
        key_check(&entry);
        if (!ls_node_is_absent(ls_lookup_get(&binaries, entry.key)))
            ls_spot_invalid_as(&entry,
                               ls_arena_printf(entry.errors->arena, "\"%.*s\"", LS_ARG(entry.key)),
                               "duplicate of key present in binaryData");
        bytes += ls_spot_text(&entry).len;
    }
    LS_EACH_ITEM (entry, &binary) {
        key_check(&entry);
        bytes += decoded_bytes(ls_spot_text(&entry));
    }
    /* The path of the whole object, as Go prints it. */
    struct ls_spot whole = ls_spot_at(map, "[]");
    if (bytes > DATA_BYTES_MAX)
        ls_spot_too_long(&whole, DATA_BYTES_MAX);
}

static bool is_same(struct ls_node a, struct ls_node b)
{
    if (ls_node_count(a) == 0 || ls_node_count(b) == 0)
        return ls_node_count(a) == ls_node_count(b);
    return ls_node_equal(a, b);
}

static void immutable_check(const struct ls_spot *map, struct ls_node old)
{
    static const char *const members[] = {"data", "binaryData"};
    struct ls_spot immutable = ls_spot_at(map, "immutable");
    if (!ls_node_bool(ls_node_get(old, LS_SLICE("immutable")), false))
        return;
    if (!ls_node_bool(immutable.value, false))
        ls_spot_forbidden(&immutable, "%s", immutable_words);
    for (size_t i = 0; i < LS_COUNT(members); i++) {
        struct ls_spot member = ls_spot_at(map, members[i]);
        if (!is_same(member.value, ls_node_get(old, ls_slice_of(members[i]))))
            ls_spot_forbidden(&member, "%s", immutable_words);
    }
}

static void config_map_validate(const struct ls_admission *admission, struct ls_node object,
                                struct ls_field_errors *errors)
{
    struct ls_spot map = ls_spot_root(object, errors);
    immutable_check(&map, admission->old);
    data_check(&map);
}

const struct ls_kind_rules ls_rules_config_map = {
    .validate = config_map_validate,
};
