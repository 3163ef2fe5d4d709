#include "sandbox/status/complaints.h"

#include <string.h>

#include "sandbox/status/limits.h"
#include "support_json.h"
#include "value/obj.h"

static const struct ls_about deployment = {.group = "apps",
                                           .plural = "deployments",
                                           .kind = "Deployment",
                                           .name = {.at = "web", .len = 3}};

TEST(no_complaints_are_no_failure)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_complaints complaints = {.arena = &arena};
    CHECK(!ls_complaints_failure(&complaints, deployment));
}

TEST(each_type_has_its_words_and_its_reason)
{
    static const struct {
        enum ls_complaint_type type;
        const char *reason;
        const char *message;
    } rows[LS_COMPLAINT_COUNT] = {
        {LS_COMPLAINT_REQUIRED, "FieldValueRequired", "Required value: why"},
        {LS_COMPLAINT_INVALID, "FieldValueInvalid", "Invalid value: -1: why"},
        {LS_COMPLAINT_TYPE_INVALID, "FieldValueTypeInvalid", "Invalid value: -1: why"},
        {LS_COMPLAINT_NOT_SUPPORTED, "FieldValueNotSupported", "Unsupported value: -1: why"},
        {LS_COMPLAINT_FORBIDDEN, "FieldValueForbidden", "Forbidden: why"},
        {LS_COMPLAINT_DUPLICATE, "FieldValueDuplicate", "Duplicate value: -1: why"},
        {LS_COMPLAINT_TOO_LONG, "FieldValueTooLong", "Too long: why"},
        {LS_COMPLAINT_TOO_MANY, "FieldValueTooMany", "Too many: -1: why"},
        {LS_COMPLAINT_NOT_FOUND, "FieldValueNotFound", "Not found: -1: why"},
        {LS_COMPLAINT_INTERNAL, "InternalError", "Internal error: why"},
        {LS_COMPLAINT_TOO_FEW, "FieldValueTooFew", "Too few: -1: why"},
        {LS_COMPLAINT_TOO_SHORT, "FieldValueTooShort", "Too short: why"},
    };
    for (size_t i = 0; i < LS_COMPLAINT_COUNT; i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_complaints complaints = {.arena = &arena};
        ls_complain(&complaints, rows[i].type, "spec.x", "-1", "%s", "why");
        CHECK_INT(complaints.count, 1);
        CHECK_STR(complaints.at[0].reason, rows[i].reason);
        CHECK_STR(complaints.at[0].message, rows[i].message);
        CHECK_STR(complaints.at[0].field, "spec.x");
    }
}

TEST(values_are_printed_as_go_prints_them)
{
    static const struct {
        const char *json;
        const char *printed;
    } rows[] = {
        {"\"a\"", "\"a\""},
        {"\"<\\n\"", "\"<\\n\""},
        {"-1", "-1"},
        {"1.50", "1.5"},
        {"1e9", "1e+09"},
        {"true", "true"},
        {"null", "null"},
        {"[\"a\",1]", "[\"a\",1]"},
        {"{\"matchLabels\":{\"a\":\"<b\"}}", "{\"matchLabels\":{\"a\":\"\\u003cb\"}}"},
        {"{}", "{}"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_complaints complaints = {.arena = &arena};
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(rows[i].json);
        ls_complain_about(&complaints, LS_COMPLAINT_INVALID, "f", ls_obj_root(obj), "%s", "");
        CHECK_STR(complaints.at[0].message,
                  ls_arena_printf(&arena, "Invalid value: %s", rows[i].printed));
    }
}

TEST(what_is_absent_is_null)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_complaints complaints = {.arena = &arena};
    ls_complain_about(&complaints, LS_COMPLAINT_INVALID, "f", LS_ABSENT, "may not change");
    CHECK_STR(complaints.at[0].message, "Invalid value: null: may not change");
}

TEST(one_complaint_has_no_brackets)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_complaints complaints = {.arena = &arena};
    ls_complain(&complaints, LS_COMPLAINT_INVALID, "spec.replicas", "-1",
                "must be greater than or equal to 0");
    const struct ls_failure *failure = ls_complaints_failure(&complaints, deployment);
    CHECK_INT(failure->code, 422);
    CHECK_STR(failure->reason, "Invalid");
    CHECK_STR(failure->kind, "Deployment");
    CHECK_STR(failure->group, "apps");
    CHECK_STR(failure->name, "web");
    CHECK_STR(failure->message, "Deployment.apps \"web\" is invalid: spec.replicas: Invalid value: "
                                "-1: must be greater than or equal to 0");
}

TEST(a_complaint_made_twice_is_said_once_and_caused_twice)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_complaints complaints = {.arena = &arena};
    ls_complain(&complaints, LS_COMPLAINT_REQUIRED, "a", NULL, "%s", "");
    ls_complain(&complaints, LS_COMPLAINT_REQUIRED, "a", NULL, "%s", "");
    struct ls_about about = {.group = "", .plural = "pods", .kind = "Pod", .name = LS_SLICE("p")};
    const struct ls_failure *failure = ls_complaints_failure(&complaints, about);
    CHECK_STR(failure->message, "Pod \"p\" is invalid: a: Required value");
    CHECK_INT(failure->cause_count, 2);
    ls_complain(&complaints, LS_COMPLAINT_REQUIRED, "b", NULL, "x");
    CHECK_STR(ls_complaints_failure(&complaints, about)->message,
              "Pod \"p\" is invalid: [a: Required value, b: Required value: x]");
}

TEST(choices_are_listed)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_complaints complaints = {.arena = &arena};
    static const char *const choices[] = {"Always", "Never"};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of("\"x\"");
    ls_complain_choice(&complaints, "f", ls_obj_root(obj), choices, LS_COUNT(choices));
    ls_complain_choice(&complaints, "f", ls_obj_root(obj), NULL, 0);
    CHECK_STR(complaints.at[0].message,
              "Unsupported value: \"x\": supported values: \"Always\", \"Never\"");
    CHECK_STR(complaints.at[1].message, "Unsupported value: \"x\"");
}

TEST(paths_grow)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(ls_field(&arena, "", "spec"), "spec");
    CHECK_STR(ls_field(&arena, "spec", "x"), "spec.x");
    CHECK_STR(ls_field_index(&arena, "spec.x", 2), "spec.x[2]");
}

TEST(complaints_have_a_limit)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_complaints complaints = {.arena = &arena};
    for (size_t i = 0; i < LS_COMPLAINTS_MAX + 5; i++)
        ls_complain(&complaints, LS_COMPLAINT_REQUIRED, "a", NULL, "%zu", i);
    CHECK_INT(complaints.count, LS_COMPLAINTS_MAX);
}

/* A list of a megabyte with a thousand wrong items would make a gigabyte of messages. */
TEST(values_that_are_shown_again_and_again_have_an_end)
{
    enum { VALUE_BYTES = 1 << 20 };
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_complaints complaints = {.arena = &arena};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < VALUE_BYTES; i++)
        ls_buf_add_char(&text, 'x');
    ls_build_string(&build, ls_buf_slice(&text));
    struct ls_node value = ls_build_arena(&build, &arena);
    for (int i = 0; i < LS_COMPLAINTS_MAX; i++)
        ls_complain_about(&complaints, LS_COMPLAINT_INVALID, "spec", value, "number %d", i);
    CHECK(complaints.count > 1);
    CHECK(complaints.count * VALUE_BYTES <= LS_COMPLAINTS_BYTES_MAX);
}
