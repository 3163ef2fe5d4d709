/* Rules of FlowSchema and PriorityLevelConfiguration. */
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/spot.h"
#include "sandbox/kinds/workload_validate.h"

static const struct ls_default flow_defaults[] = {LS_DEFAULT_INT("matchingPrecedence", 1000)};
static const struct ls_default limited_defaults[] = {
    LS_DEFAULT_INT("nominalConcurrencyShares", 30),
    LS_DEFAULT_INT("lendablePercent", 0),
};
static const struct ls_default exempt_defaults[] = {
    LS_DEFAULT_INT("nominalConcurrencyShares", 0),
    LS_DEFAULT_INT("lendablePercent", 0),
};
static const struct ls_default queuing_defaults[] = {
    LS_DEFAULT_INT("queues", 64),
    LS_DEFAULT_INT("handSize", 8),
    LS_DEFAULT_INT("queueLengthLimit", 50),
};

enum {
    QUEUES_MAX = 10 * 1000 * 1000,
    HASH_BITS = 60,
};

static void zero_drop(struct ls_shape map, const char *key)
{
    if (ls_node_int(ls_shape_get(map, key), 1) == 0)
        ls_shape_drop(map, key);
}

static void flow_schema_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    zero_drop(spec, "matchingPrecedence");
    ls_shape_fill(spec, flow_defaults);
}

static void priority_level_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    struct ls_shape limited = ls_shape_at(spec, "limited");
    struct ls_shape queuing = ls_shape_at(ls_shape_at(limited, "limitResponse"), "queuing");
    if (ls_node_string_is(ls_shape_get(spec, "type"), "Exempt"))
        ls_shape_fill(ls_shape_made(spec, "exempt"), exempt_defaults);
    ls_shape_fill(limited, limited_defaults);
    for (size_t i = 0; i < LS_COUNT(queuing_defaults); i++)
        zero_drop(queuing, queuing_defaults[i].key);
    ls_shape_fill(queuing, queuing_defaults);
}

/* Can a hash of HASH_BITS distinguish all hands? */
static bool hands_fit(int64_t queue_count, int64_t hand_size)
{
    LS_ASSERT(hand_size >= 0);
    int64_t room = INT64_C(1) << HASH_BITS;
    for (int64_t i = 0; i < hand_size && room > 0 && queue_count > 1; i++)
        room /= queue_count;
    return room > 0;
}

static void queuing_check(const struct ls_spot *queuing)
{
    struct ls_spot length = ls_spot_at(queuing, "queueLengthLimit");
    struct ls_spot queues = ls_spot_at(queuing, "queues");
    struct ls_spot hand = ls_spot_at(queuing, "handSize");
    int64_t queue_count = ls_node_int(queues.value, 0), hand_size = ls_node_int(hand.value, 0);
    if (ls_node_int(length.value, 0) <= 0)
        ls_spot_invalid(&length, "must be positive");
    if (queue_count <= 0)
        ls_spot_invalid(&queues, "must be positive");
    else if (queue_count > QUEUES_MAX)
        ls_spot_invalid(&queues, "must not be greater than %d", QUEUES_MAX);
    if (hand_size <= 0)
        ls_spot_invalid(&hand, "must be positive");
    else if (hand_size > queue_count)
        ls_spot_invalid(&hand, "should not be greater than queues (%lld)", (long long)queue_count);
    else if (!hands_fit(queue_count, hand_size))
        ls_spot_invalid(&hand,
                        "required entropy bits of deckSize %lld and handSize %lld should not be "
                        "greater than %d",
                        (long long)queue_count, (long long)hand_size, HASH_BITS);
}

static void response_check(const struct ls_spot *response)
{
    static const char *const types[] = {"Queue", "Reject"};
    struct ls_spot type = ls_spot_at(response, "type");
    struct ls_spot queuing = ls_spot_at(response, "queuing");
    LS_SPOT_NEEDED_CHOICE(&type, types);
    if (ls_node_string_is(type.value, "Reject") && ls_spot_is_there(&queuing))
        ls_spot_forbidden(&queuing, "must be nil if limited.limitResponse.type is not Limited");
    if (!ls_node_string_is(type.value, "Queue"))
        return;
    if (ls_spot_is_there(&queuing))
        queuing_check(&queuing);
    else
        ls_spot_required(&queuing, "must not be empty if limited.limitResponse.type is Limited");
}

static void shares_check(const struct ls_spot *level)
{
    struct ls_spot shares = ls_spot_at(level, "nominalConcurrencyShares");
    if (ls_node_int(shares.value, 0) < 0)
        ls_spot_invalid(&shares, "must be a non-negative integer");
}

