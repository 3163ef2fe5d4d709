#include "kube_side.h"

#include <stdio.h>
#include <stdlib.h>

#include "kube/session.h"

void kube_side_die(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

void kube_side_init(struct kube_side *side, const char *kubeconfig)
{
    struct ls_err err = {0};
    struct ls_kube_environment environment = ls_kube_environment_read();
    struct ls_kube_overrides overrides = {.kubeconfig = kubeconfig};
    if (ls_kube_config_load(&environment, &overrides, &side->config, &err))
        kube_side_die("configuration", err.text);
    side->world = ls_world_new();
    if (ls_session_new(side->world, side->config, NULL, &side->session, &err))
        kube_side_die("session", err.text);
    side->client = ls_client_new(side->world, ls_session_wire(side->session), NULL);
}

void kube_side_release(struct kube_side *side)
{
    ls_client_free(side->client);
    ls_session_free(side->session);
    ls_world_free(side->world);
    ls_kube_config_free(side->config);
}
