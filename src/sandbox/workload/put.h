#pragma once
/*
 * Members of the map that is open in a build, in one call each; a NULL key appends to a list.
 */
#include "base/arena.h"
#include "value/build.h"

void ls_put_text(struct ls_build *build, const char *key, const char *value);
void ls_put_slice(struct ls_build *build, const char *key, struct ls_slice value);
void ls_put_int(struct ls_build *build, const char *key, int64_t value);
void ls_put_bool(struct ls_build *build, const char *key, bool value);
void ls_put_null(struct ls_build *build, const char *key);
void ls_put_node(struct ls_build *build, const char *key, struct ls_node value); /* absent: not */
/* Wall time in whole seconds, as metav1.Time; in microseconds, as MicroTime. */
void ls_put_time(struct ls_build *build, const char *key, int64_t wall_ms);
void ls_put_micro_time(struct ls_build *build, const char *key, int64_t wall_ms);
/* Opens; ls_build_end() closes. */
void ls_put_map(struct ls_build *build, const char *key);
void ls_put_list(struct ls_build *build, const char *key);
/* All members of a map but one; key_left_out may be NULL. Nothing for what is no map. */
void ls_put_members(struct ls_build *build, struct ls_node map, const char *key_left_out);
/* A count that the API leaves out when it is 0. */
void ls_put_count(struct ls_build *build, const char *key, int64_t count);
