/* Validation rules of custom resources: the walk through schema, value and old value. The language
 * itself is tested in tests/expr. Expected answers are those of kube-apiserver 1.36.3. */
#include "sandbox/kinds/custom_rules.h"

#include <string.h>

#include "base/buf.h"
#include "check.h"
#include "sandbox/kinds/limits.h"
#include "support_cluster.h"
#include "value/json.h"

/* JSON with ' for ", so that rows can be read; ` stands for '. */
static const struct ls_obj *parsed(const char *text)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    for (const char *c = text; *c != '\0'; c++)
        ls_buf_add_char(&json, *c == '\'' ? '"' : *c == '`' ? '\'' : *c);
    return obj_of(ls_buf_text(&json));
}

struct outcome {
    struct ls_arena arena;
    const char *text; /* one line per error, then one per warning with ~ in front */
    int64_t budget;
};

static void outcome_release(struct outcome *outcome)
{
    ls_arena_release(&outcome->arena);
}

static void judged(struct outcome *out, const char *schema_text, const char *old_text,
                   const char *value_text)
{
    const struct ls_obj *schema LS_AUTO(ls_obj_unref_at) = parsed(schema_text);
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = parsed(value_text);
    const struct ls_obj *old LS_AUTO(ls_obj_unref_at) =
        old_text[0] != '\0' ? parsed(old_text) : NULL;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_field_errors errors = {.arena = &out->arena};
    struct ls_response_warnings warnings = {0};
    struct ls_custom_rules *rules = ls_custom_rules_new(&out->arena, ls_obj_root(schema), false);
    struct ls_custom_rules_input input = {.spot = ls_spot_root(ls_obj_root(value), &errors),
                                          .old = old != NULL ? ls_obj_root(old) : LS_ABSENT,
                                          .is_lenient = true,
                                          .warnings = &warnings,
                                          .budget = LS_RULES_COST_MAX};
    if (rules != NULL)
        ls_custom_rules_check(rules, &input);
    for (size_t i = 0; i < errors.count; i++)
        ls_buf_printf(&text, "%s: %s\n", errors.at[i].field, errors.at[i].message);
    for (size_t i = 0; i < warnings.count; i++)
        ls_buf_printf(&text, "~%s\n", warnings.at[i]);
    out->text = ls_arena_dup(&out->arena, ls_buf_slice(&text));
    out->budget = input.budget;
    ls_custom_rules_release(rules);
}

struct row {
    const char *schema, *old, *value, *expected;
};

static void rows_check(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct outcome outcome LS_AUTO(outcome_release) = {0};
        judged(&outcome, rows[i].schema, rows[i].old, rows[i].value);
        CHECK_STR(outcome.text, rows[i].expected);
    }
}

#define RULES(rule) "'x-kubernetes-validations':[{'rule':'" rule "'}]"
#define RULE_WITH_MESSAGE(rule, message)                                                           \
    "'x-kubernetes-validations':[{'rule':'" rule "','message':'" message "'}]"
#define INT(rule)    "{'type':'integer'," RULES(rule) "}"
#define OBJECT(more) "{'type':'object'," more "}"
#define KEYED(items)                                                                               \
    "{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k'],'items':"   \
    "{'type':'object','properties':{'k':{'type':'string'},'v':" items "}}}"

