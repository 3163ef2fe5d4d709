#pragma once
/*
 * Buffered output of a run: lines are collected and written when the loop has nothing else to do,
 * so that ten thousand events are not ten thousand writes and no request waits for output. The
 * first failure calls on_broken once; later text is dropped.
 */
#include "base/buf.h"
#include "base/loop.h"
#include "cli/show.h"

struct ls_outlet {
    const struct ls_show_spec *spec; /* borrowed */
    struct ls_buf text;              /* append here, then ls_outlet_push() */
    struct ls_timer timer;
    bool is_broken;
};

void ls_outlet_push(struct ls_outlet *outlet);
void ls_outlet_flush(struct ls_outlet *outlet);
void ls_outlet_release(struct ls_outlet *outlet); /* flushes */
