#include "support_rbac.h"

#include "check.h"

int rbac_ask_typed(struct front *front, const char *user, const char *type, const char *method,
                   const char *target, const char *body)
{
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&headers, ADMIN "%simpersonate-user: %s\n", type, user);
    return front_ask(front, method, target, ls_buf_text(&headers), body);
}

int rbac_ask(struct front *front, const char *user, const char *method, const char *target,
             const char *body)
{
    return rbac_ask_typed(front, user, JSON, method, target, body);
}

void rbac_make(struct front *front, const char *target, const char *body)
{
    CHECK_INT(front_ask(front, "POST", target, NULL, body), 201);
}
