/* One rule: which requests it allows, and which rules cover others. */
#include "sandbox/access/rule.h"

#include "base/vec.h"
#include "check.h"
#include "support_json.h"

static const struct ls_user jane = {.name = {"jane", 4}};

/* "get pods/log.GROUP NAME": a resource; "get /path": a path. */
static struct ls_attributes attributes_of(const char *text)
{
    struct ls_slice rest, sub, group;
    struct ls_attributes attributes = {.user = &jane};
    attributes.verb = ls_slice_cut(ls_slice_of(text), ' ', &rest);
    attributes.is_resource = rest.at[0] != '/';
    if (!attributes.is_resource) {
        attributes.path = rest;
        return attributes;
    }
    struct ls_slice thing = ls_slice_cut(rest, ' ', &attributes.name);
    thing = ls_slice_cut(thing, '.', &group);
    attributes.group = group;
    attributes.resource = ls_slice_cut(thing, '/', &sub);
    attributes.subresource = sub;
    return attributes;
}

#define RULE(groups, resources, rest)                                                              \
    "{\"apiGroups\":[" groups "],\"resources\":[" resources "],\"verbs\":[\"get\",\"list\"]" rest  \
    "}"

static const struct {
    const char *rule;
    const char *asked;
    bool is_allowed;
} allow_rows[] = {
    /* clang-format off */
    {RULE("\"\"", "\"pods\"", ""),                            "get pods x",            true},
    {RULE("\"\"", "\"pods\"", ""),                            "list pods",             true},
    {RULE("\"\"", "\"pods\"", ""),                            "watch pods",            false},
    {RULE("\"\"", "\"pods\"", ""),                            "get pods.apps x",       false},
    {RULE("\"\"", "\"pods\"", ""),                            "get pods/log x",        false},
    {RULE("\"\"", "\"pods\"", ""),                            "get services x",        false},
    {RULE("\"\"", "\"pods\"", ""),                            "get /pods",             false},
    {RULE("\"apps\",\"batch\"", "\"jobs\",\"daemonsets\""
          , ""),                                              "get jobs.batch x",      true},
    {RULE("\"*\"", "\"jobs\"", ""),                           "get jobs.batch x",      true},
    {RULE("\"*\"", "\"*\"", ""),                              "get pods/log x",        true},
    {RULE("\"\"", "\"*\"", ""),                               "get jobs.batch x",      false},
    {RULE("\"\"", "\"pods/log\"", ""),                        "get pods/log x",        true},
    {RULE("\"\"", "\"pods/log\"", ""),                        "get pods x",            false},
    {RULE("\"\"", "\"*/log\"", ""),                           "get pods/log x",        true},
    {RULE("\"\"", "\"*/log\"", ""),                           "get pods/exec x",       false},
    {RULE("\"\"", "\"*/log\"", ""),                           "get log x",             false},
    {RULE("\"\"", "\"pods/*\"", ""),                          "get pods/log x",        false},
    {RULE("\"\"", "\"pods\"", ",\"resourceNames\":[\"x\"]"),  "get pods x",            true},
    {RULE("\"\"", "\"pods\"", ",\"resourceNames\":[\"x\"]"),  "get pods y",            false},
    {RULE("\"\"", "\"pods\"", ",\"resourceNames\":[\"x\"]"),  "list pods",             false},
    {RULE("\"\"", "\"pods\"", ",\"resourceNames\":[\"*\"]"),  "get pods y",            false},
    {RULE("\"\"", "\"pods\"", ",\"resourceNames\":[]"),       "get pods y",            true},
    {"{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]}", "odd pods.a x", true},
    {"{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]}", "get /healthz", false},
    {"{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"*\"]}",     "get /healthz",          true},
    {"{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"*\"]}",     "post /healthz",         false},
    {"{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"*\"]}",     "get pods x",            false},
    {"{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/a\"]}",    "get /a",                true},
    {"{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/a\"]}",    "get /a/",               false},
    {"{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/a\"]}",    "get /a/b",              false},
    {"{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/a/*\"]}",  "get /a/b",              true},
    {"{\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/a/*\"]}",  "get /a",                false},
    {"{\"verbs\":[],\"apiGroups\":[\"\"],\"resources\":[\"pods\"]}", "get pods x",     false},
    {"{}",                                                    "get pods x",            false},
    /* clang-format on */
};

TEST(a_rule_allows_what_it_names)
{
    for (size_t i = 0; i < LS_COUNT(allow_rows); i++) {
        const struct ls_obj *rule LS_AUTO(ls_obj_unref_at) = obj_of(allow_rows[i].rule);
        struct ls_attributes attributes = attributes_of(allow_rows[i].asked);
        bool is_allowed = ls_rule_allows(ls_obj_root(rule), &attributes);
        check_true(is_allowed == allow_rows[i].is_allowed, allow_rows[i].asked, __FILE__, __LINE__);
    }
}

