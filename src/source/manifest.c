/* Checks what every manifest must have, and puts its place in front of errors. */
#include <string.h>

#include "base/utf8.h"
#include "source/documents.h"
#include "source/limits.h"
#include "value/json.h"

static uint32_t line_of(const struct ls_manifest *manifest, struct ls_node value)
{
    struct ls_position position;
    if (!ls_node_is_absent(value) && ls_obj_position(manifest->document, value, &position))
        return position.line;
    return manifest->line;
}

void ls_manifest_place(const struct ls_manifest *manifest, struct ls_node value, struct ls_buf *out)
{
    LS_ASSERT(manifest->file);
    bool is_stdin = strcmp(manifest->file, "-") == 0;
    ls_buf_printf(out, "%s:%u", is_stdin ? "standard input" : manifest->file,
                  line_of(manifest, value));
}

static struct ls_slice shown(struct ls_node text)
{
    return ls_utf8_front(ls_node_string(text), LS_NAME_SHOWN_BYTES_MAX);
}

enum ls_code ls_manifest_context(const struct ls_manifest *manifest, struct ls_node value,
                                 struct ls_err *err)
{
    LS_ASSERT(err->code != LS_OK);
    struct ls_buf head LS_AUTO(ls_buf_release) = {0};
    struct ls_slice kind = shown(ls_node_at(manifest->object, "kind"));
    struct ls_slice name = shown(ls_node_at(manifest->object, "metadata.name"));
    ls_manifest_place(manifest, value, &head);
    if (kind.len > 0)
        ls_buf_printf(&head, ": %.*s", LS_ARG(kind));
    if (kind.len > 0 && name.len > 0)
        ls_buf_printf(&head, " %.*s", LS_ARG(name));
    err->line = line_of(manifest, value);
    return ls_context(err, "%s", ls_buf_text(&head));
}

enum ls_code ls_manifest_fail(const struct ls_manifest *manifest, struct ls_node value,
                              struct ls_err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)ls_fail_v(err, LS_E_INVALID, format, args); /* the context below has the same code */
    va_end(args);
    return ls_manifest_context(manifest, value, err);
}

static bool is_missing(struct ls_node node)
{
    return ls_node_is_absent(node) || ls_node_is_null(node) ||
           (ls_node_is_string(node) && ls_node_string(node).len == 0);
}

/* As in "metadata is a list". */
static const char *noun_of(struct ls_node node)
{
    static const char *const nouns[] = {
        [LS_TYPE_ABSENT] = "nothing", [LS_TYPE_NULL] = "null",       [LS_TYPE_BOOL] = "a boolean",
        [LS_TYPE_INT] = "an integer", [LS_TYPE_NUMBER] = "a number", [LS_TYPE_STRING] = "a string",
        [LS_TYPE_LIST] = "a list",    [LS_TYPE_MAP] = "a map",
    };
    return nouns[ls_node_type(node)];
}

/* YAML reads a name such as 1234 or on as a number or a boolean. */
static enum ls_code check_text(const struct ls_manifest *manifest, const char *path,
                               struct ls_err *err)
{
    struct ls_node value = ls_node_at(manifest->object, path);
    if (is_missing(value) || ls_node_is_string(value))
        return LS_OK;
    if (ls_node_is_map(value) || ls_node_is_list(value))
        return ls_manifest_fail(manifest, value, err, "%s is %s: write a text there", path,
                                noun_of(value));
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, value, LS_JSON_COMPACT);
    const char *key = strrchr(path, '.') ? strrchr(path, '.') + 1 : path;
    return ls_manifest_fail(manifest, value, err,
                            "%s is %s and must be a text: put it in quotes, %s: \"%s\"", path,
                            noun_of(value), key, ls_buf_text(&text));
}

