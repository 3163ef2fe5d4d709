#include "sandbox/types/body.h"

#include <string.h>

#include "base/buf.h"
#include "sandbox/status/field_errors.h"
#include "sandbox/types/go_json.h"
#include "sandbox/types/limits.h"
#include "sandbox/types/protobuf.h"
#include "sandbox/types/strict_scan.h"
#include "value/build.h"
#include "value/go_text.h"
#include "value/json.h"
#include "value/yaml.h"

/* ---- bytes to values ---- */

static struct ls_node node_to_arena(struct ls_arena *arena, struct ls_node node)
{
    size_t words = ls_node_words(node);
    uint32_t *copy = LS_ARENA_ARRAY(arena, uint32_t, words);
    memcpy(copy, node.word, words * sizeof *copy);
    return (struct ls_node){copy};
}

static bool json_parse(struct ls_arena *arena, struct ls_slice bytes, struct ls_node *out,
                       bool *has_repeats)
{
    const struct ls_json_options options = {.bytes_max = LS_BODY_BYTES_MAX * 3,
                                            .depth_max = LS_BODY_DEPTH_MAX,
                                            .has_repeats = has_repeats};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    if (ls_json_parse(bytes, &options, &obj, NULL))
        return false;
    *out = node_to_arena(arena, ls_obj_root(obj));
    return true;
}

/* Go accepts some JSON that our reader refuses. */
static bool json_parse_as_go(struct ls_arena *arena, struct ls_slice bytes, struct ls_node *out,
                             bool *has_repeats, const char **why)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!ls_go_json_check(bytes, LS_BODY_DEPTH_MAX, &text)) {
        *why = ls_arena_dup(arena, ls_buf_slice(&text));
        return false;
    }
    ls_buf_clear(&text);
    ls_go_json_replace_invalid(&text, bytes);
    *why = "the text is not JSON";
    return json_parse(arena, ls_buf_slice(&text), out, has_repeats);
}

static bool json_read(struct ls_arena *arena, struct ls_slice bytes, struct ls_node *out,
                      bool *has_repeats, const char **why)
{
    return json_parse(arena, bytes, out, has_repeats) ||
           json_parse_as_go(arena, bytes, out, has_repeats, why);
}

bool ls_body_read_json(struct ls_arena *arena, struct ls_slice bytes,
                       struct ls_strict_errors *strict, struct ls_node *out, const char **why)
{
    bool has_repeats = false;
    if (!json_read(arena, bytes, out, &has_repeats, why))
        return false;
    if (has_repeats && strict)
        ls_strict_scan_untyped(bytes, strict);
    return true;
}

/* The line that Go's YAML parser reports: counted from 0 unless its scanner fails. 0: it reports
 * none. */
static int64_t yaml_line_shown(struct ls_slice sentence, int64_t line)
{
    bool is_scanned = !memmem(sentence.at, sentence.len, " while parsing ", 15) &&
                      !ls_slice_starts(sentence, "did not find expected");
    return line == 1 || !is_scanned ? line - 1 : line;
}

/* Our error is `YAML:LINE:COLUMN: sentence; advice`. */
static const char *yaml_sentence(struct ls_arena *arena, const struct ls_err *err)
{
    struct ls_slice rest = ls_slice_of(err->text);
    int64_t line = 1;
    (void)ls_slice_cut(rest, ':', &rest);
    (void)ls_slice_to_i64(ls_slice_cut(rest, ':', &rest), &line);
    (void)ls_slice_cut(rest, ':', &rest);
    if (!rest.at)
        return ls_arena_printf(arena, "yaml: %s", err->text);
    struct ls_slice sentence = ls_slice_trim(ls_slice_cut(rest, ';', &rest));
    int64_t shown = yaml_line_shown(sentence, line);
    const char *context = memmem(sentence.at, sentence.len, " while ", 7);
    if (context)
        sentence.len = (size_t)(context - sentence.at);
    if (shown == 0)
        return ls_arena_printf(arena, "yaml: %.*s", LS_ARG(sentence));
    return ls_arena_printf(arena, "yaml: line %lld: %.*s", (long long)shown, LS_ARG(sentence));
}

