/* The whole table, kind by kind and code by code, as the manual of the outbox tells it. */
#include "runtime/outbox_rules.h"

#include "check.h"
#include "value/json.h"

static enum ls_outbox_rule rule(enum ls_intent_kind kind, bool is_dry_run, enum ls_code code)
{
    return ls_outbox_rule(&(struct ls_intent){.kind = kind, .is_dry_run = is_dry_run}, code);
}

static bool is_among(enum ls_code code, const enum ls_code *codes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (codes[i] == code)
            return true;
    }
    return false;
}
#define AMONG(code, ...)                                                                           \
    is_among((code), (const enum ls_code[]){__VA_ARGS__},                                          \
             sizeof((const enum ls_code[]){__VA_ARGS__}) / sizeof(enum ls_code))

static enum ls_outbox_rule write_expected(enum ls_intent_kind kind, enum ls_code code)
{
    if (AMONG(code, LS_E_NOT_SENT, LS_E_TOO_MANY))
        return LS_RULE_REPEAT;
    if (AMONG(code, LS_E_UNKNOWN_RESULT, LS_E_TIMEOUT, LS_E_SERVER))
        return LS_RULE_SETTLE;
    if (code == LS_E_NOT_FOUND)
        return kind == LS_INTENT_DELETE ? LS_RULE_GONE : LS_RULE_WAIT;
    if (code == LS_E_FORBIDDEN && kind == LS_INTENT_APPLY)
        return LS_RULE_WAIT;
    return LS_RULE_REPORT;
}

static enum ls_outbox_rule read_expected(enum ls_code code)
{
    bool is_passing = AMONG(code, LS_E_NOT_SENT, LS_E_TOO_MANY, LS_E_UNKNOWN_RESULT, LS_E_TIMEOUT,
                            LS_E_SERVER, LS_E_IO);
    return is_passing ? LS_RULE_REPEAT : code == LS_E_NOT_FOUND ? LS_RULE_WAIT : LS_RULE_REPORT;
}

TEST(every_kind_and_code_has_its_rule)
{
    for (unsigned code = 0; code < LS_CODE_COUNT; code++) {
        for (unsigned kind = 0; kind < LS_INTENT_COUNT; kind++) {
            enum ls_outbox_rule expected =
                kind == LS_INTENT_READ
                    ? read_expected((enum ls_code)code)
                    : write_expected((enum ls_intent_kind)kind, (enum ls_code)code);
            CHECK_INT(rule((enum ls_intent_kind)kind, false, (enum ls_code)code), expected);
        }
    }
}

TEST(a_write_is_repeated_only_when_it_was_not_carried_out)
{
    for (unsigned code = 0; code < LS_CODE_COUNT; code++) {
        for (unsigned kind = 0; kind < LS_INTENT_READ; kind++) {
            enum ls_outbox_rule found = rule((enum ls_intent_kind)kind, false, (enum ls_code)code);
            CHECK(found != LS_RULE_REPEAT || code == LS_E_NOT_SENT || code == LS_E_TOO_MANY);
        }
    }
}

TEST(a_dry_run_is_never_settled_by_reading)
{
    for (unsigned code = 0; code < LS_CODE_COUNT; code++)
        CHECK(rule(LS_INTENT_APPLY, true, (enum ls_code)code) != LS_RULE_SETTLE);
    CHECK_INT(rule(LS_INTENT_APPLY, true, LS_E_UNKNOWN_RESULT), LS_RULE_REPEAT);
    CHECK_INT(rule(LS_INTENT_APPLY, true, LS_E_SERVER), LS_RULE_REPORT);
}

static bool is_coming(bool awaits_kind, enum ls_code code, bool is_kind_unknown, const char *status)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(status), NULL, &obj, &err), err);
    struct ls_intent intent = {.kind = LS_INTENT_APPLY, .awaits_kind = awaits_kind};
    bool found = ls_outbox_is_coming(&intent, code, is_kind_unknown, ls_obj_root(obj));
    ls_obj_unref(obj);
    return found;
}

TEST(what_was_just_made_is_told_from_what_is_missing)
{
    static const char account[] =
        "{\"message\":\"pods \\\"p\\\" is forbidden: error looking up service account "
        "shop/default: serviceaccount \\\"default\\\" not found\"}";
    CHECK(is_coming(false, LS_E_FORBIDDEN, false, account));
    CHECK(!is_coming(true, LS_E_FORBIDDEN, false, "{\"message\":\"pods is forbidden: User ...\"}"));
    CHECK(!is_coming(true, LS_E_FORBIDDEN, false, "{}"));
    CHECK(is_coming(true, LS_E_NOT_FOUND, true, "{}"));
    CHECK(!is_coming(false, LS_E_NOT_FOUND, true, "{}"));
    CHECK(!is_coming(true, LS_E_NOT_FOUND, false, "{}"));
}
