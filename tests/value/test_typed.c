/* Values seen through a type: checked, merged, compared, listed, pruned. One row a rule. */
#include "support_merge.h"

#include <string.h>

#include "value/typed.h"

static const struct {
    const char *value;
    const char *why; /* NULL: it fits */
} checked[] = {
    {"{}", NULL},
    {"null", NULL},
    {"{\"name\":\"a\",\"count\":1,\"ready\":true,\"amount\":\"1\"}", NULL},
    {"{\"count\":1.5,\"amount\":7}", NULL},
    {"{\"name\":null,\"labels\":null,\"items\":null,\"args\":null}", NULL},
    {"{\"any\":[1,{\"x\":[null]}]}", NULL},
    {"[]", "expected map, got list"},
    {"{\"bogus\":1}", ".bogus: field not declared in schema"},
    {"{\"spec\":{\"c\":\"\"}}", ".spec.c: field not declared in schema"},
    {"{\"name\":1}", ".name: expected string, got integer"},
    {"{\"count\":\"1\"}", ".count: expected number, got string"},
    {"{\"ready\":\"yes\"}", ".ready: expected boolean, got string"},
    {"{\"amount\":[]}", ".amount: expected any scalar, got list"},
    {"{\"labels\":[]}", ".labels: expected map, got list"},
    {"{\"labels\":{\"a\":1}}", ".labels.a: expected string, got integer"},
    {"{\"args\":\"x\"}", ".args: expected list, got string"},
    {"{\"args\":[\"x\",7]}", ".args[1]: expected string, got integer"},
    {"{\"args\":[\"x\",\"x\"]}", NULL},
    {"{\"fixed\":{\"z\":1}}", ".fixed.z: field not declared in schema"},
    {"{\"tags\":[\"a\",\"b\",\"a\"]}", ".tags: duplicate entries for key [=\"a\"]"},
    {"{\"tags\":[[]]}", ".tags: item 0: an item of a set is no scalar"},
    {"{\"tags\":[\"a\",null]}", ".tags: item 1: an item of a set is no scalar"},
    {"{\"items\":[{\"name\":\"x\",\"value\":3}]}",
     ".items[name=\"x\"].value: expected string, got integer"},
    {"{\"items\":[{\"name\":\"x\"},{\"name\":\"x\"}]}",
     ".items: duplicate entries for key [name=\"x\"]"},
    {"{\"items\":[7]}", ".items: item 0: an item of a list with keys is no map"},
    {"{\"items\":[{\"value\":\"v\"}]}",
     ".items: item 0: an item has none of the key fields of its list"},
    {"{\"items\":[{\"name\":{}}]}", ".items: item 0: a key field of an item is no scalar"},
    {"{\"ports\":[{\"port\":1},{\"port\":1,\"protocol\":\"UDP\"}]}", NULL},
    {"{\"ports\":[{\"port\":1},{\"port\":1,\"protocol\":\"TCP\"}]}",
     ".ports: duplicate entries for key [port=1,protocol=\"TCP\"]"},
    {"{\"ports\":[{\"name\":\"x\"}]}", NULL}, /* the default is a key */
};

TEST(a_value_that_does_not_fit_its_type_is_named)
{
    for (size_t i = 0; i < LS_COUNT(checked); i++) {
        struct ls_err err = {0};
        const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = obj_of(checked[i].value);
        CHECK_CODE(ls_typed_check(ls_obj_root(value), &thing_type, false, &err),
                   checked[i].why ? LS_E_INVALID : LS_OK, err);
        CHECK_STR(err.text, checked[i].why ? checked[i].why : "");
    }
}

