#include "sandbox/kinds/rules.h"

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
};
