/* vectors FOLDER...: runs every case of the .jsonl files in the folders. The members of a case say
 * whether it is a CEL or a health case (vector.h has the format). Prints the id of each case that
 * fails with what it wants and what it got; the last line is `N passed, N failed`. Ends with 0 when
 * none failed, 1 when one did, 2 when there was nothing to run. */
#include "vector.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/vec.h"
#include "value/json.h"

enum { FILE_BYTES_MAX = 256 * 1024 * 1024 };

struct tally {
    size_t passed, failed;
};

static enum ls_code case_run(struct ls_arena *arena, struct ls_node line,
                             struct vector_answer *answer, struct ls_err *err)
{
    if (ls_node_string(ls_node_at(line, "id")).len == 0)
        return ls_fail(err, LS_E_INVALID, "a case has an \"id\"");
    if (ls_node_is_string(ls_node_at(line, "expr")))
        return vector_cel_run(arena, line, answer, err);
    if (!ls_node_is_absent(ls_node_at(line, "object")))
        return vector_health_run(arena, line, answer, err);
    return ls_fail(err, LS_E_INVALID, "a case has an \"expr\" or an \"object\"");
}

/* Printed lines are indented under the id. */
static void text_print(const char *label, const struct ls_buf *text)
{
    printf("    %s ", label);
    for (const char *c = ls_buf_text(text); *c != '\0'; c++) {
        putchar(*c);
        if (*c == '\n')
            fputs("         ", stdout);
    }
    putchar('\n');
}

static void line_run(struct ls_slice text, const char *path, unsigned number, struct tally *tally)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct vector_answer answer = {0};
    struct ls_err err = {0};
    struct ls_json_options options = {.name = path, .first_line = number};
    if (ls_json_parse(text, &options, &obj, &err)) {
        printf("%s\n", err.text);
    } else if (case_run(&arena, ls_obj_root(obj), &answer, &err)) {
        printf("%s:%u: %s\n", path, number, err.text);
    } else if (!answer.is_right) {
        printf("%s\n", ls_node_text(ls_node_at(ls_obj_root(obj), "id")));
        text_print("want", &answer.want);
        text_print("got ", &answer.got);
    }
    if (answer.is_right)
        tally->passed++;
    else
        tally->failed++;
    ls_buf_release(&answer.want);
    ls_buf_release(&answer.got);
}

static void file_run(const char *path, struct tally *tally)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    unsigned number = 0;
    if (ls_file_read(path, FILE_BYTES_MAX, &text, &err)) {
        printf("%s\n", err.text);
        tally->failed++;
        return;
    }
    for (struct ls_slice rest = ls_buf_slice(&text); rest.len > 0;) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        number++;
        if (ls_slice_trim(line).len > 0)
            line_run(line, path, number, tally);
    }
}

static int is_jsonl(const struct dirent *entry)
{
    return ls_slice_ends(ls_slice_of(entry->d_name), ".jsonl");
}

/* Folders inside are run too, so that one call takes cel/ and health/ together. */
static void folder_run(const char *folder, struct tally *tally);

static int is_folder(const struct dirent *entry)
{
    return entry->d_type == DT_DIR && entry->d_name[0] != '.';
}

static bool folder_each(const char *folder, int (*is_wanted)(const struct dirent *),
                        void (*run)(const char *path, struct tally *tally), struct tally *tally)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_wanted, alphasort);
    for (int i = 0; i < count; i++) {
        struct ls_buf path LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&path, "%s/%s", folder, entries[i]->d_name);
        run(ls_buf_text(&path), tally);
        free(entries[i]);
    }
    free(entries);
    return count >= 0;
}

static void folder_run(const char *folder, struct tally *tally)
{
    if (!folder_each(folder, is_jsonl, file_run, tally)) {
        printf("%s: this folder cannot be read\n", folder);
        tally->failed++;
        return;
    }
    (void)folder_each(folder, is_folder, folder_run, tally);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    if (argc < 2) {
        fputs("usage: vectors FOLDER...   runs the cases of its .jsonl files\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        folder_run(argv[i], &tally);
    if (tally.passed + tally.failed == 0)
        printf("no .jsonl file with cases was found\n");
    printf("%zu passed, %zu failed\n", tally.passed, tally.failed);
    if (tally.passed + tally.failed == 0)
        return 2;
    return tally.failed > 0;
}
