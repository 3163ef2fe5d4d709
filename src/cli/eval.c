/* `lockstep eval`: an expression on a file (eval.h). */
#include "cli/eval.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/verbs.h"
#include "expr/syntax/issue.h"
#include "source/limits.h"
#include "value/yaml.h"

void ls_eval_report_error(const struct ls_eval *eval, const char *place, int64_t offset,
                          const char *sentence)
{
    LS_ASSERT(offset <= (int64_t)eval->text.len);
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&out, "lockstep eval: %s%s%s\n", place, place[0] ? ": " : "", sentence);
    if (offset != LS_EVAL_NOWHERE)
        ls_cel_caret_print(&out, eval->text, (uint32_t)offset);
    fputs(ls_buf_text(&out), stderr);
}

static enum ls_code file_read(const char *path, struct ls_buf *out, struct ls_err *err)
{
    if (strcmp(path, "-") == 0)
        return ls_file_read_fd(STDIN_FILENO, "standard input", LS_SOURCE_FILE_BYTES_MAX, out, err);
    return ls_file_read(path, LS_SOURCE_FILE_BYTES_MAX, out, err);
}

static const char *file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* The expression and its language in hand, on the way through the documents. */
struct trial {
    struct ls_eval *eval;
    const struct ls_eval_language *language;
    void *prepared;
    bool is_wrong;
};

static enum ls_code documents_each(struct trial *trial, const char *path, struct ls_slice text,
                                   struct ls_err *err)
{
    struct ls_yaml_options options = {.name = file_name(path)};
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, &options);
    for (size_t count = 0;; count++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        struct ls_buf place LS_AUTO(ls_buf_release) = {0};
        if (ls_yaml_next(yaml, &obj, err))
            return err->code;
        if (!obj && count == 0)
            return ls_fail(err, LS_E_INVALID, "there is no document in %s", options.name);
        if (!obj)
            return LS_OK;
        ls_buf_printf(&place, "%s:%u", options.name, ls_yaml_line(yaml));
        if (!trial->language->answer(trial->prepared, trial->eval, ls_obj_root(obj),
                                     ls_buf_text(&place)))
            trial->is_wrong = true;
    }
}

static enum ls_code files_each(struct trial *trial, struct ls_err *err)
{
    const char *path;
    for (size_t i = 0; (path = ls_args_nth(trial->eval->args, "filename", i)) != NULL; i++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        if (file_read(path, &text, err) || documents_each(trial, path, ls_buf_slice(&text), err))
            return err->code;
    }
    if (!trial->eval->has_object &&
        !trial->language->answer(trial->prepared, trial->eval, LS_ABSENT, ""))
        trial->is_wrong = true;
    return LS_OK;
}

static enum ls_code old_read(const struct ls_args *args, const struct ls_obj **out,
                             struct ls_err *err)
{
    const char *path = ls_args_text(args, "old");
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!path)
        return LS_OK;
    struct ls_yaml_options options = {.name = file_name(path)};
    if (file_read(path, &text, err))
        return err->code;
    return ls_yaml_parse(ls_buf_slice(&text), &options, out, err);
}

static enum ls_exit trial_run(struct trial *trial)
{
    const struct ls_obj *old LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    if (old_read(trial->eval->args, &old, &err))
        return ls_cli_fail("eval", &err);
    trial->eval->old = ls_obj_root(old);
    trial->prepared = trial->language->prepare(trial->eval);
    if (!trial->prepared)
        return LS_EXIT_ERROR;
    enum ls_code code = files_each(trial, &err);
    trial->language->release(trial->prepared);
    if (code)
        return ls_cli_fail("eval", &err);
    return trial->is_wrong ? LS_EXIT_ERROR : LS_EXIT_DONE;
}

static size_t stdin_count(const struct ls_args *args)
{
    const char *path = ls_args_text(args, "old");
    size_t count = path && strcmp(path, "-") == 0;
    for (size_t i = 0; (path = ls_args_nth(args, "filename", i)) != NULL; i++)
        count += strcmp(path, "-") == 0;
    return count;
}

/* What the rows of the flags cannot say; NULL when the line is fine. */
static const char *mistake_of(const struct ls_args *args)
{
    bool has_cel = ls_args_text(args, "cel"), has_path = ls_args_text(args, "jsonpath");
    if (has_cel == has_path)
        return has_cel ? "takes one of --cel and --jsonpath"
                       : "needs --cel EXPR or --jsonpath EXPR";
    if (has_path && !ls_args_text(args, "filename"))
        return "--jsonpath needs -f FILE";
    if (stdin_count(args) > 1)
        return "standard input can be read once: name a file for the other -";
    return NULL;
}

enum ls_exit ls_cli_verb_eval(const struct ls_args *args)
{
    const char *mistake = mistake_of(args);
    if (mistake)
        return ls_cli_usage("eval", "%s", mistake);
    if (args->word_count > 0)
        return ls_cli_usage("eval",
                            "takes no arguments, not '%s'; an expression with spaces "
                            "needs quotes",
                            args->words[0]);
    const struct ls_eval_language *language =
        ls_args_text(args, "cel") ? &ls_eval_cel : &ls_eval_jsonpath;
    struct ls_eval eval = {
        .args = args,
        .text = ls_slice_of(ls_args_text(args, language->flag)),
        .has_object = ls_args_text(args, "filename") != NULL,
        .is_json = ls_args_is(args, "output", "json"),
    };
    struct trial trial = {.eval = &eval, .language = language};
    return trial_run(&trial);
}