/* What kube-apiserver 1.36 answers to applies of such values. */
static const struct {
    const char *value;
    const char *why;
} explained[] = {
    {"{\"name\":\"a\"}", ""},
    {"{\"name\":1}", ".name: expected string, got &value.valueUnstructured{Value:1}"},
    {"{\"name\":[\"x\",{\"a\":true}]}",
     ".name: expected string, got &value.valueUnstructured{Value:[]interface {}{\"x\", "
     "map[string]interface {}{\"a\":true}}}"},
    {"{\"labels\":\"x\"}", ".labels: expected map, got &{x}"},
    {"{\"labels\":[1,{\"b\":2,\"a\":\"c\"}]}", ".labels: expected map, got &{[1 map[a:c b:2]]}"},
    {"{\"args\":\"x\"}", ".args: expected list, got &{x}"},
    {"{\"count\":\"1\"}", ".count: expected numeric (int or float), got string"},
    {"{\"ready\":\"yes\"}", ".ready: expected boolean, got &{yes}"},
    {"{\"bogus\":1}", ".bogus: field not declared in schema"},
    {"{\"bogus\":1,\"other\":2}",
     "errors:\n  .bogus: field not declared in schema\n  .other: field not declared in schema"},
    {"{\"items\":[{\"name\":\"x\"},{\"name\":\"x\"}]}",
     ".items: duplicate entries for key [name=\"x\"]"},
    {"{\"tags\":[\"a\",\"b\",\"a\"]}", ".tags: duplicate entries for key [=\"a\"]"},
    {"{\"items\":[{\"value\":\"v\"}]}",
     ".items: element 0: associative list with keys has an element that omits key field \"name\" "
     "(and doesn't have default value)"},
};

TEST(faults_are_explained_as_kube_apiserver_does)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(explained); i++) {
        struct ls_buf why LS_AUTO(ls_buf_release) = {0};
        const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = obj_of(explained[i].value);
        bool has_faults = ls_typed_explain(&arena, ls_obj_root(value), &thing_type, &why);
        CHECK_STR(ls_buf_text(&why), explained[i].why);
        CHECK(has_faults == (explained[i].why[0] != '\0'));
    }
}

TEST(stored_objects_may_repeat_items)
{
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"tags\":[\"a\",\"a\"],\"items\":[{\"name\":\"x\"},{\"name\":\"x\"}]}");
    CHECK_INT(ls_typed_check(ls_obj_root(value), &thing_type, true, NULL), LS_OK);
}

static const struct {
    const char *value;
    const char *fields;
} listed[] = {
    {"{}", "{}"},
    {"{\"name\":\"a\",\"count\":1}", "{\"f:count\":{},\"f:name\":{}}"},
    {"{\"name\":null}", "{\"f:name\":{}}"},
    /* A struct is named only where it is empty or null; a map's members always are. */
    {"{\"spec\":{\"a\":\"x\"}}", "{\"f:spec\":{\"f:a\":{}}}"},
    {"{\"spec\":{}}", "{\"f:spec\":{}}"},
    {"{\"spec\":null}", "{\"f:spec\":{}}"},
    {"{\"labels\":{\"a\":\"x\"}}", "{\"f:labels\":{\"f:a\":{}}}"},
    {"{\"labels\":{}}", "{\"f:labels\":{}}"},
    {"{\"any\":{\"a\":{\"b\":1,\"c\":{}},\"l\":[{\"x\":1}]}}",
     "{\"f:any\":{\"f:a\":{\".\":{},\"f:b\":{},\"f:c\":{}},\"f:l\":{}}}"},
    /* One piece. */
    {"{\"fixed\":{\"a\":\"x\"},\"limits\":{\"cpu\":1},\"args\":[\"x\"]}",
     "{\"f:args\":{},\"f:fixed\":{},\"f:limits\":{}}"},
    {"{\"args\":[]}", "{\"f:args\":{}}"},
    /* Items. An empty list of items says nothing. */
    {"{\"tags\":[\"b\",\"a\"]}", "{\"f:tags\":{\"v:\\\"a\\\"\":{},\"v:\\\"b\\\"\":{}}}"},
    {"{\"tags\":[],\"items\":[]}", "{}"},
    {"{\"items\":[{\"name\":\"x\",\"sub\":{\"a\":\"1\"},\"list\":[\"q\"]}]}",
     "{\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{\".\":{},\"f:list\":{\"v:\\\"q\\\"\":{}},"
     "\"f:name\":{},\"f:sub\":{\"f:a\":{}}}}}"},
    {"{\"ports\":[{\"port\":80}]}", "{\"f:ports\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":"
                                    "\\\"TCP\\\"}\":{\".\":{},\"f:port\":{}}}}"},
    /* Of a repeated item only the item is said. */
    {"{\"items\":[{\"name\":\"x\",\"value\":\"1\"},{\"name\":\"x\",\"value\":\"2\"}]}",
     "{\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{}}}"},
};

TEST(a_value_says_its_leaves)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(listed); i++)
        CHECK_STR(set_text(ls_typed_fields(&arena, node_in(&arena, listed[i].value), &thing_type)),
                  listed[i].fields);
}

