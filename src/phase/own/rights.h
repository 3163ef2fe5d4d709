#pragma once
/*
 * Rights: what a write needs of the server's authorizer, and whether its own words give it. Pure.
 */
#include "value/node.h"
#include "value/obj.h"
#include "base/buf.h"

struct ls_right {
    const char *group;
    const char *plural;
    const char *verb;
    const char *namespace_name; /* "" for what has no namespace */
    const char *name;
};

/* The bodies of a SelfSubjectRulesReview and of a SelfSubjectAccessReview, which asks for all names
 * unless is_named. The caller unrefs them. */
const struct ls_obj *ls_rules_review_make(const char *namespace_name);
const struct ls_obj *ls_access_review_make(const struct ls_right *right, bool is_named);

/* Does the status of a review say all there is to say? What is missing in another may be there. */
bool ls_review_is_complete(struct ls_node status);
/* By the rules of a namespace; * stands for all, and a rule may be for some names only. */
bool ls_rules_allow(struct ls_node status, const struct ls_right *right);
