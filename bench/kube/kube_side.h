#pragma once
/*
 * Our client as a program has it: configuration from a kubeconfig, a session with its credentials,
 * the client on top. The process ends with a sentence when one of them fails.
 */
#include "base/world.h"
#include "kube/client.h"

struct ls_kube_config;
struct ls_session;

struct kube_side {
    struct ls_world *world;
    struct ls_kube_config *config;
    struct ls_session *session;
    struct ls_client *client;
};

void kube_side_init(struct kube_side *side, const char *kubeconfig);
void kube_side_release(struct kube_side *side);
_Noreturn void kube_side_die(const char *what, const char *why);