static void lendable_check(const struct ls_spot *level)
{
    struct ls_spot lendable = ls_spot_at(level, "lendablePercent");
    if (ls_node_int(lendable.value, 0) < 0 || ls_node_int(lendable.value, 0) > 100)
        ls_spot_invalid(&lendable, "must be between 0 and 100, inclusive");
}

static void limited_check(const struct ls_spot *limited)
{
    struct ls_spot borrowing = ls_spot_at(limited, "borrowingLimitPercent");
    shares_check(limited);
    response_check(LS_SPOT_AT(limited, "limitResponse"));
    lendable_check(limited);
    if (ls_node_int(borrowing.value, 0) < 0)
        ls_spot_invalid(&borrowing, "if specified, must be a non-negative integer");
}

static void priority_level_validate(const struct ls_admission *admission, struct ls_node object,
                                    struct ls_field_errors *errors)
{
    struct ls_spot level = ls_spot_root(object, errors);
    static const char *const types[] = {"Exempt", "Limited"};
    struct ls_spot type = ls_spot_at(&level, "spec.type");
    struct ls_spot limited = ls_spot_at(&level, "spec.limited");
    struct ls_spot exempt = ls_spot_at(&level, "spec.exempt");
    struct ls_node name = ls_node_at(object, "metadata.name");
    if (!ls_writes_object(admission))
        return;
    if (ls_node_string_is(name, "exempt") != ls_node_string_is(type.value, "Exempt"))
        ls_spot_invalid_as(&type,
                           ls_arena_printf(errors->arena, "\"%s\"", ls_node_text(type.value)),
                           "must be 'Exempt' if and only if `name` is 'exempt'");
    LS_SPOT_NEEDED_CHOICE(&type, types);
    if (ls_node_string_is(type.value, "Exempt")) {
        if (ls_spot_is_there(&limited))
            ls_spot_forbidden(&limited, "must be nil if the type is not Limited");
        shares_check(&exempt);
        lendable_check(&exempt);
    }
    if (!ls_node_string_is(type.value, "Limited"))
        return;
    if (ls_spot_is_there(&exempt))
        ls_spot_forbidden(&exempt, "must be nil if the type is Limited");
    if (ls_spot_is_there(&limited))
        limited_check(&limited);
    else
        ls_spot_required(&limited, "must not be empty when type is Limited");
}

enum { PRECEDENCE_MAX = 10000 };

static void list_check(const struct ls_spot *list, const char *missing, const char *noun)
{
    if (ls_node_count(list->value) == 0)
        ls_spot_required(list, "%s", missing);
    else if (ls_node_count(list->value) > 1 && ls_node_has_text(list->value, LS_SLICE("*")))
        ls_spot_invalid(list, "if '*' is present, must not specify other %s", noun);
}

static void verbs_check(const struct ls_spot *verbs)
{
    static const char *const known[] = {"create", "delete", "deletecollection", "get",  "list",
                                        "patch",  "proxy",  "update",           "watch"};
    list_check(verbs, "verbs must contain at least one value", "verbs");
    if (ls_node_has_text(verbs->value, LS_SLICE("*")))
        return;
    LS_EACH (it, verbs->value) {
        size_t i = 0;
        while (i < LS_COUNT(known) && !ls_node_string_is(it.value, known[i]))
            i++;
        if (i < LS_COUNT(known))
            continue;
        ls_field_error_add_choice(verbs->errors, ls_spot_path(verbs), verbs->value, known,
                                  LS_COUNT(known));
        return;
    }
}

static void subject_check(const struct ls_spot *subject)
{
    static const char *const kinds[] = {"Group", "ServiceAccount", "User"};
    static const char *const members[] = {"group", "serviceAccount", "user"};
    struct ls_spot kind = ls_spot_at(subject, "kind");
    if (!LS_SPOT_CHOICE(&kind, kinds))
        return;
    for (size_t i = 0; i < LS_COUNT(kinds); i++) {
        struct ls_spot member = ls_spot_at(subject, members[i]);
        bool is_named = ls_node_string_is(kind.value, kinds[i]);
        if (is_named && !ls_spot_is_there(&member))
            ls_spot_required(&member, "%s is required when subject kind is '%s'", members[i],
                             kinds[i]);
        else if (is_named)
            ls_spot_needed(LS_SPOT_AT(&member, "name"));
        else if (ls_spot_is_there(&member))
            ls_spot_forbidden(&member, "%s is forbidden when subject kind is not '%s'", members[i],
                              kinds[i]);
    }
}