static void yaml_repeat(void *self, uint32_t line, struct ls_slice key)
{
    struct ls_strict_errors *strict = self;
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, key);
    if (strict)
        ls_strict_errors_add(strict, "line %u: key %s already set in map", line,
                             ls_buf_text(&quoted));
}

static bool yaml_read(struct ls_arena *arena, struct ls_slice bytes,
                      struct ls_strict_errors *strict, struct ls_node *out, const char **why)
{
    bool has_repeats = false;
    if (bytes.len > 0 && bytes.at[0] == '{' && json_parse(arena, bytes, out, &has_repeats) &&
        !has_repeats)
        return true;
    const struct ls_yaml_options options = {.bytes_max = LS_BODY_BYTES_MAX,
                                            .depth_max = LS_BODY_DEPTH_MAX,
                                            .is_strict = true,
                                            .on_repeat = yaml_repeat,
                                            .self = strict};
    struct ls_err err = {0};
    if (strict)
        strict->is_sorted = true;
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(bytes, &options);
    if (ls_yaml_next(yaml, &obj, &err)) {
        *why = yaml_sentence(arena, &err);
        return false;
    }
    struct ls_build null LS_AUTO(ls_build_release) = {0};
    ls_build_null(&null);
    *out = obj ? node_to_arena(arena, ls_obj_root(obj)) : ls_build_arena(&null, arena);
    return true;
}

bool ls_body_read_yaml(struct ls_arena *arena, struct ls_slice bytes,
                       struct ls_strict_errors *strict, struct ls_node *out, const char **why)
{
    return yaml_read(arena, bytes, strict, out, why);
}

/* ---- media types ---- */

static bool is_token(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c <= 0x20 || c >= 0x7f || ls_char_is_any(c, "()<>@,;:\\\"/[]?="))
            return false;
    }
    return text.len > 0;
}

static bool is_parameter(struct ls_slice text)
{
    struct ls_slice value = {0};
    struct ls_slice name = ls_slice_cut(text, '=', &value);
    bool is_quoted = value.len >= 2 && value.at[0] == '"' && value.at[value.len - 1] == '"';
    return is_token(ls_slice_trim(name)) && (is_quoted || is_token(value));
}

struct ls_slice ls_body_media_type(struct ls_arena *arena, struct ls_slice content_type)
{
    struct ls_slice rest = {0};
    struct ls_slice type = ls_slice_trim(ls_slice_cut(content_type, ';', &rest));
    while (rest.at) {
        struct ls_slice parameter = ls_slice_trim(ls_slice_cut(rest, ';', &rest));
        bool is_last = rest.at == NULL; /* which may be empty: one semicolon too many is fine */
        if (!(is_last && parameter.len == 0) && !is_parameter(parameter))
            return LS_SLICE("");
    }
    char *lower = ls_arena_dup(arena, type);
    for (char *c = lower; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    return (struct ls_slice){lower, type.len};
}

const struct ls_failure *ls_body_unsupported(struct ls_arena *arena, const char *accepted)
{
    LS_ASSERT(accepted && accepted[0]);
    return ls_failure_new(arena, 415, "UnsupportedMediaType",
                          "the body of the request was in an unknown format - accepted media types "
                          "include: %s",
                          accepted);
}

/* ---- of which kind is it? ---- */

/* The state of reading one body. */
struct body_reading {
    struct ls_arena *arena;
    const struct ls_body_expected *expected;
    struct ls_strict_errors *strict;
    struct ls_slice bytes;
    struct ls_slice api_version; /* as sent, else the expected one */
    struct ls_slice kind;
};

/* The start of the body: as text when it begins like JSON, else as hex bytes. */
static void snippet_add(struct ls_buf *out, struct ls_slice bytes)
{
    enum { SHOWN_MAX = 30 };
    size_t len = LS_MIN(bytes.len, (size_t)SHOWN_MAX);
    if (bytes.len == 0)
        ls_buf_add_text(out, "<empty>");
    else if (bytes.at[0] == '{')
        ls_buf_add(out, bytes.at, len);
    for (size_t i = 0; bytes.len > 0 && bytes.at[0] != '{' && i < len; i++)
        ls_buf_printf(out, "%02x", (unsigned)(unsigned char)bytes.at[i]);
    if (bytes.len > len)
        ls_buf_add_text(out, " ...");
}

/* Errors about options are the decoder's own, without the usual frame. */
static bool is_options(const struct body_reading *in)
{
    return in->expected->takes_any_group;
}

static const struct ls_failure *unrecognized(const struct body_reading *in, const char *why)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (is_options(in))
        return ls_failure_bad_request(in->arena, "%s", why);
    snippet_add(&text, in->bytes);
    return ls_failure_bad_request(in->arena,
                                  "the object provided is unrecognized (must be of type %s): %s "
                                  "(%s)",
                                  in->expected->kind, why, ls_buf_text(&text));
}

