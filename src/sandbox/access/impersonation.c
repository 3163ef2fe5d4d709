#include "sandbox/access/impersonation.h"

#include <string.h>

#include "sandbox/access/authorizer.h"
#include "sandbox/kinds/text_rule.h"

#define AUTHENTICATION_GROUP "authentication.k8s.io"

/* ---- who can be impersonated in which mode ---- */

static bool is_name_only(const struct ls_user *wanted)
{
    return wanted->uid.len == 0 && wanted->group_count == 0 && wanted->extra_count == 0;
}

/* "system:node:NAME" */
static bool node_name(struct ls_slice user, struct ls_slice *out)
{
    static const char prefix[] = "system:node:";
    if (!ls_slice_starts(user, prefix))
        return false;
    *out = ls_slice_from(user, sizeof prefix - 1);
    return ls_text_flaws(LS_TEXT_DNS_SUBDOMAIN, *out).count == 0;
}

static bool fits_node(const struct ls_user *wanted)
{
    struct ls_slice name;
    return is_name_only(wanted) && node_name(wanted->name, &name);
}

static bool fits_account(const struct ls_user *wanted)
{
    struct ls_slice namespace_name, account;
    return is_name_only(wanted) && ls_user_account(wanted->name, &namespace_name, &account);
}

static bool fits_other(const struct ls_user *wanted)
{
    struct ls_slice name, rest;
    return !node_name(wanted->name, &name) && !ls_user_account(wanted->name, &name, &rest);
}

static bool fits_any(const struct ls_user *wanted)
{
    (void)wanted;
    return true;
}

static const struct impersonation_mode {
    const char *verb; /* on the user */
    const char *on;   /* before the verb of the request, on its resource; NULL: not asked */
    bool (*fits)(const struct ls_user *wanted);
} modes[] = {
    {"impersonate:arbitrary-node", "impersonate-on:arbitrary-node:", fits_node},
    {"impersonate:serviceaccount", "impersonate-on:serviceaccount:", fits_account},
    {"impersonate:user-info", "impersonate-on:user-info:", fits_other},
    {"impersonate", NULL, fits_any},
};

/* ---- the rights of one mode ---- */

/* One check of a mode: the authorizer and what all of its questions share. */
struct impersonation_check {
    struct ls_authorizer *authorizer;
    struct ls_arena *arena;
    const struct ls_user *requestor;
    const struct impersonation_mode *mode;
};

/* Only the oldest mode names users and groups in the core group. */
static struct ls_attributes question(const struct impersonation_check *check, const char *resource,
                                     struct ls_slice name)
{
    bool is_core =
        !check->mode->on && strcmp(resource, "uids") != 0 && strcmp(resource, "userextras") != 0;
    return (struct ls_attributes){
        .user = check->requestor,
        .verb = ls_slice_of(check->mode->verb),
        .is_resource = true,
        .group = is_core ? LS_SLICE("") : LS_SLICE(AUTHENTICATION_GROUP),
        .resource = ls_slice_of(resource),
        .name = name,
    };
}

static const struct ls_failure *asked(const struct impersonation_check *check,
                                      const struct ls_attributes *attributes)
{
    return ls_authorizer_check(check->authorizer, check->arena, attributes);
}

static const struct ls_failure *request_check(const struct impersonation_check *check,
                                              const struct ls_attributes *request)
{
    if (!check->mode->on)
        return NULL;
    struct ls_attributes attributes = *request;
    attributes.verb = ls_slice_of(
        ls_arena_printf(check->arena, "%s%.*s", check->mode->on, LS_ARG(request->verb)));
    return asked(check, &attributes);
}

static const struct ls_failure *name_check(const struct impersonation_check *check,
                                           struct ls_slice name)
{
    struct ls_slice namespace_name, part;
    struct ls_attributes attributes = question(check, "users", name);
    if (ls_user_account(name, &namespace_name, &part)) {
        attributes.resource = LS_SLICE("serviceaccounts");
        attributes.namespace_name = namespace_name;
        attributes.name = part;
    } else if (check->mode->on && node_name(name, &part)) {
        attributes.resource = LS_SLICE("nodes");
        attributes.name = part;
    }
    return asked(check, &attributes);
}

