/* Texts to manifests: what is found, its place, and the error for each mistake. */
#include "source/source.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "source/limits.h"

/* Every manifest on a line: `LINE KIND NAME`. */
static const char *listed(struct ls_manifests *manifests)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < manifests->list.count; i++) {
        const struct ls_manifest *manifest = &manifests->list.at[i];
        ls_buf_printf(&out, "%s%u %s %s", i > 0 ? "; " : "", manifest->line,
                      ls_node_text(ls_node_at(manifest->object, "kind")),
                      ls_node_text(ls_node_at(manifest->object, "metadata.name")));
    }
    return ls_arena_dup(&manifests->arena, ls_buf_slice(&out));
}

static void check_good(const char *text, size_t len, const char *expected, size_t empty_count)
{
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_err err;
    CHECK_OK(ls_source_read_text(&manifests, "f", (struct ls_slice){text, len}, &err), err);
    CHECK_STR(listed(&manifests), expected);
    CHECK_INT(manifests.empty_count, empty_count);
}

#define CM(name) "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name "}\n"

/* clang-format off */
static const struct { const char *text, *found; size_t empty_count; } good[] = {
    {"", "", 0},
    {"# nothing\n", "", 0},
    {CM("a"), "1 ConfigMap a", 0},
    {CM("a") "---\n" CM("b"), "1 ConfigMap a; 5 ConfigMap b", 0},
    {CM("a") "---\n\n---\n" CM("b"), "1 ConfigMap a; 7 ConfigMap b", 1},
    {"---\n" CM("a") "---\n   \n", "2 ConfigMap a", 1},
    {"--- # first\n" CM("a") "--- # second\n" CM("b"), "2 ConfigMap a; 6 ConfigMap b", 0},
    {"null\n---\n~\n---\n" CM("a"), "5 ConfigMap a", 2},
    {"kind: ConfigMap\r\nmetadata:\r\n  name: a\r\n---\r\n\r\n---\r\nkind: Pod\r\nmetadata: {name: b}\r\n",
     "1 ConfigMap a; 7 Pod b", 1},
    {"\xef\xbb\xbfkind: Pod\nmetadata: {name: a}\n", "1 Pod a", 0},
    {"\xef\xbb\xbf{\"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"}}", "1 Pod a", 0},
    {"{\"kind\": \"Pod\",\n\"metadata\": {\"name\": \"a\"}}\n", "1 Pod a", 0},
    {"{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [\n"
     "{\"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"}},\n"
     "{\"kind\": \"Pod\", \"metadata\": {\"name\": \"b\"}}]}", "2 Pod a; 3 Pod b", 0},
    {"kind: List\nitems:\n- kind: Pod\n  metadata: {name: a}\n- kind: PodList\n  items:\n"
     "  - kind: Pod\n    metadata: {name: b}\n", "3 Pod a; 7 Pod b", 0},
    {"{\"kind\": \"Pod\",\n\"metadata\": {\"name\": \"a}{\\\"\"}}\n\n{\"kind\": \"Pod\", \"metadata\": "
     "{\"name\": \"b\"}} {\"kind\": \"Pod\", \"metadata\": {\"name\": \"c\"}}\n",
     "1 Pod a}{\"; 4 Pod b; 4 Pod c", 0},
    {"{kind: Pod, metadata: {name: a}}\n---\n{kind: Pod, metadata: {name: b}}\n", "1 Pod a; 3 Pod b", 0},
    {"apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n- metadata:\n    name: b\n- kind: Job\n"
     "  metadata: {name: c}\n", "4 Pod a; 5 Pod b; 7 Job c", 0},
    {"kind: List\n", "", 0},
    {"kind: List\nitems:\n", "", 0},
    {"kind: List\nitems: []\n", "", 0},
    {"kind: AllowList\nmetadata: {name: a}\nitems: [1]\n", "1 AllowList a", 0},
    {"kind: AllowList\nmetadata: {name: a}\n", "1 AllowList a", 0},
    {"kind: Pod\nmetadata: {name: \"1234\"}\n", "1 Pod 1234", 0},
    {"kind: Pod\nmetadata: {name: Not A Valid Name}\n", "1 Pod Not A Valid Name", 0},
};
/* clang-format on */

