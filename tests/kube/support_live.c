#include "support_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "check.h"
#include "kube/wait.h"
#include "source_dir.h"

enum { PATIENCE_MS = 60000 };

static void warning_add(void *self, struct ls_slice text)
{
    struct live *live = self;
    ls_buf_printf(&live->warnings, "%.*s|", LS_ARG(text));
}

static const char *cluster_dir(void)
{
    const char *dir = getenv("LS_KUBE_DIR");
    if (!dir)
        fail_msg("LS_KUBE_DIR is not set: start this through tests/kube/run");
    return dir;
}

struct live *live_open(const char *user)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.kubeconfig", cluster_dir(), user);
    struct live *live = LS_NEW(struct live);
    struct ls_err err = {0};
    struct ls_kube_environment environment = {.kubeconfig = path};
    struct ls_kube_overrides overrides = {0};
    CHECK_OK(ls_kube_config_load(&environment, &overrides, &live->config, &err), err);
    live->world = ls_world_new();
    if (getenv("LS_LIVE_LOG"))
        ls_world_log_to(live->world, LS_LEVEL_DEBUG, LS_LOG_TEXT, ls_log_to_stderr, NULL);
    CHECK_OK(ls_session_new(live->world, live->config, NULL, &live->session, &err), err);
    struct ls_client_options options = {.on_warning = warning_add, .warning_self = live};
    live->client = ls_client_new(live->world, ls_session_wire(live->session), &options);
    live->discovery = ls_discovery_new(live->client);
    return live;
}

static const struct ls_resource namespaces = {
    .group = "", .version = "v1", .kind = "Namespace", .plural = "namespaces"};

void live_space(struct live *live)
{
    static unsigned count;
    snprintf(live->space, sizeof live->space, "live-client-%d-%u", (int)getpid(), ++count);
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&body,
                  "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"}}",
                  live->space);
    struct ls_call_spec ask = {.verb = LS_VERB_CREATE,
                               .place = {.resource = &namespaces},
                               .body_text = ls_buf_slice(&body)};
    ls_obj_unref(live_ask(live, &ask));
}

void live_close_at(struct live **pointer)
{
    struct live *live = *pointer;
    if (live->space[0]) {
        struct ls_call_spec ask = {.verb = LS_VERB_DELETE,
                                   .place = {.resource = &namespaces, .name = live->space}};
        ls_obj_unref(live_ask(live, &ask));
    }
    ls_discovery_free(live->discovery);
    ls_client_free(live->client);
    ls_session_free(live->session);
    ls_kube_config_free(live->config);
    ls_world_free(live->world);
    ls_buf_release(&live->warnings);
    ls_free(live);
}

const struct ls_resource *live_kind(struct live *live, const char *name)
{
    struct ls_match match = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_discovery_find_wait(live->discovery, ls_slice_of(name), &match, &err), err);
    return match.resource;
}

void live_cluster(const char *command)
{
    char line[1024];
    snprintf(line, sizeof line, "'%s/tests/kube/cluster' %s '%s' 1>&2", LS_SOURCE_DIR, command,
             cluster_dir());
    CHECK_INT(system(line), 0);
}

void live_until(struct live *live, bool (*holds)(void *self), void *self, const char *what)
{
    int64_t end_ms = ls_clock_mono_ms(live->world->clock) + PATIENCE_MS;
    while (!holds(self)) {
        if (ls_clock_mono_ms(live->world->clock) > end_ms)
            fail_msg("%s: not within %d s", what, PATIENCE_MS / 1000);
        ls_loop_step(live->world->loop, 100);
    }
}

const struct ls_obj *live_ask(struct live *live, const struct ls_call_spec *ask)
{
    struct ls_err err = {0};
    const struct ls_obj *obj = NULL;
    CHECK_OK(ls_call_wait(live->client, ask, &obj, &err), err);
    return obj;
}

struct ls_err live_refused(struct live *live, const struct ls_call_spec *ask, enum ls_code code)
{
    struct ls_err err = {0};
    CHECK_CODE(ls_call_wait(live->client, ask, NULL, &err), code, err);
    return err;
}

struct ls_slice live_configmap(const char *name, const char *key, const char *value)
{
    static char text[4096];
    int len =
        snprintf(text, sizeof text,
                 "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"},"
                 "\"data\":{\"%s\":\"%s\"}}",
                 name, key, value);
    CHECK(len > 0 && (size_t)len < sizeof text);
    return (struct ls_slice){text, (size_t)len};
}
