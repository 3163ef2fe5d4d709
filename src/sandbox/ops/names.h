#pragma once
/*
 * Names: kube-apiserver's rules (kinds/text_rule.h) as errors, and generated names.
 */
#include "base/random.h"
#include "sandbox/kinds/text_rule.h"
#include "sandbox/status/field_errors.h"

/* Adds one error per flaw of the text. */
void ls_text_check(struct ls_field_errors *errors, const char *field, enum ls_text_rule rule,
                   struct ls_slice text);
/* The same for generateName: it may end with a dash. */
void ls_prefix_check(struct ls_field_errors *errors, const char *field, enum ls_text_rule rule,
                     struct ls_slice text);

/* generateName and five random characters of an alphabet without vowels. */
struct ls_slice ls_name_generate(struct ls_arena *arena, struct ls_random *random,
                                 struct ls_slice base);
