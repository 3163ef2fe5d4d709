#include "sandbox/serve/select.h"

#include <string.h>

#include "check.h"
#include "value/json.h"

static const struct ls_kind config_map = {
    .resource = {.group = "", .kind = "ConfigMap", .plural = "configmaps", .is_namespaced = true}};

static const char *const pod_fields[] = {"spec.nodeName", "status.phase", "spec.hostNetwork", NULL};
static const struct ls_kind_rules pod_rules = {.selectable = pod_fields};
static const struct ls_kind pod = {
    .resource = {.group = "", .kind = "Pod", .plural = "pods", .is_namespaced = true},
    .rules = &pod_rules};

static const char *const node_fields[] = {"spec.unschedulable", NULL};
static const struct ls_kind_rules node_rules = {.selectable = node_fields};
static const struct ls_kind node = {.resource = {.group = "", .kind = "Node", .plural = "nodes"},
                                    .rules = &node_rules};

static const char *const job_fields[] = {"status.successful", NULL};
static const struct ls_kind_rules job_rules = {.selectable = job_fields};
static const struct ls_kind job = {
    .resource = {.group = "batch", .kind = "Job", .plural = "jobs", .is_namespaced = true},
    .rules = &job_rules};

static const struct ls_kind role = {.resource = {.group = "rbac.authorization.k8s.io",
                                                 .kind = "ClusterRole",
                                                 .plural = "clusterroles"}};
static const struct ls_kind custom = {
    .resource = {.group = "example.com", .kind = "Widget", .plural = "widgets"}, .is_custom = true};
static const char *const event_fields[] = {"regarding.name", NULL};
static const struct ls_kind_rules event_rules = {.selectable = event_fields};
static const struct ls_kind event = {
    .resource = {.group = "events.k8s.io", .kind = "Event", .is_namespaced = true},
    .rules = &event_rules};

static bool selects(const struct ls_kind *kind, const char *labels, const char *fields,
                    const char *json)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_select selection;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(json), NULL, &object, &err), err);
    CHECK(!ls_select_read(&arena, kind, LS_SLICE(""), ls_slice_of(labels), ls_slice_of(fields),
                          &selection));
    return ls_select_has(&selection, ls_obj_root(object));
}

static const char labelled[] = "{\"metadata\":{\"name\":\"a\",\"labels\":{\"t\":\"1\"}}}";

TEST(labels_select)
{
    CHECK(selects(&config_map, "", "", labelled));
    CHECK(selects(&config_map, "t", "", labelled));
    CHECK(selects(&config_map, "t=1", "metadata.name=a", labelled));
    CHECK(!selects(&config_map, "t=2", "", labelled));
    CHECK(!selects(&config_map, "!t", "", labelled));
    CHECK(!selects(&config_map, "t=1", "metadata.name!=a", labelled));
}

static const struct {
    const struct ls_kind *kind;
    const char *fields;
    const char *object;
    bool is_in;
} field_cases[] = {
    {&pod, "status.phase=Running", "{\"status\":{\"phase\":\"Running\"}}", true},
    {&pod, "status.phase!=Running", "{\"status\":{\"phase\":\"Running\"}}", false},
    {&pod, "status.phase=", "{}", true},
    {&pod, "spec.host=n1", "{\"spec\":{\"nodeName\":\"n1\"}}", true},
    {&pod, "spec.hostNetwork=false", "{}", true},
    {&pod, "spec.hostNetwork=true", "{\"spec\":{\"hostNetwork\":true}}", true},
    {&node, "spec.unschedulable=false", "{}", true},
    {&node, "spec.unschedulable=true", "{\"spec\":{\"unschedulable\":true}}", true},
    {&job, "status.successful=0", "{}", true},
    {&job, "status.successful=2", "{\"status\":{\"succeeded\":2}}", true},
    {&event, "regarding.name=x", "{\"involvedObject\":{\"name\":\"x\"}}", true},
};

TEST(fields_select_by_the_names_of_the_api)
{
    for (size_t i = 0; i < LS_COUNT(field_cases); i++)
        CHECK_INT(selects(field_cases[i].kind, "", field_cases[i].fields, field_cases[i].object),
                  field_cases[i].is_in);
}

TEST(one_name_is_known_as_such)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_select selection;
    CHECK(!ls_select_read(&arena, &pod, LS_SLICE("n"), LS_SLICE(""),
                          LS_SLICE("status.phase=x,metadata.name=a"), &selection));
    CHECK(ls_slice_is(ls_select_name(&selection), "a"));
    CHECK(!ls_select_is_all(&selection));
    CHECK(!ls_select_read(&arena, &pod, LS_SLICE("n"), LS_SLICE(""), LS_SLICE("metadata.name!=a"),
                          &selection));
    CHECK(!ls_select_name(&selection).at);
}

