#include "phase/own/intent.h"

#include <string.h>

#include "phase/own/intent_size.h"
#include "phase/words.h"
#include "value/base64.h"
#include "value/build.h"
#include "value/edit.h"
#include "value/json.h"

struct maker {
    struct ls_build build;
    const struct ls_member *member;
    const struct ls_stamp *stamp;
    bool is_adopted;
    struct ls_err *err;
};

static void maker_release(struct maker *maker)
{
    ls_build_release(&maker->build);
}

/* What only the server writes; an exported manifest carries it along. */
static const char *const server_metadata[] = {
    "creationTimestamp", "deletionGracePeriodSeconds",
    "deletionTimestamp", "generation",
    "managedFields",     "resourceVersion",
    "selfLink",          "uid",
};

/* Labels and annotations that are lockstep's alone: what a manifest says there does not count. */
static const char *const own_marks[] = {
    LS_LABEL_PART_OF,
    LS_NOTE_ORDER,
    LS_NOTE_APPLIED,
    LS_NOTE_ADOPTED,
};

static enum ls_code refuse_type(struct maker *maker, const char *where, struct ls_node value)
{
    return ls_manifest_fail(maker->member->manifest, value, maker->err, "%s must be a map, got %s",
                            where, ls_type_name(ls_node_type(value)));
}

/* Copies a value without its nulls. Those in lists stay: there they are items, and the server says
 * what it thinks of them. A map that loses all its members stays, for it was written: `emptyDir:
 * {medium: null}` asks for an emptyDir. */
static void put_clean(struct ls_build *build, struct ls_node value)
{
    if (ls_node_is_map(value)) {
        ls_build_map(build);
        LS_EACH (it, value) {
            if (ls_node_is_null(it.value))
                continue;
            ls_build_key(build, it.key);
            put_clean(build, it.value);
        }
        ls_build_end(build);
    } else if (ls_node_is_list(value)) {
        ls_build_list(build);
        LS_EACH (it, value) {
            put_clean(build, it.value);
        }
        ls_build_end(build);
    } else {
        ls_build_node(build, value);
    }
}

/* ---- labels and annotations ---- */

static enum ls_code refuse_mark(struct maker *maker, const char *what, struct ls_slice key,
                                struct ls_node value)
{
    const char *type = ls_type_name(ls_node_type(value));
    if (ls_node_is_map(value) || ls_node_is_list(value))
        return ls_manifest_fail(maker->member->manifest, value, maker->err,
                                "%s %.*s must be a text, got %s", what, LS_ARG(key), type);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, value, LS_JSON_COMPACT);
    return ls_manifest_fail(maker->member->manifest, value, maker->err,
                            "%s %.*s must be a text, got %s: put it in quotes, %.*s: \"%s\"", what,
                            LS_ARG(key), type, LS_ARG(key), ls_buf_text(&text));
}

/* The members that the user gave, but for those that are ours to write. */
static enum ls_code put_user_marks(struct maker *maker, const char *field, const char *what)
{
    struct ls_node marks =
        ls_node_at(ls_node_at(maker->member->manifest->object, "metadata"), field);
    if (!ls_node_is_absent(marks) && !ls_node_is_null(marks) && !ls_node_is_map(marks))
        return refuse_type(maker, field, marks);
    LS_EACH (it, marks) {
        if (ls_node_is_null(it.value) || ls_slice_is_any(it.key, own_marks, LS_COUNT(own_marks)))
            continue;
        if (!ls_node_is_string(it.value))
            return refuse_mark(maker, what, it.key, it.value);
        ls_build_key(&maker->build, it.key);
        ls_build_node(&maker->build, it.value);
    }
    return LS_OK;
}

static enum ls_code put_labels(struct maker *maker)
{
    ls_build_key(&maker->build, LS_SLICE("labels"));
    ls_build_map(&maker->build);
    if (put_user_marks(maker, "labels", "label"))
        return maker->err->code;
    ls_build_member_text(&maker->build, LS_LABEL_PART_OF, maker->stamp->set_id);
    ls_build_end(&maker->build);
    return LS_OK;
}

static enum ls_code put_annotations(struct maker *maker)
{
    ls_build_key(&maker->build, LS_SLICE("annotations"));
    ls_build_map(&maker->build);
    if (put_user_marks(maker, "annotations", "annotation"))
        return maker->err->code;
    struct ls_buf order LS_AUTO(ls_buf_release) = {0};
    ls_order_print(&maker->member->order, &order);
    ls_build_member_string(&maker->build, LS_NOTE_ORDER, ls_buf_slice(&order));
    if (maker->is_adopted)
        ls_build_member_text(&maker->build, LS_NOTE_ADOPTED, "true");
    ls_build_end(&maker->build);
    return LS_OK;
}

