/* Rules of CronJob. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/kinds/cron_schedule.h"
#include "sandbox/kinds/job_validate.h"
#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/pod_warnings.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/workload_validate.h"

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_TEXT("concurrencyPolicy", "Allow"),
    LS_DEFAULT_BOOL("suspend", false),
    LS_DEFAULT_INT("successfulJobsHistoryLimit", 3),
    LS_DEFAULT_INT("failedJobsHistoryLimit", 1),
};

static void cron_job_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, spec_defaults);
    struct ls_shape job = ls_shape_made(ls_shape_made(spec, "jobTemplate"), "spec");
    ls_pod_template_default(ls_shape_made(job, "template"));
}

enum {
    NAME_BYTES_MAX = 52, /* names of its Jobs have eleven more */
    ZONE_BYTES_MAX = 64,
};

static bool has_zone(struct ls_slice schedule)
{
    for (size_t i = 0; i + 1 < schedule.len; i++) {
        if (schedule.at[i] == 'T' && schedule.at[i + 1] == 'Z')
            return true;
    }
    return false;
}

static void schedule_check(const struct ls_spot *schedule)
{
    struct ls_cron_schedule parsed;
    if (!ls_spot_needed(schedule))
        return;
    const char *flaw = ls_cron_parse(schedule->errors->arena, ls_spot_text(schedule), &parsed);
    if (flaw)
        ls_spot_invalid(schedule, "%s", flaw);
    if (has_zone(ls_spot_text(schedule)))
        ls_spot_invalid(schedule,
                        "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
}

static bool is_zone_text(struct ls_slice zone)
{
    for (size_t i = 0; i < zone.len; i++) {
        if (!isalnum((unsigned char)zone.at[i]) && !ls_char_is_any(zone.at[i], "/_+-"))
            return false;
    }
    return zone.len < ZONE_BYTES_MAX && zone.at[0] != '/' && zone.at[0] != '-';
}

/* On a machine without time zone files any plausible name is accepted. */
static bool is_zone(struct ls_slice zone)
{
    static const char folder[] = "/usr/share/zoneinfo";
    char path[sizeof folder + 1 + ZONE_BYTES_MAX];
    if (!is_zone_text(zone))
        return false;
    if (ls_slice_is(zone, "UTC") || access(folder, F_OK) != 0)
        return true;
    (void)snprintf(path, sizeof path, "%s/%.*s", folder, LS_ARG(zone));
    return access(path, F_OK) == 0;
}

static void zone_check(const struct ls_spot *zone)
{
    struct ls_slice text = ls_spot_text(zone);
    if (!ls_spot_is_there(zone))
        return;
    if (text.len == 0)
        ls_spot_invalid(zone, "timeZone must be nil or non-empty string");
    else if (ls_slice_is_nocase(text, "Local"))
        ls_spot_invalid(zone, "timeZone must be an explicit time zone as defined in "
                              "https://www.iana.org/time-zones");
    else if (!is_zone(text))
        ls_spot_invalid(zone, "unknown time zone %.*s", LS_ARG(text));
}

static void job_template_check(const struct ls_spot *spec)
{
    struct ls_spot job = ls_spot_at(spec, "jobTemplate.spec");
    struct ls_spot selector = ls_spot_at(&job, "selector");
    struct ls_spot manual = ls_spot_at(&job, "manualSelector");
    ls_job_spec_check(&job);
    if (ls_spot_is_there(&selector))
        ls_spot_invalid(&selector, "`selector` will be auto-generated");
    if (ls_node_bool(manual.value, false))
        ls_field_error_add(manual.errors, LS_FIELD_ERROR_NOT_SUPPORTED, ls_spot_path(&manual),
                           "true", "supported values: \"nil\", \"false\"");
}

static void cron_job_validate(const struct ls_admission *admission, struct ls_node object,
                              struct ls_field_errors *errors)
{
    static const char *const policies[] = {"Allow", "Forbid", "Replace"};
    static const char *const limits[] = {"successfulJobsHistoryLimit", "failedJobsHistoryLimit"};
    struct ls_spot cron_job = ls_spot_root(object, errors);
    struct ls_spot name = ls_spot_at(&cron_job, "metadata.name");
    struct ls_spot spec = ls_spot_at(&cron_job, "spec");
    if (!ls_writes_object(admission))
        return;
    schedule_check(LS_SPOT_AT(&spec, "schedule"));
    ls_spot_not_negative(LS_SPOT_AT(&spec, "startingDeadlineSeconds"));
    zone_check(LS_SPOT_AT(&spec, "timeZone"));
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(&spec, "concurrencyPolicy"), policies);
    job_template_check(&spec);
    for (size_t i = 0; i < LS_COUNT(limits); i++) {
        struct ls_spot limit = ls_spot_at(&spec, limits[i]);
        ls_spot_not_negative(&limit);
    }
    if (ls_admission_creates(admission) && ls_spot_text(&name).len > NAME_BYTES_MAX)
        ls_spot_invalid(&name, "must be no more than %d characters", NAME_BYTES_MAX);
}

static void cron_job_warn(const struct ls_admission *admission, struct ls_node object,
                          struct ls_response_warnings *warnings)
{
    struct ls_field_errors places = {.arena = admission->arena};
    struct ls_spot root = ls_spot_root(object, &places);
    if (ls_admission_creates(admission))
        ls_pod_name_warn(&root, LS_POD_NAMES, warnings);
    ls_template_warn(admission, object, "spec.jobTemplate.spec.template", warnings);
}

const struct ls_kind_rules ls_rules_cron_job = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = cron_job_default,
    .validate = cron_job_validate,
    .warn = cron_job_warn,
};
