/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field events_v1_Event[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1,
     .default_json = "{}"},
    {"eventTime", FORM(MICRO_TIME), .number = 2, .flags = REQUIRED},
    {"series", FORM(STRUCT), .type = &ls_api_events_v1_EventSeries, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"reportingController", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"reportingInstance", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"action", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 7, .flags = OMIT_EMPTY},
    {"regarding", FORM(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 8,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"related", FORM(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 9,
     .flags = POINTER | OMIT_EMPTY},
    {"note", FORM(STRING), .number = 10, .flags = OMIT_EMPTY},
    {"type", FORM(STRING), .number = 11, .flags = OMIT_EMPTY},
    {"deprecatedSource", FORM(STRUCT), .type = &ls_api_core_v1_EventSource, .number = 12,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"deprecatedFirstTimestamp", FORM(TIME), .number = 13, .flags = OMIT_EMPTY},
    {"deprecatedLastTimestamp", FORM(TIME), .number = 14, .flags = OMIT_EMPTY},
    {"deprecatedCount", FORM(INT32), .number = 15, .flags = OMIT_EMPTY},
};
TYPE(events_v1_Event, "io.k8s.api.events.v1.Event", "Event")

static const struct ls_api_field events_v1_EventSeries[] = {
    {"count", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"lastObservedTime", FORM(MICRO_TIME), .number = 2, .flags = REQUIRED},
};
TYPE(events_v1_EventSeries, "io.k8s.api.events.v1.EventSeries", "EventSeries")
