#include "phase/own/rights.h"

#include "value/build.h"

static void review_begin(struct ls_build *build, const char *kind)
{
    ls_build_map(build);
    ls_build_member_text(build, "apiVersion", "authorization.k8s.io/v1");
    ls_build_member_text(build, "kind", kind);
    ls_build_key(build, LS_SLICE("spec"));
    ls_build_map(build);
}

static const struct ls_obj *review_end(struct ls_build *build)
{
    ls_build_end(build);
    ls_build_end(build);
    return ls_build_obj(build);
}

const struct ls_obj *ls_rules_review_make(const char *namespace_name)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    review_begin(&build, "SelfSubjectRulesReview");
    ls_build_member_text(&build, "namespace", namespace_name);
    return review_end(&build);
}

const struct ls_obj *ls_access_review_make(const struct ls_right *right, bool is_named)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    review_begin(&build, "SelfSubjectAccessReview");
    ls_build_key(&build, LS_SLICE("resourceAttributes"));
    ls_build_map(&build);
    ls_build_member_text(&build, "group", right->group);
    ls_build_member_text(&build, "resource", right->plural);
    ls_build_member_text(&build, "verb", right->verb);
    if (right->namespace_name[0])
        ls_build_member_text(&build, "namespace", right->namespace_name);
    if (is_named)
        ls_build_member_text(&build, "name", right->name);
    ls_build_end(&build);
    return review_end(&build);
}

bool ls_review_is_complete(struct ls_node status)
{
    return ls_node_is_map(status) && !ls_node_bool(ls_node_at(status, "incomplete"), false) &&
           ls_node_string(ls_node_at(status, "evaluationError")).len == 0;
}

static bool list_has(struct ls_node list, const char *text, bool takes_all)
{
    LS_EACH (it, list) {
        if (ls_node_string_is(it.value, text) || (takes_all && ls_node_string_is(it.value, "*")))
            return true;
    }
    return false;
}

bool ls_rules_allow(struct ls_node status, const struct ls_right *right)
{
    LS_EACH (it, ls_node_at(status, "resourceRules")) {
        struct ls_node names = ls_node_at(it.value, "resourceNames");
        if (list_has(ls_node_at(it.value, "verbs"), right->verb, true) &&
            list_has(ls_node_at(it.value, "apiGroups"), right->group, true) &&
            list_has(ls_node_at(it.value, "resources"), right->plural, true) &&
            (ls_node_count(names) == 0 || list_has(names, right->name, false)))
            return true;
    }
    return false;
}