static const struct {
    const char *under;
    const char *over;
    const char *merged;
} merged[] = {
    {"{\"name\":\"a\",\"count\":1}", "{\"count\":2}", "{\"name\":\"a\",\"count\":2}"},
    {"{\"name\":\"a\"}", "{}", "{\"name\":\"a\"}"},
    {"{}", "{\"name\":\"a\"}", "{\"name\":\"a\"}"},
    {"{\"name\":\"a\"}", "{\"name\":null}", "{\"name\":null}"},
    {"{\"spec\":{\"a\":\"1\"}}", "{\"spec\":{\"b\":\"2\"}}",
     "{\"spec\":{\"a\":\"1\",\"b\":\"2\"}}"},
    /* Null over a map keeps it; an empty one too. */
    {"{\"spec\":{\"a\":\"1\"}}", "{\"spec\":null}", "{\"spec\":{\"a\":\"1\"}}"},
    {"{\"spec\":{\"a\":\"1\"}}", "{\"spec\":{}}", "{\"spec\":{\"a\":\"1\"}}"},
    {"{\"spec\":null}", "{\"spec\":{}}", "{\"spec\":{}}"},
    {"{\"spec\":{}}", "{\"spec\":null}", "{\"spec\":null}"},
    {"{\"tags\":[\"a\"]}", "{\"tags\":[]}", "{\"tags\":[\"a\"]}"},
    {"{\"tags\":[]}", "{\"tags\":null}", "{\"tags\":null}"},
    /* One piece is replaced. */
    {"{\"fixed\":{\"a\":\"1\"}}", "{\"fixed\":{\"b\":\"2\"}}", "{\"fixed\":{\"b\":\"2\"}}"},
    {"{\"limits\":{\"cpu\":1}}", "{\"limits\":{\"memory\":2}}", "{\"limits\":{\"memory\":2}}"},
    {"{\"args\":[\"a\",\"b\"]}", "{\"args\":[\"c\"]}", "{\"args\":[\"c\"]}"},
    {"{\"args\":[\"a\"]}", "{\"args\":[]}", "{\"args\":[]}"},
    /* What is deduced follows the value. */
    {"{\"any\":{\"a\":1,\"l\":[1]}}", "{\"any\":{\"b\":2,\"l\":[2]}}",
     "{\"any\":{\"a\":1,\"l\":[2],\"b\":2}}"},
    {"{\"any\":{\"a\":1}}", "{\"any\":7}", "{\"any\":7}"},
    {"{\"any\":7}", "{\"any\":{\"a\":1}}", "{\"any\":{\"a\":1}}"},
    {"{\"any\":[1]}", "{\"any\":{\"a\":1}}", "{\"any\":{\"a\":1}}"},
    {"{\"any\":{\"a\":1}}", "{\"any\":null}", "{\"any\":{\"a\":1}}"},
    /* Sets keep the order of what is laid over; others stay between. */
    {"{\"tags\":[\"a\",\"b\",\"c\"]}", "{\"tags\":[\"c\",\"a\"]}",
     "{\"tags\":[\"b\",\"c\",\"a\"]}"},
    {"{\"tags\":[\"a\",\"b\"]}", "{\"tags\":[\"x\",\"b\"]}", "{\"tags\":[\"a\",\"x\",\"b\"]}"},
    {"{\"tags\":[\"a\",\"b\",\"c\"]}", "{\"tags\":[\"b\"]}", "{\"tags\":[\"a\",\"b\",\"c\"]}"},
    {"{\"tags\":[\"1\",\"2\",\"3\",\"4\"]}", "{\"tags\":[\"4\",\"new\",\"1\"]}",
     "{\"tags\":[\"2\",\"3\",\"4\",\"new\",\"1\"]}"},
    {"{\"tags\":[\"a\"]}", "{\"tags\":[\"y\",\"z\"]}", "{\"tags\":[\"a\",\"y\",\"z\"]}"},
    /* Items by their keys, defaults included. */
    {"{\"items\":[{\"name\":\"x\",\"value\":\"1\"},{\"name\":\"y\"}]}",
     "{\"items\":[{\"name\":\"y\",\"value\":\"2\"},{\"name\":\"z\"}]}",
     "{\"items\":[{\"name\":\"x\",\"value\":\"1\"},{\"name\":\"y\",\"value\":\"2\"},"
     "{\"name\":\"z\"}]}"},
    {"{\"items\":[{\"name\":\"x\",\"sub\":{\"a\":\"1\"},\"list\":[\"p\"]}]}",
     "{\"items\":[{\"name\":\"x\",\"sub\":{\"b\":\"2\"},\"list\":[\"q\"]}]}",
     "{\"items\":[{\"name\":\"x\",\"sub\":{\"a\":\"1\",\"b\":\"2\"},\"list\":[\"p\",\"q\"]}]}"},
    {"{\"ports\":[{\"port\":80,\"protocol\":\"TCP\"},{\"port\":80,\"protocol\":\"UDP\"}]}",
     "{\"ports\":[{\"port\":80,\"name\":\"web\"}]}",
     "{\"ports\":[{\"port\":80,\"protocol\":\"TCP\",\"name\":\"web\"},"
     "{\"port\":80,\"protocol\":\"UDP\"}]}"},
    /* Items that repeat are replaced, not merged. */
    {"{\"items\":[{\"name\":\"x\",\"value\":\"1\"},{\"name\":\"x\",\"value\":\"2\"}]}",
     "{\"items\":[{\"name\":\"x\",\"sub\":{\"a\":\"3\"}}]}",
     "{\"items\":[{\"name\":\"x\",\"sub\":{\"a\":\"3\"}}]}"},
    {"{\"tags\":[\"a\",\"a\",\"x\"]}", "{\"tags\":[\"a\",\"y\",\"z\"]}",
     "{\"tags\":[\"a\",\"y\",\"x\",\"z\"]}"},
    {"{\"items\":[{\"name\":\"x\",\"value\":\"1\"},{\"name\":\"x\",\"value\":\"2\"}]}",
     "{\"items\":[{\"name\":\"y\"}]}",
     "{\"items\":[{\"name\":\"x\",\"value\":\"1\"},{\"name\":\"x\",\"value\":\"2\"},"
     "{\"name\":\"y\"}]}"},
};