static const struct ls_failure *groups_check(const struct impersonation_check *check,
                                             const struct ls_user *wanted)
{
    const struct ls_failure *failure = NULL;
    struct ls_attributes masters = question(check, "groups", LS_SLICE(LS_GROUP_MASTERS));
    if (check->mode->on && ls_user_is_in(wanted, LS_GROUP_MASTERS))
        return ls_attributes_forbidden(check->arena, &masters,
                                       "impersonating the system:masters group is not allowed");
    for (size_t i = 0; i < wanted->group_count && !failure; i++) {
        struct ls_attributes attributes = question(check, "groups", wanted->groups[i]);
        failure = asked(check, &attributes);
    }
    return failure;
}

static const struct ls_failure *extras_check(const struct impersonation_check *check,
                                             const struct ls_user *wanted)
{
    const struct ls_failure *failure = NULL;
    for (size_t i = 0; i < wanted->extra_count && !failure; i++) {
        struct ls_attributes attributes = question(check, "userextras", wanted->extras[i].value);
        attributes.subresource = wanted->extras[i].key;
        failure = asked(check, &attributes);
    }
    return failure;
}

static const struct ls_failure *mode_check(const struct impersonation_check *check,
                                           const struct ls_attributes *request,
                                           const struct ls_user *wanted)
{
    struct ls_attributes uid = question(check, "uids", wanted->uid);
    const struct ls_failure *failure = request_check(check, request);
    if (!failure)
        failure = name_check(check, wanted->name);
    if (!failure && wanted->uid.len > 0)
        failure = asked(check, &uid);
    if (!failure)
        failure = groups_check(check, wanted);
    if (!failure)
        failure = extras_check(check, wanted);
    return failure;
}

/* ---- the groups that follow from the name ---- */

struct ls_slice *ls_account_groups(struct ls_arena *arena, struct ls_slice namespace_name)
{
    struct ls_slice *groups = LS_ARENA_ARRAY(arena, struct ls_slice, LS_ACCOUNT_GROUPS + 1);
    groups[0] = LS_SLICE("system:serviceaccounts");
    groups[1] =
        ls_slice_of(ls_arena_printf(arena, "system:serviceaccounts:%.*s", LS_ARG(namespace_name)));
    return groups;
}

/* With room for one more. */
static struct ls_slice *groups_begin(struct ls_arena *arena, const struct ls_user *wanted,
                                     bool is_node, size_t *count)
{
    struct ls_slice namespace_name, account;
    *count = wanted->group_count;
    if (*count == 0 && ls_user_account(wanted->name, &namespace_name, &account)) {
        *count = LS_ACCOUNT_GROUPS;
        return ls_account_groups(arena, namespace_name);
    }
    struct ls_slice *groups = LS_ARENA_ARRAY(arena, struct ls_slice, *count + 2);
    if (*count > 0)
        memcpy(groups, wanted->groups, *count * sizeof groups[0]);
    if (is_node)
        groups[(*count)++] = LS_SLICE("system:nodes");
    return groups;
}

static void user_complete(struct ls_arena *arena, const struct ls_user *wanted, bool is_node,
                          struct ls_user *out)
{
    struct ls_user user = *wanted;
    struct ls_slice *groups = groups_begin(arena, wanted, is_node, &user.group_count);
    user.groups = groups;
    bool is_anonymous = ls_user_is_anonymous(wanted);
    const char *last = is_anonymous ? LS_GROUP_UNAUTHENTICATED : LS_GROUP_AUTHENTICATED;
    if (!ls_user_is_in(&user, last) && !ls_user_is_in(&user, LS_GROUP_UNAUTHENTICATED))
        groups[user.group_count++] = ls_slice_of(last);
    *out = user;
}

void ls_impersonated(struct ls_arena *arena, const struct ls_user *wanted, struct ls_user *out)
{
    LS_ASSERT(wanted->name.len > 0);
    user_complete(arena, wanted, false, out);
}

const struct ls_failure *ls_impersonate(struct ls_authorizer *authorizer, struct ls_arena *arena,
                                        const struct ls_attributes *request,
                                        const struct ls_user *wanted, struct ls_user *out)
{
    LS_ASSERT(wanted->name.len > 0);
    const struct ls_failure *first = NULL;
    for (size_t i = 0; i < LS_COUNT(modes); i++) {
        struct impersonation_check check = {authorizer, arena, request->user, &modes[i]};
        if (!modes[i].fits(wanted))
            continue;
        const struct ls_failure *failure = mode_check(&check, request, wanted);
        if (!failure) {
            user_complete(arena, wanted, modes[i].fits == fits_node, out);
            return NULL;
        }
        if (!first)
            first = failure;
    }
    return first;
}
