#pragma once
/*
 * Names, label keys and label values: what kube-apiserver allows and how it words what it does not.
 */
#include "base/random.h"
#include "sandbox/status/complaints.h"

#include <stdbool.h>

/* As ls_kind_rules.name_rule; NULL: a DNS subdomain. A prefix is what generateName holds: it may
 * end with a dash. */
void ls_name_check(struct ls_complaints *complaints, const char *field, struct ls_slice name,
                   const char *rule, bool is_prefix);
/* [PREFIX/]NAME, as keys of labels and as finalizers. `shown` stands in the complaint. */
void ls_qualified_name_check(struct ls_complaints *complaints, const char *field,
                             struct ls_slice name, struct ls_slice shown);
void ls_label_value_check_all(struct ls_complaints *complaints, const char *field,
                              struct ls_slice value);

/* generateName with five characters behind it, of the alphabet that spells no words. */
struct ls_slice ls_name_generate(struct ls_arena *arena, struct ls_random *random,
                                 struct ls_slice base);