TEST(values_are_merged_part_by_part)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(merged); i++) {
        struct ls_node under = node_in(&arena, merged[i].under);
        struct ls_node over = node_in(&arena, merged[i].over);
        CHECK_STR(json_of(ls_typed_merge(&arena, under, over, &thing_type)), merged[i].merged);
    }
}

static const struct {
    const char *before;
    const char *after;
    const char *removed;
    const char *modified;
    const char *added;
} compared[] = {
    {"{}", "{}", "{}", "{}", "{}"},
    {"{\"count\":1}", "{\"count\":1.0}", "{}", "{}", "{}"},
    {"{\"name\":\"a\"}", "{\"name\":\"b\"}", "{}", "{\"f:name\":{}}", "{}"},
    {"{\"name\":\"a\"}", "{\"count\":1}", "{\"f:name\":{}}", "{}", "{\"f:count\":{}}"},
    {"{\"name\":\"a\"}", "{\"name\":null}", "{}", "{\"f:name\":{}}", "{}"},
    /* A map that comes or goes is reported with everything in it. */
    {"{}", "{\"spec\":{\"a\":\"1\"}}", "{}", "{}", "{\"f:spec\":{\".\":{},\"f:a\":{}}}"},
    {"{\"labels\":{\"a\":\"1\"}}", "{}", "{\"f:labels\":{\".\":{},\"f:a\":{}}}", "{}", "{}"},
    {"{\"spec\":{}}", "{\"spec\":{\"a\":\"1\"}}", "{}", "{}", "{\"f:spec\":{\"f:a\":{}}}"},
    {"{\"spec\":null}", "{\"spec\":{}}", "{}", "{\"f:spec\":{}}", "{}"},
    {"{\"spec\":{\"a\":\"1\",\"b\":\"2\"}}", "{\"spec\":{\"b\":\"3\"}}",
     "{\"f:spec\":{\"f:a\":{}}}", "{\"f:spec\":{\"f:b\":{}}}", "{}"},
    {"{\"args\":[\"a\"]}", "{\"args\":[\"b\"]}", "{}", "{\"f:args\":{}}", "{}"},
    {"{\"limits\":{\"cpu\":1}}", "{\"limits\":{\"cpu\":2}}", "{}", "{\"f:limits\":{}}", "{}"},
    /* Order in a set or list map is no change. */
    {"{\"tags\":[\"a\",\"b\"]}", "{\"tags\":[\"b\",\"a\"]}", "{}", "{}", "{}"},
    {"{\"tags\":[\"a\",\"b\"]}", "{\"tags\":[\"b\",\"c\"]}", "{\"f:tags\":{\"v:\\\"a\\\"\":{}}}",
     "{}", "{\"f:tags\":{\"v:\\\"c\\\"\":{}}}"},
    {"{\"items\":[{\"name\":\"x\",\"value\":\"1\"}]}",
     "{\"items\":[{\"name\":\"y\"},{\"name\":\"x\",\"value\":\"2\"}]}", "{}",
     "{\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{\"f:value\":{}}}}",
     "{\"f:items\":{\"k:{\\\"name\\\":\\\"y\\\"}\":{\".\":{},\"f:name\":{}}}}"},
    /* Repeated items are one piece. */
    {"{\"tags\":[\"a\",\"a\"]}", "{\"tags\":[\"a\"]}", "{\"f:tags\":{\"v:\\\"a\\\"\":{}}}", "{}",
     "{\"f:tags\":{\"v:\\\"a\\\"\":{}}}"},
    {"{\"items\":[{\"name\":\"x\",\"value\":\"1\"},{\"name\":\"x\"}]}",
     "{\"items\":[{\"name\":\"x\",\"value\":\"2\"},{\"name\":\"x\"}]}", "{}",
     "{\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{}}}", "{}"},
    /* A deduced value that changes its form goes and comes. */
    {"{\"any\":{\"a\":1}}", "{\"any\":7}", "{\"f:any\":{\"f:a\":{}}}", "{\"f:any\":{}}", "{}"},
    {"{\"any\":7}", "{\"any\":{\"a\":1}}", "{}", "{\"f:any\":{}}", "{\"f:any\":{\"f:a\":{}}}"},
};

