#include "kube/wait.h"

#include "kube/limits.h"

/* ---- calls ---- */

struct call_wait {
    bool is_done;
    enum ls_code code;
    struct ls_err err;
    const struct ls_obj *obj;
};

static void call_done(void *self, const struct ls_answer *answer)
{
    struct call_wait *waiting = self;
    waiting->is_done = true;
    waiting->code = answer->code;
    waiting->err = *answer->err;
    waiting->obj = answer->obj ? ls_obj_ref(answer->obj) : NULL;
}

enum ls_code ls_call_wait(struct ls_client *client, const struct ls_call_spec *ask,
                          const struct ls_obj **out, struct ls_err *err)
{
    struct call_wait waiting = {0};
    struct ls_api_call call = {0};
    ls_api_call_start(client, &call, ask, call_done, &waiting);
    while (!waiting.is_done) {
        if (ls_loop_step(ls_client_world(client)->loop, LS_REQUEST_TIMEOUT_MS))
            continue;
        ls_api_call_cancel(&call);
        return ls_fail(err, LS_E_TIMEOUT, "nothing is left that could answer");
    }
    if (err && waiting.code)
        *err = waiting.err;
    if (out)
        *out = waiting.obj;
    else
        ls_obj_unref(waiting.obj);
    return waiting.code;
}

/* ---- lists ---- */

struct list_wait {
    const struct ls_list_hooks *hooks;
    bool is_done;
    enum ls_code code;
    struct ls_err err;
};

static void list_begin(void *self)
{
    const struct list_wait *waiting = self;
    waiting->hooks->begin(waiting->hooks->self);
}

static bool list_object(void *self, const struct ls_obj *obj)
{
    const struct list_wait *waiting = self;
    return waiting->hooks->object(waiting->hooks->self, obj);
}

static void list_head(void *self, const struct ls_obj *head)
{
    const struct list_wait *waiting = self;
    waiting->hooks->head(waiting->hooks->self, head);
}

static void list_done(void *self, const struct ls_list_end *end)
{
    struct list_wait *waiting = self;
    waiting->is_done = true;
    waiting->code = end->code;
    waiting->err = *end->err;
    waiting->hooks->done(waiting->hooks->self, end);
}

enum ls_code ls_list_wait(struct ls_client *client, const struct ls_selection *selection,
                          const struct ls_list_options *options, const struct ls_list_hooks *hooks,
                          struct ls_err *err)
{
    struct list_wait waiting = {.hooks = hooks};
    struct ls_list list = {0};
    ls_list_start(client, &list, selection, options,
                  &(struct ls_list_hooks){&waiting, list_begin, list_object, list_done,
                                          hooks->head ? list_head : NULL});
    while (!waiting.is_done) {
        if (ls_loop_step(ls_client_world(client)->loop, LS_REQUEST_TIMEOUT_MS))
            continue;
        ls_list_cancel(&list);
        return ls_fail(err, LS_E_TIMEOUT, "nothing is left that could answer");
    }
    if (err && waiting.code)
        *err = waiting.err;
    return waiting.code;
}
