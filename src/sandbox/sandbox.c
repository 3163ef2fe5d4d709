#include "sandbox/sandbox.h"
#include "base/mem.h"
#include "base/world.h"
struct ls_sandbox {
    int x;
};
static void serve(void *self, struct ls_exchange *e)
{
    (void)self;
    ls_exchange_reply(e, 200, "text/plain", LS_SLICE("ok"));
}
struct ls_sandbox *ls_sandbox_new(struct ls_world *world, const struct ls_sandbox_options *options)
{
    (void)world;
    (void)options;
    return LS_NEW(struct ls_sandbox);
}
void ls_sandbox_free(struct ls_sandbox *sandbox)
{
    ls_free(sandbox);
}
struct ls_service ls_sandbox_service(struct ls_sandbox *sandbox)
{
    return (struct ls_service){sandbox, serve};
}
void ls_sandbox_compact(struct ls_sandbox *sandbox)
{
    (void)sandbox;
}