TEST(every_document_is_found_with_its_line)
{
    for (size_t i = 0; i < LS_COUNT(good); i++)
        check_good(good[i].text, strlen(good[i].text), good[i].found, good[i].empty_count);
}

TEST(utf_16_with_its_mark_is_read)
{
    static const char text[] = "\xff\xfek\0i\0n\0d\0:\0 \0P\0\n\0m\0e\0t\0a\0d\0a\0t\0a\0:\0 \0{\0"
                               "n\0a\0m\0e\0:\0 \0a\0}"; /* its last NUL ends it */
    check_good(text, sizeof text, "1 P a", 0);
}

static void check_bad_bytes(struct ls_slice text, enum ls_code code, const char *expected)
{
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_err err;
    CHECK_CODE(ls_source_read_text(&manifests, "f", text, &err), code, err);
    CHECK_STR(err.text, expected);
}

/* clang-format off */
static const struct { const char *text, *error; } bad[] = {
    {"- a\n- b\n",
     "f:1: a manifest is a map with apiVersion, kind and metadata, this is a list"},
    {CM("a") "---\nhello\n",
     "f:5: a manifest is a map with apiVersion, kind and metadata, this is a string"},
    {"apiVersion: v1\nmetadata: {name: a}\n",
     "f:1: kind is missing: say what the object is, as in kind: Deployment"},
    {"kind: ''\nmetadata: {name: a}\n",
     "f:1: kind is missing: say what the object is, as in kind: Deployment"},
    {"apiVersion: v1\nkind: ConfigMap\n",
     "f:1: ConfigMap: metadata.name is missing: give the object a name"},
    {"kind: ConfigMap\nmetadata: {name: ''}\n",
     "f:1: ConfigMap: metadata.name is missing: give the object a name"},
    {"kind: Job\nmetadata:\n  generateName: migrate-\n",
     "f:3: Job: metadata.generateName cannot be used: the server would make another object at every "
     "apply; write metadata.name instead"},
    {"kind: Pod\nmetadata: web\n",
     "f:2: Pod: metadata is a string and must be a map with a name"},
    {"kind: Pod\nmetadata: [name]\n",
     "f:2: Pod: metadata is a list and must be a map with a name"},
    {"kind: Pod\nmetadata:\n  name: 1234\n",
     "f:3: Pod: metadata.name is an integer and must be a text: put it in quotes, name: \"1234\""},
    {"kind: Pod\nmetadata:\n  name: on\n",
     "f:3: Pod: metadata.name is a boolean and must be a text: put it in quotes, name: \"true\""},
    {"kind: Pod\nmetadata:\n  name: {a: b}\n",
     "f:3: Pod: metadata.name is a map: write a text there"},
    {"kind: Pod\nmetadata:\n  name: a\n  namespace: 7\n",
     "f:4: Pod a: metadata.namespace is an integer and must be a text: put it in quotes, "
     "namespace: \"7\""},
    {"apiVersion: 1\nkind: Pod\nmetadata: {name: a}\n",
     "f:1: Pod a: apiVersion is an integer and must be a text: put it in quotes, apiVersion: \"1\""},
    {"kind: List\nitems:\n- kind: Pod\n  metadata: {name: a}\n- 7\n",
     "f:5: a manifest is a map with apiVersion, kind and metadata, this is an integer"},
    {"kind: List\nitems:\n- metadata: {name: a}\n",
     "f:3: kind is missing: say what the object is, as in kind: Deployment"},
    {"kind: PodList\nitems:\n- metadata: {name: 7}\n",
     "f:3: Pod: metadata.name is an integer and must be a text: put it in quotes, name: \"7\""},
    {"kind: List\nitems: 7\n",
     "f:1: List: metadata.name is missing: give the object a name"},
    {"kind: Pod\nmetadata: {name: a}\nspec:\n  x: 1\n  y: 2\n  x: 3\n",
     "f:6:3: key x is already set on line 4"},
    {"{\"kind\": \"Pod\",\n\"kind\": \"Job\"}",
     "f:2:1: key kind is already set on line 1"},
    {"kind: Pod\n\tname: a\n",
     "f:2:1: found a tab character that violates indentation while scanning a plain scalar that begins "
     "on line 1; indent with spaces, not with tabs"},
    {"kind: {{ .Values.kind }}\nmetadata: {name: a}\n",
     "f:1:8: a key is a map or a list: keys are strings; the {{ }} of a template must be rendered "
     "first, as with `helm template`"},
    {"{\"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"}}\n{\"kind\": \"Pod\",\n \"metadata\" 7}\n",
     "f:3:13: a colon after the key is expected, not 7"},
    {"{\"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"}}\n{\"kind\": \"Pod\"",
     "f:2:15: the text ends where a comma or } after a member is expected"},
    {"{{ if .x }}\n{{ end }}\n",
     "f:1:2: a key in double quotes is expected, not {; the {{ }} of a template must be rendered first, as "
     "with `helm template`"},
    {"kind: Kustomization\nresources: [a.yaml]\n",
     "f:1: Kustomization: this is a kustomization, not a manifest: build it first, as in `kubectl "
     "kustomize FOLDER | lockstep apply --set NAME -f -`"},
};
/* clang-format on */

