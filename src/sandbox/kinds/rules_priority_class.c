/* Rules of PriorityClass and RuntimeClass. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/shape.h"

static void priority_class_default(const struct ls_admission *admission)
{
    static const struct ls_default defaults[] = {
        LS_DEFAULT_TEXT("preemptionPolicy", "PreemptLowerPriority"),
    };
    ls_shape_fill(ls_shape_of(admission), defaults);
}

enum { USER_PRIORITY_MAX = 1000000000 };

static bool is_system_class(struct ls_slice name)
{
    return ls_slice_is(name, "system-cluster-critical") ||
           ls_slice_is(name, "system-node-critical");
}

static void priority_class_update_check(const struct ls_spot *class, struct ls_node old)
{
    struct ls_spot value = ls_spot_at(class, "value");
    struct ls_spot policy = ls_spot_at(class, "preemptionPolicy");
    if (ls_node_int(value.value, 0) != ls_node_int(ls_node_get(old, LS_SLICE("value")), 0))
        ls_spot_forbidden(&value, "may not be changed in an update.");
    ls_spot_unchanged(&policy, ls_node_get(old, LS_SLICE("preemptionPolicy")));
}

static void priority_class_validate(const struct ls_admission *admission, struct ls_node object,
                                    struct ls_field_errors *errors)
{
    static const char *const policies[] = {"PreemptLowerPriority", "Never"};
    struct ls_spot class = ls_spot_root(object, errors);
    struct ls_spot name = ls_spot_at(&class, "metadata.name");
    struct ls_spot value = ls_spot_at(&class, "value");
    if (!ls_admission_creates(admission)) {
        priority_class_update_check(&class, admission->old);
        return;
    }
    if (ls_slice_starts(ls_spot_text(&name), "system-")) {
        if (!is_system_class(ls_spot_text(&name)))
            ls_spot_forbidden(&name,
                              "priority class names with 'system-' prefix are reserved for system "
                              "use only. error: %s is not a known system priority class",
                              ls_node_text(name.value));
    } else if (ls_node_int(value.value, 0) > USER_PRIORITY_MAX) {
        ls_spot_forbidden(&value, "maximum allowed value of a user defined priority is %d",
                          USER_PRIORITY_MAX);
    }
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(&class, "preemptionPolicy"), policies);
}

/* As Go prints its struct. */
static const char *toleration_text(const struct ls_spot *toleration)
{
    struct ls_arena *arena = toleration->errors->arena;
    struct ls_node seconds = ls_node_get(toleration->value, LS_SLICE("tolerationSeconds"));
    const char *delay = "null";
    if (!ls_node_is_absent(seconds))
        delay = ls_arena_printf(arena, "%lld", (long long)ls_node_int(seconds, 0));
    return ls_arena_printf(arena,
                           "{\"Key\":\"%s\",\"Operator\":\"%s\",\"Value\":\"%s\",\"Effect\":\"%s\","
                           "\"TolerationSeconds\":%s}",
                           ls_node_text(ls_node_get(toleration->value, LS_SLICE("key"))),
                           ls_node_text(ls_node_get(toleration->value, LS_SLICE("operator"))),
                           ls_node_text(ls_node_get(toleration->value, LS_SLICE("value"))),
                           ls_node_text(ls_node_get(toleration->value, LS_SLICE("effect"))), delay);
}

static void repeats_check(const struct ls_spot *tolerations)
{
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (toleration, tolerations) {
        const char *text = toleration_text(&toleration);
        if (!ls_seen_add(&seen, ls_slice_of(text)))
            ls_spot_duplicate_as(&toleration, text);
    }
}

static void runtime_class_validate(const struct ls_admission *admission, struct ls_node object,
                                   struct ls_field_errors *errors)
{
    struct ls_spot class = ls_spot_root(object, errors);
    struct ls_spot handler = ls_spot_at(&class, "handler");
    struct ls_spot tolerations = ls_spot_at(&class, "scheduling.tolerations");
    ls_spot_needed_text(&handler, LS_TEXT_DNS_LABEL);
    ls_labels_check(LS_SPOT_AT(&class, "scheduling.nodeSelector"));
    ls_tolerations_check(&tolerations);
    repeats_check(&tolerations);
    if (!ls_admission_creates(admission))
        ls_spot_unchanged(&handler, ls_node_get(admission->old, LS_SLICE("handler")));
}

const struct ls_kind_rules ls_rules_priority_class = {
    .generation = LS_GENERATION_ONE,
    .defaults = priority_class_default,
    .validate = priority_class_validate,
};

const struct ls_kind_rules ls_rules_runtime_class = {
    .put_creates = true,
    .validate = runtime_class_validate,
};