TEST(rules_are_asked_where_they_stand)
{
    static const struct row rows[] = {
        {"{'type':'object'}", "", "{}", ""},
        {INT("self > 1"), "", "2", ""},
        {INT("self > 1"), "", "1", "<nil>: Invalid value: 1: failed rule: self > 1\n"},
        {OBJECT("'properties':{'a':" INT("self > 1") "}"), "", "{'a':0}",
         "a: Invalid value: 0: failed rule: self > 1\n"},
        {OBJECT("'properties':{'a.b':" INT("self > 1") "}"), "", "{'a.b':0}",
         "a.b: Invalid value: 0: failed rule: self > 1\n"},
        {OBJECT("'properties':{'a':" INT("self > 1") "}"), "", "{}", ""},
        {OBJECT("'additionalProperties':" INT("self > 1")), "", "{'x/y':0,'z':2}",
         "[x/y]: Invalid value: 0: failed rule: self > 1\n"},
        {"{'type':'array','items':" INT("self > 1") "}", "", "[2,1,0]",
         "[1]: Invalid value: 1: failed rule: self > 1\n"
         "[2]: Invalid value: 0: failed rule: self > 1\n"},
        {OBJECT(RULES("has(self.a)") ",'properties':{'a':" INT("self > 1") "}"), "", "{'a':0}",
         "a: Invalid value: 0: failed rule: self > 1\n"},
        {OBJECT(RULES("has(self.a)") ",'properties':{'a':" INT("self > 1") "}"), "", "{}",
         "<nil>: Invalid value: failed rule: has(self.a)\n"},
        /* Rules do not run on null. */
        {"{'type':'integer','nullable':true," RULES("false") "}", "", "null", ""},
        /* A property that expressions cannot name still has rules. */
        {OBJECT("'properties':{'a b':" INT("self > 1") "}"), "", "{'a b':0}",
         "a b: Invalid value: 0: failed rule: self > 1\n"},
        /* A property that CEL cannot represent has none. */
        {OBJECT("'properties':{'a':{'x-kubernetes-preserve-unknown-fields':true,'properties':{"
                "'b':" INT("false") "}}}"),
         "", "{'a':{'b':0}}", ""},
    };
    rows_check(rows, LS_COUNT(rows));
}

TEST(errors_follow_the_rule)
{
#define SAID(more)                                                                                 \
    "{'type':'object','properties':{'a':{'type':'object','properties':{'b':{'type':'string'}}}},"  \
    "'x-kubernetes-validations':[{'rule':'false'," more "}]}"
    static const struct row rows[] = {
        {SAID("'message':'  no  '"), "", "{}", "<nil>: Invalid value: no\n"},
        {SAID("'reason':'FieldValueRequired'"), "", "{}",
         "<nil>: Required value: failed rule: false\n"},
        {SAID("'reason':'FieldValueForbidden','message':'m'"), "", "{}", "<nil>: Forbidden: m\n"},
        {SAID("'reason':'FieldValueDuplicate','message':'m'"), "", "{}",
         "<nil>: Duplicate value\n"},
        {SAID("'reason':'FieldValueInvalid','message':'m'"), "", "{}", "<nil>: Invalid value: m\n"},
        {SAID("'fieldPath':'.a.b','message':'m'"), "", "{}", "a.b: Invalid value: m\n"},
        {SAID("'messageExpression':'`x` + `y`','message':'m'"), "", "{}",
         "<nil>: Invalid value: xy\n"},
        /* No usable answer: the plain message is used. */
        {SAID("'messageExpression':'self.a.b','message':'m'"), "", "{}",
         "<nil>: Invalid value: m\n"},
        {SAID("'messageExpression':'` `'"), "", "{}", "<nil>: Invalid value: failed rule: false\n"},
        {SAID("'messageExpression':'`a\\\\nb`','message':'m'"), "", "{}",
         "<nil>: Invalid value: m\n"},
        {INT("1 / self > 0"), "", "0",
         "<nil>: Invalid value: \"integer\": division by zero evaluating rule: 1 / self > 0\n"},
        {"{'type':'integer'," RULE_WITH_MESSAGE("1 / self > 0", "m") "}", "", "0",
         "<nil>: Invalid value: \"integer\": division by zero evaluating rule: m\n"},
        {"{'x-kubernetes-int-or-string':true," RULES("self > 1") "}", "", "'x'",
         "<nil>: Invalid value: \"\": 'no such overload': call arguments did not match a supported "
         "operator, function or macro signature for rule: self > 1\n"},
    };
    rows_check(rows, LS_COUNT(rows));
}

