/*
 * The cases of tests/cases/kinds: objects that kube-apiserver was asked to take, and its answers.
 * They are written by tests/cases/kinds/record.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check.h"
#include "source_dir.h"
#include "support_json.h"
#include "support_kinds.h"
#include "value/json.h"
#include "value/merge_patch.h"

struct tally {
    size_t good;
    size_t bad;
    size_t wrong;
};

static const struct ls_obj *sheet_read(const char *name)
{
    char path[512];
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *sheet = NULL;
    struct ls_err err;
    (void)snprintf(path, sizeof path, LS_SOURCE_DIR "/tests/cases/kinds/%s", name);
    CHECK_OK(ls_file_read(path, 64 << 20, &text, &err), err);
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &sheet, &err), err);
    return sheet;
}

static const struct ls_kind *sheet_kind(const struct kinds_stage *stage, struct ls_node sheet)
{
    return ls_registry_kind(stage->cluster.registry,
                            ls_node_string(ls_node_get(sheet, LS_SLICE("apiVersion"))),
                            ls_node_string(ls_node_get(sheet, LS_SLICE("kind"))));
}

static void difference_print(const char *sheet, struct ls_node row, const char *expected,
                             const char *actual)
{
    (void)fprintf(stderr, "%s: %s\n  expected: %s\n  actual:   %s\n", sheet,
                  ls_node_text(ls_node_get(row, LS_SLICE("name"))), expected, actual);
}

/* Texts are equal but for one `{...}`, which matches a value that only Go can print. */
static bool text_fits(const char *expected, const char *actual)
{
    const char *gap = strstr(expected, "{...}");
    if (!gap)
        return strcmp(expected, actual) == 0;
    size_t head = (size_t)(gap - expected);
    const char *tail = gap + strlen("{...}");
    return strncmp(expected, actual, head) == 0 && ls_slice_ends(ls_slice_of(actual), tail);
}

/* The message has the same causes in the same order, without their reasons. */
static bool causes_fit(struct ls_node causes, const struct ls_failure *failure)
{
    if (ls_node_count(causes) != failure->cause_count)
        return false;
    for (size_t i = 0; i < failure->cause_count; i++) {
        struct ls_node cause = ls_node_item(causes, i);
        if (!ls_node_string_is(ls_node_get(cause, LS_SLICE("reason")), failure->causes[i].reason) ||
            !ls_node_string_is(ls_node_get(cause, LS_SLICE("field")), failure->causes[i].field))
            return false;
    }
    return true;
}

static bool failure_fits(const char *sheet, struct ls_node row, const struct kinds_outcome *outcome)
{
    struct ls_node expected = ls_node_get(row, LS_SLICE("failure"));
    const char *message = ls_node_text(ls_node_get(expected, LS_SLICE("message")));
    const char *actual = outcome->failure ? outcome->failure->message : "(taken)";
    if (outcome->failure && text_fits(message, actual) &&
        ls_node_int(ls_node_get(expected, LS_SLICE("code")), 0) == outcome->failure->code &&
        causes_fit(ls_node_get(expected, LS_SLICE("causes")), outcome->failure))
        return true;
    difference_print(sheet, row, message, actual);
    return false;
}

static bool answer_fits(const char *sheet, struct ls_node row, const struct kinds_outcome *outcome)
{
    struct ls_node expected = ls_node_get(row, LS_SLICE("answer"));
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (outcome->failure) {
        difference_print(sheet, row, "(taken)", outcome->failure->message);
        return false;
    }
    if (kinds_is_as_expected(expected, outcome->object))
        return true;
    ls_json_print(&text, outcome->object, LS_JSON_COMPACT);
    difference_print(sheet, row, json_of(expected), ls_buf_text(&text));
    return false;
}

static bool warnings_fit(const char *sheet, struct ls_node row, const struct kinds_outcome *outcome)
{
    struct ls_node expected = ls_node_get(row, LS_SLICE("warnings"));
    const struct ls_response_warnings *warnings = &outcome->warnings;
    bool fits = ls_node_count(expected) == warnings->count;
    for (size_t i = 0; fits && i < warnings->count; i++)
        fits = ls_node_string_is(ls_node_item(expected, i), warnings->at[i]);
    if (!fits)
        difference_print(sheet, row, json_of(expected),
                         warnings->count > 0 ? warnings->at[0] : "(no warning)");
    return fits;
}

/* The object of the case, or its patch applied to the stored object. */
static const struct ls_obj *object_of(struct ls_node row, struct ls_node old)
{
    struct ls_node patch = ls_node_get(row, LS_SLICE("patch"));
    const struct ls_obj *object = NULL;
    struct ls_err err;
    if (!ls_node_is_absent(patch)) {
        CHECK_OK(ls_merge_patch_apply(old, patch, &object, &err), err);
        return object;
    }
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, ls_node_get(row, LS_SLICE("object")));
    return ls_build_obj(&build);
}

static void case_run(const char *sheet_name, struct ls_node sheet, struct ls_node row,
                     struct tally *tally)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    struct kinds_outcome before = {.object = LS_ABSENT};
    struct ls_node old = ls_node_get(row, LS_SLICE("old"));
    kinds_stage_init(&stage);
    const struct ls_kind *kind = sheet_kind(&stage, sheet);
    CHECK(kind != NULL);
    if (!ls_node_is_absent(old)) {
        before = kinds_write(&stage, kind, LS_ABSENT, old);
        CHECK_STR(before.failure ? before.failure->message : "", "");
    }
    struct ls_node subresource = ls_node_get(row, LS_SLICE("subresource"));
    stage.subresource = ls_node_is_absent(subresource) ? NULL : ls_node_text(subresource);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = object_of(row, before.object);
    struct kinds_outcome outcome = kinds_write(&stage, kind, before.object, ls_obj_root(object));
    bool is_good = ls_node_is_absent(ls_node_get(row, LS_SLICE("failure")));
    bool fits =
        is_good ? answer_fits(sheet_name, row, &outcome) : failure_fits(sheet_name, row, &outcome);
    if (fits && is_good && kind->rules->warn)
        fits = warnings_fit(sheet_name, row, &outcome);
    *(is_good ? &tally->good : &tally->bad) += 1;
    tally->wrong += fits ? 0 : 1;
}

static int is_sheet(const struct dirent *entry)
{
    const char *only = getenv("KINDS_SHEET");
    if (only && !strstr(entry->d_name, only))
        return 0;
    return ls_slice_ends(ls_slice_of(entry->d_name), ".json");
}

TEST(every_case_is_answered_as_by_the_real_server)
{
    struct dirent **entries = NULL;
    struct tally tally = {0};
    int count = scandir(LS_SOURCE_DIR "/tests/cases/kinds", &entries, is_sheet, alphasort);
    CHECK(count > 0);
    for (int i = 0; i < count; i++) {
        const struct ls_obj *sheet = sheet_read(entries[i]->d_name);
        struct ls_node root = ls_obj_root(sheet);
        LS_EACH (it, ls_node_get(root, LS_SLICE("cases")))
            case_run(entries[i]->d_name, root, it.value, &tally);
        ls_obj_unref(sheet);
        free(entries[i]);
    }
    free(entries);
    (void)fprintf(stderr, "%zu taken, %zu refused, %zu answered otherwise\n", tally.good, tally.bad,
                  tally.wrong);
    CHECK_INT(tally.wrong, 0);
}
