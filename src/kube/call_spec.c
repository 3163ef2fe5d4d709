#include "kube/call_spec.h"

#include <string.h>

#include "kube/limits.h"
#include "value/build.h"
#include "value/json.h"

#define JSON      "application/json"
#define META_JSON ";g=meta.k8s.io;v=v1"

/* clang-format off */
static const struct ls_verb_row verbs[LS_VERB_COUNT] = {
    /*                             name                 method    content type                    name   write */
    [LS_VERB_GET]               = {"get",               "GET",    NULL,                           true,  false},
    [LS_VERB_LIST]              = {"list",              "GET",    NULL,                           false, false},
    [LS_VERB_CREATE]            = {"create",            "POST",   JSON,                           false, true},
    [LS_VERB_UPDATE]            = {"update",            "PUT",    JSON,                           true,  true},
    [LS_VERB_APPLY]             = {"apply",             "PATCH",  "application/apply-patch+yaml", true,  true},
    [LS_VERB_MERGE_PATCH]       = {"patch",             "PATCH",  "application/merge-patch+json", true,  true},
    [LS_VERB_JSON_PATCH]        = {"patch",             "PATCH",  "application/json-patch+json",  true,  true},
    [LS_VERB_DELETE]            = {"delete",            "DELETE", JSON,                           true,  true},
    [LS_VERB_DELETE_COLLECTION] = {"delete collection", "DELETE", JSON,                           false, true},
};

static const struct {
    const char *one;
    const char *list;
} forms[] = {
    [LS_FORM_FULL]     = {JSON, JSON},
    [LS_FORM_METADATA] = {JSON ";as=PartialObjectMetadata" META_JSON, JSON ";as=PartialObjectMetadataList" META_JSON},
    [LS_FORM_TABLE]    = {JSON ";as=Table" META_JSON "," JSON, JSON ";as=Table" META_JSON "," JSON},
};
/* clang-format on */

static const char *const validations[] = {
    [LS_VALIDATION_DEFAULT] = NULL,
    [LS_VALIDATION_IGNORE] = "Ignore",
    [LS_VALIDATION_WARN] = "Warn",
    [LS_VALIDATION_STRICT] = "Strict",
};

static const char *const propagations[] = {
    [LS_PROPAGATION_DEFAULT] = NULL,
    [LS_PROPAGATION_BACKGROUND] = "Background",
    [LS_PROPAGATION_FOREGROUND] = "Foreground",
    [LS_PROPAGATION_ORPHAN] = "Orphan",
};

const struct ls_verb_row *ls_verb_row(enum ls_verb verb)
{
    LS_ASSERT(verb < LS_VERB_COUNT);
    return &verbs[verb];
}

const char *ls_form_accept(enum ls_form form, bool is_list)
{
    LS_ASSERT(form < LS_COUNT(forms));
    return is_list ? forms[form].list : forms[form].one;
}

const char *ls_call_spec_accept(const struct ls_call_spec *ask)
{
    bool gives_list = ask->verb == LS_VERB_LIST || ask->verb == LS_VERB_DELETE_COLLECTION;
    return ask->accept ? ask->accept : ls_form_accept(ask->form, gives_list);
}

static enum ls_code selector_add(struct ls_buf *out, const char *key, const char *text,
                                 struct ls_err *err)
{
    if (text && strlen(text) > LS_SELECTOR_TEXT_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the %s has %zu bytes, the limit is %d", key,
                       strlen(text), LS_SELECTOR_TEXT_BYTES_MAX);
    ls_query_add_text(out, key, text);
    return LS_OK;
}

enum ls_code ls_selectors_add(struct ls_buf *out, const char *labels, const char *fields,
                              struct ls_err *err)
{
    enum ls_code code = selector_add(out, "labelSelector", labels, err);
    return code ? code : selector_add(out, "fieldSelector", fields, err);
}

static void number_add(struct ls_buf *out, const char *key, int64_t value)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%lld", (long long)value);
    ls_query_add(out, key, ls_buf_slice(&text));
}

