#pragma once
/*
 * The text of an event: what a watch sends for it, made by the first watcher that needs it and
 * shared by all that want the same form. A form is a number that whoever makes texts gives to each
 * way of showing an event (kind, version, JSON or Table ...); a number is never used twice for
 * different ways.
 *
 * Texts are kept as long as their event, but all together within LS_HISTORY_TEXT_BYTES_MAX: the one
 * that was made first goes first, and is made again if somebody slow still needs it.
 */
#include <stdint.h>

#include "base/slice.h"

struct ls_shelf_event;
struct ls_shelf_reader;

/* Borrowed until the next write or the next ls_event_text_keep(); at == NULL: nobody made it. */
struct ls_slice ls_event_text(const struct ls_shelf_event *event, uint64_t form);
/* Copies the text to the event that the reader has just read; returns the copy. */
struct ls_slice ls_event_text_keep(struct ls_shelf_reader *reader, uint64_t form,
                                   struct ls_slice text);
