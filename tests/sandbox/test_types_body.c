#include "sandbox/types/body.h"

#include <string.h>

#include "sandbox/types/limits.h"
#include "sandbox/types/table_types.h"
#include "support_json.h"

static bool knows(void *self, struct ls_slice api_version, struct ls_slice kind,
                  const struct ls_api_type **type)
{
    (void)self;
    *type = ls_slice_is(kind, "Pod") ? &ls_api_core_v1_Pod
            : ls_slice_is(kind, "HorizontalPodAutoscaler")
                ? &ls_api_autoscaling_v1_HorizontalPodAutoscaler
                : NULL;
    return *type && (ls_slice_is(api_version, "v1") || ls_slice_is(api_version, "autoscaling/v1"));
}

static const struct ls_body_expected config_map = {.group = "",
                                                   .version = "v1",
                                                   .kind = "ConfigMap",
                                                   .type = &ls_api_core_v1_ConfigMap,
                                                   .knows = knows};
static const struct ls_body_expected autoscaler = {
    .group = "autoscaling",
    .version = "v2",
    .kind = "HorizontalPodAutoscaler",
    .type = &ls_api_autoscaling_v2_HorizontalPodAutoscaler,
    .knows = knows};
static const struct ls_body_expected gadget = {
    .group = "example.com", .version = "v1", .kind = "Gadget", .knows = knows};

/* The value as JSON, followed by its strict errors; or code, reason and message of the failure. */
static const char *read_as(struct ls_arena *arena, const struct ls_body_expected *expected,
                           const char *content_type, struct ls_slice bytes)
{
    struct ls_strict_errors strict = {.arena = arena};
    struct ls_node value = LS_ABSENT;
    const struct ls_failure *failure =
        ls_body_read(arena, ls_slice_of(content_type), bytes, expected, &strict, &value);
    if (failure)
        return ls_arena_printf(arena, "%d %s", failure->code, failure->message);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, value, LS_JSON_COMPACT);
    for (size_t i = 0; i < strict.count; i++)
        ls_buf_printf(&text, "\n%s", strict.at[i]);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

struct row {
    const char *sent;
    const char *outcome;
};

static void check_rows(const struct ls_body_expected *expected, const char *content_type,
                       const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        CHECK_STR(read_as(&arena, expected, content_type, ls_slice_of(rows[i].sent)),
                  rows[i].outcome);
    }
}

#define META          "\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\""
#define UNRECOGNIZED  "400 the object provided is unrecognized (must be of type ConfigMap): "
#define NO_KIND(text) UNRECOGNIZED "couldn't get version/kind; json parse error: " text
#define GO_META                                                                                    \
    " into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "    \
    "Kind string \"json:\\\"kind,omitempty\\\"\" }"
#define UNHANDLED(kind, text) "400 " kind " cannot be handled as a ConfigMap: " text

TEST(what_a_body_leaves_out_is_as_the_path_says)
{
    static const struct row rows[] = {
        {"{\"metadata\":{\"name\":\"a\"}}", "{" META ",\"metadata\":{\"name\":\"a\"}}"},
        {"{\"data\":{},\"kind\":\"ConfigMap\"}", "{" META ",\"data\":{}}"},
        {"{\"kind\":null,\"apiVersion\":\"\",\"x\":1}", "{" META ",\"x\":1}"},
        {"{" META "}", "{" META "}"},
        {"null", "{" META "}"},
    };
    check_rows(&config_map, "", rows, LS_COUNT(rows));
    check_rows(&config_map, "application/JSON; charset=utf-8", rows, LS_COUNT(rows));
}

