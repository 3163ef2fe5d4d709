#include "sandbox/serve/log.h"

#include "sandbox/serve/handlers.h"
#include "sandbox/serve/reply.h"
#include "sandbox/serve/subresources.h"
#include "sandbox/status/field_errors.h"

/* ---- options ---- */

static const struct {
    const char *name;
    int64_t least;
    const char *wrong;
} numbers[] = {
    {"tailLines", 0, "must be greater than or equal to 0"},
    {"limitBytes", 1, "must be greater than 0"},
    {"sinceSeconds", 1, "must be greater than 0"},
};

static void number_check(struct ls_api_request *request, size_t i, int64_t value,
                         struct ls_field_errors *errors)
{
    bool is_second_since = ls_slice_is(ls_slice_of(numbers[i].name), "sinceSeconds") &&
                           ls_query_get(&request->query, "sinceTime").len > 0;
    if (is_second_since)
        ls_field_error_add(errors, LS_FIELD_ERROR_FORBIDDEN, "[]", NULL,
                           "at most one of `sinceTime` or `sinceSeconds` may be specified");
    else if (value < numbers[i].least)
        ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, numbers[i].name,
                           ls_arena_printf(request->arena, "%lld", (long long)value), "%s",
                           numbers[i].wrong);
}

static const struct ls_failure *options_check(struct ls_api_request *request)
{
    struct ls_field_errors errors = {.arena = request->arena};
    struct ls_about about = {.group = "", .kind = "PodLogOptions", .name = request->at.name};
    for (size_t i = 0; i < LS_COUNT(numbers); i++) {
        struct ls_slice text = ls_query_get(&request->query, numbers[i].name);
        int64_t value = 0;
        if (text.len == 0)
            continue;
        if (!ls_slice_to_i64(text, &value))
            return ls_failure_bad_request(
                request->arena, "strconv.ParseInt: parsing \"%.*s\": invalid syntax", LS_ARG(text));
        number_check(request, i, value, &errors);
    }
    if (ls_query_get(&request->query, "stream").len > 0)
        ls_field_error_add(&errors, LS_FIELD_ERROR_FORBIDDEN, "stream", NULL,
                           "may not be specified");
    return ls_field_errors_failure(&errors, about);
}

/* ---- the log ---- */

/* The container whose log is requested; NULL and *why when it is ambiguous. */
static const char *log_container(struct ls_api_request *request, struct ls_node pod,
                                 const struct ls_failure **why)
{
    struct ls_slice asked = ls_query_get(&request->query, "container");
    struct ls_node containers = ls_node_at(pod, "spec.containers");
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    LS_EACH (it, containers) {
        struct ls_node name = ls_node_at(it.value, "name");
        if (asked.len > 0 ? ls_slice_equal(ls_node_string(name), asked)
                          : ls_node_count(containers) == 1)
            return ls_node_text(name);
        ls_buf_printf(&names, "%s%s", names.len > 0 ? " " : "", ls_node_text(name));
    }
    LS_EACH (it, ls_node_at(pod, "spec.initContainers")) {
        if (asked.len > 0 && ls_slice_equal(ls_node_string(ls_node_at(it.value, "name")), asked))
            return ls_node_text(ls_node_at(it.value, "name"));
    }
    *why = asked.len > 0
               ? ls_failure_bad_request(request->arena, "container %.*s is not valid for pod %.*s",
                                        LS_ARG(asked), LS_ARG(request->at.name))
               : ls_failure_bad_request(request->arena,
                                        "a container name must be specified for pod %.*s, choose "
                                        "one of: [%s]",
                                        LS_ARG(request->at.name), ls_buf_text(&names));
    return NULL;
}

void ls_handle_log(struct ls_api_request *request)
{
    const struct ls_obj *pod LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_failure *failure = options_check(request);
    if (!failure)
        failure = ls_parent_get(request, &pod);
    const char *container = failure ? NULL : log_container(request, ls_obj_root(pod), &failure);
    if (failure) {
        ls_reply_failure(request, failure);
        return;
    }
    /* An unscheduled pod has an empty log, which is no error. */
    bool is_bound = ls_node_string(ls_node_at(ls_obj_root(pod), "spec.nodeName")).len > 0;
    const char *text =
        !is_bound
            ? ""
            : ls_arena_printf(request->arena, "simulated container %s of pod %.*s: no output\n",
                              container, LS_ARG(request->at.name));
    ls_reply_text(request, 200, "text/plain", ls_slice_of(text));
}
