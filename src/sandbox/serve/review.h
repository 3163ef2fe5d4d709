#pragma once
/*
 * Reviews: kinds that are only created, and answered in their status, such as TokenReview and
 * SelfSubjectAccessReview. Roles are stored but not enforced: every known user may do everything.
 */
#include "sandbox/serve/handlers.h"

ls_handler *ls_review_handler(const struct ls_kind *kind);
