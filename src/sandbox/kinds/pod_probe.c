/* Validation of probes and lifecycle handlers of containers. */
#include <string.h>

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"

static void exec_check(const struct ls_spot *action, const struct ls_pod_frame *frame)
{
    (void)frame;
    ls_spot_needed(LS_SPOT_AT(action, "command"));
}

static void http_get_check(const struct ls_spot *action, const struct ls_pod_frame *frame)
{
    static const char *const schemes[] = {"HTTP", "HTTPS"};
    struct ls_spot headers = ls_spot_at(action, "httpHeaders");
    (void)frame;
    ls_spot_needed(LS_SPOT_AT(action, "path"));
    ls_port_or_name_check(LS_SPOT_AT(action, "port"));
    LS_SPOT_CHOICE(LS_SPOT_AT(action, "scheme"), schemes);
    LS_EACH_ITEM (header, &headers) {
        struct ls_spot name = headers;
        name.value = ls_node_get(header.value, LS_SLICE("name"));
        ls_spot_follows(&name, LS_TEXT_HTTP_HEADER);
    }
}

static void socket_check(const struct ls_spot *action, const struct ls_pod_frame *frame)
{
    (void)frame;
    ls_port_or_name_check(LS_SPOT_AT(action, "port"));
}

static void sleep_check(const struct ls_spot *action, const struct ls_pod_frame *frame)
{
    struct ls_node seconds = ls_node_get(action->value, LS_SLICE("seconds"));
    int64_t value = ls_node_int(seconds, 0);
    const char *shown = ls_arena_printf(action->errors->arena, "%lld", (long long)value);
    if (value < 0 || value > frame->grace_s)
        ls_spot_invalid_as(action, shown,
                           "must be non-negative and less than terminationGracePeriodSeconds "
                           "(%lld)",
                           (long long)frame->grace_s);
}

static void handler_check(const struct ls_spot *handler, const struct ls_pod_frame *frame)
{
    static const struct {
        const char *name;
        void (*check)(const struct ls_spot *action, const struct ls_pod_frame *frame);
    } actions[] = {
        {"exec", exec_check},   {"httpGet", http_get_check}, {"tcpSocket", socket_check},
        {"grpc", socket_check}, {"sleep", sleep_check},
    };
    size_t count = 0;
    for (size_t i = 0; i < LS_COUNT(actions); i++) {
        struct ls_spot action = ls_spot_at(handler, actions[i].name);
        if (!ls_spot_is_there(&action))
            continue;
        if (count++ == 0)
            actions[i].check(&action, frame);
        else
            ls_spot_forbidden(&action, "may not specify more than 1 handler type");
    }
    if (count == 0)
        ls_spot_required(handler, "must specify a handler type");
}

static void numbers_check(const struct ls_spot *probe)
{
    static const char *const names[] = {"initialDelaySeconds", "timeoutSeconds", "periodSeconds",
                                        "successThreshold", "failureThreshold"};
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        struct ls_spot number = ls_spot_at(probe, names[i]);
        ls_spot_not_negative(&number);
    }
}

void ls_probe_check(const struct ls_spot *container, const char *name,
                    const struct ls_pod_frame *frame)
{
    LS_ASSERT(name != NULL);
    LS_ASSERT(frame != NULL);
    struct ls_spot probe = ls_spot_at(container, name);
    struct ls_spot grace = ls_spot_at(&probe, "terminationGracePeriodSeconds");
    struct ls_spot successes = ls_spot_at(&probe, "successThreshold");
    bool is_readiness = strcmp(name, "readinessProbe") == 0;
    if (!ls_spot_is_there(&probe))
        return;
    handler_check(&probe, frame);
    numbers_check(&probe);
    if (ls_spot_is_there(&grace) && ls_node_int(grace.value, 1) <= 0)
        ls_spot_invalid(&grace, "must be greater than 0");
    if (!is_readiness && ls_node_int(successes.value, 0) != 1)
        ls_spot_invalid(&successes, "must be 1");
    if (is_readiness && ls_spot_is_there(&grace))
        ls_spot_invalid(&grace, "must not be set for readinessProbes");
}

void ls_lifecycle_check(const struct ls_spot *lifecycle, const struct ls_pod_frame *frame)
{
    struct ls_spot start = ls_spot_at(lifecycle, "postStart");
    struct ls_spot stop = ls_spot_at(lifecycle, "preStop");
    if (ls_spot_is_there(&start))
        handler_check(&start, frame);
    if (ls_spot_is_there(&stop))
        handler_check(&stop, frame);
}
