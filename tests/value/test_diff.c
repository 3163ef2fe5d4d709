/* Differences for people: paths, matching of list items, hidden secrets, limits. */
#include "support_value.h"

#include <string.h>

#include "value/diff.h"
#include "value/limits.h"

static const struct {
    const char *before;
    const char *after;
    const char *lines;
} rows[] = {
    {"{\"a\":1}", "{\"a\":1}", ""},
    {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1.0}", ""},
    {"{\"spec\":{\"replicas\":1}}", "{\"spec\":{\"replicas\":3}}", ".spec.replicas: 1 -> 3\n"},
    {"{\"a\":1,\"b\":2}", "{\"c\":\"x\",\"b\":2}", ".a: 1 -> (none)\n.c: (none) -> \"x\"\n"},
    {"{\"a\":1}", "{\"a\":null}", ".a: 1 -> null\n"},
    {"{\"a\":{}}", "{\"a\":{\"b\":1}}", ".a.b: (none) -> 1\n"},
    {"{}", "{\"a\":{},\"b\":[]}", ".a: (none) -> {}\n.b: (none) -> []\n"},
    {"1", "2", "(all): 1 -> 2\n"},
    /* Names that could be misread stand in quotes. */
    {"{\"metadata\":{\"labels\":{\"app.kubernetes.io/name\":\"a\"}}}",
     "{\"metadata\":{\"labels\":{\"app.kubernetes.io/name\":\"b\"}}}",
     ".metadata.labels[\"app.kubernetes.io/name\"]: \"a\" -> \"b\"\n"},
    {"{\"\":1}", "{\"\":2}", "[\"\"]: 1 -> 2\n"},
    /* Items are matched by name whatever their order. */
    {"{\"c\":[{\"name\":\"web\",\"image\":\"a\"},{\"name\":\"db\",\"image\":\"b\"}]}",
     "{\"c\":[{\"name\":\"db\",\"image\":\"b\"},{\"name\":\"web\",\"image\":\"c\"}]}",
     ".c[name=web].image: \"a\" -> \"c\"\n"},
    {"{\"c\":[{\"name\":\"a\",\"x\":1}]}", "{\"c\":[{\"name\":\"b\",\"x\":1}]}",
     ".c[name=a].name: \"a\" -> (none)\n.c[name=a].x: 1 -> (none)\n"
     ".c[name=b].name: (none) -> \"b\"\n.c[name=b].x: (none) -> 1\n"},
    {"{\"p\":[{\"containerPort\":80,\"x\":1}]}", "{\"p\":[{\"containerPort\":80,\"x\":2}]}",
     ".p[containerPort=80].x: 1 -> 2\n"},
    {"{\"c\":[{\"type\":\"Ready\",\"status\":\"False\"}]}",
     "{\"c\":[{\"type\":\"Ready\",\"status\":\"True\"}]}",
     ".c[type=Ready].status: \"False\" -> \"True\"\n"},
    {"{\"c\":[{\"name\":\"a ]\",\"x\":1}]}", "{\"c\":[{\"name\":\"a ]\",\"x\":2}]}",
     ".c[name=\"a ]\"].x: 1 -> 2\n"},
    /* A name that two items share is no name; without any, places count. */
    {"{\"c\":[{\"name\":\"a\",\"x\":1},{\"name\":\"a\",\"x\":2}]}",
     "{\"c\":[{\"name\":\"a\",\"x\":1},{\"name\":\"a\",\"x\":3}]}", ".c[1].x: 2 -> 3\n"},
    {"{\"args\":[\"-v\",\"a\"]}", "{\"args\":[\"-v\",\"b\",\"c\"]}",
     ".args[1]: \"a\" -> \"b\"\n.args[2]: (none) -> \"c\"\n"},
    /* A value that changes its form goes and comes. */
    {"{\"a\":{\"b\":1}}", "{\"a\":[2]}", ".a.b: 1 -> (none)\n.a[0]: (none) -> 2\n"},
    {"{\"a\":7}", "{\"a\":{\"b\":1}}", ".a: 7 -> (none)\n.a.b: (none) -> 1\n"},
    {"{\"a\":7}", "{\"a\":\"7\"}", ".a: 7 -> \"7\"\n"},
};

