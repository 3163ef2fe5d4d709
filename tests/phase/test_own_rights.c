/* Rights: what the rules of a namespace allow, and what is asked. */
#include "phase/own/rights.h"

#include "check.h"
#include "support_member.h"

#define RULE(verbs, groups, resources, names)                                                      \
    "{\"verbs\":[" verbs "],\"apiGroups\":[" groups "],\"resources\":[" resources                  \
    "],\"resourceNames\":[" names "]}"

/* clang-format off */
static const struct { const char *rules; bool is_allowed; } rows[] = {
    {"", false},
    {RULE("\"patch\"", "\"apps\"", "\"deployments\"", ""), true},
    {RULE("\"get\",\"patch\"", "\"\",\"apps\"", "\"pods\",\"deployments\"", ""), true},
    {RULE("\"*\"", "\"*\"", "\"*\"", ""), true},
    {RULE("\"patch\"", "\"*\"", "\"deployments\"", ""), true},
    {RULE("\"patch\"", "\"apps\"", "\"deployments\"", "\"web\""), true},
    {RULE("\"patch\"", "\"apps\"", "\"deployments\"", "\"db\",\"web\""), true},
    {RULE("\"patch\"", "\"apps\"", "\"deployments\"", "\"db\""), false},
    {RULE("\"patch\"", "\"apps\"", "\"deployments\"", "\"*\""), false},
    {RULE("\"get\"", "\"apps\"", "\"deployments\"", ""), false},
    {RULE("\"patch\"", "\"\"", "\"deployments\"", ""), false},
    {RULE("\"patch\"", "\"apps\"", "\"deployments/scale\",\"*/status\"", ""), false},
    {RULE("\"get\"", "\"apps\"", "\"deployments\"", "") "," RULE("\"patch\"", "\"apps\"", "\"*\"", ""), true},
};
/* clang-format on */

static const struct ls_right right = {"apps", "deployments", "patch", "shop", "web"};

TEST(rules_allow_by_verb_group_resource_and_name)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        const struct ls_obj *status LS_AUTO(ls_obj_unref_at) =
            obj_of(ls_arena_printf(&arena, "{\"resourceRules\":[%s]}", rows[i].rules));
        CHECK_INT(ls_rules_allow(ls_obj_root(status), &right), rows[i].is_allowed);
    }
    CHECK(!ls_rules_allow(LS_ABSENT, &right));
}

TEST(an_answer_is_complete_or_it_is_not)
{
    static const struct {
        const char *status;
        bool is_complete;
    } answers[] = {
        {"{}", true},
        {"{\"incomplete\":false,\"resourceRules\":[]}", true},
        {"{\"incomplete\":true}", false},
        {"{\"incomplete\":false,\"evaluationError\":\"webhook\"}", false},
        {"{\"allowed\":false,\"reason\":\"no\"}", true},
    };
    for (size_t i = 0; i < LS_COUNT(answers); i++) {
        const struct ls_obj *status LS_AUTO(ls_obj_unref_at) = obj_of(answers[i].status);
        CHECK_INT(ls_review_is_complete(ls_obj_root(status)), answers[i].is_complete);
    }
    CHECK(!ls_review_is_complete(LS_ABSENT));
}

TEST(reviews_ask_for_one_namespace_or_one_verb)
{
    static const struct ls_right cluster = {"", "namespaces", "create", "", "shop"};
    const struct ls_obj *rules LS_AUTO(ls_obj_unref_at) = ls_rules_review_make("shop");
    const struct ls_obj *any LS_AUTO(ls_obj_unref_at) = ls_access_review_make(&cluster, false);
    const struct ls_obj *named LS_AUTO(ls_obj_unref_at) = ls_access_review_make(&cluster, true);
    CHECK_HAS(json_of(ls_obj_root(rules)), "\"spec\":{\"namespace\":\"shop\"}");
    CHECK_HAS(json_of(ls_obj_root(any)), "\"resourceAttributes\":{\"group\":\"\",\"resource\":"
                                         "\"namespaces\",\"verb\":\"create\"}");
    CHECK_HAS(json_of(ls_obj_root(named)), "\"verb\":\"create\",\"name\":\"shop\"}");
}