TEST(old_values_are_found_by_name_and_by_key)
{
#define UP                 INT("self >= oldSelf")
#define UP_FAILS(place, n) place ": Invalid value: " n ": failed rule: self >= oldSelf\n"
    static const struct row rows[] = {
        {UP, "", "1", ""},
        {UP, "2", "2", ""},
        {UP, "2", "1", UP_FAILS("<nil>", "1")},
        {OBJECT("'properties':{'a':" UP "}"), "{'a':2}", "{'a':1}", UP_FAILS("a", "1")},
        {OBJECT("'properties':{'a':" UP "}"), "{}", "{'a':1}", ""},
        {OBJECT("'properties':{'a':" UP "}"), "{'a':null}", "{'a':1}", ""},
        {OBJECT("'additionalProperties':" UP), "{'y':1,'x':2}", "{'x':1,'y':1,'z':0}",
         UP_FAILS("[x]", "1")},
        {KEYED(UP), "[{'k':'a','v':1},{'k':'b','v':2}]", "[{'k':'b','v':1},{'k':'a','v':1}]",
         UP_FAILS("[0].v", "1")},
        {KEYED(UP), "[{'k':'a','v':1}]", "[{'k':'c','v':0}]", ""},
        /* Of two items with the same key the first counts. */
        {KEYED(UP), "[{'k':'a','v':1},{'k':'a','v':5}]", "[{'k':'a','v':2}]", ""},
        {KEYED(UP), "[{'v':1}]", "[{'v':0}]", ""},
        {"{'type':'array','items':" UP "}", "[2]", "[1]", ""},
        {"{'type':'array','x-kubernetes-list-type':'set','items':" UP "}", "[2]", "[1]", ""},
    };
    rows_check(rows, LS_COUNT(rows));
}

TEST(an_optional_old_value_may_be_none)
{
#define ONCE                                                                                       \
    "{'type':'integer','x-kubernetes-validations':[{'rule':'oldSelf.hasValue() ? self == "         \
    "oldSelf.value() : self == 1','optionalOldSelf':true,'message':'m'}]}"
    static const struct row rows[] = {
        {ONCE, "", "1", ""},
        {ONCE, "", "2", "<nil>: Invalid value: 2: m\n"},
        {ONCE, "5", "5", ""},
        {ONCE, "5", "1", "<nil>: Invalid value: 1: m\n"},
    };
    rows_check(rows, LS_COUNT(rows));
}

TEST(what_did_not_change_is_only_worth_a_warning)
{
#define BIG                 INT("self > 9")
#define BIG_FAILS(place, n) place ": Invalid value: " n ": failed rule: self > 9\n"
    static const struct row rows[] = {
        {OBJECT("'properties':{'a':" BIG ",'b':{'type':'integer'}}"), "{'a':1,'b':1}",
         "{'a':1,'b':2}", "~" BIG_FAILS("a", "1")},
        {OBJECT("'properties':{'a':" BIG "}"), "{'a':1}", "{'a':2}", BIG_FAILS("a", "2")},
        {OBJECT("'properties':{'a':" BIG "}"), "{}", "{'a':2}", BIG_FAILS("a", "2")},
        /* Items of a list that is no map list count as unchanged only if the whole list is. */
        {OBJECT("'properties':{'l':{'type':'array','items':" BIG "}}"), "{'l':[1,2]}",
         "{'l':[1,2]}", "~" BIG_FAILS("l[0]", "1") "~" BIG_FAILS("l[1]", "2")},
        {OBJECT("'properties':{'l':{'type':'array','items':" BIG "}}"), "{'l':[1,2]}", "{'l':[1]}",
         BIG_FAILS("l[0]", "1")},
        /* Items of a map list are compared one by one. */
        {KEYED(BIG), "[{'k':'a','v':1}]", "[{'k':'b','v':1},{'k':'a','v':1}]",
         BIG_FAILS("[0].v", "1") "~" BIG_FAILS("[1].v", "1")},
        {OBJECT("'additionalProperties':" BIG), "{'x':1}", "{'x':1,'y':2}",
         BIG_FAILS("[y]", "2") "~" BIG_FAILS("[x]", "1")},
        {OBJECT(RULES("false") ",'properties':{'a':{'type':'integer'}}"), "{'a':1}", "{'a':1}",
         "~<nil>: Invalid value: failed rule: false\n"},
        /* Fields that the schema does not declare never count as unchanged. */
        {OBJECT(RULES("false") ",'x-kubernetes-preserve-unknown-fields':true"), "{'a':1}",
         "{'a':1}", "<nil>: Invalid value: failed rule: false\n"},
        /* A rule that uses oldSelf, or that cannot be evaluated, is never only a warning. */
        {INT("self > oldSelf"), "1", "1", "<nil>: Invalid value: 1: failed rule: self > oldSelf\n"},
        {INT("1 / self > 9"), "0", "0",
         "<nil>: Invalid value: \"integer\": division by zero evaluating rule: 1 / self > 9\n"},
    };
    rows_check(rows, LS_COUNT(rows));
}

