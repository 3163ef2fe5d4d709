/* `lockstep get -o`: which form, and what stands behind its `=` (get.h). */
#include "cli/get.h"

#include "base/file.h"
#include "cli/limits.h"
#include "expr/limits.h"

enum behind { NOTHING_BEHIND, TEXT_BEHIND, FILE_BEHIND };

static const struct cli_form {
    const char *name;
    enum ls_form_of_output output;
    enum behind behind;
    bool is_json;
} forms[] = {
    {"wide", LS_OUTPUT_WIDE, NOTHING_BEHIND, false},
    {"name", LS_OUTPUT_NAME, NOTHING_BEHIND, false},
    {"yaml", LS_OUTPUT_YAML, NOTHING_BEHIND, false},
    {"json", LS_OUTPUT_JSON, NOTHING_BEHIND, false},
    {"jsonpath", LS_OUTPUT_TEMPLATE, TEXT_BEHIND, false},
    {"jsonpath-file", LS_OUTPUT_TEMPLATE, FILE_BEHIND, false},
    {"jsonpath-as-json", LS_OUTPUT_TEMPLATE, TEXT_BEHIND, true},
    {"custom-columns", LS_OUTPUT_COLUMNS, TEXT_BEHIND, false},
    {"custom-columns-file", LS_OUTPUT_COLUMNS, FILE_BEHIND, false},
};

static enum ls_code template_set(struct ls_get *get, struct ls_slice text, struct ls_err *err)
{
    get->template_text = text;
    struct ls_err own = {0};
    if (ls_jsonpath_template_compile(&get->arena, text, &get->source, NULL, &own))
        return ls_fail(err, own.code, "error parsing jsonpath %.*s, %s", LS_ARG(text), own.text);
    return LS_OK;
}

static enum ls_code form_set(struct ls_get *get, const struct cli_form *form, struct ls_slice value,
                             struct ls_err *err)
{
    struct ls_buf file LS_AUTO(ls_buf_release) = {0};
    bool is_columns = form->output == LS_OUTPUT_COLUMNS;
    get->form = form->output;
    get->options.is_json = form->is_json;
    if (form->behind == NOTHING_BEHIND)
        return LS_OK;
    if (value.len == 0)
        return ls_fail(err, LS_E_INVALID,
                       is_columns ? "custom-columns format specified but no custom columns given"
                                  : "template format specified but no template given");
    if (form->behind == FILE_BEHIND && ls_file_read(value.at, LS_JSONPATH_BYTES_MAX, &file, err))
        return ls_context(err, "error reading %s", is_columns ? "template" : "--template");
    if (form->behind == FILE_BEHIND)
        value = ls_arena_slice(&get->arena, ls_buf_slice(&file));
    if (!is_columns)
        return template_set(get, value, err);
    return form->behind == FILE_BEHIND
               ? ls_custom_columns_parse_lines(&get->arena, value, &get->columns, err)
               : ls_custom_columns_parse(&get->arena, value, &get->columns, err);
}

enum ls_code ls_get_form_parse(struct ls_get *get, const char *text, struct ls_err *err)
{
    struct ls_slice value;
    struct ls_slice name = ls_slice_cut(ls_slice_of(text), '=', &value);
    for (size_t i = 0; i < LS_COUNT(forms); i++) {
        bool is_it = ls_slice_is(name, forms[i].name);
        if (is_it && (forms[i].behind != NOTHING_BEHIND || !value.at))
            return form_set(get, &forms[i], value, err);
    }
    return ls_fail(err, LS_E_USAGE,
                   "-o is yaml, json, name, wide, jsonpath=TEMPLATE, jsonpath-file=FILE, "
                   "jsonpath-as-json=TEMPLATE, custom-columns=HEADING:PATH,... or "
                   "custom-columns-file=FILE, not '%s'",
                   text);
}
