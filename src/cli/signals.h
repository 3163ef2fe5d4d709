#pragma once
/*
 * The signals that end a program.
 */
#include "base/loop.h"

/* SIGINT, SIGTERM and SIGHUP go to fn on the loop, except those that were ignored when we started
 * (by nohup or a shell). */
enum ls_code ls_signals_take(struct ls_loop *loop, ls_signal_fn fn, void *self, struct ls_err *err);
bool ls_signal_is_ignored(int signal_number);
/* Puts back the default of the signal and dies of it. Returns only if it is blocked for good. */
void ls_die_of(int signal_number);
