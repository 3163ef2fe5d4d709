#pragma once
/*
 * Members made from a text, for tests that need one object and no cluster. Each lives until the
 * stage is released.
 */
#include "check.h"
#include "phase/own/intent.h"

struct member_stage { /* {0} is empty */
    struct ls_manifests manifests;
    struct ls_resource resource;
    struct ls_member member;
};
void member_stage_release(struct member_stage *stage);

/* The first manifest of a YAML text as a member of namespace "shop" (or of none), in file
 * "a.yaml". */
const struct ls_member *member_of(struct member_stage *stage, const char *yaml);

/* Compact JSON; good until the next call. */
const char *json_of(struct ls_node node);
const struct ls_obj *obj_of(const char *json);

/* A stamp as of a set whose parent exists. */
extern const struct ls_stamp member_stamp;