TEST(every_mistake_is_a_sentence_with_its_place)
{
    for (size_t i = 0; i < LS_COUNT(bad); i++)
        check_bad_bytes(ls_slice_of(bad[i].text), LS_E_INVALID, bad[i].error);
}

TEST(files_of_other_tools_are_named_as_such)
{
    static const struct {
        const char *file, *text, *part;
    } rows[] = {
        {"a/kustomization.yaml", "resources: [a]\n", "a/kustomization.yaml:1: this is a kustomi"},
        {"kustomization.yml", "resources: [a]\n", "kustomization.yml:1: this is a kustomi"},
        {"a/Chart.yaml", "apiVersion: v2\nname: a\n",
         "a/Chart.yaml:1: this describes a Helm chart"},
        {"values.yaml", "image: a\n", "values.yaml:1: these are the values of a Helm chart"},
        {"other.yaml", "image: a\n", "other.yaml:1: kind is missing"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
        struct ls_err err;
        CHECK_CODE(ls_source_read_text(&manifests, rows[i].file, ls_slice_of(rows[i].text), &err),
                   LS_E_INVALID, err);
        CHECK_HAS(err.text, rows[i].part);
    }
}

TEST(mistakes_of_json_are_reported_by_the_json_reader)
{
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_err err;
    CHECK_CODE(ls_source_read_text(&manifests, "f.json", LS_SLICE("{\"kind\": [1,\n}"), &err),
               LS_E_INVALID, err);
    CHECK_STR(err.text, "f.json:2:1: a value is expected, not }");
}

TEST(binary_files_are_refused)
{
    static const char no_text[] =
        "f is not a text file, it holds NUL bytes: name manifests only, in UTF-8";
    static const char garbage[] = "\x7f"
                                  "ELF\x02\x01\x01\0\0\xff\xfe\x80";
    check_bad_bytes((struct ls_slice){garbage, sizeof garbage}, LS_E_INVALID, no_text);
    static const char utf16[] = "k\0i\0n\0d\0:\0 \0P\0";
    static const char latin[] = "kind: Pod # caf\xe9 or tea\n";
    check_bad_bytes(ls_slice_of(latin), LS_E_INVALID,
                    "f:1:17: invalid trailing UTF-8 octet: 0x20; the text is not UTF-8");
    check_bad_bytes((struct ls_slice){utf16, sizeof utf16}, LS_E_INVALID, no_text);
}

TEST(lists_inside_lists_have_an_end)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i <= LS_LISTS_DEEP_MAX; i++)
        ls_buf_add_text(&text, "{kind: List, items: [");
    for (int i = 0; i <= LS_LISTS_DEEP_MAX; i++)
        ls_buf_add_text(&text, "]}");
    check_bad_bytes(ls_buf_slice(&text), LS_E_TOO_BIG,
                    "f:1: List: Lists are nested more than 8 deep");
}

