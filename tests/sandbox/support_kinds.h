#pragma once
/*
 * A cluster without requests, for testing the rules of a kind: an object goes through round trip,
 * defaults, prepare and validation as a write would.
 */
#include "base/world.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/status/warnings.h"

struct kinds_stage {
    struct ls_cluster cluster;
    struct ls_arena arena;
    struct ls_draft_space space;
    const char *subresource; /* NULL: the object itself */
};

void kinds_stage_init(struct kinds_stage *stage);
void kinds_stage_release(struct kinds_stage *stage);

struct kinds_outcome {
    struct ls_node object; /* absent when there is a failure */
    const struct ls_failure *failure;
    struct ls_response_warnings warnings;
};

/* Creates the object, or replaces `old` (absent: none). */
struct kinds_outcome kinds_write(struct kinds_stage *stage, const struct ls_kind *kind,
                                 struct ls_node old, struct ls_node object);
/* As expected? A text that ends with a star matches every text that begins so, a star alone matches
 * every value. Members of metadata that only requests set are not compared. */
bool kinds_is_as_expected(struct ls_node expected, struct ls_node actual);
