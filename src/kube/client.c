#include "kube/client.h"

#include "base/mem.h"
#include "kube/attempt.h"
#include "kube/limits.h"

struct ls_client {
    struct ls_world *world;
    struct ls_wire *wire;
    char *field_manager;
    int64_t timeout_ms;
    struct ls_warning_reporter *warnings;
    struct ls_client_counts counts;
};

struct ls_client *ls_client_new(struct ls_world *world, struct ls_wire *wire,
                                const struct ls_client_options *options)
{
    LS_ASSERT(world);
    LS_ASSERT(wire);
    static const struct ls_client_options defaults = {0};
    const struct ls_client_options *wanted = options ? options : &defaults;
    struct ls_client *client = LS_NEW(struct ls_client);
    client->world = world;
    client->wire = wire;
    client->field_manager = ls_strdup(wanted->field_manager ? wanted->field_manager : "lockstep");
    client->timeout_ms =
        wanted->request_timeout_ms ? wanted->request_timeout_ms : LS_REQUEST_TIMEOUT_MS;
    client->warnings = ls_warning_reporter_new(wanted->on_warning, wanted->warning_self);
    return client;
}

void ls_client_free(struct ls_client *client)
{
    if (!client)
        return;
    ls_warning_reporter_free(client->warnings);
    ls_free(client->field_manager);
    ls_free(client);
}

struct ls_world *ls_client_world(const struct ls_client *client)
{
    return client->world;
}

struct ls_client_counts ls_client_counts(const struct ls_client *client)
{
    return client->counts;
}

struct ls_wire *ls_client_wire(const struct ls_client *client)
{
    return client->wire;
}

const char *ls_client_field_manager(const struct ls_client *client)
{
    return client->field_manager;
}

int64_t ls_client_timeout_ms(const struct ls_client *client)
{
    return client->timeout_ms < 0 ? -1 : client->timeout_ms;
}

void ls_client_count(struct ls_client *client, bool is_repeat)
{
    client->counts.requests++;
    client->counts.repeats += is_repeat;
}

void ls_client_warn(struct ls_client *client, struct ls_warnings warnings)
{
    ls_warning_reporter_add(client->warnings, warnings);
}
