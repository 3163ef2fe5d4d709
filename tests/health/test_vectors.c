/*
 * Public health examples as JSON lines: {"id", "gk", "want", "object"}, `want` in the words of Argo
 * CD. They stand beside the checkout (../shared/vectors/health/), or where LS_VECTORS says; without
 * them there is nothing to do.
 *
 * At least 97 of 100 agree; docs/design/health.md lists the others with the reason. What is read
 * without any rule is counted too, so that nobody tunes the rules and lets the reading rot.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check.h"
#include "health/health.h"
#include "health/rule/rules.h"
#include "source_dir.h"
#include "value/json.h"

enum { LINES_BYTES_MAX = 64 * 1024 * 1024 };

enum { AGREED_PERCENT_MIN = 97, READ_PERCENT_MIN = 82 };

struct tally {
    struct ls_rules *rules;
    size_t count, agreed;
    size_t read_agreed; /* without rules as data */
};

/* The time is long after all events of the file, so that every grace has ended. */
static struct ls_verdict judge(struct ls_arena *arena, struct ls_node object,
                               struct ls_rules *rules)
{
    return ls_health_judge(&(struct ls_health_input){.arena = arena,
                                                     .object = object,
                                                     .rules = rules,
                                                     .now_ms = INT64_C(1790000000000),
                                                     .grace_ms = LS_HEALTH_NO_GRACE,
                                                     .is_alone = true});
}

static void line_judge(struct ls_slice line, struct tally *tally)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *row LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(line, NULL, &row, &err), err);
    struct ls_node root = ls_obj_root(row), object = ls_node_at(root, "object");
    struct ls_node want = ls_node_at(root, "want");
    struct ls_verdict verdict = judge(&arena, object, tally->rules);
    bool is_agreed = ls_node_string_is(want, ls_verdict_argo(verdict));
    if (!is_agreed)
        fprintf(stderr, "%s: want %s, is %s: %s\n", ls_node_text(ls_node_at(root, "id")),
                ls_node_text(want), ls_verdict_argo(verdict), verdict.reason);
    tally->count++;
    tally->agreed += is_agreed;
    tally->read_agreed += ls_node_string_is(want, ls_verdict_argo(judge(&arena, object, NULL)));
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
    struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
    const char *folder = getenv("LS_VECTORS");
    char pattern[512];
    struct tally tally = {.rules = rules};
    glob_t files;
    snprintf(pattern, sizeof pattern, "%s/health/*.jsonl",
             folder ? folder : LS_SOURCE_DIR "/../shared/vectors");
    if (glob(pattern, 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++)
            file_judge(files.gl_pathv[i], &tally);
        globfree(&files);
    }
    printf("%zu of %zu agree, %zu without rules as data\n", tally.agreed, tally.count,
           tally.read_agreed);
    CHECK(tally.agreed * 100 >= tally.count * AGREED_PERCENT_MIN);
    CHECK(tally.read_agreed * 100 >= tally.count * READ_PERCENT_MIN);
}
