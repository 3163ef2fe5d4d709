#include "value/yaml_read.h"

#include <string.h>

#include "value/json.h"
#include "value/limits.h"

static size_t limit_of(size_t asked, size_t most)
{
    return asked > 0 && asked < most ? asked : most;
}

static struct ls_yaml_options options_of(const struct ls_yaml_options *options)
{
    struct ls_yaml_options all = options ? *options : (struct ls_yaml_options){0};
    all.bytes_max = limit_of(all.bytes_max, LS_YAML_BYTES_MAX);
    all.documents_max = limit_of(all.documents_max, LS_YAML_DOCUMENTS_MAX);
    all.depth_max = LS_MIN(all.depth_max > 0 ? all.depth_max : (unsigned)LS_DEPTH_DEFAULT,
                           (unsigned)LS_DEPTH_MAX);
    return all;
}

struct ls_yaml *ls_yaml_new(struct ls_slice text, const struct ls_yaml_options *options)
{
    struct ls_yaml *yaml = LS_NEW(struct ls_yaml);
    yaml->text = text.at ? text : LS_SLICE("");
    yaml->options = options_of(options);
    return yaml;
}

/* Forgets the document, finished or not. */
static void document_clear(struct ls_yaml *yaml)
{
    while (yaml->frames.count > 0) {
        struct ls_yaml_frame frame = ls_vec_pop(&yaml->frames);
        ls_map_free(frame.keys);
        if (!frame.outer)
            continue;
        ls_build_release(&yaml->build);
        yaml->build = *frame.outer;
        ls_free(frame.outer);
    }
    ls_build_clear(&yaml->build);
    ls_map_free(yaml->anchors);
    yaml->anchors = NULL;
    ls_arena_reset(&yaml->pieces);
    yaml->values = 0;
    yaml->alias_values = 0;
}

static void yaml_free(struct ls_yaml *yaml)
{
    if (!yaml)
        return;
    document_clear(yaml);
    ls_build_release(&yaml->build);
    ls_vec_release(&yaml->frames);
    ls_arena_release(&yaml->pieces);
    ls_buf_release(&yaml->scratch);
    if (yaml->is_started)
        yaml_parser_delete(&yaml->parser);
    ls_free(yaml);
}

void ls_yaml_free_at(struct ls_yaml **yaml)
{
    yaml_free(*yaml);
    *yaml = NULL;
}

uint32_t ls_yaml_line(const struct ls_yaml *yaml)
{
    return yaml->line;
}

size_t ls_yaml_empty_count(const struct ls_yaml *yaml)
{
    return yaml->empty_count;
}

uint64_t ls_yaml_seed(struct ls_yaml *yaml)
{
    if (yaml->seed == 0)
        yaml->seed = ls_hash_bytes(yaml->text.len, yaml->text.at, yaml->text.len) | 1;
    return yaml->seed;
}

/* ---- JSON ---- */

/* The text from its first '{' on, empty when something else comes first. */
static struct ls_slice json_part(const struct ls_yaml *yaml)
{
    struct ls_slice text = yaml->text;
    if (ls_slice_starts(text, "\xef\xbb\xbf"))
        text = ls_slice_from(text, 3);
    size_t blank = 0;
    while (blank < text.len && ls_char_is_any(text.at[blank], " \t\r\n"))
        blank++;
    bool is_json = blank < text.len && text.at[blank] == '{';
    return is_json ? text : (struct ls_slice){0};
}

static uint32_t first_line(struct ls_slice text)
{
    uint32_t line = 1;
    for (size_t i = 0; text.at[i] != '{'; i++)
        line += text.at[i] == '\n';
    return line;
}

/* NULL when the text is not JSON as a whole: then it is read as YAML. */
static const struct ls_obj *read_json(struct ls_yaml *yaml)
{
    struct ls_slice text = json_part(yaml);
    if (text.len == 0)
        return NULL;
    struct ls_json_options options = {
        .bytes_max = yaml->options.bytes_max,
        .depth_max = yaml->options.depth_max,
        .is_strict = yaml->options.is_strict,
        .keep_positions = yaml->options.keep_positions,
        .name = yaml->options.name,
    };
    const struct ls_obj *obj = NULL;
    if (ls_json_parse(text, &options, &obj, NULL))
        return NULL;
    yaml->line = first_line(text);
    yaml->document_count = 1;
    yaml->is_ended = true;
    return obj;
}

/* ---- YAML ---- */

bool ls_yaml_has_many_tag_lines(const struct ls_yaml *yaml)
{
    const yaml_tag_directive_t *first = yaml->parser.tag_directives.start;
    return yaml->parser.tag_directives.top - first > LS_YAML_TAG_LINES_MAX;
}

/* libyaml compares each %TAG line with all before it and reads them all in one call. It can only be
 * stopped here, where it asks for more text. */
static int read_text(void *self, unsigned char *room, size_t bytes, size_t *out)
{
    struct ls_yaml *yaml = self;
    if (ls_yaml_has_many_tag_lines(yaml))
        return 0;
    *out = LS_MIN(bytes, yaml->text.len - yaml->read_bytes);
    memcpy(room, yaml->text.at + yaml->read_bytes, *out);
    yaml->read_bytes += *out;
    return 1;
}

