#include "sandbox/serve/access_review.h"

#include "sandbox/access/authorizer.h"
#include "sandbox/serve/serve_impl.h"

static struct ls_slice text_at(struct ls_node node, const char *key)
{
    return ls_node_string(ls_node_get(node, ls_slice_of(key)));
}

static void member_bool(struct ls_build *build, const char *key, bool value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_bool(build, value);
}

/* ---- one right ---- */

static struct ls_attributes attributes_read(struct ls_node spec, const struct ls_user *user)
{
    struct ls_node resource = ls_node_get(spec, LS_SLICE("resourceAttributes"));
    struct ls_node path = ls_node_get(spec, LS_SLICE("nonResourceAttributes"));
    bool is_resource = ls_node_is_map(resource);
    return (struct ls_attributes){
        .user = user,
        .verb = text_at(is_resource ? resource : path, "verb"),
        .is_resource = is_resource,
        .group = text_at(resource, "group"),
        .resource = text_at(resource, "resource"),
        .subresource = text_at(resource, "subresource"),
        .namespace_name = text_at(resource, "namespace"),
        .name = text_at(resource, "name"),
        .path = text_at(path, "path"),
    };
}

static void decision_build(struct ls_build *build, struct ls_api_request *request,
                           struct ls_node spec, const struct ls_user *user)
{
    struct ls_attributes attributes = attributes_read(spec, user);
    struct ls_access_decision decision =
        ls_authorizer_decide(request->serve->authorizer, request->arena, &attributes);
    member_bool(build, "allowed", decision.is_allowed);
    if (decision.reason[0] != '\0')
        ls_build_member_text(build, "reason", decision.reason);
}

void ls_access_review_self(struct ls_build *build, struct ls_api_request *request,
                           struct ls_node spec)
{
    decision_build(build, request, spec, &request->user);
}

void ls_access_review_subject(struct ls_build *build, struct ls_api_request *request,
                              struct ls_node spec)
{
    struct ls_node list = ls_node_get(spec, LS_SLICE("groups"));
    size_t count = 0;
    struct ls_slice *groups = LS_ARENA_ARRAY(request->arena, struct ls_slice, ls_node_count(list));
    LS_EACH (it, list)
        groups[count++] = ls_node_string(it.value);
    struct ls_user user = {.name = text_at(spec, "user"),
                           .uid = text_at(spec, "uid"),
                           .groups = groups,
                           .group_count = count};
    decision_build(build, request, spec, &user);
}

/* ---- all rules ---- */

/* The rules that have `key`, with the members that count in that case; lists end with NULL. */
static void rules_build(struct ls_build *build, const char *name, struct ls_policy_rules rules,
                        const char *key, const char *const *members)
{
    ls_build_key(build, ls_slice_of(name));
    ls_build_list(build);
    for (size_t i = 0; i < rules.count; i++) {
        if (ls_node_count(ls_node_get(rules.at[i], ls_slice_of(key))) == 0)
            continue;
        ls_build_map(build);
        for (size_t k = 0; members[k]; k++) {
            struct ls_node list = ls_node_get(rules.at[i], ls_slice_of(members[k]));
            if (ls_node_count(list) > 0)
                ls_build_member(build, members[k], list);
        }
        ls_build_end(build);
    }
    ls_build_end(build);
}

void ls_access_review_rules(struct ls_build *build, struct ls_api_request *request,
                            struct ls_node spec)
{
    static const char *const of_resource[] = {"verbs", "apiGroups", "resources", "resourceNames",
                                              NULL};
    static const char *const of_path[] = {"verbs", "nonResourceURLs", NULL};
    struct ls_access_rules held = ls_authorizer_rules(request->serve->authorizer, request->arena,
                                                      &request->user, text_at(spec, "namespace"));
    rules_build(build, "resourceRules", held.rules, "resources", of_resource);
    rules_build(build, "nonResourceRules", held.rules, "nonResourceURLs", of_path);
    member_bool(build, "incomplete", false);
    if (held.errors[0] != '\0')
        ls_build_member_text(build, "evaluationError", held.errors);
}