static bool is_user_metadata(struct ls_slice key)
{
    return !ls_slice_is_any(key, server_metadata, LS_COUNT(server_metadata)) &&
           !ls_slice_is(key, "namespace") && !ls_slice_is(key, "labels") &&
           !ls_slice_is(key, "annotations");
}

static enum ls_code put_metadata(struct maker *maker, struct ls_node metadata)
{
    if (!ls_node_is_map(metadata))
        return refuse_type(maker, "metadata", metadata);
    ls_build_key(&maker->build, LS_SLICE("metadata"));
    ls_build_map(&maker->build);
    LS_EACH (it, metadata) {
        if (ls_node_is_null(it.value) || !is_user_metadata(it.key))
            continue;
        ls_build_key(&maker->build, it.key);
        put_clean(&maker->build, it.value);
    }
    const char *namespace_name = maker->member->ref.namespace_name;
    if (namespace_name[0] != '\0')
        ls_build_member_text(&maker->build, "namespace", namespace_name);
    if (put_labels(maker) || put_annotations(maker))
        return maker->err->code;
    ls_build_end(&maker->build);
    return LS_OK;
}

/* ---- bytes ---- */

static bool is_core(struct ls_node object, const char *kind)
{
    return ls_node_string_is(ls_node_at(object, "kind"), kind) &&
           ls_node_string_is(ls_node_at(object, "apiVersion"), "v1");
}

/* kube-apiserver answers what is no base64 with a bare 500 that names no field. */
static enum ls_code check_bytes(struct maker *maker, const char *field, const char *plain)
{
    LS_EACH (it, ls_node_at(maker->member->manifest->object, field)) {
        struct ls_buf bytes LS_AUTO(ls_buf_wipe) = {0};
        struct ls_err why = {0};
        if (ls_node_is_string(it.value) &&
            ls_base64_decode(ls_node_string(it.value), LS_BASE64_LOOSE, &bytes, &why))
            return ls_manifest_fail(maker->member->manifest, it.value, maker->err,
                                    "%s.%.*s must be base64: %s; plain text goes under %s instead",
                                    field, LS_ARG(it.key), why.text, plain);
    }
    return LS_OK;
}

static enum ls_code put_encoded(struct maker *maker, struct ls_slice key, struct ls_node value)
{
    if (!ls_node_is_string(value))
        return ls_manifest_fail(maker->member->manifest, value, maker->err,
                                "stringData.%.*s must be a text, got %s: put it in quotes",
                                LS_ARG(key), ls_type_name(ls_node_type(value)));
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    ls_base64_encode(&text, ls_node_string(value), LS_BASE64_STANDARD);
    ls_build_key(&maker->build, key);
    ls_build_string(&maker->build, ls_buf_slice(&text));
    return LS_OK;
}

static bool is_given(struct ls_node value)
{
    return !ls_node_is_absent(value) && !ls_node_is_null(value);
}

/* stringData is write-only: the server folds it into data, where it wins, and keeps our name on a
 * field that is never seen again. Folded here, data is what we own. */
static enum ls_code put_secret_data(struct maker *maker, struct ls_node object)
{
    struct ls_node data = ls_node_at(object, "data");
    struct ls_node plain = ls_node_at(object, "stringData");
    if (is_given(data) && !ls_node_is_map(data))
        return refuse_type(maker, "data", data);
    if (is_given(plain) && !ls_node_is_map(plain))
        return refuse_type(maker, "stringData", plain);
    if (check_bytes(maker, "data", "stringData"))
        return maker->err->code;
    if (!is_given(data) && !is_given(plain))
        return LS_OK;
    ls_build_key(&maker->build, LS_SLICE("data"));
    ls_build_map(&maker->build);
    LS_EACH (it, data) {
        if (ls_node_is_null(it.value))
            continue;
        ls_build_key(&maker->build, it.key);
        put_clean(&maker->build, it.value);
    }
    LS_EACH (it, plain) { /* a key given twice: the last one wins */
        if (!ls_node_is_null(it.value) && put_encoded(maker, it.key, it.value))
            return maker->err->code;
    }
    ls_build_end(&maker->build);
    return LS_OK;
}

/* ---- the whole ---- */

static enum ls_code put_field(struct maker *maker, struct ls_slice key, struct ls_node value)
{
    if (ls_slice_is(key, "metadata"))
        return put_metadata(maker, value);
    ls_build_key(&maker->build, key);
    put_clean(&maker->build, value);
    return LS_OK;
}

