#include "sandbox/status/field_errors.h"

#include <string.h>

#include "sandbox/status/limits.h"
#include "support_json.h"
#include "value/obj.h"

static const struct ls_about deployment = {.group = "apps",
                                           .plural = "deployments",
                                           .kind = "Deployment",
                                           .name = {.at = "web", .len = 3}};

TEST(no_errors_are_no_failure)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    CHECK(!ls_field_errors_failure(&errors, deployment));
}

TEST(each_type_has_its_words_and_its_reason)
{
    static const struct {
        enum ls_field_error_type type;
        const char *reason;
        const char *message;
    } rows[LS_FIELD_ERROR_COUNT] = {
        {LS_FIELD_ERROR_REQUIRED, "FieldValueRequired", "Required value: why"},
        {LS_FIELD_ERROR_INVALID, "FieldValueInvalid", "Invalid value: -1: why"},
        {LS_FIELD_ERROR_TYPE_INVALID, "FieldValueTypeInvalid", "Invalid value: -1: why"},
        {LS_FIELD_ERROR_NOT_SUPPORTED, "FieldValueNotSupported", "Unsupported value: -1: why"},
        {LS_FIELD_ERROR_FORBIDDEN, "FieldValueForbidden", "Forbidden: why"},
        {LS_FIELD_ERROR_DUPLICATE, "FieldValueDuplicate", "Duplicate value: -1: why"},
        {LS_FIELD_ERROR_TOO_LONG, "FieldValueTooLong", "Too long: why"},
        {LS_FIELD_ERROR_TOO_MANY, "FieldValueTooMany", "Too many: -1: why"},
        {LS_FIELD_ERROR_NOT_FOUND, "FieldValueNotFound", "Not found: -1: why"},
        {LS_FIELD_ERROR_INTERNAL, "InternalError", "Internal error: why"},
        {LS_FIELD_ERROR_TOO_FEW, "FieldValueTooFew", "Too few: -1: why"},
        {LS_FIELD_ERROR_TOO_SHORT, "FieldValueTooShort", "Too short: why"},
    };
    for (size_t i = 0; i < LS_FIELD_ERROR_COUNT; i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_field_errors errors = {.arena = &arena};
        ls_field_error_add(&errors, rows[i].type, "spec.x", "-1", "%s", "why");
        CHECK_INT(errors.count, 1);
        CHECK_STR(errors.at[0].reason, rows[i].reason);
        CHECK_STR(errors.at[0].message, rows[i].message);
        CHECK_STR(errors.at[0].field, "spec.x");
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
        struct ls_field_errors errors = {.arena = &arena};
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(rows[i].json);
        ls_field_error_add_value(&errors, LS_FIELD_ERROR_INVALID, "f", ls_obj_root(obj), "%s", "");
        CHECK_STR(errors.at[0].message,
                  ls_arena_printf(&arena, "Invalid value: %s", rows[i].printed));
    }
}

TEST(what_is_absent_is_null)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    ls_field_error_add_value(&errors, LS_FIELD_ERROR_INVALID, "f", LS_ABSENT, "may not change");
    CHECK_STR(errors.at[0].message, "Invalid value: null: may not change");
}

TEST(one_error_has_no_brackets)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    ls_field_error_add(&errors, LS_FIELD_ERROR_INVALID, "spec.replicas", "-1",
                       "must be greater than or equal to 0");
    const struct ls_failure *failure = ls_field_errors_failure(&errors, deployment);
    CHECK_INT(failure->code, 422);
    CHECK_STR(failure->reason, "Invalid");
    CHECK_STR(failure->kind, "Deployment");
    CHECK_STR(failure->group, "apps");
    CHECK_STR(failure->name, "web");
    CHECK_STR(failure->message, "Deployment.apps \"web\" is invalid: spec.replicas: Invalid value: "
                                "-1: must be greater than or equal to 0");
}

TEST(an_error_found_twice_is_printed_once_and_caused_twice)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    ls_field_error_add(&errors, LS_FIELD_ERROR_REQUIRED, "a", NULL, "%s", "");
    ls_field_error_add(&errors, LS_FIELD_ERROR_REQUIRED, "a", NULL, "%s", "");
    struct ls_about about = {.group = "", .plural = "pods", .kind = "Pod", .name = LS_SLICE("p")};
    const struct ls_failure *failure = ls_field_errors_failure(&errors, about);
    CHECK_STR(failure->message, "Pod \"p\" is invalid: a: Required value");
    CHECK_INT(failure->cause_count, 2);
    ls_field_error_add(&errors, LS_FIELD_ERROR_REQUIRED, "b", NULL, "x");
    CHECK_STR(ls_field_errors_failure(&errors, about)->message,
              "Pod \"p\" is invalid: [a: Required value, b: Required value: x]");
}

TEST(choices_are_listed)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    static const char *const choices[] = {"Always", "Never"};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of("\"x\"");
    ls_field_error_add_choice(&errors, "f", ls_obj_root(obj), choices, LS_COUNT(choices));
    ls_field_error_add_choice(&errors, "f", ls_obj_root(obj), NULL, 0);
    CHECK_STR(errors.at[0].message,
              "Unsupported value: \"x\": supported values: \"Always\", \"Never\"");
    CHECK_STR(errors.at[1].message, "Unsupported value: \"x\"");
}

TEST(paths_grow)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(ls_field(&arena, "", "spec"), "spec");
    CHECK_STR(ls_field(&arena, "spec", "x"), "spec.x");
    CHECK_STR(ls_field_index(&arena, "spec.x", 2), "spec.x[2]");
}

TEST(errors_have_a_limit)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    for (size_t i = 0; i < LS_FIELD_ERRORS_MAX + 5; i++)
        ls_field_error_add(&errors, LS_FIELD_ERROR_REQUIRED, "a", NULL, "%zu", i);
    CHECK_INT(errors.count, LS_FIELD_ERRORS_MAX);
}

/* A list of a megabyte with a thousand wrong items would make a gigabyte of messages. */
TEST(values_that_are_shown_again_and_again_have_an_end)
{
    enum { VALUE_BYTES = 1 << 20 };
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < VALUE_BYTES; i++)
        ls_buf_add_char(&text, 'x');
    ls_build_string(&build, ls_buf_slice(&text));
    struct ls_node value = ls_build_arena(&build, &arena);
    for (int i = 0; i < LS_FIELD_ERRORS_MAX; i++)
        ls_field_error_add_value(&errors, LS_FIELD_ERROR_INVALID, "spec", value, "number %d", i);
    CHECK(errors.count > 1);
    CHECK(errors.count * VALUE_BYTES <= LS_FIELD_ERRORS_BYTES_MAX);
}
