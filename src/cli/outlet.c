#include "cli/outlet.h"

void ls_outlet_flush(struct ls_outlet *outlet)
{
    LS_ASSERT(outlet->spec && outlet->spec->out);
    FILE *out = outlet->spec->out;
    if (!outlet->is_broken && outlet->text.len > 0) {
        fwrite(outlet->text.at, 1, outlet->text.len, out);
        outlet->is_broken = fflush(out) != 0 || ferror(out);
        if (outlet->is_broken && outlet->spec->on_broken)
            outlet->spec->on_broken(outlet->spec->broken_self);
    }
    ls_buf_clear(&outlet->text);
}

static void flush_now(void *self)
{
    ls_outlet_flush(self);
}

void ls_outlet_push(struct ls_outlet *outlet)
{
    /* After all tasks that are due now: one of them may send the next requests. */
    if (!ls_timer_is_running(&outlet->timer))
        ls_timer_start(outlet->spec->world->loop, &outlet->timer, 0, flush_now, outlet);
}

void ls_outlet_release(struct ls_outlet *outlet)
{
    ls_outlet_flush(outlet);
    ls_timer_stop(outlet->spec->world->loop, &outlet->timer);
    ls_buf_release(&outlet->text);
}
