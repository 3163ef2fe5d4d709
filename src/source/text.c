/* Reads a text as documents: YAML, JSON, or JSON maps one after the other. */
#include <string.h>

#include "source/documents.h"
#include "source/limits.h"
#include "value/json.h"
#include "value/yaml.h"

/* A text being read. */
struct text_reading {
    struct ls_manifests *manifests;
    const char *file; /* as the user named it */
    const char *name; /* in errors */
    struct ls_slice text;
    struct ls_err *err;
};

static enum ls_code add_document(struct text_reading *in, const struct ls_obj *document,
                                 uint32_t line)
{
    struct ls_manifest manifest = {document, ls_obj_root(document), in->file, line};
    return ls_manifests_add(in->manifests, &manifest, in->err);
}

/* ---- errors ---- */

/* YAML accepts much that is not JSON. What it cannot read in a .json file is reported in the words
 * of the JSON reader. */
static void report_as_json(struct text_reading *in)
{
    const struct ls_obj *unread LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_json_options options = {.name = in->name};
    struct ls_err found = {0};
    if (ls_slice_ends(ls_slice_of(in->name), ".json") &&
        ls_json_parse(in->text, &options, &unread, &found))
        *in->err = found;
}

/* The template of a chart is not valid YAML, and the YAML error does not help its author. */
static void add_template_advice(struct text_reading *in)
{
    static const char advice[] = "; the {{ }} of a template must be rendered first, as with `helm "
                                 "template`";
    size_t len = strlen(in->err->text);
    if (memmem(in->text.at, in->text.len, "{{", 2) && len + sizeof advice <= sizeof in->err->text)
        memcpy(in->err->text + len, advice, sizeof advice);
}

static enum ls_code fail_syntax(struct text_reading *in)
{
    if (in->err->code == LS_E_INVALID) {
        report_as_json(in);
        add_template_advice(in);
    }
    return in->err->code;
}

/* ---- YAML ---- */

static enum ls_code add_yaml(struct text_reading *in)
{
    struct ls_yaml_options options = {
        .bytes_max = LS_SOURCE_FILE_BYTES_MAX,
        .is_strict = true,
        .keep_positions = true,
        .name = in->name,
    };
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(in->text, &options);
    for (;;) {
        const struct ls_obj *document LS_AUTO(ls_obj_unref_at) = NULL;
        if (ls_yaml_next(yaml, &document, in->err))
            return fail_syntax(in);
        if (!document)
            break;
        if (add_document(in, document, ls_yaml_line(yaml)))
            return in->err->code;
    }
    in->manifests->empty_count += ls_yaml_empty_count(yaml);
    return LS_OK;
}

/* ---- JSON ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Moves past space, counting lines. */
static struct ls_slice skip_blank(struct ls_slice text, uint32_t *line)
{
    size_t at = 0;
    for (; at < text.len && is_blank(text.at[at]); at++)
        *line += text.at[at] == '\n';
    return ls_slice_from(text, at);
}

/* The bytes of the map at the front of a text, up to the brace that closes it; all of the text when
 * none does. Braces in strings do not count. */
static size_t map_bytes(struct ls_slice text)
{
    size_t depth = 0;
    bool is_string = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (is_string && c == '\\')
            i++;
        else if (c == '"')
            is_string = !is_string;
        else if (!is_string && c == '{')
            depth++;
        else if (!is_string && c == '}' && --depth == 0)
            return i + 1;
    }
    return text.len;
}

/* Maps one after the other, with nothing but space between, as jq and kubectl print them. */
static bool is_json_stream(struct ls_slice text)
{
    uint32_t line = 1;
    text = skip_blank(text, &line);
    if (text.len == 0 || text.at[0] != '{')
        return false;
    text = skip_blank(ls_slice_from(text, map_bytes(text)), &line);
    return text.len > 0 && text.at[0] == '{';
}

static enum ls_code add_json_stream(struct text_reading *in)
{
    uint32_t line = 1;
    struct ls_slice text = in->text;
    while ((text = skip_blank(text, &line)).len > 0) {
        struct ls_slice piece = {text.at, map_bytes(text)};
        struct ls_json_options options = {
            .is_strict = true, .keep_positions = true, .name = in->name, .first_line = line};
        const struct ls_obj *document LS_AUTO(ls_obj_unref_at) = NULL;
        if (ls_json_parse(piece, &options, &document, in->err)) {
            add_template_advice(in);
            return in->err->code;
        }
        if (add_document(in, document, line))
            return in->err->code;
        for (size_t i = 0; i < piece.len; i++)
            line += piece.at[i] == '\n';
        text = ls_slice_from(text, piece.len);
    }
    return LS_OK;
}

/* True for programs, archives, UTF-16 without a byte order mark. */
static bool is_binary(struct ls_slice text)
{
    bool has_mark = ls_slice_starts(text, "\xff\xfe") || ls_slice_starts(text, "\xfe\xff");
    return !has_mark && text.len > 0 && memchr(text.at, 0, text.len);
}

enum ls_code ls_source_read_text(struct ls_manifests *manifests, const char *name,
                                 struct ls_slice text, struct ls_err *err)
{
    const char *file = ls_arena_dup(&manifests->arena, ls_slice_of(name));
    struct text_reading in = {
        .manifests = manifests,
        .file = file,
        .name = strcmp(file, "-") == 0 ? "standard input" : file,
        .text = text,
        .err = err,
    };
    manifests->bytes += text.len;
    if (manifests->bytes > LS_SOURCE_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%s: all manifests together have more than %d bytes",
                       in.name, LS_SOURCE_BYTES_MAX);
    if (is_binary(text)) {
        (void)ls_fail(err, LS_E_INVALID,
                      "%s is not a text file, it holds NUL bytes: name manifests only, in UTF-8",
                      in.name);
        return ls_source_mistake(manifests, err);
    }
    enum ls_code code = is_json_stream(text) ? add_json_stream(&in) : add_yaml(&in);
    return code ? ls_source_mistake(manifests, err) : LS_OK;
}
