#pragma once
/* Checks of literals, after the types are known. */
#include "expr/check/check_impl.h"

/* Mixed lists and maps where the environment has has_alike_literals; arguments that cannot be read
 * where it has has_literal_checks. */
void ls_check_literals(struct check *check, const struct ls_cel_node *root);
/* 'text'.format([...]): do the clauses fit the arguments? */
void ls_check_format(struct check *check, const struct ls_cel_node *call);
