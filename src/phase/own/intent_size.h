#pragma once
/*
 * Sizes that no API server takes, found before anything is sent: the annotations, the data of a
 * ConfigMap or Secret. The object as a whole was measured when it was read.
 */
#include "phase/read/revision.h"

/* LS_E_TOO_BIG with file and line, what is too big, and the limit. */
enum ls_code ls_intent_check_size(const struct ls_member *member, struct ls_node intent,
                                  struct ls_err *err);
