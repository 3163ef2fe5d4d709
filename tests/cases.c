#include "cases.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "source_dir.h"

static void read_file(const char *path, struct ls_buf *out)
{
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    size_t got;
    do {
        got = fread(ls_buf_reserve(out, 4096), 1, 4096, file);
        ls_buf_commit(out, got);
    } while (got > 0);
    fclose(file);
}

/* The lines up to the first that begins with `mark`. */
static struct ls_slice take_until(struct ls_slice *text, const char *mark)
{
    struct ls_slice taken = {text->at, 0};
    while (text->len > 0 && !ls_slice_starts(*text, mark)) {
        size_t end = ls_slice_find(*text, '\n');
        size_t len = end == SIZE_MAX ? text->len : end + 1;
        taken.len += len;
        *text = ls_slice_from(*text, len);
    }
    return taken;
}

static void unescape(struct ls_slice text, struct ls_buf *out)
{
    if (ls_slice_ends(text, "\n"))
        text.len--;
    for (size_t i = 0; i < text.len; i++) {
        char next = i + 1 < text.len ? text.at[i + 1] : '\0';
        if (text.at[i] != '\\') {
            ls_buf_add_char(out, text.at[i]);
        } else if (next == 'x') {
            char hex[] = {text.at[i + 2], text.at[i + 3], '\0'};
            ls_buf_add_char(out, (char)strtol(hex, NULL, 16));
            i += 3;
        } else {
            ls_buf_add_char(out, next == 't' ? '\t' : next == 'r' ? '\r' : next);
            i++;
        }
    }
}

static struct ls_slice trim_end(struct ls_slice text)
{
    while (text.len > 0 && text.at[text.len - 1] == '\n')
        text.len--;
    return text;
}

static void run_case(const char *file, struct ls_slice *text,
                     void (*run)(const struct case_row *row))
{
    struct ls_buf title LS_AUTO(ls_buf_release) = {0}, input LS_AUTO(ls_buf_release) = {0};
    struct ls_slice head = ls_slice_cut(*text, '\n', text);
    ls_buf_printf(&title, "%s: %.*s", file, LS_ARG(ls_slice_from(head, strlen("=== "))));
    struct ls_slice body = take_until(text, "==");
    if (strstr(ls_buf_text(&title), "escaped]"))
        unescape(body, &input);
    else
        ls_buf_add_slice(&input, body);
    struct ls_slice expected = trim_end(take_until(text, "=== "));
    char *copy LS_AUTO(ls_free_at) = ls_strndup(expected.at, expected.len);
    run(&(struct case_row){
        .title = ls_buf_text(&title),
        .input = ls_buf_slice(&input),
        .expected = copy,
        .is_strict = strstr(ls_buf_text(&title), "[strict") != NULL,
    });
}

static size_t run_file(const char *path, void (*run)(const struct case_row *row))
{
    struct ls_buf bytes LS_AUTO(ls_buf_release) = {0};
    read_file(path, &bytes);
    struct ls_slice text = ls_buf_slice(&bytes);
    take_until(&text, "=== ");
    size_t count = 0;
    for (; text.len > 0; count++)
        run_case(strrchr(path, '/') + 1, &text, run);
    return count;
}

size_t cases_run(const char *folder, void (*run)(const struct case_row *row))
{
    char pattern[512];
    snprintf(pattern, sizeof pattern, "%s/tests/cases/%s/*.case", LS_SOURCE_DIR, folder);
    glob_t files;
    CHECK_INT(glob(pattern, 0, NULL, &files), 0);
    size_t count = 0;
    for (size_t i = 0; i < files.gl_pathc; i++)
        count += run_file(files.gl_pathv[i], run);
    globfree(&files);
    return count;
}
