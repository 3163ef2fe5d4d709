#include "wire_user.h"

#include <stdlib.h>
#include <string.h>

#include "kube/session.h"

void wire_user_init(struct wire_user *user, const char *kubeconfig)
{
    kube_side_init(&user->side, kubeconfig);
    user->wire = ls_session_wire(user->side.session);
}

void wire_user_release(struct wire_user *user)
{
    kube_side_release(&user->side);
}

void wire_user_send(struct wire_user *user, const char *method, const char *target,
                    const char *body, enum ls_lane lane, struct ls_reply_sink *sink)
{
    bool is_apply = strcmp(method, "PATCH") == 0;
    struct ls_header headers[] = {
        {LS_SLICE("accept"), LS_SLICE("application/json")},
        {LS_SLICE("content-type"),
         is_apply ? LS_SLICE("application/apply-patch+yaml") : LS_SLICE("application/json")},
    };
    struct ls_request request = {.method = method,
                                 .target = ls_slice_of(target),
                                 .headers = headers,
                                 .header_count = body[0] ? 2 : 1,
                                 .body = ls_slice_of(body),
                                 .lane = lane};
    user->wire->send(user->wire->self, &request, sink);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double wire_user_percentile(double *took, size_t count, double percent)
{
    if (count == 0)
        return 0;
    qsort(took, count, sizeof *took, ascending);
    size_t at = (size_t)((double)(count - 1) * percent / 100);
    return took[at];
}
