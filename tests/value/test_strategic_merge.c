#include "value/strategic_merge.h"

#include "support_schema.h"
#include "support_value.h"
#include "value/limits.h"

/* A type like a pod's: what the patch rules need of it. */
static const struct ls_type_field port_fields[] = {
    {.name = "containerPort", .type = &ls_type_number},
    {.name = "name", .type = &ls_type_string},
};
static const struct ls_type_schema port = TYPE_STRUCT("x.ContainerPort", port_fields);
static const struct ls_type_schema ports = TYPE_LIST_OF(LS_LIST_ATOMIC, &port);
static const struct ls_type_schema strings = TYPE_LIST_OF(LS_LIST_ATOMIC, &ls_type_string);
static const struct ls_type_schema labels = TYPE_MAP_OF(&ls_type_string);
static const struct ls_type_field container_fields[] = {
    {.name = "args", .type = &strings},
    {.name = "image", .type = &ls_type_string},
    {.name = "labels", .type = &labels},
    {.name = "name", .type = &ls_type_string},
    {.name = "ports", .type = &ports, .patch_merges = true, .patch_key = "containerPort"},
};
static const struct ls_type_schema container = TYPE_STRUCT("x.Container", container_fields);
static const struct ls_type_schema containers = TYPE_LIST_OF(LS_LIST_ATOMIC, &container);
static const struct ls_type_field pod_fields[] = {
    {.name = "c", .type = &containers, .patch_merges = true, .patch_key = "name"},
    {.name = "finalizers", .type = &strings, .patch_merges = true},
    {.name = "keyless", .type = &containers, .patch_merges = true},
    {.name = "labels", .type = &labels},
    {.name = "one", .type = &container},
    {.name = "whole", .type = &container, .patch_replaces = true},
};
static const struct ls_type_schema pod = TYPE_STRUCT("x.Pod", pod_fields);

/* Members are compared in any order, lists as they stand; a failed merge gives its sentence. */
struct row {
    const char *live;
    const char *patch;
    const char *outcome;
};

static void check_row(const struct row *row)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_err err = {0};
    struct ls_node out = LS_ABSENT;
    const struct ls_obj *live LS_AUTO(ls_obj_unref_at) = obj_of(row->live);
    const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = obj_of(row->patch);
    enum ls_code code =
        ls_strategic_merge(&arena, ls_obj_root(live), ls_obj_root(patch), &pod, &out, &err);
    if (code || row->outcome[0] != '{') {
        CHECK_STR(code ? err.text : json_of(out), row->outcome);
        return;
    }
    const struct ls_obj *wanted LS_AUTO(ls_obj_unref_at) = obj_of(row->outcome);
    if (!ls_node_equal(out, ls_obj_root(wanted)))
        CHECK_STR(json_of(out), row->outcome);
}

static void check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_row(&rows[i]);
}

