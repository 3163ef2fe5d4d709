/* Rules of APIService. */
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/spot.h"
#include "sandbox/kinds/workload_validate.h"

static void api_service_default(const struct ls_admission *admission)
{
    static const struct ls_default service_defaults[] = {LS_DEFAULT_INT("port", 443)};
    struct ls_shape spec = ls_shape_at(ls_shape_of(admission), "spec");
    ls_shape_fill(ls_shape_at(spec, "service"), service_defaults);
}

enum {
    GROUP_PRIORITY_MAX = 20000,
    VERSION_PRIORITY_MAX = 1000,
};

static void priority_check(const struct ls_spot *priority, int64_t most)
{
    LS_ASSERT(most > 0);
    int64_t value = ls_node_int(priority->value, 0);
    const char *shown = ls_arena_printf(priority->errors->arena, "%lld", (long long)value);
    if (value <= 0 || value > most)
        ls_spot_invalid_as(priority, shown, "must be positive and less than %lld", (long long)most);
}

static void api_service_name_check(const struct ls_spot *service)
{
    struct ls_spot name = ls_spot_at(service, "metadata.name");
    const char *wanted = ls_arena_printf(service->errors->arena, "%s.%s",
                                         ls_node_text(ls_node_at(service->value, "spec.version")),
                                         ls_node_text(ls_node_at(service->value, "spec.group")));
    if (!ls_node_string_is(name.value, wanted))
        ls_spot_invalid(&name, "must be `spec.version+\".\"+spec.group`: \"%s\"", wanted);
}

static void api_service_validate(const struct ls_admission *admission, struct ls_node object,
                                 struct ls_field_errors *errors)
{
    struct ls_spot root = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&root, "spec");
    struct ls_spot group = ls_spot_at(&spec, "group");
    struct ls_spot version = ls_spot_at(&spec, "version");
    struct ls_spot service = ls_spot_at(&spec, "service");
    if (!ls_writes_object(admission))
        return;
    api_service_name_check(&root);
    if (ls_spot_text(&group).len == 0 && !ls_node_string_is(version.value, "v1"))
        ls_spot_required(&group, "only v1 may have an empty group and it better be legacy kube");
    ls_spot_optional_text(&group, LS_TEXT_DNS_SUBDOMAIN);
    ls_spot_follows(&version, LS_TEXT_DNS_1035);
    priority_check(LS_SPOT_AT(&spec, "groupPriorityMinimum"), GROUP_PRIORITY_MAX);
    priority_check(LS_SPOT_AT(&spec, "versionPriority"), VERSION_PRIORITY_MAX);
    if (!ls_spot_is_there(&service))
        return;
    ls_spot_needed(LS_SPOT_AT(&service, "namespace"));
    ls_spot_needed(LS_SPOT_AT(&service, "name"));
}

const struct ls_kind_rules ls_rules_api_service = {
    .has_status = true,
    .defaults = api_service_default,
    .validate = api_service_validate,
};
