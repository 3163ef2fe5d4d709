/* Health rules: any text as a file of rules; what is accepted judges an object without harm. */
#include "health/health.h"
#include "health/rule/rules.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    struct ls_slice json =
        LS_SLICE("{\"apiVersion\":\"x.dev/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"t\"},"
                 "\"spec\":{\"a\":[1,2,3]},\"status\":{\"phase\":\"Failed\",\"conditions\":[{"
                 "\"type\":\"Ready\",\"status\":\"False\",\"reason\":\"Error\"}]}}");
    LS_ASSERT(ls_json_parse(json, NULL, &object, &err) == LS_OK);
    if (ls_rules_add(rules, "fuzz.yaml", (struct ls_slice){(const char *)data, size}, &err)) {
        LS_ASSERT(err.text[0] != '\0');
        return 0;
    }
    struct ls_health_input input = {.arena = &arena, .object = ls_obj_root(object), .rules = rules};
    LS_ASSERT(ls_health_judge(&input).kind < LS_VERDICT_COUNT);
    return 0;
}
