#pragma once
/*
 * A user of an API server, as the programs here need one: the wire of our client with the
 * credentials of a kubeconfig, and requests that are sent one after the other or so many at once.
 * The replies are not parsed: what is measured is the server.
 */
#include "kube_side.h"
#include "net/wire.h"

struct wire_user {
    struct kube_side side;
    struct ls_wire *wire;
};

void wire_user_init(struct wire_user *user, const char *kubeconfig);
void wire_user_release(struct wire_user *user);
/* body "" for none; the content type is that of `method`: PATCH is a server-side apply. */
void wire_user_send(struct wire_user *user, const char *method, const char *target,
                    const char *body, enum ls_lane lane, struct ls_reply_sink *sink);

/* Durations in ms; sorts them. */
double wire_user_percentile(double *took, size_t count, double percent);
