#pragma once
/*
 * Time zones: how far the clocks of a place are ahead of UTC at a moment.
 *
 * A zone is an offset (`+02:00`, `-00:30`), a name of the IANA database as the system has it under
 * /usr/share/zoneinfo (`Europe/Berlin`), or `UTC`, which needs no file. Files are read anew each
 * time and nothing of them is kept; a name that leads out of that folder is refused.
 */
#include "base/err.h"
#include "base/slice.h"

/* Does the zone need a file? */
bool ls_zone_is_read(struct ls_slice zone);
/* Seconds to be added to UTC; errors in Go's words. */
enum ls_code ls_zone_offset(struct ls_slice zone, int64_t at_seconds, int64_t *out,
                            struct ls_err *err);

/* For tests, the two halves of reading a zone's file: transitions, and the rule for the time after
 * the last of them, such as `CET-1CEST,M3.5.0,M10.5.0/3`. False: the bytes are invalid. */
bool ls_zone_file_offset(struct ls_slice file, int64_t at_seconds, int64_t *out);
bool ls_zone_rule_offset(struct ls_slice rule, int64_t at_seconds, int64_t *out);