static const char *diff_text(const char *before, const char *after, size_t rows_max)
{
    static struct ls_buf text;
    const struct ls_obj *left LS_AUTO(ls_obj_unref_at) = before ? obj_of(before) : NULL;
    const struct ls_obj *right LS_AUTO(ls_obj_unref_at) = after ? obj_of(after) : NULL;
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_diff diff = ls_diff_of(&arena, ls_obj_root(left), ls_obj_root(right), rows_max);
    ls_buf_clear(&text);
    ls_diff_print(&text, &diff);
    return ls_buf_text(&text);
}

TEST(every_difference_is_a_row_with_its_path)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(diff_text(rows[i].before, rows[i].after, 0), rows[i].lines);
}

TEST(a_new_or_lost_value_is_listed_leaf_by_leaf)
{
    CHECK_STR(diff_text(NULL, "{\"kind\":\"Pod\",\"spec\":{\"x\":1}}", 0),
              ".kind: (none) -> \"Pod\"\n.spec.x: (none) -> 1\n");
    CHECK_STR(diff_text("{\"kind\":\"Pod\"}", NULL, 0), ".kind: \"Pod\" -> (none)\n");
    CHECK_STR(diff_text(NULL, NULL, 0), "");
}

static const struct {
    const char *before;
    const char *after;
    const char *lines;
} secrets[] = {
    {"{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"data\":{\"password\":\"b2xk\"}}",
     "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"data\":{\"password\":\"S3CRET\"}}",
     ".data.password: (hidden) -> (hidden)\n"},
    {"{\"kind\":\"Secret\",\"stringData\":{\"a\":\"S3CRET\"}}",
     "{\"kind\":\"Secret\",\"stringData\":{\"b\":\"S3CRET\"},\"type\":\"Opaque\"}",
     ".stringData.a: (hidden) -> (none)\n.stringData.b: (none) -> (hidden)\n"
     ".type: (none) -> \"Opaque\"\n"},
    {NULL, "{\"kind\":\"Secret\",\"data\":{\"a\":\"S3CRET\"}}",
     ".kind: (none) -> \"Secret\"\n.data.a: (none) -> (hidden)\n"},
    /* One of the two being a Secret is enough. */
    {"{\"kind\":\"Secret\",\"data\":{\"a\":\"S3CRET\"}}",
     "{\"kind\":\"ConfigMap\",\"data\":{\"a\":\"x\"}}",
     ".kind: \"Secret\" -> \"ConfigMap\"\n.data.a: (hidden) -> (hidden)\n"},
    /* Wherever it stands. */
    {"{\"kind\":\"List\",\"items\":[{\"kind\":\"Secret\",\"data\":{\"a\":\"1\"}}]}",
     "{\"kind\":\"List\",\"items\":[{\"kind\":\"Secret\",\"data\":{\"a\":\"S3CRET\"}}]}",
     ".items[0].data.a: (hidden) -> (hidden)\n"},
    {"{\"spec\":{\"objects\":[{\"name\":\"x\"}]}}",
     "{\"spec\":{\"objects\":[{\"name\":\"x\",\"object\":{\"kind\":\"Secret\",\"stringData\":"
     "{\"a\":\"S3CRET\"}}}]}}",
     ".spec.objects[name=x].object.kind: (none) -> \"Secret\"\n"
     ".spec.objects[name=x].object.stringData.a: (none) -> (hidden)\n"},
    /* Also where it does not belong: kubectl's copy of the whole object, data of a wrong form. */
    {"{\"kind\":\"Secret\",\"metadata\":{\"annotations\":{\"x\":\"1\"}}}",
     "{\"kind\":\"Secret\",\"metadata\":{\"annotations\":{\"x\":\"2\","
     "\"kubectl.kubernetes.io/last-applied-configuration\":\"S3CRET\"}}}",
     ".metadata.annotations.x: \"1\" -> \"2\"\n"
     ".metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]: "
     "(none) -> (hidden)\n"},
    {"{\"kind\":\"Secret\",\"data\":{\"a\":{\"name\":\"1\"}}}",
     "{\"kind\":\"Secret\",\"data\":{\"a\":[{\"name\":\"S3CRET\"}]}}",
     ".data.a: (hidden) -> (hidden)\n"},
    {"{\"kind\":\"Secret\",\"data\":[{\"name\":\"S3CRET\"}]}",
     "{\"kind\":\"Secret\",\"data\":\"S3CRET\"}",
     ".data: (hidden) -> (none)\n.data: (none) -> (hidden)\n"},
    {"{\"kind\":\"Secret\",\"data\":{}}",
     "{\"kind\":\"Secret\",\"data\":{},\"stringdata\":{\"a\":\"S3CRET\"}}",
     ".stringdata.a: (none) -> (hidden)\n"},
    /* Items of a SecretList need not say what they are. */
    {"{\"kind\":\"SecretList\",\"items\":[{\"type\":\"Opaque\",\"data\":{\"a\":\"1\"}}]}",
     "{\"kind\":\"SecretList\",\"items\":[{\"type\":\"x\",\"data\":{\"a\":\"S3CRET\"}}]}",
     ".items[0].type: \"Opaque\" -> \"x\"\n.items[0].data.a: (hidden) -> (hidden)\n"},
    {"{\"kind\":\"List\",\"items\":[]}",
     "{\"kind\":\"List\",\"items\":[{\"kind\":\"Secret\",\"key\":\"S3CRET\"}]}",
     ".items[0].kind: (none) -> \"Secret\"\n.items[0].key: (none) -> (hidden)\n"},
    /* A copy of a whole set may hold the Secrets in it. */
    {"{\"kind\":\"ObjectSet\",\"metadata\":{\"annotations\":{"
     "\"kubectl.kubernetes.io/last-applied-configuration\":\"S3CRET\","
     "\"kapp.k14s.io/original\":\"S3CRET\"}}}",
     "{\"kind\":\"ObjectSet\",\"metadata\":{\"annotations\":{}}}",
     ".metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]: "
     "(hidden) -> (none)\n"
     ".metadata.annotations[\"kapp.k14s.io/original\"]: (hidden) -> (none)\n"},
    /* A ConfigMap hides nothing. */
    {"{\"kind\":\"ConfigMap\",\"data\":{\"a\":\"x\"}}",
     "{\"kind\":\"ConfigMap\",\"data\":{\"a\":\"y\"}}", ".data.a: \"x\" -> \"y\"\n"},
};