TEST(every_change_is_reported_once)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(compared); i++) {
        struct ls_typed_changes changes;
        struct ls_err err = {0};
        CHECK_OK(ls_typed_compare(&arena, node_in(&arena, compared[i].before),
                                  node_in(&arena, compared[i].after), &thing_type, &changes, &err),
                 err);
        CHECK_STR(set_text(changes.removed), compared[i].removed);
        CHECK_STR(set_text(changes.modified), compared[i].modified);
        CHECK_STR(set_text(changes.added), compared[i].added);
    }
}

TEST(items_without_keys_cannot_be_compared)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_typed_changes changes;
    struct ls_err err = {0};
    CHECK_CODE(ls_typed_compare(&arena, node_in(&arena, "{}"),
                                node_in(&arena, "{\"items\":[{\"value\":\"1\"}]}"), &thing_type,
                                &changes, &err),
               LS_E_INVALID, err);
    CHECK_STR(err.text,
              "the objects cannot be compared: an item has none of the key fields of its list");
}

static const struct {
    const char *value;
    const char *set;
    const char *rest;
} pruned[] = {
    {"{\"name\":\"a\",\"count\":1}", "{}", "{\"name\":\"a\",\"count\":1}"},
    {"{\"name\":\"a\",\"count\":1}", "{\"f:name\":{}}", "{\"count\":1}"},
    {"{\"name\":\"a\"}", "{\"f:name\":{}}", "null"},
    {"{\"spec\":{\"a\":\"1\",\"b\":\"2\"}}", "{\"f:spec\":{\"f:a\":{}}}",
     "{\"spec\":{\"b\":\"2\"}}"},
    {"{\"spec\":{\"a\":\"1\"}}", "{\"f:spec\":{\"f:a\":{}}}", "{\"spec\":null}"},
    {"{\"spec\":{\"a\":\"1\"}}", "{\"f:spec\":{}}", "null"},
    /* Nothing below one piece can go alone: all of it goes. */
    {"{\"fixed\":{\"a\":\"1\"},\"name\":\"n\"}", "{\"f:fixed\":{\"f:a\":{}}}",
     "{\"fixed\":null,\"name\":\"n\"}"},
    {"{\"tags\":[\"a\",\"b\"]}", "{\"f:tags\":{\"v:\\\"a\\\"\":{}}}", "{\"tags\":[\"b\"]}"},
    {"{\"tags\":[\"a\"]}", "{\"f:tags\":{\"v:\\\"a\\\"\":{}}}", "{\"tags\":null}"},
    {"{\"items\":[{\"name\":\"x\",\"value\":\"1\"},{\"name\":\"y\"}]}",
     "{\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{\"f:value\":{}},"
     "\"k:{\\\"name\\\":\\\"y\\\"}\":{}}}",
     "{\"items\":[{\"name\":\"x\"}]}"},
};