TEST(rules_of_a_whole_object_see_its_name_and_no_more_of_metadata)
{
    const struct ls_obj *schema LS_AUTO(ls_obj_unref_at) =
        parsed("{'type':'object'," RULES("self.metadata.name == self.kind") "}");
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) =
        parsed("{'apiVersion':'v1','kind':'a','metadata':{'name':'a','labels':{'x':'y'}}}");
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    struct ls_custom_rules *rules = ls_custom_rules_new(&arena, ls_obj_root(schema), true);
    struct ls_custom_rules_input input = {.spot = ls_spot_root(ls_obj_root(value), &errors),
                                          .old = LS_ABSENT,
                                          .budget = LS_RULES_COST_MAX};
    ls_custom_rules_check(rules, &input);
    CHECK_INT(errors.count, 0);
    CHECK(input.budget < LS_RULES_COST_MAX && input.budget >= 0);
    ls_custom_rules_release(rules);
}

/* [[1, 1, ...], ...] */
static const char *square_of(struct ls_arena *arena, size_t lists, size_t items)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < lists; i++) {
        ls_buf_add_text(&text, i > 0 ? ",[1" : "[[1");
        for (size_t k = 1; k < items; k++)
            ls_buf_add_text(&text, ",1");
        ls_buf_add_char(&text, ']');
    }
    ls_buf_add_char(&text, ']');
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

TEST(work_ends_with_the_budget)
{
    static const char schema[] = "{'type':'array','items':{'type':'array','items':{'type':"
                                 "'integer'}," RULES("self.all(x, self.all(y, x == y))") "}}";
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct outcome over_call LS_AUTO(outcome_release) = {0};
    struct outcome over_all LS_AUTO(outcome_release) = {0};
    judged(&over_call, schema, "", square_of(&arena, 2, 1000));
    CHECK_STR(over_call.text,
              "[0]: Invalid value: \"array\": 'operation cancelled: actual cost limit exceeded': "
              "no further validation rules will be run due to call cost exceeds limit for rule: "
              "self.all(x, self.all(y, x == y))\n");
    CHECK_INT(over_call.budget, -1);
    judged(&over_all, schema, "", square_of(&arena, 100, 250));
    CHECK(strstr(over_all.text, "validation failed due to running out of cost budget, no further "
                                "validation rules will be run") != NULL);
    CHECK_INT(over_all.budget, -1);
}

TEST(paths_of_fields_follow_the_schema)
{
    static const struct {
        const char *path, *shown;
    } rows[] = {
        {".a", "a"},
        {".a.b", "a.b"},
        {"['a'].b", "a.b"},
        {".a['c.d']", "a.c.d"},
        {".m.x", "m[x]"},
        {".m['x y']", "m[x y]"},
        {".a['e\\'f']", "a.e'f"},
        {"a", NULL},
        {".", NULL},
        {".a.", NULL},
        {"..a", NULL},
        {".a.nope", NULL},
        {".a['b'", NULL},
        {".a[b]", NULL},
        {".a['b\\q']", NULL},
        {".l[0]", NULL},
        {".l['x']", NULL},
        {"[]", NULL},
        {" .a", NULL},
    };
    const struct ls_obj *schema LS_AUTO(ls_obj_unref_at) =
        parsed("{'properties':{'a':{'properties':{'b':{},'c.d':{},'e`f':{}}},'m':{"
               "'additionalProperties':{'type':'integer'}},'l':{'items':{}}}}");
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const char *shown =
            ls_custom_field_path(&arena, ls_slice_of(rows[i].path), ls_obj_root(schema));
        CHECK_STR(shown != NULL ? shown : "", rows[i].shown != NULL ? rows[i].shown : "");
    }
}
