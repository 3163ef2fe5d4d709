/* Rules of Event of both groups. */
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/spot.h"

enum {
    REPORTING_BYTES_MAX = 128,
    REASON_BYTES_MAX = 128,
    NOTE_BYTES_MAX = 1024,
};

/* Both groups are validated as the core kind, whose field names the real server uses. */
struct rules_event_names {
    const char *reference;
    const char *controller;
    const char *note;
};

static const struct rules_event_names core_names = {"involvedObject", "reportingComponent",
                                                    "message"};
static const struct rules_event_names v1_names = {"regarding", "reportingController", "note"};

static void namespace_check(const struct ls_spot *event, const struct rules_event_names *names,
                            bool is_new)
{
    struct ls_node object = ls_node_get(event->value, ls_slice_of(names->reference));
    struct ls_spot space = ls_spot_showing(event, "involvedObject.namespace",
                                           ls_node_get(object, LS_SLICE("namespace")));
    struct ls_slice own = ls_node_string(ls_node_at(event->value, "metadata.namespace"));
    bool may_be_empty = ls_slice_is(own, "default") || (is_new && ls_slice_is(own, "kube-system"));
    if (ls_spot_text(&space).len == 0 && !may_be_empty)
        ls_spot_invalid_as(&space, "\"\"", "does not match event.namespace");
    else if (!is_new && ls_spot_text(&space).len > 0 && !ls_slice_equal(ls_spot_text(&space), own))
        ls_spot_invalid(&space, "does not match event.namespace");
}

static void length_check(const struct ls_spot *text, size_t bytes_max)
{
    LS_ASSERT(bytes_max > 0);
    if (ls_spot_text(text).len > bytes_max)
        ls_spot_invalid_as(text, "\"\"", "can have at most %zu characters", bytes_max);
}

static void text_check(const struct ls_spot *event, const char *name, size_t bytes_max)
{
    struct ls_spot text = ls_spot_at(event, name);
    ls_spot_needed(&text);
    length_check(&text, bytes_max);
}

/* Events with an eventTime are of the new kind, with more required fields. */
static void event_check(const struct ls_spot *event, const struct rules_event_names *names)
{
    struct ls_spot controller = ls_spot_at(event, names->controller);
    struct ls_spot note =
        ls_spot_showing(event, "message", ls_node_get(event->value, ls_slice_of(names->note)));
    bool is_new = ls_spot_is_there(LS_SPOT_AT(event, "eventTime"));
    namespace_check(event, names, is_new);
    if (!is_new)
        return;
    ls_spot_needed(&controller);
    ls_spot_follows(&controller, LS_TEXT_LABEL_KEY);
    text_check(event, "reportingInstance", REPORTING_BYTES_MAX);
    text_check(event, "action", REASON_BYTES_MAX);
    text_check(event, "reason", REASON_BYTES_MAX);
    length_check(&note, NOTE_BYTES_MAX);
}

static void event_validate(const struct ls_admission *admission, struct ls_node object,
                           struct ls_field_errors *errors)
{
    struct ls_spot event = ls_spot_root(object, errors);
    (void)admission;
    event_check(&event, &core_names);
}

static void series_check(const struct ls_spot *event)
{
    struct ls_spot series = ls_spot_at(event, "series");
    struct ls_spot count = ls_spot_at(&series, "count");
    struct ls_spot last = ls_spot_at(&series, "lastObservedTime");
    if (!ls_spot_is_there(&series))
        return;
    if (ls_node_int(count.value, 0) < 2)
        ls_spot_invalid_as(&count, "\"\"", "should be at least 2");
    if (!ls_spot_is_there(&last))
        ls_spot_required(&last, "%s", "");
}

static void unset_check(const struct ls_spot *event)
{
    static const struct {
        const char *member;
        const char *shown;
    } rows[] = {
        {"deprecatedFirstTimestamp", "firstTimestamp"},
        {"deprecatedLastTimestamp", "lastTimestamp"},
        {"deprecatedCount", "count"},
        {"deprecatedSource", "source"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_node value = ls_node_get(event->value, ls_slice_of(rows[i].member));
        struct ls_spot spot = ls_spot_showing(event, rows[i].shown, value);
        bool is_empty_map = ls_node_is_map(value) && ls_node_count(value) == 0;
        if (ls_spot_is_there(&spot) && !is_empty_map)
            ls_spot_invalid_as(&spot, "\"\"", "needs to be unset");
    }
}

static bool is_same(struct ls_node a, struct ls_node b)
{
    if (ls_node_is_absent(a) || ls_node_is_absent(b))
        return ls_node_is_absent(a) == ls_node_is_absent(b);
    return ls_node_equal(a, b);
}

/* Only the series of an event may change; errors use the field names of the core kind. */
static void event_update_check(const struct ls_spot *event, struct ls_node old)
{
    static const struct {
        const char *member;
        const char *shown;
    } fixed[] = {
        {"regarding", "involvedObject"},
        {"reason", "reason"},
        {"note", "message"},
        {"type", "type"},
        {"eventTime", "eventTime"},
        {"action", "action"},
        {"related", "related"},
        {"reportingController", "reportingController"},
        {"reportingInstance", "reportingInstance"},
    };
    if (!is_same(ls_node_get(event->value, LS_SLICE("series")),
                 ls_node_get(old, LS_SLICE("series"))))
        series_check(event);
    for (size_t i = 0; i < LS_COUNT(fixed); i++) {
        struct ls_slice member = ls_slice_of(fixed[i].member);
        struct ls_spot spot =
            ls_spot_showing(event, fixed[i].shown, ls_node_get(event->value, member));
        ls_spot_unchanged(&spot, ls_node_get(old, member));
    }
}

static void event_v1_validate(const struct ls_admission *admission, struct ls_node object,
                              struct ls_field_errors *errors)
{
    struct ls_spot event = ls_spot_root(object, errors);
    struct ls_spot time = ls_spot_at(&event, "eventTime");
    struct ls_spot type = ls_spot_at(&event, "type");
    event_check(&event, &v1_names);
    if (!ls_admission_creates(admission)) {
        event_update_check(&event, admission->old);
        return;
    }
    series_check(&event);
    if (!ls_spot_is_there(&time))
        ls_spot_required(&time, "%s", "");
    if (!ls_node_string_is(type.value, "Normal") && !ls_node_string_is(type.value, "Warning"))
        ls_spot_invalid_as(&type, "\"\"", "has invalid value: %s", ls_node_text(type.value));
    unset_check(&event);
}

static const char *const event_selectable[] = {"involvedObject.kind",
                                               "involvedObject.namespace",
                                               "involvedObject.name",
                                               "involvedObject.uid",
                                               "involvedObject.apiVersion",
                                               "involvedObject.resourceVersion",
                                               "involvedObject.fieldPath",
                                               "reason",
                                               "reportingComponent",
                                               "source",
                                               "type",
                                               NULL};

const struct ls_kind_rules ls_rules_event = {
    .put_creates = true,
    .selectable = event_selectable,
    .validate = event_validate,
};

static const char *const event_v1_selectable[] = {"reason",
                                                  "regarding.kind",
                                                  "regarding.namespace",
                                                  "regarding.name",
                                                  "regarding.uid",
                                                  "regarding.apiVersion",
                                                  "regarding.resourceVersion",
                                                  "regarding.fieldPath",
                                                  "reportingController",
                                                  "type",
                                                  NULL};

const struct ls_kind_rules ls_rules_event_v1 = {
    .put_creates = true,
    .selectable = event_v1_selectable,
    .validate = event_v1_validate,
};
