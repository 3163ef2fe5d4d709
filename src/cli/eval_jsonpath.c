/* `lockstep eval --jsonpath`. */
#include "cli/eval.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "expr/path/template.h"

struct path_trial {
    struct ls_arena arena;
    const struct ls_jsonpath_template *source;
    struct ls_jsonpath_options options;
    size_t before; /* bytes of the template before those of the expression: braces left out */
};

static void path_release(void *prepared)
{
    struct path_trial *trial = prepared;
    ls_arena_release(&trial->arena);
    ls_free(trial);
}

/* A path without braces as the template it means. One that begins with $ is complete already;
 * kubectl would search for a field named $. */
static enum ls_code path_complete(struct ls_arena *arena, struct ls_slice path,
                                  struct ls_slice *out, struct ls_err *err)
{
    if (path.len == 0 || path.at[0] != '$')
        return ls_jsonpath_template_relax(arena, path, out, err);
    *out = ls_slice_of(ls_arena_printf(arena, "{%.*s}", LS_ARG(path)));
    return LS_OK;
}

/* A template as it stands; a path without braces as the one it means. */
static enum ls_code path_compile(struct path_trial *trial, const struct ls_eval *eval,
                                 size_t *mistake_at, struct ls_err *err)
{
    struct ls_slice text = eval->text;
    if (ls_slice_find(text, '{') == SIZE_MAX) {
        if (path_complete(&trial->arena, eval->text, &text, err))
            return err->code;
        trial->before = text.len - 1 - eval->text.len;
    }
    return ls_jsonpath_template_compile(&trial->arena, text, &trial->source, mistake_at, err);
}

static void report_finding(const struct path_trial *trial, const struct ls_eval *eval,
                           const char *place, size_t mistake_at, const struct ls_err *err)
{
    size_t at = mistake_at > trial->before ? mistake_at - trial->before : 0;
    ls_eval_report_error(eval, place, (int64_t)LS_MIN(at, eval->text.len), err->text);
}

static void *path_prepare(const struct ls_eval *eval)
{
    struct path_trial *trial = LS_NEW(struct path_trial);
    struct ls_err err = {0};
    size_t mistake_at = 0;
    trial->options.refuses_missing = ls_args_is(eval->args, "missing", "error");
    trial->options.is_json = eval->is_json;
    if (path_compile(trial, eval, &mistake_at, &err)) {
        report_finding(trial, eval, "--jsonpath", mistake_at, &err);
        path_release(trial);
        return NULL;
    }
    return trial;
}

static bool path_answer(void *prepared, const struct ls_eval *eval, struct ls_node object,
                        const char *place)
{
    const struct path_trial *trial = prepared;
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    size_t mistake_at = 0;
    if (ls_jsonpath_template_print(trial->source, object, &trial->options, &out, &mistake_at,
                                   &err)) {
        report_finding(trial, eval, place, mistake_at, &err);
        return false;
    }
    fwrite(ls_buf_text(&out), 1, out.len, stdout);
    if (out.len == 0 || out.at[out.len - 1] != '\n')
        putchar('\n');
    return true;
}

const struct ls_eval_language ls_eval_jsonpath = {"jsonpath", path_prepare, path_answer,
                                                  path_release};
