#pragma once
/*
 * Where lines of a run go: gathered while the loop works and written once it has nothing better to
 * do, so that ten thousand events are not ten thousand writes and no request waits behind a line.
 * The first failure is told once, later text is dropped.
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