TEST(malformed_json_is_reported_in_gos_words)
{
    static const struct row rows[] = {
        {"", NO_KIND("unexpected end of JSON input (<empty>)")},
        {"  ", NO_KIND("unexpected end of JSON input (2020)")},
        {"{", NO_KIND("unexpected end of JSON input ({)")},
        {"{\"a\"", NO_KIND("unexpected end of JSON input ({\"a\")")},
        {"{\"a\":}", NO_KIND("invalid character '}' looking for beginning of value ({\"a\":})")},
        {"{\"a\":1,}", NO_KIND("invalid character '}' looking for beginning of object key string "
                               "({\"a\":1,})")},
        {"{\"a\" 1}", NO_KIND("invalid character '1' after object key ({\"a\" 1})")},
        {"{\"a\":[1 2]}", NO_KIND("invalid character '2' after array element ({\"a\":[1 2]})")},
        {"{} x", NO_KIND("invalid character 'x' after top-level value ({} x)")},
        {"{'a':1}", NO_KIND("invalid character '\\'' looking for beginning of object key string "
                            "({'a':1})")},
        {"{\"a\":\"\\q\"}", NO_KIND("invalid character 'q' in string escape code "
                                    "({\"a\":\"\\q\"})")},
        {"{\"a\":\"\x01\"}", NO_KIND("invalid character '\\x01' in string literal "
                                     "({\"a\":\"\x01\"})")},
        {"{\"a\":nul}", NO_KIND("invalid character '}' in literal null (expecting 'l') "
                                "({\"a\":nul})")},
        {"{\"a\":01}", NO_KIND("invalid character '1' after object key:value pair ({\"a\":01})")},
        {"{\"a\":-}", NO_KIND("invalid character '}' in numeric literal ({\"a\":-})")},
        {"{\"a\":1.}", NO_KIND("invalid character '}' after decimal point in numeric literal "
                               "({\"a\":1.})")},
        {"{\"a\":1e}", NO_KIND("invalid character '}' in exponent of numeric literal "
                               "({\"a\":1e})")},
        {"{\"a\":\"\\u12x\"}", NO_KIND("invalid character 'x' in \\u hexadecimal character escape "
                                       "({\"a\":\"\\u12x\"})")},
        {"{\"metadata\":{\"name\":\"a\"},\"data\":x",
         NO_KIND("invalid character 'x' looking for beginning of value "
                 "({\"metadata\":{\"name\":\"a\"},\"data ...)")},
        {"not json", NO_KIND("invalid character 'o' in literal null (expecting 'u') "
                             "(6e6f74206a736f6e)")},
        {"[]", NO_KIND("json: cannot unmarshal array" GO_META " (5b5d)")},
        {"1", NO_KIND("json: cannot unmarshal number" GO_META " (31)")},
        {"{\"kind\":1}", NO_KIND("json: cannot unmarshal number into Go struct field .kind of "
                                 "type string ({\"kind\":1})")},
    };
    check_rows(&config_map, "application/json", rows, LS_COUNT(rows));
}

TEST(bytes_that_go_replaces_are_replaced)
{
    static const struct row rows[] = {
        {"{\"a\":\"x\xff\"}", "{" META ",\"a\":\"x\xEF\xBF\xBD\"}"},
        {"{\"a\":\"\\ud800!\\ud83d\\ude00\\\\\"}",
         "{" META ",\"a\":\"\xEF\xBF\xBD!\xF0\x9F\x98\x80\\\\\"}"},
    };
    check_rows(&config_map, "application/json", rows, LS_COUNT(rows));
}

TEST(bodies_of_another_kind_are_refused)
{
    static const struct row rows[] = {
        {"{\"kind\":\"Pod\"}",
         UNHANDLED("Pod in version \"v1\"", "converting (v1.Pod) to (core.ConfigMap): unknown "
                                            "conversion")},
        {"{\"kind\":\"Pod\",\"spec\":5}",
         UNHANDLED("Pod in version \"v1\"", "json: cannot unmarshal number into Go struct field "
                                            "Pod.spec of type v1.PodSpec")},
        {"{\"kind\":\"Foo\",\"apiVersion\":\"x/v1\"}",
         UNHANDLED("Foo in version \"v1\"", "no kind \"Foo\" is registered for version \"x/v1\" in "
                                            "scheme \"pkg/runtime/scheme.go:111\"")},
        {"{\"apiVersion\":\"v2\"}", UNHANDLED("ConfigMap in version \"v2\"",
                                              "no kind \"ConfigMap\" is registered for version "
                                              "\"v2\" in scheme \"pkg/runtime/scheme.go:111\"")},
        {"{\"kind\":\"ConfigMap\",\"apiVersion\":\"a/b/c\"}",
         UNRECOGNIZED "unexpected GroupVersion string: a/b/c ({\"kind\":\"ConfigMap\",\"apiVersio "
                      "...)"},
    };
    check_rows(&config_map, "application/json", rows, LS_COUNT(rows));
    static const struct row other[] = {
        {"{\"apiVersion\":\"autoscaling/v1\"}",
         "400 the API version in the data (autoscaling/v1) does not match the expected API version "
         "(autoscaling/v2)"},
    };
    check_rows(&autoscaler, "application/json", other, LS_COUNT(other));
}

