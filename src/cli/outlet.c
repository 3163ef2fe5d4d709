#include "cli/outlet.h"

void ls_outlet_flush(struct ls_outlet *outlet)
{
    FILE *out = outlet->spec->out;
    if (!outlet->is_broken && outlet->text.len > 0) {
        fwrite(outlet->text.at, 1, outlet->text.len, out);
        outlet->is_broken = fflush(out) != 0 || ferror(out);
        if (outlet->is_broken && outlet->spec->on_broken)
            outlet->spec->on_broken(outlet->spec->broken_self);
    }
    ls_buf_clear(&outlet->text);
}

static void flush_task(void *self)
{
    ls_outlet_flush(self);
}

void ls_outlet_push(struct ls_outlet *outlet)
{
    ls_task_start(outlet->spec->world->loop, &outlet->task, flush_task, outlet);
}

void ls_outlet_release(struct ls_outlet *outlet)
{
    ls_outlet_flush(outlet);
    ls_task_stop(outlet->spec->world->loop, &outlet->task);
    ls_buf_release(&outlet->text);
}
