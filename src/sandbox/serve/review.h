#pragma once
/*
 * Reviews: kinds that are only created, and answered in their status, such as TokenReview and
 * SelfSubjectAccessReview. Without an authorizer every known user may do everything, and that is
 * what they say.
 */
#include "sandbox/serve/handlers.h"

ls_handler *ls_review_handler(const struct ls_kind *kind);