/* What `wanted` has and `held` has not; both are lists of rules. */
static const char *missing(struct ls_arena *arena, const char *held, const char *wanted)
{
    const struct ls_obj *has LS_AUTO(ls_obj_unref_at) = obj_of(held);
    const struct ls_obj *wants LS_AUTO(ls_obj_unref_at) = obj_of(wanted);
    LS_VEC(struct ls_node) rules = {0};
    LS_EACH (it, ls_obj_root(has))
        ls_vec_push(&rules, it.value);
    const char *text = ls_rules_missing(arena, (struct ls_policy_rules){rules.at, rules.count},
                                        ls_obj_root(wants));
    ls_vec_release(&rules);
    return text;
}

#define PODS "{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"get\",\"list\"]}"
#define X                                                                                          \
    "{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"resourceNames\":[\"x\"],\"verbs\":[\"get\"]" \
    "}"
#define XY                                                                                         \
    "{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"resourceNames\":[\"x\",\"y\"],\"verbs\":["   \
    "\"get\",\"list\"]}"
#define LOG   "{\"apiGroups\":[\"\"],\"resources\":[\"pods/log\"],\"verbs\":[\"get\"]}"
#define LOGS  "{\"apiGroups\":[\"\"],\"resources\":[\"*/log\"],\"verbs\":[\"get\"]}"
#define ALL   "{\"apiGroups\":[\"*\"],\"resources\":[\"*\"],\"verbs\":[\"*\"]}"
#define PATHS "{\"nonResourceURLs\":[\"/a/*\"],\"verbs\":[\"get\"]}"
#define PATH  "{\"nonResourceURLs\":[\"/a/b\",\"/c\"],\"verbs\":[\"get\",\"put\"]}"

static const struct {
    const char *held;
    const char *wanted;
    const char *missing;
} cover_rows[] = {
    /* clang-format off */
    {"[]", "[]", ""},
    {"[" PODS "]", "[" PODS "]", ""},
    {"[" ALL "]", "[" PODS "," XY "," LOG "]", ""},
    {"[]", "[" PODS "]", "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\" \"list\"]}"},
    {"[" PODS "]", "[" X "]", ""},
    {"[" X "]", "[" PODS "]", "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\" \"list\"]}"},
    {"[" X "]", "[" XY "]",
     "{APIGroups:[\"\"], Resources:[\"pods\"], ResourceNames:[\"x\"], Verbs:[\"list\"]}\n"
     "{APIGroups:[\"\"], Resources:[\"pods\"], ResourceNames:[\"y\"], Verbs:[\"get\" \"list\"]}"},
    {"[" PODS "]", "[" LOG "]", "{APIGroups:[\"\"], Resources:[\"pods/log\"], Verbs:[\"get\"]}"},
    {"[" LOGS "]", "[" LOG "]", ""},
    {"[" LOG "]", "[" LOGS "]", "{APIGroups:[\"\"], Resources:[\"*/log\"], Verbs:[\"get\"]}"},
    {"[" PODS "]", "[" ALL "]", "{APIGroups:[\"*\"], Resources:[\"*\"], Verbs:[\"*\"]}"},
    {"[" PATHS "]", "[" PATH "]",
     "{NonResourceURLs:[\"/a/b\"], Verbs:[\"put\"]}\n"
     "{NonResourceURLs:[\"/c\"], Verbs:[\"get\"]}\n"
     "{NonResourceURLs:[\"/c\"], Verbs:[\"put\"]}"},
    {"[" ALL "]", "[" PATHS "]", "{NonResourceURLs:[\"/a/*\"], Verbs:[\"get\"]}"},
    {"[" PATHS "]", "[" PATHS "]", ""},
    /* The verbs of one resource stand in one line, wherever they come from. */
    {"[]", "[" LOG "," PODS "," LOG "]",
     "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\" \"list\"]}\n"
     "{APIGroups:[\"\"], Resources:[\"pods/log\"], Verbs:[\"get\" \"get\"]}"},
    /* clang-format on */
};

TEST(what_is_not_held_is_listed)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(cover_rows); i++)
        CHECK_STR(missing(&arena, cover_rows[i].held, cover_rows[i].wanted), cover_rows[i].missing);
}

static void numbers_add(struct ls_buf *out, const char *key, size_t count)
{
    ls_buf_printf(out, "\"%s\":[", key);
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(out, "%s\"%zu\"", i > 0 ? "," : "", i);
    ls_buf_add_text(out, "]");
}

TEST(too_many_rights_are_refused_and_not_compared)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf wanted LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&wanted, "[{");
    numbers_add(&wanted, "verbs", 500);
    ls_buf_add_text(&wanted, ",");
    numbers_add(&wanted, "apiGroups", 5000);
    ls_buf_add_text(&wanted, ",");
    numbers_add(&wanted, "resources", 5000);
    ls_buf_add_text(&wanted, ",");
    numbers_add(&wanted, "resourceNames", 5000);
    ls_buf_add_text(&wanted, "}]");
    CHECK_HAS(missing(&arena, "[" ALL "]", ls_buf_text(&wanted)), "more single rights");
}