TEST(fields_are_taken_out)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(pruned); i++) {
        struct ls_node value = node_in(&arena, pruned[i].value);
        struct ls_field_set set = set_in(&arena, pruned[i].set);
        CHECK_STR(json_of(ls_typed_remove(&arena, value, set, &thing_type)), pruned[i].rest);
    }
}

static const struct {
    const char *set;
    const char *named;
    const char *reconciled;
} seen[] = {
    {"{\"f:name\":{}}", "{\"f:name\":{}}", "{\"f:name\":{}}"},
    /* Fields of structs on the way become members, members of maps and items do not. */
    {"{\"f:spec\":{\"f:a\":{}}}", "{\"f:spec\":{\".\":{},\"f:a\":{}}}",
     "{\"f:spec\":{\"f:a\":{}}}"},
    {"{\"f:any\":{\"f:a\":{\"f:b\":{}}}}", "{\"f:any\":{\".\":{},\"f:a\":{\"f:b\":{}}}}",
     "{\"f:any\":{\"f:a\":{\"f:b\":{}}}}"},
    {"{\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{\"f:sub\":{\"f:a\":{}}}}}",
     "{\"f:items\":{\".\":{},\"k:{\\\"name\\\":\\\"x\\\"}\":{\"f:sub\":{\".\":{},\"f:a\":{}}}}}",
     "{\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{\"f:sub\":{\"f:a\":{}}}}}"},
    /* What was owned part by part and is one piece now is owned as one piece. */
    {"{\"f:fixed\":{\"f:a\":{}}}", "{\"f:fixed\":{\".\":{},\"f:a\":{}}}", "{\"f:fixed\":{}}"},
    {"{\"f:args\":{\"v:\\\"x\\\"\":{}}}", "{\"f:args\":{\".\":{},\"v:\\\"x\\\"\":{}}}",
     "{\"f:args\":{}}"},
    /* But not where any scalar may stand: such maps are taken for deduced ones. */
    {"{\"f:limits\":{\"f:cpu\":{}}}", "{\"f:limits\":{\".\":{},\"f:cpu\":{}}}",
     "{\"f:limits\":{\"f:cpu\":{}}}"},
    /* Fields that the type does not know stay as they are. */
    {"{\"f:gone\":{\"f:x\":{}}}", "{\"f:gone\":{\"f:x\":{}}}", "{\"f:gone\":{\"f:x\":{}}}"},
};

TEST(a_set_is_read_through_the_type)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(seen); i++) {
        struct ls_field_set set = set_in(&arena, seen[i].set);
        CHECK_STR(set_text(ls_typed_name_fields(&arena, set, &thing_type)), seen[i].named);
        CHECK_STR(set_text(ls_typed_reconcile(&arena, set, &thing_type)), seen[i].reconciled);
    }
}

/* Maps past the size from which on they are indexed. */
TEST(large_maps_merge_and_compare_like_small_ones)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf under LS_AUTO(ls_buf_release) = {0};
    struct ls_buf over LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&under, "{\"labels\":{");
    ls_buf_add_text(&over, "{\"labels\":{");
    for (int i = 0; i < 100; i++) {
        ls_buf_printf(&under, "%s\"k%d\":\"u\"", i ? "," : "", i);
        ls_buf_printf(&over, "%s\"k%d\":\"o\"", i ? "," : "", 149 - i);
    }
    ls_buf_add_text(&under, "}}");
    ls_buf_add_text(&over, "}}");
    struct ls_node left = node_in(&arena, ls_buf_text(&under));
    struct ls_node right = node_in(&arena, ls_buf_text(&over));
    struct ls_node both = ls_node_at(ls_typed_merge(&arena, left, right, &thing_type), "labels");
    CHECK_INT(ls_node_count(both), 150);
    CHECK_STR(ls_node_text(ls_node_at(both, "k49")), "u");
    CHECK_STR(ls_node_text(ls_node_at(both, "k50")), "o");
    struct ls_typed_changes changes;
    CHECK_INT(ls_typed_compare(&arena, left, right, &thing_type, &changes, NULL), LS_OK);
    CHECK_INT(ls_field_set_count(changes.removed), 50);
    CHECK_INT(ls_field_set_count(changes.modified), 50);
    CHECK_INT(ls_field_set_count(changes.added), 50);
}
