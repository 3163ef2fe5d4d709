/* JSONPath: a table of paths on one object, and the paths that are refused. */
#include "expr/path/jsonpath.h"

#include <string.h>

#include "base/buf.h"
#include "check.h"
#include "expr/limits.h"
#include "value/json.h"

static const char object[] =
    "{\"spec\":{\"replicas\":3,\"ports\":[{\"port\":80,\"name\":\"web\"},{\"port\":443,\"name\":"
    "\"tls\"}],\"empty\":[],\"nothing\":null},"
    "\"metadata\":{\"labels\":{\"a/b\":\"slash\",\"a.b\":\"dot\",\"c]d\":\"bracket\"}},"
    "\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"weight\":1.5},"
    "{\"type\":\"Synced\",\"status\":\"False\",\"weight\":2},{\"status\":\"Unknown\"}]},"
    "\"items\":[0,1,2,3,4]}";

struct answers {
    struct ls_buf text;
};

static void add_answer(void *self, struct ls_node value)
{
    struct answers *answers = self;
    if (answers->text.len > 0)
        ls_buf_add_char(&answers->text, ' ');
    ls_json_print(&answers->text, value, LS_JSON_COMPACT);
}

static const struct {
    const char *path;
    const char *values;
} rows[] = {
    {".spec.replicas", "3"},
    {"$.spec.replicas", "3"},
    {"['spec'].replicas", "3"},
    {".spec['replicas']", "3"},
    {".spec.missing", ""},
    {".spec.replicas.deeper", ""},
    {".spec.nothing", "null"},
    {".spec.nothing.deeper", ""},
    {".metadata.labels['a/b']", "\"slash\""},
    {".metadata.labels.a/b", "\"slash\""},
    {".metadata.labels['a\\.b']", "\"dot\""},
    {".metadata.labels.a\\.b", "\"dot\""},
    {".metadata.labels['a.b']", ""},
    {".items[0]", "0"},
    {".items[-1]", "4"},
    {".items[5]", ""},
    {".items[-6]", ""},
    {".items[*]", "0 1 2 3 4"},
    {".items.*", "0 1 2 3 4"},
    {".items[1:3]", "1 2"},
    {".items[3:]", "3 4"},
    {".items[:2]", "0 1"},
    {".items[::2]", "0 2 4"},
    {".items[1:-1]", "1 2 3"},
    {".items[2:2]", ""},
    {".items[0:9]", ""},
    {".spec.empty[0]", ""},
    {".spec.ports[*].port", "80 443"},
    {".spec.ports[1].name", "\"tls\""},
    {".spec[0]", ""},
    {".status.conditions[?(@.type==\"Ready\")].status", "\"True\""},
    {".status.conditions[?(@.type=='Ready')].status", "\"True\""},
    {".status.conditions[?(@.type != \"Ready\")].status", "\"False\""},
    {".status.conditions[?(@.type)].status", "\"True\" \"False\""},
    /* An integer and a decimal are not compared: one such pair and the path has no values. */
    {".status.conditions[?(@.weight > 1.5)].type", ""},
    {".status.conditions[?(@.weight<2)].type", ""},
    {".spec.ports[?(@.port > 80)].name", "\"tls\""},
    {".spec.ports[?(@.port>=80)].name", "\"web\" \"tls\""},
    {".spec.ports[?(@.port<443)].name", "\"web\""},
    {".spec.ports[?(@.port<=443)].name", "\"web\" \"tls\""},
    {".spec.ports[*]['port','name']", "80 443 \"web\" \"tls\""},
    {".items[0,2,-1]", "0 2 4"},
    {"..conditions..type", "\"Ready\" \"Synced\""},
    {".status.conditions[?(@.type > @.status)].type", "\"Synced\""},
    {".status.conditions[?(@.type == @.missing)].type", ""},
    {".status.conditions[?(@.type==\"a)]b\")].status", ""},
    {".spec[?(@.type==\"x\")]", ""},
    {".items[?(@ == 3)]", "3"},
    {"..port", "80 443"},
    {".spec..name", "\"web\" \"tls\""},
    {"$", object},
    {"", object},
};

TEST(paths_find_what_the_api_server_finds)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(object), NULL, &obj, &err), err);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        const struct ls_jsonpath *path = NULL;
        struct answers answers = {0};
        CHECK_OK(ls_jsonpath_compile(&arena, ls_slice_of(rows[i].path), &path, &err), err);
        size_t count = ls_jsonpath_each(path, ls_obj_root(obj), add_answer, &answers);
        CHECK_STR(ls_buf_text(&answers.text), rows[i].values);
        CHECK_INT(count == 0, ls_node_is_absent(ls_jsonpath_first(path, ls_obj_root(obj))));
        ls_buf_release(&answers.text);
    }
}

TEST(what_is_no_path_is_refused_with_its_place)
{
    static const struct {
        const char *path;
        const char *error;
    } bad[] = {
        {".spec[", "JSONPath .spec[: at byte 6: unterminated array"},
        {".spec[x]", "JSONPath .spec[x]: at byte 7: invalid array index x"},
        {".a[?(@.b==)]", "JSONPath .a[?(@.b==)]: at byte 10: unrecognized character in action: "
                         "U+003D '='"},
        {".a[?(@.b==\"c)]", "JSONPath .a[?(@.b==\"c)]: at byte 3: unterminated filter"},
        {".a[?(@.b=~1)]", "JSONPath .a[?(@.b=~1)]: at byte 10: unrecognized character in action: "
                          "U+007E '~'"},
        {".a['b[c']", "JSONPath .a['b[c']: at byte 6: unterminated array"},
        {".a{b}", "JSONPath .a{b}: at byte 3: unrecognized character in action: U+007B '{'"},
        {".metadata.labels['c\\]d']",
         "JSONPath .metadata.labels['c\\]d']: at byte 18: invalid array index 'c\\"},
    };
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(bad); i++) {
        const struct ls_jsonpath *path = NULL;
        struct ls_err err = {0};
        CHECK_CODE(ls_jsonpath_compile(&arena, ls_slice_of(bad[i].path), &path, &err), LS_E_INVALID,
                   err);
        CHECK_STR(err.text, bad[i].error);
        CHECK(path == NULL);
    }
}

/* What client-go reads but finds nothing with, as a column of a table shows it. */
TEST(invalid_paths_have_no_values)
{
    static const char *const paths[] = {"spec", ".spec.", ".items[::0]", ".a b", ".items[0].x[0]"};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(object), NULL, &obj, &err), err);
    for (size_t i = 0; i < LS_COUNT(paths); i++) {
        const struct ls_jsonpath *path = NULL;
        CHECK_OK(ls_jsonpath_compile(&arena, ls_slice_of(paths[i]), &path, &err), err);
        CHECK(ls_node_is_absent(ls_jsonpath_first(path, ls_obj_root(obj))));
    }
}

TEST(paths_have_limits)
{
    static char text[LS_JSONPATH_BYTES_MAX + 2];
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_jsonpath *path = NULL;
    struct ls_err err = {0};
    for (size_t i = 0; i < sizeof text - 1; i++)
        text[i] = i % 2 == 0 ? '.' : 'a';
    CHECK_CODE(ls_jsonpath_compile(&arena, ls_slice_of(text), &path, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "bytes, the limit is 65536");
}
