/*
 * JSON: whatever is accepted prints to a text that means the same; strict and lax agree but on
 * duplicates; positions change nothing; an edit changes one member and no other.
 */
#include <string.h>

#include "base/buf.h"
#include "value/edit.h"
#include "value/hash.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct ls_obj *parse(struct ls_slice text, struct ls_json_options options,
                                  struct ls_err *err)
{
    const struct ls_obj *obj = NULL;
    *err = (struct ls_err){0};
    if (ls_json_parse(text, &options, &obj, err)) {
        LS_ASSERT(obj == NULL && strncmp(err->text, "JSON:", 5) == 0);
        return NULL;
    }
    return obj;
}

/* The printed value is read back as the same one, also by a reader that refuses duplicates. */
static void check_round_trip(struct ls_node root, enum ls_json_form form)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, root, form);
    struct ls_err err;
    struct ls_json_options options = {.is_strict = true, .depth_max = 512};
    const struct ls_obj *again LS_AUTO(ls_obj_unref_at) = parse(ls_buf_slice(&text), options, &err);
    LS_ASSERT(again != NULL);
    LS_ASSERT(ls_node_equal(root, ls_obj_root(again)));
    struct ls_buf second LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&second, ls_obj_root(again), form);
    LS_ASSERT(ls_slice_equal(ls_buf_slice(&text), ls_buf_slice(&second)));
    struct ls_hash a = ls_hash_node(root), b = ls_hash_node(ls_obj_root(again));
    LS_ASSERT(memcmp(&a, &b, sizeof a) == 0);
}

static void check_strict(struct ls_slice text, struct ls_node lax)
{
    struct ls_err err;
    const struct ls_obj *strict LS_AUTO(ls_obj_unref_at) =
        parse(text, (struct ls_json_options){.is_strict = true}, &err);
    if (strict)
        LS_ASSERT(ls_node_equal(lax, ls_obj_root(strict)));
    else
        LS_ASSERT(strstr(err.text, "is given twice") != NULL);
}

static void check_every_position(const struct ls_obj *obj, struct ls_node node)
{
    struct ls_position position;
    LS_ASSERT(ls_obj_position(obj, node, &position) && position.line > 0 && position.column > 0);
    LS_EACH (it, node) {
        check_every_position(obj, it.value);
    }
}

static void check_positions(struct ls_slice text, struct ls_node lax)
{
    struct ls_err err;
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        parse(text, (struct ls_json_options){.keep_positions = true}, &err);
    LS_ASSERT(obj != NULL && ls_node_equal(lax, ls_obj_root(obj)));
    check_every_position(obj, ls_obj_root(obj));
}

/* All members but the one with this key are the same, in the same order. */
static void check_others(struct ls_node before, struct ls_node after, struct ls_slice key)
{
    struct ls_iter it = ls_iter(after);
    LS_EACH (member, before) {
        if (ls_slice_equal(member.key, key))
            continue;
        do {
            LS_ASSERT(ls_next(&it));
        } while (ls_slice_equal(it.key, key));
        LS_ASSERT(ls_slice_equal(it.key, member.key) && ls_node_equal(it.value, member.value));
    }
}

static void check_edit(struct ls_node root, struct ls_slice key, struct ls_node value)
{
    struct ls_path_step step = {.key = key};
    struct ls_edit edit = {.path = {&step, 1}, .value = value};
    const struct ls_obj *after LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    enum ls_code code = ls_edit_apply(root, &edit, 1, &after, &err);
    LS_ASSERT(code == LS_OK);
    LS_ASSERT(ls_node_equal(ls_node_get(ls_obj_root(after), key), value));
    check_others(root, ls_obj_root(after), key);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size};
    struct ls_err err;
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        parse(text, (struct ls_json_options){0}, &err);
    if (!obj) {
        const struct ls_obj *strict =
            parse(text, (struct ls_json_options){.is_strict = true}, &err);
        LS_ASSERT(strict == NULL);
        return 0;
    }
    struct ls_node root = ls_obj_root(obj);
    check_round_trip(root, LS_JSON_COMPACT);
    check_round_trip(root, LS_JSON_PRETTY);
    check_strict(text, root);
    check_positions(text, root);
    LS_EACH (member, root) {
        if (!ls_node_is_map(root))
            break;
        check_edit(root, member.key, ls_node_item(root, 0));
        check_edit(root, member.key, LS_ABSENT);
    }
    if (ls_node_is_map(root))
        check_edit(root, LS_SLICE("not there"), root);
    return 0;
}
