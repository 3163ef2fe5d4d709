/* Verdicts: the case files under tests/cases/health/, the table of kinds, and what is asked for. */
#include "health/health.h"

#include "cases.h"
#include "check.h"
#include "health/limits.h"
#include "value/json.h"
#include "value/yaml.h"

#include <stdio.h>
#include <string.h>

enum { COMPANY_MAX = 16 };

/* A stream: the object, then its company. Without a second document the company is not known; a
 * second one that is null makes it known and empty. */
struct stage {
    const struct ls_obj *documents[COMPANY_MAX + 1];
    struct ls_node company[COMPANY_MAX];
    size_t count;
};

static void stage_release(struct stage *stage)
{
    for (size_t i = 0; i < stage->count; i++)
        ls_obj_unref(stage->documents[i]);
}

static void stage_read(struct stage *stage, struct ls_slice text)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, NULL);
    struct ls_err err = {0};
    for (;;) {
        const struct ls_obj *document = NULL;
        CHECK_OK(ls_yaml_next(yaml, &document, &err), err);
        if (!document)
            return;
        CHECK(stage->count <= COMPANY_MAX);
        if (stage->count > 0)
            stage->company[stage->count - 1] = ls_obj_root(document);
        stage->documents[stage->count++] = document;
    }
}

static void run_case(const struct case_row *row)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct stage stage LS_AUTO(stage_release) = {0};
    struct ls_buf said LS_AUTO(ls_buf_release) = {0};
    stage_read(&stage, row->input);
    CHECK(stage.count > 0);
    struct ls_company company = {stage.company, stage.count - 1};
    struct ls_verdict verdict =
        ls_health_judge(&arena, ls_obj_root(stage.documents[0]), stage.count > 1 ? &company : NULL);
    ls_buf_printf(&said, "==> %s%s%s", ls_verdict_name(verdict.kind), *verdict.reason ? ": " : "",
                  verdict.reason);
    if (strcmp(ls_buf_text(&said), row->expected) != 0)
        fprintf(stderr, "%s\n", row->title);
    CHECK_STR(ls_buf_text(&said), row->expected);
}

TEST(case_files)
{
    CHECK(cases_run("health", run_case) > 90);
}
