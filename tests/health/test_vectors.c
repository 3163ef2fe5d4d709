/*
 * Public health examples as JSON lines: {"id", "gk", "want", "object"}, `want` in the words of Argo
 * CD. They stand beside the checkout (../shared/vectors/health/), or where LS_VECTORS says; without
 * them there is nothing to do.
 *
 * For kinds that have a rule here the answers must agree; every other object must be judged without
 * harm, and how many agree is printed. Degraded agrees with failed and with in progress: what may
 * recover is not failed here.
 */
#include "base/file.h"
#include "check.h"
#include "health/health.h"
#include "value/json.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_BYTES_MAX = 64 * 1024 * 1024 };

struct tally {
    size_t ruled, ruled_agreed; /* kinds with a rule */
    size_t other, other_agreed;
};

static bool agrees(struct ls_node want, enum ls_verdict_kind kind)
{
    if (ls_node_string_is(want, "Healthy"))
        return kind == LS_VERDICT_READY;
    if (ls_node_string_is(want, "Degraded"))
        return kind == LS_VERDICT_FAILED || kind == LS_VERDICT_IN_PROGRESS;
    return kind == LS_VERDICT_IN_PROGRESS || kind == LS_VERDICT_UNKNOWN;
}

static void line_judge(struct ls_slice line, struct tally *tally)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *row LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_slice group;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(line, NULL, &row, &err), err);
    struct ls_node root = ls_obj_root(row);
    struct ls_slice kind = ls_slice_cut(ls_node_string(ls_node_at(root, "gk")), '.', &group);
    struct ls_verdict verdict = ls_health_judge(
        &(struct ls_look){.arena = &arena, .object = ls_node_at(root, "object"), .company = NULL});
    bool is_agreed = agrees(ls_node_at(root, "want"), verdict.kind);
    bool is_ruled = ls_health_has_rule(group, kind);
    if (is_ruled && !is_agreed)
        fprintf(stderr, "%s: want %s, is %s: %s\n", ls_node_text(ls_node_at(root, "id")),
                ls_node_text(ls_node_at(root, "want")), ls_verdict_name(verdict.kind),
                verdict.reason);
    *(is_ruled ? &tally->ruled : &tally->other) += 1;
    *(is_ruled ? &tally->ruled_agreed : &tally->other_agreed) += is_agreed;
}

static void file_judge(const char *path, struct tally *tally)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_file_read(path, LINES_BYTES_MAX, &text, &err), err);
    struct ls_slice rest = ls_buf_slice(&text);
    while (rest.len > 0) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        if (line.len > 0)
            line_judge(line, tally);
    }
}

TEST(public_examples)
{
    const char *folder = getenv("LS_VECTORS");
    char pattern[512];
    struct tally tally = {0};
    glob_t files;
    snprintf(pattern, sizeof pattern, "%s/health/*.jsonl",
             folder ? folder : LS_SOURCE_DIR "/../shared/vectors");
    if (glob(pattern, 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++)
            file_judge(files.gl_pathv[i], &tally);
        globfree(&files);
    }
    printf("kinds with a rule: %zu of %zu agree; other kinds: %zu of %zu\n", tally.ruled_agreed,
           tally.ruled, tally.other_agreed, tally.other);
    CHECK_INT(tally.ruled_agreed, tally.ruled);
}
