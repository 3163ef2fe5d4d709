/* Validation of security contexts of pods and containers. */
#include <ctype.h>

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"

enum { SYSCTL_BYTES_MAX = 253 };

static void id_check(const struct ls_spot *parent, const char *name)
{
    struct ls_spot id = ls_spot_at(parent, name);
    if (ls_spot_is_there(&id))
        ls_spot_in_range(&id, 0, INT32_MAX);
}

static void seccomp_check(const struct ls_spot *context)
{
    static const char *const types[] = {"Localhost", "RuntimeDefault", "Unconfined"};
    struct ls_spot profile = ls_spot_at(context, "seccompProfile");
    struct ls_spot type = ls_spot_at(&profile, "type");
    struct ls_spot local = ls_spot_at(&profile, "localhostProfile");
    if (!ls_spot_is_there(&profile))
        return;
    if (ls_spot_text(&type).len == 0)
        ls_spot_required(&type, "type is required when seccompProfile is set");
    else
        LS_SPOT_CHOICE(&type, types);
    if (!ls_node_string_is(type.value, "Localhost"))
        return;
    if (ls_spot_is_there(&local))
        ls_local_path_check(&local);
    else
        ls_spot_required(&local, "must be set when seccomp type is Localhost");
}

/* The context as Go prints its internal type. */
static const char *context_text(const struct ls_spot *context)
{
    static const struct {
        const char *shown;
        const char *name;
    } members[] = {
        {"Capabilities", NULL},
        {"Privileged", "privileged"},
        {"SELinuxOptions", NULL},
        {"WindowsOptions", NULL},
        {"RunAsUser", "runAsUser"},
        {"RunAsGroup", "runAsGroup"},
        {"RunAsNonRoot", "runAsNonRoot"},
        {"ReadOnlyRootFilesystem", "readOnlyRootFilesystem"},
        {"AllowPrivilegeEscalation", "allowPrivilegeEscalation"},
        {"ProcMount", NULL},
        {"SeccompProfile", NULL},
        {"AppArmorProfile", NULL},
    };
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_COUNT(members); i++) {
        struct ls_node value = ls_node_get(context->value, ls_slice_of(members[i].name));
        ls_buf_printf(&text, "%s\"%s\":", i > 0 ? "," : "{", members[i].shown);
        if (ls_node_type(value) == LS_TYPE_BOOL)
            ls_buf_add_text(&text, ls_node_bool(value, false) ? "true" : "false");
        else if (ls_node_type(value) == LS_TYPE_INT)
            ls_buf_printf(&text, "%lld", (long long)ls_node_int(value, 0));
        else
            ls_buf_add_text(&text, "null");
    }
    ls_buf_add_char(&text, '}');
    return ls_arena_dup(context->errors->arena, ls_buf_slice(&text));
}

static void escalation_check(const struct ls_spot *context)
{
    struct ls_spot escalates = ls_spot_at(context, "allowPrivilegeEscalation");
    struct ls_spot added = ls_spot_at(context, "capabilities.add");
    if (!ls_spot_is_there(&escalates) || ls_node_bool(escalates.value, true))
        return;
    if (ls_node_bool(ls_node_get(context->value, LS_SLICE("privileged")), false))
        ls_spot_invalid_as(context, context_text(context),
                           "cannot set `allowPrivilegeEscalation` to false and `privileged` to "
                           "true");
    LS_EACH_ITEM (capability, &added) {
        if (ls_node_string_is(capability.value, "CAP_SYS_ADMIN"))
            ls_spot_invalid_as(context, context_text(context),
                               "cannot set `allowPrivilegeEscalation` to false and "
                               "`capabilities.Add` CAP_SYS_ADMIN");
    }
}

void ls_security_context_check(const struct ls_spot *context)
{
    if (!ls_spot_is_there(context))
        return;
    id_check(context, "runAsUser");
    id_check(context, "runAsGroup");
    seccomp_check(context);
    escalation_check(context);
}

/* Labels of [a-z0-9] with - and _ inside, separated by dots or slashes. */
static bool sysctl_fits(struct ls_slice name)
{
    bool may_end = false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        if (islower((unsigned char)c) || isdigit((unsigned char)c))
            may_end = true;
        else if ((c == '.' || c == '/') && may_end)
            may_end = false;
        else if ((c == '-' || c == '_') && i > 0 && name.at[i - 1] != '.' && name.at[i - 1] != '/')
            may_end = false;
        else
            return false;
    }
    return may_end && name.len <= SYSCTL_BYTES_MAX;
}

static void sysctls_check(const struct ls_spot *sysctls)
{
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (sysctl, sysctls) {
        struct ls_spot name = ls_spot_at(&sysctl, "name");
        if (!ls_spot_needed(&name))
            continue;
        if (!sysctl_fits(ls_spot_text(&name)))
            ls_spot_invalid(&name,
                            "must have at most 253 characters and match regex "
                            "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])"
                            "?$");
        else if (!ls_seen_add(&names, ls_spot_text(&name)))
            ls_spot_duplicate(&name);
    }
}

void ls_pod_security_context_check(const struct ls_spot *context)
{
    static const char *const policies[] = {"Always", "OnRootMismatch"};
    struct ls_spot groups = ls_spot_at(context, "supplementalGroups");
    id_check(context, "fsGroup");
    id_check(context, "runAsUser");
    id_check(context, "runAsGroup");
    LS_EACH_ITEM (group, &groups)
        ls_spot_in_range(&group, 0, INT32_MAX);
    sysctls_check(LS_SPOT_AT(context, "sysctls"));
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(context, "fsGroupChangePolicy"), policies);
    seccomp_check(context);
}