/* Each as kube-apiserver 1.36.3 refused it. */
static const struct {
    const struct ls_kind *kind;
    const char *fields;
    const char *why;
} refused_fields[] = {
    {&config_map, "metadata.foo=x",
     "\"metadata.foo\" is not a known field selector: only \"metadata.name\", "
     "\"metadata.namespace\""},
    {&config_map, "=a",
     "\"\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""},
    {&config_map, "abc", "invalid selector: 'abc'; can't understand 'abc'"},
    {&config_map, "a!", "invalid selector: 'a!'; can't understand 'a!'"},
    {&config_map, "metadata.name!=ca,x",
     "invalid selector: 'metadata.name!=ca,x'; can't understand 'x'"},
    {&config_map, "metadata.name=\\x", "invalid field selector: invalid escape sequence: \\x"},
    {&config_map, "metadata.name=\\", "invalid field selector: invalid escape sequence: \\"},
    {&config_map, "a=b=c", "invalid field selector: unescaped character in value: 61"},
    {&pod, "spec.bogus=x", "field label not supported: spec.bogus"},
    {&node, "metadata.namespace=x", "field label not supported: metadata.namespace"},
    {&job, "status.s=1", "field label \"status.s\" not supported for Job"},
    {&custom, "spec.engine=x", "field label not supported: spec.engine"},
};

TEST(fields_that_a_kind_has_not_are_refused)
{
    for (size_t i = 0; i < LS_COUNT(refused_fields); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_select selection;
        const struct ls_failure *failure =
            ls_select_read(&arena, refused_fields[i].kind, LS_SLICE(""), LS_SLICE(""),
                           ls_slice_of(refused_fields[i].fields), &selection);
        CHECK(failure);
        CHECK_INT(failure->code, 400);
        CHECK_STR(failure->message, refused_fields[i].why);
    }
}

TEST(namespaces_may_be_selected_where_the_kind_has_no_list_of_its_own)
{
    CHECK(!selects(&role, "", "metadata.namespace=x", labelled));
    CHECK(!selects(&custom, "", "metadata.namespace=x", labelled));
}

#define NAME_RULE                                                                                  \
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end "  \
    "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " \
    "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
#define VALUE_RULE                                                                                 \
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "    \
    "'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value', " \
    " or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
#define REQUIREMENT "unable to parse requirement: "

static const struct {
    const char *labels;
    const char *why;
} refused_labels[] = {
    {"a===", REQUIREMENT "found '=', expected: identifier"},
    {"a in", REQUIREMENT "found '' expected: '('"},
    {"a b", REQUIREMENT "found 'b', expected: in, notin, =, ==, !=, gt, lt"},
    {"-a=b", REQUIREMENT "<nil>: Invalid value: \"-a\": " NAME_RULE},
    {",=", "found ',', expected: !, identifier, or 'end of string'"},
    {"a=b,,c", "found ',', expected: identifier after ','"},
    {"a=b,", "found '', expected: identifier after ','"},
    {"a in (b", REQUIREMENT "found '', expected: ',' or ')'"},
    {"a in (b=c)", REQUIREMENT "found '=', expected: ',' or ')'"},
    {"a in (b c)", REQUIREMENT "found 'c', expected: ',' or ')'"},
    {"a=b c", "found 'c', expected: ',' or 'end of string'"},
    {"a=>", REQUIREMENT "found '>', expected: identifier"},
    {"a>b", REQUIREMENT "values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must "
                        "be an integer"},
    {"a>",
     REQUIREMENT "values[0]: Invalid value: \"\": for 'Gt', 'Lt' operators, the value must be "
                 "an integer"},
    {"a=-b", REQUIREMENT "values[0][a]: Invalid value: \"-b\": " VALUE_RULE},
    {"a in (-b,-c)", REQUIREMENT "[values[0][a]: Invalid value: \"-b\": " VALUE_RULE
                                 ", values[1][a]: Invalid value: \"-c\": " VALUE_RULE "]"},
    {"!a=b", "found '=', expected: ',' or 'end of string'"},
    {"!", REQUIREMENT "found '', expected: identifier"},
    {"a notin x", REQUIREMENT "found 'x' expected: '('"},
    {"a=b)", "found ')', expected: ',' or 'end of string'"},
    {"(", "found '(', expected: !, identifier, or 'end of string'"},
};

TEST(labels_that_cannot_be_read_are_refused_in_the_words_of_the_api)
{
    for (size_t i = 0; i < LS_COUNT(refused_labels); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_select selection;
        const struct ls_failure *failure =
            ls_select_read(&arena, &config_map, LS_SLICE(""), ls_slice_of(refused_labels[i].labels),
                           LS_SLICE(""), &selection);
        CHECK(failure);
        CHECK_INT(failure->code, 400);
        CHECK_STR(failure->message, refused_labels[i].why);
    }
}

TEST(words_find_nothing_wrong_with_what_can_be_read)
{
    static const char *const good[] = {
        "",           "a", "!a", "in", "a in ()", "a in (,)", "a>1", "a=", "a in (b,,c),x/y!=z",
        "a notin (b)"};
    for (size_t i = 0; i < LS_COUNT(good); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        CHECK(!ls_selector_error(&arena, ls_slice_of(good[i])));
        (void)selects(&config_map, good[i], "", labelled);
    }
}
