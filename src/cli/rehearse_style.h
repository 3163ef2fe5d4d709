#pragma once
/*
 * The style of the page of a rehearsal: light and dark by the reader's own choice, no other
 * resource.
 */
extern const char *const ls_rehearse_style[]; /* one rule each, up to NULL */