TEST(maps_are_merged_and_null_deletes)
{
    static const struct row rows[] = {
        {"{\"labels\":{\"a\":\"1\",\"b\":\"2\"}}", "{\"labels\":{\"a\":null,\"c\":\"3\"}}",
         "{\"labels\":{\"b\":\"2\",\"c\":\"3\"}}"},
        {"{\"one\":{\"name\":\"x\"}}", "{\"one\":{\"image\":\"i\",\"labels\":{\"a\":null}}}",
         "{\"one\":{\"name\":\"x\",\"image\":\"i\",\"labels\":{}}}"},
        {"{}", "{\"one\":null}", "{}"},
        {"{\"whole\":{\"name\":\"x\"}}", "{\"whole\":{\"image\":\"i\"}}",
         "{\"whole\":{\"image\":\"i\"}}"},
        {"{\"one\":\"text\"}", "{\"one\":{\"name\":\"x\",\"image\":null}}",
         "{\"one\":{\"name\":\"x\"}}"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(maps_may_be_replaced_or_emptied)
{
    static const struct row rows[] = {
        {"{\"one\":{\"name\":\"x\"}}", "{\"one\":{\"$patch\":\"replace\",\"image\":\"i\"}}",
         "{\"one\":{\"image\":\"i\"}}"},
        {"{\"one\":{\"name\":\"x\"}}", "{\"one\":{\"$patch\":\"delete\"}}", "{\"one\":{}}"},
        {"{}", "{\"one\":{\"$patch\":\"delete\"}}", "{}"},
        {"{\"one\":{}}", "{\"one\":{\"$patch\":\"merge\",\"b\":[1,null],\"a\":{\"x\":1.5}}}",
         "unknown patch type: merge in map: map[$patch:merge a:map[x:1.5] b:[1 <nil>]]"},
        {"{\"one\":{}}", "{\"one\":{\"$patch\":5}}",
         "unknown patch type: %!s(int64=5) in map: map[$patch:5]"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(items_are_matched_by_their_key)
{
    static const struct row rows[] = {
        {"{\"c\":[{\"name\":\"a\",\"image\":\"1\"},{\"name\":\"b\"}]}",
         "{\"c\":[{\"name\":\"a\",\"image\":\"2\",\"ports\":[{\"containerPort\":80}]}]}",
         "{\"c\":[{\"name\":\"a\",\"image\":\"2\",\"ports\":[{\"containerPort\":80}]},"
         "{\"name\":\"b\"}]}"},
        {"{\"c\":[{\"name\":\"a\"}]}", "{\"c\":[{\"name\":\"n\"},{\"name\":\"m\"}]}",
         "{\"c\":[{\"name\":\"n\"},{\"name\":\"m\"},{\"name\":\"a\"}]}"},
        {"{\"c\":[{\"name\":\"a\"},{\"name\":\"b\"}]}",
         "{\"c\":[{\"name\":\"a\",\"$patch\":\"delete\"},{\"name\":\"z\"}]}",
         "{\"c\":[{\"name\":\"z\"},{\"name\":\"b\"}]}"},
        {"{\"c\":[{\"name\":\"a\"},{\"name\":\"b\"}]}",
         "{\"c\":[{\"name\":\"z\"},{\"$patch\":\"replace\"}]}", "{\"c\":[{\"name\":\"z\"}]}"},
        {"{\"one\":{\"args\":[\"a\",\"b\"]}}", "{\"one\":{\"args\":[\"c\"]}}",
         "{\"one\":{\"args\":[\"c\"]}}"},
        {"{}", "{\"c\":[{\"name\":\"a\",\"image\":null},{\"name\":\"b\",\"$patch\":\"delete\"}]}",
         "{\"c\":[{\"name\":\"a\"}]}"},
        {"{\"c\":[]}", "{\"c\":[]}", "{\"c\":[]}"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(lists_that_cannot_be_merged_are_refused)
{
    static const struct row rows[] = {
        {"{\"c\":[{\"name\":\"a\"}]}", "{\"c\":[{\"image\":\"i\"}]}",
         "map: map[image:i] does not contain declared merge key: name"},
        {"{\"c\":[{\"name\":\"a\"}]}", "{\"c\":[{\"$patch\":\"delete\"}]}",
         "map: map[$patch:delete] does not contain declared merge key: name"},
        {"{\"c\":[{\"name\":\"a\"}]}", "{\"c\":[{\"$patch\":\"merge\"}]}",
         "merging lists cannot yet be specified in the patch"},
        {"{\"c\":[{\"name\":\"a\"}]}", "{\"c\":[\"a\"]}",
         "list element types are not identical: [[map[name:a]] [a]]"},
        {"{\"c\":[{\"name\":\"a\"}]}", "{\"c\":[null]}",
         "list element types are not identical: [[map[name:a]] [<nil>]]"},
        {"{\"c\":[[1]]}", "{\"c\":[[2]]}", "lists of lists are not supported"},
        {"{\"keyless\":[{\"name\":\"a\"}]}", "{\"keyless\":[{\"name\":\"a\"}]}",
         "cannot merge lists without merge key for struct"},
        {"{\"none\":{\"a\":1}}", "{\"none\":{\"a\":2}}",
         "unable to find api field in struct Pod for the json field \"none\""},
        {"{\"labels\":{\"a\":{\"b\":{}}}}", "{\"labels\":{\"a\":{\"b\":{}}}}",
         "merging an object in json but data type is not struct, instead is: string"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(lists_of_scalars_grow_and_shrink)
{
    static const struct row rows[] = {
        {"{\"finalizers\":[\"a\",\"b\"]}", "{\"finalizers\":[\"c\",\"a\"]}",
         "{\"finalizers\":[\"c\",\"a\",\"b\"]}"},
        {"{\"finalizers\":[\"a\",\"b\",\"c\"]}",
         "{\"$deleteFromPrimitiveList/finalizers\":[\"b\",\"x\"]}",
         "{\"finalizers\":[\"a\",\"c\"]}"},
        {"{}", "{\"$deleteFromPrimitiveList/finalizers\":[\"b\"]}", "{}"},
        {"{\"finalizers\":[\"a\"]}", "{\"$deleteFromPrimitiveListfinalizers\":[\"a\"]}",
         "invalid patch format of primitive list"},
        {"{\"finalizers\":[\"a\",\"b\"]}",
         "{\"finalizers\":[\"c\"],\"$setElementOrder/finalizers\":[\"b\",\"c\",\"a\"]}",
         "{\"finalizers\":[\"b\",\"c\",\"a\"]}"},
    };
    check_rows(rows, LS_COUNT(rows));
}

#define THREE "{\"c\":[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"d\"}]}"

TEST(an_order_may_be_asked_for)
{
    static const struct row rows[] = {
        {THREE, "{\"$setElementOrder/c\":[{\"name\":\"d\"},{\"name\":\"a\"}]}",
         "{\"c\":[{\"name\":\"b\"},{\"name\":\"d\"},{\"name\":\"a\"}]}"},
        {THREE,
         "{\"$setElementOrder/c\":[{\"name\":\"a\"},{\"name\":\"n\"}],\"c\":[{\"name\":\"n\"}]}",
         "{\"c\":[{\"name\":\"a\"},{\"name\":\"n\"},{\"name\":\"b\"},{\"name\":\"d\"}]}"},
        /* What is renamed takes the place that became free at the end of the old list. */
        {THREE,
         "{\"$setElementOrder/c\":[{\"name\":\"a\"},{\"name\":\"n\"}],\"c\":[{\"name\":\"n\"},"
         "{\"name\":\"b\",\"$patch\":\"delete\"}]}",
         "{\"c\":[{\"name\":\"a\"},{\"name\":\"d\"},{\"name\":\"n\"}]}"},
        {"{}",
         "{\"$setElementOrder/c\":[{\"name\":\"b\"},{\"name\":\"a\"}],\"c\":[{\"name\":\"b\"},"
         "{\"name\":\"x\",\"$patch\":\"delete\"},{\"name\":\"a\"}]}",
         "{\"c\":[{\"name\":\"b\"},{\"name\":\"a\"}]}"},
        {"{}", "{\"$setElementOrder/c\":[{\"name\":\"b\"}]}", "{}"},
        {THREE, "{\"$setElementOrder/c\":[{\"name\":\"b\"}],\"c\":[{\"name\":\"n\"}]}",
         "The order in patch list:\n[map[name:n]]\n doesn't match $setElementOrder list:\n"
         "[map[name:b]]\n"},
        {THREE, "{\"$setElementOrder/c\":{}}",
         "expected a []interface {}, but received a map[string]interface {}"},
        {THREE, "{\"$setElementOrder/c\":[],\"c\":null}",
         "expected a []interface {}, but received a %!s(<nil>)"},
        {THREE, "{\"$setElementOrder\":[]}", "invalid patch format of setElementOrder list"},
        {THREE, "{\"$setElementOrder/c\":[{\"x\":1}]}",
         "map: map[x:1] does not contain declared merge key: name"},
        {"{\"c\":[]}", "{\"$setElementOrder/c\":[]}", "no elements in any of the given slices"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(keys_may_be_retained)
{
    static const struct row rows[] = {
        {"{\"one\":{\"name\":\"x\",\"image\":\"i\"}}",
         "{\"one\":{\"$retainKeys\":[\"name\",\"labels\"],\"labels\":{\"a\":\"b\"},"
         "\"args\":null}}",
         "{\"one\":{\"name\":\"x\",\"labels\":{\"a\":\"b\"}}}"},
        {"{\"one\":{\"name\":\"x\"}}", "{\"one\":{\"$retainKeys\":[\"name\"],\"image\":\"i\"}}",
         "invalid patch format of retainKeys"},
        {"{\"one\":{\"name\":\"x\"}}", "{\"one\":{\"$retainKeys\":\"name\"}}",
         "invalid patch format of retainKeys"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(what_is_no_object_is_no_document)
{
    static const struct row rows[] = {{"{}", "[]", "invalid JSON document"}};
    check_rows(rows, LS_COUNT(rows));
}

TEST(long_lists_have_a_bound)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_err err = {0};
    struct ls_node out = LS_ABSENT;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "{\"finalizers\":[\"x\"");
    for (int i = 0; i < 40000; i++)
        ls_buf_printf(&text, ",\"%d\"", i);
    ls_buf_add_text(&text, "]}");
    const struct ls_obj *list LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&text));
    CHECK_CODE(ls_strategic_merge(&arena, ls_obj_root(list), ls_obj_root(list), &pod, &out, &err),
               LS_E_TOO_BIG, err);
}
