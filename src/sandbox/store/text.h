#pragma once
/*
 * The text of an event: what a watch sends for it, made by the first watcher that needs it and
 * shared by all that want the same form. A form is a number for one way of showing an event (kind,
 * version, JSON or Table ...), given by the caller that makes texts; two ways never share a number.
 *
 * Texts are kept as long as their event, but all together within LS_HISTORY_TEXT_BYTES_MAX: the
 * oldest text goes first, and is made again if a slow watcher still needs it.
 */
#include <stdint.h>

#include "base/slice.h"

struct ls_collection_event;
struct ls_collection_reader;

/* Borrowed until the next write or the next ls_event_text_keep(); at == NULL: it is not made yet.
 */
struct ls_slice ls_event_text(const struct ls_collection_event *event, uint64_t form);
/* Copies the text to the event that the reader has just read; returns the copy. */
struct ls_slice ls_event_text_keep(struct ls_collection_reader *reader, uint64_t form,
                                   struct ls_slice text);