TEST(custom_kinds_name_themselves)
{
    static const struct row rows[] = {
        {"{}", "400 the object provided is unrecognized (must be of type Gadget): Object 'Kind' is "
               "missing in '{}' ({})"},
        {"{\"kind\":\"Gadget\"}", "400 the API version in the data () does not match the expected "
                                  "API version (example.com/v1)"},
        {"{\"kind\":\"Foo\",\"apiVersion\":\"example.com/v1\",\"metadata\":{\"name\":\"a\"}}",
         "422 Foo.example.com \"a\" is invalid: kind: Invalid value: \"Foo\": must be Gadget"},
        {"{\"kind\":\"Gadget\",\"apiVersion\":\"example.com/v1\",\"spec\":{\"a\":1,\"a\":2,"
         "\"l\":[{\"x\":{\"y\":1,\"\\u0079\":2}}]},\"spec\":3}",
         "{\"kind\":\"Gadget\",\"apiVersion\":\"example.com/v1\",\"spec\":3}\n"
         "duplicate field \"spec.a\"\nduplicate field \"spec.l[0].x.y\"\nduplicate field "
         "\"spec\""},
    };
    check_rows(&gadget, "application/json", rows, LS_COUNT(rows));
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_HAS(read_as(&arena, &gadget, "application/vnd.kubernetes.protobuf", LS_SLICE("k8s")),
              "415 ");
}

TEST(duplicates_are_reported_as_far_as_the_type_knows_them)
{
    static const struct row rows[] = {
        {"{" META ",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"name\":\"b\"},\"data\":{"
         "\"a\":\"1\",\"a\":\"2\"},\"x\":1,\"x\":2,\"y\":[{\"a\":1,\"a\":2}]}",
         "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"b\"},\"data\":{"
         "\"a\":\"2\"},\"x\":2,\"y\":[{\"a\":2}]}\n"
         "duplicate field \"kind\"\nduplicate field \"metadata.name\"\nduplicate field \"data.a\"\n"
         "unknown field \"x\"\nunknown field \"y\""},
        {"{" META ",\"metadata\":{\"ownerReferences\":[{},{\"uid\":\"\",\"uid\":\"x\"}],"
         "\"managedFields\":[{\"fieldsV1\":{\"f:a\":1,\"f:a\":2}}]}}",
         "{" META ",\"metadata\":{\"ownerReferences\":[{},{\"uid\":\"x\"}],\"managedFields\":[{"
         "\"fieldsV1\":{\"f:a\":2}}]}}\nduplicate field \"metadata.ownerReferences[1].uid\""},
    };
    check_rows(&config_map, "application/json", rows, LS_COUNT(rows));
}

TEST(yaml_is_read_up_to_its_first_document)
{
    static const struct row rows[] = {
        {"metadata: {name: a}\n---\nkind: Pod\n", "{" META ",\"metadata\":{\"name\":\"a\"}}"},
        {"", "{" META "}"},
        {"---\n", "{" META "}"},
        {"{\"data\":{\"a\":\"1\"}}", "{" META ",\"data\":{\"a\":\"1\"}}"},
        {"metadata: {name: a, name: b}\nimmutable: true\nimmutable: false",
         "{" META ",\"metadata\":{\"name\":\"b\"},\"immutable\":false}\n"
         "line 1: key \"name\" already set in map\nline 3: key \"immutable\" already set in map"},
        {"a", NO_KIND("json: cannot unmarshal string" GO_META " (61)")},
        {"a: b: c", UNRECOGNIZED "yaml: mapping values are not allowed in this context "
                                 "(613a20623a2063)"},
        {"metadata: [", UNRECOGNIZED "yaml: line 1: did not find expected node content "
                                     "(6d657461646174613a205b)"},
        {"x: y\na: \"x\n\n", UNRECOGNIZED "yaml: line 4: found unexpected end of stream "
                                          "(783a20790a613a2022780a0a)"},
        {"a: b\nc: d: e", UNRECOGNIZED "yaml: line 2: mapping values are not allowed in this "
                                       "context (613a20620a633a20643a2065)"},
    };
    check_rows(&config_map, "application/yaml", rows, LS_COUNT(rows));
}