static void read_options_add(const struct ls_call_spec *ask, struct ls_buf *out)
{
    ls_query_add_text(out, "resourceVersion", ask->resource_version);
    /* With a limit and without a match rule, older servers take the version as an exact one. */
    if (ask->verb == LS_VERB_LIST && ask->resource_version && ask->resource_version[0])
        ls_query_add_text(out, "resourceVersionMatch", "NotOlderThan");
    if (ask->limit > 0)
        number_add(out, "limit", ask->limit);
    ls_query_add_text(out, "continue", ask->continue_token);
}

static void write_options_add(const struct ls_call_spec *ask, const char *default_manager,
                              struct ls_buf *out)
{
    LS_ASSERT(ask->validation < LS_COUNT(validations));
    ls_query_add_text(out, "fieldManager",
                      ask->field_manager ? ask->field_manager : default_manager);
    ls_query_add_text(out, "fieldValidation", validations[ask->validation]);
    if (ask->is_dry_run)
        ls_query_add_text(out, "dryRun", "All");
    if (ask->verb == LS_VERB_APPLY)
        ls_query_add_text(out, "force", ask->is_forced ? "true" : "false");
}

static bool is_delete(const struct ls_call_spec *ask)
{
    return ask->verb == LS_VERB_DELETE || ask->verb == LS_VERB_DELETE_COLLECTION;
}

enum ls_code ls_call_spec_target(const struct ls_call_spec *ask, const char *default_manager,
                                 struct ls_buf *out, struct ls_err *err)
{
    if (ask->raw_target) {
        LS_ASSERT(ask->verb == LS_VERB_GET);
        LS_ASSERT(ask->raw_target[0] == '/');
        ls_buf_add_text(out, ask->raw_target);
        return LS_OK;
    }
    const struct ls_verb_row *row = ls_verb_row(ask->verb);
    LS_ASSERT(ask->place.resource);
    LS_ASSERT(!row->has_name || ask->place.name);
    enum ls_code code = ls_path_add(out, &ask->place, err);
    if (!code && !row->has_name)
        code = ls_selectors_add(out, ask->labels, ask->fields, err);
    if (code)
        return code;
    if (!row->is_write)
        read_options_add(ask, out);
    else if (!is_delete(ask))
        write_options_add(ask, default_manager, out);
    return LS_OK;
}

/* Delete options go into the body only: with a body the server ignores the query. */
static void delete_options_print(const struct ls_call_spec *ask, struct ls_buf *out)
{
    LS_ASSERT(ask->propagation < LS_COUNT(propagations));
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "DeleteOptions");
    ls_build_member_text(&build, "apiVersion", "v1");
    if (ask->if_uid || ask->if_resource_version) {
        ls_build_key(&build, LS_SLICE("preconditions"));
        ls_build_map(&build);
        if (ask->if_uid)
            ls_build_member_text(&build, "uid", ask->if_uid);
        if (ask->if_resource_version)
            ls_build_member_text(&build, "resourceVersion", ask->if_resource_version);
        ls_build_end(&build);
    }
    if (propagations[ask->propagation])
        ls_build_member_text(&build, "propagationPolicy", propagations[ask->propagation]);
    if (ask->has_grace) {
        ls_build_key(&build, LS_SLICE("gracePeriodSeconds"));
        ls_build_int(&build, ask->grace_seconds);
    }
    if (ask->is_dry_run) {
        ls_build_key(&build, LS_SLICE("dryRun"));
        ls_build_list(&build);
        ls_build_text(&build, "All");
        ls_build_end(&build);
    }
    ls_build_end(&build);
    const struct ls_obj *options LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    ls_json_print(out, ls_obj_root(options), LS_JSON_COMPACT);
}

void ls_call_spec_body(const struct ls_call_spec *ask, struct ls_buf *out)
{
    if (!ls_verb_row(ask->verb)->content_type)
        return;
    if (is_delete(ask))
        delete_options_print(ask, out);
    else if (ask->body_text.at)
        ls_buf_add_slice(out, ask->body_text);
    else
        ls_json_print(out, ask->body, LS_JSON_COMPACT);
}

void ls_call_spec_print(const struct ls_call_spec *ask, struct ls_buf *out)
{
    ls_buf_printf(out, "%s ", ls_verb_row(ask->verb)->name);
    if (ask->raw_target)
        ls_buf_add_text(out, ask->raw_target);
    else
        ls_place_print(out, &ask->place);
}