static void add_config_map(struct ls_buf *out, const char *name, size_t bytes)
{
    ls_buf_printf(out,
                  "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata:\n  a: ", name);
    memset(ls_buf_reserve(out, bytes), 'x', bytes);
    ls_buf_commit(out, bytes);
    ls_buf_add_char(out, '\n');
}

TEST(an_object_over_the_limit_is_refused_by_name)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    /* {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"fits"},"data":{"a":""}} */
    size_t frame = 81;
    add_config_map(&text, "fits", LS_MANIFEST_BYTES_MAX - frame);
    check_good(text.at, text.len, "2 ConfigMap fits", 0);
    ls_buf_clear(&text);
    add_config_map(&text, "fits", LS_MANIFEST_BYTES_MAX - frame + 1);
    check_bad_bytes(ls_buf_slice(&text), LS_E_TOO_BIG,
                    "f:2: ConfigMap fits: the object has 1572865 bytes as JSON, the limit of a "
                    "Kubernetes API server is 1572864: divide it");
}

TEST(items_of_a_typed_list_know_what_they_are)
{
    static const char text[] = "apiVersion: apps/v1\nkind: DeploymentList\nitems:\n"
                               "- metadata: {name: a}\n  spec: {replicas: 2}\n";
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_err err;
    CHECK_OK(ls_source_read_text(&manifests, "f", ls_slice_of(text), &err), err);
    struct ls_node object = manifests.list.at[0].object;
    CHECK_STR(ls_node_text(ls_node_at(object, "apiVersion")), "apps/v1");
    CHECK_STR(ls_node_text(ls_node_at(object, "kind")), "Deployment");
    CHECK_INT(ls_node_int(ls_node_at(object, "spec.replicas"), 0), 2);
}

TEST(a_place_is_that_of_the_value)
{
    static const char text[] = "kind: Pod\nmetadata:\n  name: a\nspec:\n  x: 1\n";
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_buf place LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    CHECK_OK(ls_source_read_text(&manifests, "-", ls_slice_of(text), &err), err);
    const struct ls_manifest *manifest = &manifests.list.at[0];
    ls_manifest_place(manifest, ls_node_at(manifest->object, "spec.x"), &place);
    CHECK_STR(ls_buf_text(&place), "standard input:5");
    ls_buf_clear(&place);
    ls_manifest_place(manifest, LS_ABSENT, &place);
    CHECK_STR(ls_buf_text(&place), "standard input:1");
    CHECK_CODE(
        ls_manifest_fail(manifest, ls_node_at(manifest->object, "spec"), &err, "is %s", "odd"),
        LS_E_INVALID, err);
    CHECK_STR(err.text, "standard input:4: Pod a: is odd");
}

TEST(a_name_that_never_ends_does_not_hide_the_sentence)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_err err;
    ls_buf_add_text(&text, "kind: Pod\nmetadata: {namespace: 7, name: ");
    memset(ls_buf_reserve(&text, 5000), 'n', 5000);
    ls_buf_commit(&text, 5000);
    ls_buf_add_text(&text, "}\n");
    CHECK_CODE(ls_source_read_text(&manifests, "f", ls_buf_slice(&text), &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "nnn: metadata.namespace is an integer");
}