/* Input files of other tools, by their names. */
static const struct {
    const char *file;
    const char *sentence;
} tool_files[] = {
    {"kustomization.yaml",
     "this is a kustomization, not a manifest: build it first, as in `kubectl "
     "kustomize FOLDER | lockstep apply --set NAME -f -`"},
    {"kustomization.yml", "this is a kustomization, not a manifest: build it first, as in `kubectl "
                          "kustomize FOLDER | lockstep apply --set NAME -f -`"},
    {"Chart.yaml",
     "this describes a Helm chart and is not a manifest: render the chart first, as in "
     "`helm template FOLDER | lockstep apply --set NAME -f -`"},
    {"values.yaml",
     "these are the values of a Helm chart, not a manifest: render the chart first, as "
     "in `helm template FOLDER | lockstep apply --set NAME -f -`"},
};

static enum ls_code fail_missing(const struct ls_manifest *manifest, const char *sentence,
                                 struct ls_err *err)
{
    const char *slash = strrchr(manifest->file, '/');
    const char *base = slash ? slash + 1 : manifest->file;
    if (ls_node_string_is(ls_node_at(manifest->object, "kind"), "Kustomization"))
        base = "kustomization.yaml"; /* whatever its name */
    for (size_t i = 0; i < LS_COUNT(tool_files); i++) {
        if (strcmp(base, tool_files[i].file) == 0)
            sentence = tool_files[i].sentence;
    }
    return ls_manifest_fail(manifest, LS_ABSENT, err, "%s", sentence);
}

static enum ls_code check_name(const struct ls_manifest *manifest, struct ls_err *err)
{
    struct ls_node generated = ls_node_at(manifest->object, "metadata.generateName");
    if (!is_missing(ls_node_at(manifest->object, "metadata.name")))
        return LS_OK;
    if (is_missing(generated))
        return fail_missing(manifest, "metadata.name is missing: give the object a name", err);
    return ls_manifest_fail(manifest, generated, err,
                            "metadata.generateName cannot be used: the server would make another "
                            "object at every apply; write metadata.name instead");
}

static enum ls_code check_bytes(const struct ls_manifest *manifest, struct ls_err *err)
{
    /* A tape word prints as at most a quoted key and a colon: a short tape is not printed to
     * measure it. */
    if (ls_node_words(manifest->object) < LS_MANIFEST_BYTES_MAX / (LS_KEY_BYTES_MAX * 6 + 4))
        return LS_OK;
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    ls_json_print(&text, manifest->object, LS_JSON_COMPACT);
    if (text.len <= LS_MANIFEST_BYTES_MAX)
        return LS_OK;
    (void)ls_fail(err, LS_E_TOO_BIG,
                  "the object has %zu bytes as JSON, the limit of a Kubernetes API server is %d: "
                  "divide it",
                  text.len, LS_MANIFEST_BYTES_MAX);
    return ls_manifest_context(manifest, LS_ABSENT, err);
}

enum ls_code ls_manifest_check(const struct ls_manifest *manifest, bool takes_nameless,
                               struct ls_err *err)
{
    static const char *const texts[] = {"apiVersion", "kind", "metadata.name",
                                        "metadata.generateName", "metadata.namespace"};
    struct ls_node object = manifest->object;
    struct ls_node metadata = ls_node_at(object, "metadata");
    if (!ls_node_is_map(object))
        return ls_manifest_fail(manifest, object, err,
                                "a manifest is a map with apiVersion, kind and metadata, this is "
                                "%s",
                                noun_of(object));
    if (!is_missing(metadata) && !ls_node_is_map(metadata))
        return ls_manifest_fail(manifest, metadata, err,
                                "metadata is %s and must be a map with a name", noun_of(metadata));
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        if (check_text(manifest, texts[i], err))
            return err->code;
    }
    if (is_missing(ls_node_at(object, "kind")))
        return fail_missing(manifest,
                            "kind is missing: say what the object is, as in kind: Deployment", err);
    if (!takes_nameless && check_name(manifest, err))
        return err->code;
    return check_bytes(manifest, err);
}

bool ls_manifest_is_list(struct ls_node object)
{
    struct ls_slice kind = ls_node_string(ls_node_at(object, "kind"));
    struct ls_node items = ls_node_at(object, "items");
    if (!is_missing(ls_node_at(object, "metadata.name")))
        return false;
    if (ls_slice_is(kind, "List"))
        return is_missing(items) || ls_node_is_list(items);
    return ls_slice_ends(kind, "List") && ls_node_is_list(items);
}