TEST(values_of_secrets_never_show)
{
    for (size_t i = 0; i < LS_COUNT(secrets); i++) {
        const char *text = diff_text(secrets[i].before, secrets[i].after, 0);
        CHECK_STR(text, secrets[i].lines);
        CHECK(strstr(text, "S3CRET") == NULL);
    }
}

TEST(a_hidden_row_holds_no_value)
{
    const struct ls_obj *secret LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"kind\":\"Secret\",\"data\":{\"a\":\"x\"}}");
    const struct ls_obj *other LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"kind\":\"Secret\",\"data\":{\"a\":\"y\"}}");
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_diff diff = ls_diff_of(&arena, ls_obj_root(secret), ls_obj_root(other), 0);
    CHECK_INT(diff.count, 1);
    CHECK_INT(diff.rows[0].change, LS_DIFF_CHANGED);
    CHECK(diff.rows[0].is_hidden);
    CHECK(ls_node_is_absent(diff.rows[0].before) && ls_node_is_absent(diff.rows[0].after));
}

TEST(what_is_past_the_limit_is_counted)
{
    CHECK_STR(diff_text("{}", "{\"a\":1,\"b\":2,\"c\":3,\"d\":4}", 2),
              ".a: (none) -> 1\n.b: (none) -> 2\n... and 2 more\n");
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < LS_DIFF_ROWS_MAX + 5; i++)
        ls_buf_printf(&list, "%c%d", i ? ',' : '[', i);
    ls_buf_add_char(&list, ']');
    CHECK_HAS(diff_text("[]", ls_buf_text(&list), 0), "\n... and 5 more\n");
}

TEST(long_values_and_names_are_cut)
{
    struct ls_buf after LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&after, "{\"a\":\"");
    for (int i = 0; i < 300; i++)
        ls_buf_add_text(&after, "\xC3\xA9");
    ls_buf_add_text(&after, "\"}");
    const char *text = diff_text("{}", ls_buf_text(&after), 0);
    CHECK_HAS(text, "... (602 bytes)\n");
    CHECK(strlen(text) < 250);
    ls_buf_clear(&after);
    ls_buf_printf(&after, "{\"%0300d\":1}", 7);
    CHECK(strlen(diff_text("{}", ls_buf_text(&after), 0)) < 250);
}
