/* Package Operator's probes: the case files under tests/cases/probe/, and what asking costs. */
#include "health/probe/probes.h"

#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "check.h"
#include "health/limits.h"
#include "value/json.h"
#include "value/yaml.h"

static const struct ls_obj *yaml_next(struct ls_yaml *yaml)
{
    const struct ls_obj *document = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_yaml_next(yaml, &document, &err), err);
    return document;
}

static void answer_print(struct ls_buf *out, const struct ls_probes *probes, bool has_entries,
                         struct ls_node object)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_probe_result result = ls_probes_ask(probes, &arena, object);
    const char *text = ls_probe_result_text(&arena, &result);
    ls_buf_printf(out, "==> %s%s%s%s", ls_probe_status_name(result.status),
                  result.is_selected || !has_entries ? "" : " (not selected)", *text ? ": " : "",
                  text);
}

static void run_case(const struct case_row *row)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(row->input, NULL);
    const struct ls_obj *list LS_AUTO(ls_obj_unref_at) = yaml_next(yaml);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = yaml_next(yaml);
    struct ls_buf said LS_AUTO(ls_buf_release) = {0};
    struct ls_probes *probes = NULL;
    struct ls_err err = {0};
    if (ls_probes_new(ls_obj_root(list), &probes, &err))
        ls_buf_printf(&said, "==> error: %s", err.text);
    else
        answer_print(&said, probes, ls_node_count(ls_obj_root(list)) > 0,
                     object ? ls_obj_root(object) : LS_ABSENT);
    ls_probes_free(probes);
    if (strcmp(ls_buf_text(&said), row->expected) != 0)
        fprintf(stderr, "%s\n", row->title);
    CHECK_STR(ls_buf_text(&said), row->expected);
}

TEST(case_files)
{
    CHECK(cases_run("probe", run_case) > 60);
}

TEST(too_many_probes_are_refused)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *list LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_probes *probes = NULL;
    struct ls_err err = {0};
    ls_buf_add_text(&text, "[{\"probes\":[");
    for (size_t i = 0; i <= LS_PROBES_MAX; i++)
        ls_buf_printf(&text, "%s{\"condition\":{\"type\":\"A\"}}", i ? "," : "");
    ls_buf_add_text(&text, "]}]");
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &list, &err), err);
    CHECK_CODE(ls_probes_new(ls_obj_root(list), &probes, &err), LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "availabilityProbes[0].probes[1024]: more than 1024 probes");
}

/* Ten thousand questions take no more memory than one. */
TEST(asking_again_and_again_does_not_grow)
{
    static const char list_text[] =
        "[{\"selector\":{\"kind\":{\"group\":\"\",\"kind\":\"T\"}},\"probes\":[{\"condition\":{"
        "\"type\":\"Ready\"}},{\"fieldsEqual\":{\"fieldA\":\"a\",\"fieldB\":\"b\"}},{\"cel\":{"
        "\"rule\":\"self.a > 1\",\"message\":\"a is small\"}}]}]";
    static const char object_text[] =
        "{\"apiVersion\":\"v1\",\"kind\":\"T\",\"a\":1,\"b\":2,\"status\":{\"conditions\":[{"
        "\"type\":\"Ready\",\"status\":\"False\"}]}}";
    const struct ls_obj *list LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_probes *probes = NULL;
    struct ls_err err = {0};
    size_t first = 0;
    CHECK_OK(ls_json_parse(ls_slice_of(list_text), NULL, &list, &err), err);
    CHECK_OK(ls_json_parse(ls_slice_of(object_text), NULL, &object, &err), err);
    CHECK_OK(ls_probes_new(ls_obj_root(list), &probes, &err), err);
    for (size_t i = 0; i < 10000; i++) {
        ls_arena_reset(&arena);
        struct ls_probe_result result = ls_probes_ask(probes, &arena, ls_obj_root(object));
        CHECK_INT(result.message_count, 3);
        first = i ? first : arena.used_bytes;
        CHECK_INT(arena.used_bytes, first);
    }
    ls_probes_free(probes);
}
