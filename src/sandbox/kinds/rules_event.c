#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/spot.h"

enum {
    REPORTING_BYTES_MAX = 128,
    REASON_BYTES_MAX = 128,
    NOTE_BYTES_MAX = 1024,
};

static void namespace_check(const struct ls_spot *event, const char *reference)
{
    struct ls_spot object = ls_spot_at(event, reference);
    struct ls_spot space = ls_spot_at(&object, "namespace");
    struct ls_slice own = ls_node_string(ls_node_at(event->value, "metadata.namespace"));
    if (ls_spot_text(&space).len == 0 && !ls_slice_is(own, "default"))
        ls_spot_invalid_as(&space, "\"\"", "does not match event.namespace");
    else if (ls_spot_text(&space).len > 0 && !ls_slice_equal(ls_spot_text(&space), own))
        ls_spot_invalid(&space, "does not match event.namespace");
}

static void event_validate(const struct ls_admission *admission, struct ls_node object,
                           struct ls_complaints *complaints)
{
    struct ls_spot event = ls_spot_root(object, complaints);
    if (ls_admission_creates(admission))
        namespace_check(&event, "involvedObject");
}

static void text_check(const struct ls_spot *event, const char *name, size_t bytes_max)
{
    struct ls_spot text = ls_spot_at(event, name);
    ls_spot_needed(&text);
    if (ls_spot_text(&text).len > bytes_max)
        ls_spot_invalid(&text, "can have at most %zu characters", bytes_max);
}

static void type_check(const struct ls_spot *event)
{
    struct ls_spot type = ls_spot_at(event, "type");
    if (ls_node_string_is(type.value, "Normal") || ls_node_string_is(type.value, "Warning"))
        return;
    ls_spot_invalid_as(&type,
                       ls_arena_printf(type.complaints->arena, "\"%s\"", ls_node_text(type.value)),
                       "has invalid value: %s", ls_node_text(type.value));
}

static void event_v1_validate(const struct ls_admission *admission, struct ls_node object,
                              struct ls_complaints *complaints)
{
    struct ls_spot event = ls_spot_root(object, complaints);
    struct ls_spot time = ls_spot_at(&event, "eventTime");
    struct ls_spot controller = ls_spot_at(&event, "reportingController");
    struct ls_spot note = ls_spot_at(&event, "note");
    if (!ls_admission_creates(admission))
        return;
    namespace_check(&event, "regarding");
    if (!ls_spot_is_there(&time)) {
        ls_spot_required(&time, "%s", "");
    } else {
        ls_spot_needed(&controller);
        ls_spot_follows(&controller, LS_TEXT_LABEL_KEY);
        text_check(&event, "reportingInstance", REPORTING_BYTES_MAX);
        text_check(&event, "action", REASON_BYTES_MAX);
        text_check(&event, "reason", REASON_BYTES_MAX);
    }
    if (ls_spot_text(&note).len > NOTE_BYTES_MAX)
        ls_spot_invalid(&note, "can have at most %d bytes", NOTE_BYTES_MAX);
    type_check(&event);
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