static enum ls_code start(struct ls_yaml *yaml, struct ls_err *err)
{
    if (yaml->text.len > yaml->options.bytes_max)
        return ls_fail(err, LS_E_TOO_BIG, "%s: the text has %zu bytes, the limit is %zu",
                       yaml->options.name ? yaml->options.name : "YAML", yaml->text.len,
                       yaml->options.bytes_max);
    if (!yaml_parser_initialize(&yaml->parser))
        return ls_yaml_fail_syntax(yaml, err);
    yaml->is_started = true;
    yaml_parser_set_input(&yaml->parser, read_text, yaml);
    return LS_OK;
}

static enum ls_code next_event(struct ls_yaml *yaml, yaml_event_t *event, struct ls_err *err)
{
    if (!yaml_parser_parse(&yaml->parser, event))
        return ls_yaml_fail_syntax(yaml, err);
    return LS_OK;
}

static enum ls_code document_begin(struct ls_yaml *yaml, const yaml_event_t *event,
                                   struct ls_err *err)
{
    const yaml_version_directive_t *version = event->data.document_start.version_directive;
    if (version && (version->major != 1 || version->minor != 1))
        return ls_yaml_fail(yaml, event->start_mark, LS_E_UNSUPPORTED, err,
                            "the document asks for YAML %d.%d: manifests are read as YAML 1.1, "
                            "leave the %%YAML line away",
                            version->major, version->minor);
    if (++yaml->document_count > yaml->options.documents_max)
        return ls_yaml_fail(yaml, event->start_mark, LS_E_TOO_BIG, err,
                            "the stream has more than %zu documents", yaml->options.documents_max);
    yaml->line = 0;
    yaml->values = 1; /* the document itself: go-yaml counts it, and the share is its rule */
    return LS_OK;
}

/* True when the document holds nothing but comments. */
static bool is_empty_root(const struct ls_yaml *yaml, const yaml_event_t *event)
{
    return yaml->line == 0 && event->type == YAML_SCALAR_EVENT && event->data.scalar.length == 0 &&
           event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !event->data.scalar.tag &&
           !event->data.scalar.anchor;
}

static void document_end(struct ls_yaml *yaml, const struct ls_obj **out)
{
    if (yaml->build.count > 0)
        *out = ls_build_obj(&yaml->build);
    else
        yaml->empty_count++;
    document_clear(yaml);
}

static enum ls_code take_event(struct ls_yaml *yaml, const yaml_event_t *event,
                               const struct ls_obj **out, struct ls_err *err)
{
    switch (event->type) {
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
        return LS_OK;
    case YAML_STREAM_END_EVENT:
        yaml->is_ended = true;
        return LS_OK;
    case YAML_DOCUMENT_START_EVENT:
        return document_begin(yaml, event, err);
    case YAML_DOCUMENT_END_EVENT:
        document_end(yaml, out);
        return LS_OK;
    default:
        if (is_empty_root(yaml, event))
            return LS_OK;
        if (yaml->line == 0)
            yaml->line = (uint32_t)event->start_mark.line + 1;
        return ls_yaml_take_event(yaml, event, err);
    }
}

static enum ls_code read_document(struct ls_yaml *yaml, const struct ls_obj **out,
                                  struct ls_err *err)
{
    while (!yaml->is_ended && !*out) {
        yaml_event_t event;
        if (next_event(yaml, &event, err))
            return err->code;
        enum ls_code code = take_event(yaml, &event, out, err);
        yaml_event_delete(&event);
        if (code)
            return code;
    }
    return LS_OK;
}

enum ls_code ls_yaml_next(struct ls_yaml *yaml, const struct ls_obj **out, struct ls_err *err)
{
    struct ls_err unread;
    if (!err)
        err = &unread;
    const struct ls_obj *obj = NULL;
    enum ls_code code = LS_OK;
    if (!yaml->is_started && !yaml->is_ended)
        code = start(yaml, err);
    if (!code && yaml->document_count == 0)
        obj = read_json(yaml);
    if (!code && !obj)
        code = read_document(yaml, &obj, err);
    if (code)
        yaml->is_ended = true;
    else
        *out = obj;
    return code;
}

enum ls_code ls_yaml_parse(struct ls_slice text, const struct ls_yaml_options *options,
                           const struct ls_obj **out, struct ls_err *err)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, options);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *second LS_AUTO(ls_obj_unref_at) = NULL;
    enum ls_code code = ls_yaml_next(yaml, &obj, err);
    if (!code && obj)
        code = ls_yaml_next(yaml, &second, err);
    if (code)
        return code;
    yaml_mark_t mark = {.line = second ? yaml->line - 1 : 0};
    struct ls_err unread;
    if (!err)
        err = &unread;
    if (!obj)
        return ls_yaml_fail(yaml, mark, LS_E_INVALID, err, "there is no document in the text");
    if (second)
        return ls_yaml_fail(yaml, mark, LS_E_INVALID, err,
                            "a second document begins here, where one is expected");
    *out = ls_steal(&obj);
    return LS_OK;
}