static const struct ls_failure *no_version_kind(const struct body_reading *in, const char *why)
{
    return unrecognized(
        in, ls_arena_printf(in->arena, "couldn't get version/kind; json parse error: %s", why));
}

static struct ls_slice version_of(struct ls_slice api_version)
{
    size_t slash = ls_slice_find(api_version, '/');
    return slash == SIZE_MAX ? api_version : ls_slice_from(api_version, slash + 1);
}

/* `Pod in version "v1" cannot be handled as a ConfigMap: WHY` */
static const struct ls_failure *cannot_handle(const struct body_reading *in, const char *why)
{
    struct ls_buf version LS_AUTO(ls_buf_release) = {0};
    if (is_options(in))
        return ls_failure_bad_request(in->arena, "%s", why);
    ls_go_quote(&version, version_of(in->api_version));
    return ls_failure_bad_request(in->arena, "%.*s in version %s cannot be handled as a %s: %s",
                                  LS_ARG(in->kind), ls_buf_text(&version), in->expected->kind, why);
}

static const char *go_kind_of(struct ls_node node)
{
    switch (ls_node_type(node)) {
    case LS_TYPE_BOOL:
        return "bool";
    case LS_TYPE_STRING:
        return "string";
    case LS_TYPE_LIST:
        return "array";
    case LS_TYPE_MAP:
        return "object";
    default:
        return "number";
    }
}

static bool is_text_or_none(struct ls_node node)
{
    return ls_node_is_absent(node) || ls_node_is_null(node) || ls_node_is_string(node);
}

static const struct ls_failure *meta_read(struct body_reading *in, struct ls_node value)
{
    struct ls_arena *arena = in->arena;
    if (!ls_node_is_map(value) && !ls_node_is_null(value))
        return no_version_kind(
            in, ls_arena_printf(arena,
                                "json: cannot unmarshal %s into Go value of type struct { "
                                "APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind "
                                "string \"json:\\\"kind,omitempty\\\"\" }",
                                go_kind_of(value)));
    static const char *const names[] = {"apiVersion", "kind"};
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        struct ls_node member = ls_node_get(value, ls_slice_of(names[i]));
        if (!is_text_or_none(member))
            return no_version_kind(in, ls_arena_printf(arena,
                                                       "json: cannot unmarshal %s into Go struct "
                                                       "field .%s of type string",
                                                       go_kind_of(member), names[i]));
    }
    in->api_version = ls_node_string(ls_node_get(value, LS_SLICE("apiVersion")));
    in->kind = ls_node_string(ls_node_get(value, LS_SLICE("kind")));
    return NULL;
}

static const char *expected_version(const struct body_reading *in)
{
    const struct ls_body_expected *expected = in->expected;
    return expected->group[0]
               ? ls_arena_printf(in->arena, "%s/%s", expected->group, expected->version)
               : expected->version;
}

/* A body without apiVersion or kind has those of the path. */
static const struct ls_failure *meta_complete(struct body_reading *in)
{
    struct ls_slice rest = {0};
    (void)ls_slice_cut(in->api_version, '/', &rest);
    if (rest.at && ls_slice_find(rest, '/') != SIZE_MAX)
        return unrecognized(in, ls_arena_printf(in->arena, "unexpected GroupVersion string: %.*s",
                                                LS_ARG(in->api_version)));
    if (in->api_version.len == 0)
        in->api_version = ls_slice_of(expected_version(in));
    if (in->kind.len == 0)
        in->kind = ls_slice_of(in->expected->kind);
    return NULL;
}

