#pragma once
/*
 * What the authorizer answers to reviews: SubjectAccessReview and its kin, SelfSubjectRulesReview.
 * Each builds the members of the review's status.
 */
#include "sandbox/serve/request.h"

/* Of the user who asks. */
void ls_access_review_self(struct ls_build *build, struct ls_api_request *request,
                           struct ls_node spec);
/* Of the user that the spec names. */
void ls_access_review_subject(struct ls_build *build, struct ls_api_request *request,
                              struct ls_node spec);
/* The rules of the user who asks, in the namespace of the spec. */
void ls_access_review_rules(struct ls_build *build, struct ls_api_request *request,
                            struct ls_node spec);
