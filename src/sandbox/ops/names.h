#pragma once
/*
 * Names: what kube-apiserver allows (kinds/text_rule.h), as complaints, and those it makes itself.
 */
#include "base/random.h"
#include "sandbox/kinds/text_rule.h"
#include "sandbox/status/complaints.h"

/* One complaint for each flaw of the text. */
void ls_text_check(struct ls_complaints *complaints, const char *field, enum ls_text_rule rule,
                   struct ls_slice text);
/* The same for generateName: it may end with a dash. */
void ls_prefix_check(struct ls_complaints *complaints, const char *field, enum ls_text_rule rule,
                     struct ls_slice text);

/* generateName with five characters behind it, of the alphabet that spells no words. */
struct ls_slice ls_name_generate(struct ls_arena *arena, struct ls_random *random,
                                 struct ls_slice base);
