#include "sim/plain.h"

static void plain_event(void *self, const struct ls_run_event *event)
{
    struct ls_sim_plain *plain = self;
    if (event->kind == LS_RUN_STEP)
        plain->state = event->state;
    if (event->kind == LS_RUN_NOTE)
        ls_buf_printf(&plain->notes, "%s\n", event->text);
    if (plain->on_event)
        plain->on_event(plain->event_self, event);
}

static void plain_done(void *self, enum ls_run_end end, const struct ls_err *err)
{
    struct ls_sim_plain *plain = self;
    LS_ASSERT(!plain->is_done);
    plain->is_done = true;
    plain->end = end;
    if (err)
        plain->err = *err;
}

static void plain_start(void *self, struct ls_sim_process *process)
{
    struct ls_sim_plain *plain = self;
    LS_ASSERT(!plain->run);
    plain->is_done = false;
    plain->end = LS_RUN_ERROR;
    plain->err = (struct ls_err){0};
    plain->counts = (struct ls_run_counts){0};
    plain->options.lock_host = &process->lock_host;
    ls_buf_clear(&plain->notes);
    plain->run = ls_run_new(process->client, process->discovery, &plain->options,
                            &(struct ls_run_hooks){plain, plain_event, plain_done});
}

static bool plain_is_done(const void *self)
{
    const struct ls_sim_plain *plain = self;
    return plain->is_done;
}

static void plain_drop(void *self)
{
    struct ls_sim_plain *plain = self;
    if (!plain->run)
        return;
    plain->counts = ls_run_counts(plain->run);
    ls_run_free(plain->run);
    plain->run = NULL;
}

struct ls_sim_program ls_sim_plain_program(struct ls_sim_plain *plain)
{
    return (struct ls_sim_program){plain, plain_start, plain_is_done, plain_drop};
}

void ls_sim_plain_release(struct ls_sim_plain *plain)
{
    LS_ASSERT(!plain->run);
    ls_buf_release(&plain->notes);
}