static enum ls_code put_object(struct maker *maker, struct ls_node object)
{
    bool folds = is_core(object, "Secret");
    if (is_core(object, "ConfigMap") && check_bytes(maker, "binaryData", "data"))
        return maker->err->code;
    ls_build_map(&maker->build);
    LS_EACH (it, object) {
        bool is_folded =
            folds && (ls_slice_is(it.key, "data") || ls_slice_is(it.key, "stringData"));
        if (ls_node_is_null(it.value) || ls_slice_is(it.key, "status") || is_folded)
            continue;
        if (put_field(maker, it.key, it.value))
            return maker->err->code;
    }
    if (folds && put_secret_data(maker, object))
        return maker->err->code;
    ls_build_end(&maker->build);
    return LS_OK;
}

enum ls_code ls_intent_make(const struct ls_member *member, const struct ls_stamp *stamp,
                            bool is_adopted, const struct ls_obj **out, struct ls_err *err)
{
    struct ls_err unread = {0};
    struct maker maker LS_AUTO(maker_release) = {
        .member = member, .stamp = stamp, .is_adopted = is_adopted, .err = err ? err : &unread};
    if (put_object(&maker, member->manifest->object))
        return maker.err->code;
    const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) = ls_build_obj(&maker.build);
    if (ls_intent_check_size(member, ls_obj_root(intent), maker.err))
        return maker.err->code;
    *out = ls_steal(&intent);
    return LS_OK;
}

void ls_intent_applied(struct ls_node intent, const struct ls_stamp *stamp,
                       char out[LS_APPLIED_BYTES])
{
    /* Whether it was there before us is no part of what is wanted. */
    const struct ls_path_step steps[] = {{.key = LS_SLICE("metadata")},
                                         {.key = LS_SLICE("annotations")},
                                         {.key = LS_SLICE(LS_NOTE_ADOPTED)}};
    struct ls_edit edit = {.path = {steps, LS_COUNT(steps)}};
    const struct ls_obj *bare LS_AUTO(ls_obj_wipe_at) = NULL;
    struct ls_err err = {0};
    if (!ls_node_is_absent(ls_path_get(intent, edit.path))) {
        enum ls_code code = ls_edit_apply(intent, &edit, 1, &bare, &err);
        LS_ASSERT(code == LS_OK);
        intent = ls_obj_root(bare);
    }
    struct ls_hash hash = ls_hash_node_keyed(stamp->key, intent);
    memcpy(out, "v1:", 3);
    ls_hash_text(&hash, out + 3);
}

const struct ls_obj *ls_intent_body(struct ls_node intent, const char *applied,
                                    const char *resource_version)
{
    const struct ls_path_step applied_steps[] = {{.key = LS_SLICE("metadata")},
                                                 {.key = LS_SLICE("annotations")},
                                                 {.key = LS_SLICE(LS_NOTE_APPLIED)}};
    const struct ls_path_step version_steps[] = {{.key = LS_SLICE("metadata")},
                                                 {.key = LS_SLICE("resourceVersion")}};
    struct ls_build texts LS_AUTO(ls_build_release) = {0};
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    ls_build_text(&texts, applied);
    struct ls_edit edits[2] = {{{applied_steps, LS_COUNT(applied_steps)}, LS_ABSENT},
                               {{version_steps, LS_COUNT(version_steps)}, LS_ABSENT}};
    edits[0].value = ls_build_arena(&texts, &arena);
    if (resource_version[0] != '\0') {
        ls_build_text(&texts, resource_version);
        edits[1].value = ls_build_arena(&texts, &arena);
    }
    const struct ls_obj *body = NULL;
    struct ls_err err = {0};
    enum ls_code code = ls_edit_apply(intent, edits, LS_COUNT(edits), &body, &err);
    LS_ASSERT(code == LS_OK);
    return body;
}

bool ls_manifest_has_status(const struct ls_manifest *manifest)
{
    struct ls_node status = ls_node_at(manifest->object, "status");
    /* `status: {}` is what generators leave behind; nothing is lost with it. */
    return is_given(status) && !(ls_node_is_map(status) && ls_node_count(status) == 0);
}

void ls_field_manager_print(struct ls_buf *out, const char *namespace_name, const char *set_name)
{
    enum { TAIL_BYTES = 17 }; /* "." and half of the hash's text */
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&name, "%s%s/%s", LS_FIELD_MANAGER_PREFIX, namespace_name, set_name);
    if (name.len <= LS_MANAGER_BYTES_MAX) {
        ls_buf_add_slice(out, ls_buf_slice(&name));
        return;
    }
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_string(&build, ls_buf_slice(&name));
    const struct ls_obj *text LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    struct ls_hash hash = ls_hash_node(ls_obj_root(text));
    char digits[2 * LS_HASH_BYTES + 1];
    ls_hash_text(&hash, digits);
    ls_buf_add(out, name.at, LS_MANAGER_BYTES_MAX - TAIL_BYTES);
    ls_buf_printf(out, ".%.*s", TAIL_BYTES - 1, digits);
}