static const struct ls_failure *other_version(const struct body_reading *in)
{
    return ls_failure_bad_request(in->arena,
                                  "the API version in the data (%.*s) does not match the expected "
                                  "API version (%s)",
                                  LS_ARG(in->api_version), expected_version(in));
}

/* The package of a group's internal types; events are those of core. */
static struct ls_slice internal_package(const char *group)
{
    struct ls_slice rest = {0};
    struct ls_slice first = ls_slice_cut(ls_slice_of(group), '.', &rest);
    if (first.len == 0 || ls_slice_is(first, "events"))
        return LS_SLICE("core");
    return first;
}

const char *ls_body_kind_refusal(struct ls_arena *arena, struct ls_slice api_version,
                                 struct ls_slice kind, const struct ls_api_type *type,
                                 const char *expected_group, const char *expected_kind)
{
    LS_ASSERT(expected_kind);
    if (!type)
        return ls_arena_printf(arena,
                               "no kind \"%.*s\" is registered for version \"%.*s\" in scheme "
                               "\"pkg/runtime/scheme.go:111\"",
                               LS_ARG(kind), LS_ARG(api_version));
    return ls_arena_printf(arena, "converting (%.*s.%s) to (%.*s.%s): unknown conversion",
                           LS_ARG(version_of(api_version)), type->go_name,
                           LS_ARG(internal_package(expected_group)), expected_kind);
}

/* The failure for a body of another kind than the built-in one that is expected. */
static const struct ls_failure *other_kind(const struct body_reading *in, struct ls_node value)
{
    const struct ls_body_expected *expected = in->expected;
    const struct ls_api_type *type = NULL;
    if (!expected->knows || !expected->knows(expected->self, in->api_version, in->kind, &type))
        type = NULL;
    struct ls_err err = {0};
    struct ls_node ignored = LS_ABSENT;
    if (type && ls_round_trip(in->arena, value, type, NULL, &ignored, &err))
        return cannot_handle(in, err.text);
    size_t group_len = strlen(expected->group);
    bool is_same_group = group_len > 0 && in->api_version.len > group_len &&
                         in->api_version.at[group_len] == '/' &&
                         strncmp(in->api_version.at, expected->group, group_len) == 0;
    if (type && ls_slice_is(in->kind, expected->kind) && is_same_group)
        return other_version(in);
    return cannot_handle(in, ls_body_kind_refusal(in->arena, in->api_version, in->kind, type,
                                                  expected->group, expected->kind));
}

static bool is_expected_version(const struct body_reading *in)
{
    const struct ls_body_expected *expected = in->expected;
    return expected->takes_any_group || ls_slice_is(in->api_version, expected_version(in)) ||
           (expected->also && ls_slice_is(in->api_version, expected->also));
}

static const struct ls_failure *builtin_check(struct body_reading *in, struct ls_node value)
{
    const struct ls_failure *failure = meta_complete(in);
    if (failure)
        return failure;
    bool is_kind = ls_slice_is(in->kind, in->expected->kind);
    return is_kind && is_expected_version(in) ? NULL : other_kind(in, value);
}

static const struct ls_failure *custom_check(struct body_reading *in, struct ls_node value)
{
    if (in->kind.len == 0)
        return unrecognized(in, ls_arena_printf(in->arena, "Object 'Kind' is missing in '%.*s'",
                                                LS_ARG(in->bytes)));
    if (!ls_slice_is(in->api_version, expected_version(in)))
        return other_version(in);
    if (ls_slice_is(in->kind, in->expected->kind))
        return NULL;
    struct ls_field_errors errors = {.arena = in->arena};
    const struct ls_about about = {.group = in->expected->group,
                                   .plural = "",
                                   .kind = ls_arena_dup(in->arena, in->kind),
                                   .name = ls_node_string(ls_node_at(value, "metadata.name"))};
    ls_field_error_add_value(&errors, LS_FIELD_ERROR_INVALID, "kind",
                             ls_node_get(value, LS_SLICE("kind")), "must be %s",
                             in->expected->kind);
    return ls_field_errors_failure(&errors, about);
}