static void url_rule_check(const struct ls_spot *rule)
{
    struct ls_spot urls = ls_spot_at(rule, "nonResourceURLs");
    verbs_check(LS_SPOT_AT(rule, "verbs"));
    list_check(&urls, "nonResourceURLs must contain at least one value", "non-resource URLs");
    bool is_any = ls_node_has_text(urls.value, LS_SLICE("*"));
    LS_EACH_ITEM (url, &urls) {
        if (!is_any && !ls_slice_starts(ls_spot_text(&url), "/"))
            ls_spot_invalid(&url, "must start with slash");
    }
}

static void resource_rule_check(const struct ls_spot *rule)
{
    struct ls_spot groups = ls_spot_at(rule, "apiGroups");
    struct ls_spot resources = ls_spot_at(rule, "resources");
    verbs_check(LS_SPOT_AT(rule, "verbs"));
    list_check(&groups, "resource rules must supply at least one api group", "api groups");
    list_check(&resources, "resource rules must supply at least one resource", "resources");
    if (!ls_node_bool(ls_node_get(rule->value, LS_SLICE("clusterScope")), false))
        list_check(LS_SPOT_AT(rule, "namespaces"),
                   "resource rules that are not cluster scoped must supply at least one namespace",
                   "namespaces");
}

static void flow_rule_check(const struct ls_spot *rule)
{
    struct ls_spot subjects = ls_spot_at(rule, "subjects");
    struct ls_spot resources = ls_spot_at(rule, "resourceRules");
    struct ls_spot urls = ls_spot_at(rule, "nonResourceRules");
    LS_EACH_ITEM (subject, &subjects)
        subject_check(&subject);
    if (ls_node_count(subjects.value) == 0)
        ls_spot_required(&subjects, "subjects must contain at least one value");
    if (ls_node_count(resources.value) == 0 && ls_node_count(urls.value) == 0)
        ls_spot_required(rule,
                         "at least one of resourceRules and nonResourceRules has to be non-empty");
    LS_EACH_ITEM (resource_rule, &resources)
        resource_rule_check(&resource_rule);
    LS_EACH_ITEM (url_rule, &urls)
        url_rule_check(&url_rule);
}

static void distinguisher_check(const struct ls_spot *spec)
{
    struct ls_spot method = ls_spot_at(spec, "distinguisherMethod");
    struct ls_spot type = ls_spot_at(&method, "type");
    if (!ls_spot_is_there(&method) || ls_node_string_is(type.value, "ByNamespace") ||
        ls_node_string_is(type.value, "ByUser"))
        return;
    ls_field_error_add(
        type.errors, LS_FIELD_ERROR_NOT_SUPPORTED, ls_spot_path(&type),
        ls_arena_printf(type.errors->arena, "{\"Type\":\"%s\"}", ls_node_text(type.value)),
        "supported values: \"ByNamespace\", \"ByUser\"");
}

static void flow_schema_validate(const struct ls_admission *admission, struct ls_node object,
                                 struct ls_field_errors *errors)
{
    struct ls_spot schema = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&schema, "spec");
    struct ls_spot precedence = ls_spot_at(&spec, "matchingPrecedence");
    struct ls_spot level = ls_spot_at(&spec, "priorityLevelConfiguration.name");
    struct ls_spot rules = ls_spot_at(&spec, "rules");
    int64_t value = ls_node_int(precedence.value, 0);
    if (!ls_writes_object(admission))
        return;
    if (value <= 0)
        ls_spot_invalid(&precedence, "must be a positive value");
    if (value > PRECEDENCE_MAX)
        ls_spot_invalid(&precedence, "must not be greater than %d", PRECEDENCE_MAX);
    if (value == 1 && !ls_node_string_is(ls_node_at(object, "metadata.name"), "exempt"))
        ls_spot_invalid(&precedence,
                        "only the schema named 'exempt' may have matchingPrecedence 1");
    distinguisher_check(&spec);
    if (ls_spot_text(&level).len == 0)
        ls_spot_required(&level, "must reference a priority level");
    else
        ls_spot_follows(&level, LS_TEXT_DNS_SUBDOMAIN);
    LS_EACH_ITEM (rule, &rules)
        flow_rule_check(&rule);
}

const struct ls_kind_rules ls_rules_flow_schema = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = flow_schema_default,
    .validate = flow_schema_validate,
};

const struct ls_kind_rules ls_rules_priority_level_configuration = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = priority_level_default,
    .validate = priority_level_validate,
};