TEST(protobuf_goes_by_its_envelope)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    static const char type[] = "application/vnd.kubernetes.protobuf";
    CHECK_STR(read_as(&arena, &config_map, type, LS_SLICE("k8s\0\x12\x05\x0a\x03\x0a\x01n")),
              "{" META ",\"metadata\":{\"name\":\"n\"}}");
    CHECK_STR(read_as(&arena, &config_map, type,
                      LS_SLICE("k8s\0\x0a\x09\x0a\x02v1\x12\x03Pod\x12\x05\x0a\x03\x0a\x01n")),
              UNHANDLED("Pod in version \"v1\"",
                        "converting (v1.Pod) to (core.ConfigMap): unknown conversion"));
    CHECK_STR(read_as(&arena, &config_map, type, LS_SLICE("k8s\0\x12\x02\x0a\x05")),
              UNHANDLED("ConfigMap in version \"v1\"", "unexpected EOF"));
    CHECK_STR(read_as(&arena, &config_map, type, LS_SLICE("")),
              UNRECOGNIZED "empty data (<empty>)");
    CHECK_STR(read_as(&arena, &config_map, type, LS_SLICE("k8s\0\xff")),
              UNRECOGNIZED "unexpected EOF (6b387300ff)");
}

TEST(content_types_nobody_knows_are_415)
{
    static const char *const types[] = {"text/plain",
                                        "foo",
                                        "a/b;c",
                                        "*/*",
                                        "application/*",
                                        "application/json;q=1,application/yaml",
                                        "application/merge-patch+json"};
    for (size_t i = 0; i < LS_COUNT(types); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        CHECK_STR(read_as(&arena, &config_map, types[i], LS_SLICE("{}")),
                  "415 the body of the request was in an unknown format - accepted media types "
                  "include: application/json, application/yaml, "
                  "application/vnd.kubernetes.protobuf");
    }
}

TEST(size_and_depth_have_limits)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < LS_BODY_DEPTH_MAX + 1; i++)
        ls_buf_add_char(&text, '[');
    CHECK_HAS(read_as(&arena, &config_map, "", ls_buf_slice(&text)),
              "invalid character '[' exceeded max depth");
    memset(ls_buf_reserve(&text, LS_BODY_BYTES_MAX), ' ', LS_BODY_BYTES_MAX);
    ls_buf_commit(&text, LS_BODY_BYTES_MAX);
    CHECK_STR(read_as(&arena, &config_map, "", ls_buf_slice(&text)),
              "413 Request entity too large: limit is 3145728");
}

TEST(delete_options_may_come_with_any_group)
{
    static const struct ls_body_expected options = {.group = "meta.k8s.io",
                                                    .version = "v1",
                                                    .kind = "DeleteOptions",
                                                    .type = &ls_api_meta_v1_DeleteOptions,
                                                    .takes_any_group = true};
    static const struct row rows[] = {
        {"{\"kind\":\"DeleteOptions\",\"apiVersion\":\"apps/v1\",\"dryRun\":[]}",
         "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"apps/v1\",\"dryRun\":[]}"},
    };
    check_rows(&options, "application/json", rows, LS_COUNT(rows));
}

TEST(values_without_a_kind_report_all_their_duplicates)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_strict_errors strict = {.arena = &arena};
    struct ls_node value = LS_ABSENT;
    const char *why = NULL;
    CHECK(ls_body_read_json(&arena, LS_SLICE("[{\"a\":1,\"a\":2}]"), &strict, &value, &why));
    CHECK_STR(json_of(value), "[{\"a\":2}]");
    CHECK_INT(strict.count, 1);
    CHECK_STR(strict.at[0], "duplicate field \"[0].a\"");
    CHECK(ls_body_read_yaml(&arena, LS_SLICE("{\"a\":1,\"a\":2}"), &strict, &value, &why));
    CHECK_STR(strict.at[1], "line 1: key \"a\" already set in map");
    CHECK(!ls_body_read_json(&arena, LS_SLICE("{"), NULL, &value, &why));
    CHECK_STR(why, "unexpected end of JSON input");
    CHECK(!ls_body_read_yaml(&arena, LS_SLICE("a: b: c"), NULL, &value, &why));
    CHECK_STR(why, "yaml: mapping values are not allowed in this context");
}