static struct ls_node with_meta(const struct body_reading *in, struct ls_node value)
{
    bool has_both = ls_node_string(ls_node_get(value, LS_SLICE("apiVersion"))).len > 0 &&
                    ls_node_string(ls_node_get(value, LS_SLICE("kind"))).len > 0;
    if (has_both)
        return value;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_reserve(&build, ls_node_words(value) + 32);
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("kind"));
    ls_build_string(&build, in->kind);
    ls_build_key(&build, LS_SLICE("apiVersion"));
    ls_build_string(&build, in->api_version);
    LS_EACH (it, value) {
        if (ls_slice_is(it.key, "kind") || ls_slice_is(it.key, "apiVersion"))
            continue;
        ls_build_key(&build, it.key);
        ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, in->arena);
}

static const struct ls_failure *value_accept(struct body_reading *in, struct ls_node value,
                                             struct ls_node *out)
{
    const struct ls_failure *failure = meta_read(in, value);
    if (!failure)
        failure = in->expected->type ? builtin_check(in, value) : custom_check(in, value);
    if (!failure)
        *out = with_meta(in, value);
    return failure;
}

/* ---- the three formats ---- */

static const struct ls_failure *json_body(struct body_reading *in, struct ls_node *out)
{
    struct ls_node value = LS_ABSENT;
    bool has_repeats = false;
    const char *why = NULL;
    if (!json_read(in->arena, in->bytes, &value, &has_repeats, &why))
        return no_version_kind(in, why);
    const struct ls_failure *failure = value_accept(in, value, out);
    if (failure || !has_repeats || !in->strict)
        return failure;
    if (in->expected->type)
        ls_strict_scan(in->bytes, in->expected->type, in->strict);
    else
        ls_strict_scan_untyped(in->bytes, in->strict);
    return NULL;
}

static const struct ls_failure *yaml_body(struct body_reading *in, struct ls_node *out)
{
    struct ls_node value = LS_ABSENT;
    const char *why = NULL;
    if (!yaml_read(in->arena, in->bytes, in->strict, &value, &why))
        return unrecognized(in, why);
    return value_accept(in, value, out);
}

static const struct ls_failure *protobuf_body(struct body_reading *in, struct ls_node *out)
{
    struct ls_envelope envelope = {0};
    struct ls_err err = {0};
    if (ls_envelope_read(in->bytes, &envelope, &err))
        return unrecognized(in, err.text);
    in->api_version = envelope.api_version;
    in->kind = envelope.kind;
    const struct ls_failure *failure = meta_complete(in);
    if (failure)
        return failure;
    const struct ls_body_expected *expected = in->expected;
    const struct ls_api_type *type = expected->type;
    bool is_expected = ls_slice_is(in->kind, expected->kind) && is_expected_version(in);
    if (!is_expected &&
        (!expected->knows || !expected->knows(expected->self, in->api_version, in->kind, &type) ||
         !type))
        return other_kind(in, LS_ABSENT);
    envelope.api_version = in->api_version;
    envelope.kind = in->kind;
    if (ls_protobuf_read(in->arena, &envelope, type, out, &err))
        return cannot_handle(in, err.text);
    return is_expected ? NULL : other_kind(in, *out);
}

const struct ls_failure *ls_body_read(struct ls_arena *arena, struct ls_slice content_type,
                                      struct ls_slice bytes,
                                      const struct ls_body_expected *expected,
                                      struct ls_strict_errors *strict, struct ls_node *out)
{
    LS_ASSERT(expected->kind);
    static const char json[] = "application/json";
    static const char accepted[] =
        "application/json, application/yaml, application/vnd.kubernetes.protobuf";
    struct body_reading in = {
        .arena = arena, .expected = expected, .strict = strict, .bytes = bytes};
    if (bytes.len > LS_BODY_BYTES_MAX)
        return ls_failure_new(arena, 413, "RequestEntityTooLarge",
                              "Request entity too large: limit is %d", LS_BODY_BYTES_MAX);
    struct ls_slice media =
        content_type.len == 0 ? ls_slice_of(json) : ls_body_media_type(arena, content_type);
    if (ls_slice_is(media, json))
        return json_body(&in, out);
    if (ls_slice_is(media, "application/yaml"))
        return yaml_body(&in, out);
    if (ls_slice_is(media, "application/vnd.kubernetes.protobuf") && expected->type)
        return protobuf_body(&in, out);
    return ls_body_unsupported(arena,
                               expected->type ? accepted : "application/json, application/yaml");
}
