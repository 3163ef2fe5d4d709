/* `lockstep api-resources`: the kinds the server knows. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/connect.h"
#include "cli/show.h"
#include "cli/tabs.h"
#include "cli/verbs.h"
#include "kube/discovery.h"
#include "value/build.h"

struct kinds {
    LS_VEC(const struct ls_resource *) list;
};

static void kinds_release(struct kinds *kinds)
{
    ls_vec_release(&kinds->list);
}

/* ---- choosing ---- */

static bool is_wanted(const struct ls_args *args, const struct ls_resource *resource)
{
    const char *group = ls_args_text(args, "api-group");
    const char *namespaced = ls_args_text(args, "namespaced");
    if (group && strcmp(group, resource->group) != 0)
        return false;
    return !namespaced || ls_args_is_on(args, "namespaced") == resource->is_namespaced;
}

static int kind_compare(const void *a, const void *b)
{
    const struct ls_resource *first = *(const struct ls_resource *const *)a;
    const struct ls_resource *second = *(const struct ls_resource *const *)b;
    int order = strcmp(first->group, second->group);
    return order ? order : strcmp(first->plural, second->plural);
}

static void kinds_collect(struct kinds *kinds, const struct ls_catalog *catalog,
                          const struct ls_args *args)
{
    const struct ls_resource *resource;
    for (size_t at = 0; (resource = ls_catalog_next(catalog, NULL, &at));)
        if (ls_catalog_is_preferred(catalog, resource) && is_wanted(args, resource))
            ls_vec_push(&kinds->list, resource);
    if (kinds->list.count > 0)
        qsort(kinds->list.at, kinds->list.count, sizeof *kinds->list.at, kind_compare);
}

/* ---- printing ---- */

static void words_print(struct ls_buf *out, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(out, "%s%s", i > 0 ? "," : "", words[i]);
}

static void version_print(struct ls_buf *out, const struct ls_resource *resource)
{
    ls_buf_printf(out, "%s%s%s", resource->group, resource->group[0] ? "/" : "", resource->version);
}

static void kind_line(struct ls_buf *out, const struct ls_resource *resource, bool is_wide)
{
    ls_buf_printf(out, "%s\t", resource->plural);
    words_print(out, resource->short_names, resource->short_name_count);
    ls_buf_add_char(out, '\t');
    version_print(out, resource);
    ls_buf_printf(out, "\t%s\t%s", resource->is_namespaced ? "true" : "false", resource->kind);
    if (!is_wide)
        return;
    ls_buf_add_char(out, '\t');
    words_print(out, resource->verbs, resource->verb_count);
    ls_buf_add_char(out, '\t');
    words_print(out, resource->categories, resource->category_count);
}

static void table_print(struct ls_buf *out, const struct kinds *kinds, bool is_wide,
                        bool has_headers)
{
    struct ls_tabs tabs LS_AUTO(ls_tabs_release) = {0};
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&line, "NAME\tSHORTNAMES\tAPIVERSION\tNAMESPACED\tKIND%s",
                  is_wide ? "\tVERBS\tCATEGORIES" : "");
    if (has_headers)
        ls_tabs_line(&tabs, ls_buf_slice(&line));
    for (size_t i = 0; i < kinds->list.count; i++) {
        ls_buf_clear(&line);
        kind_line(&line, kinds->list.at[i], is_wide);
        ls_tabs_line(&tabs, ls_buf_slice(&line));
    }
    ls_tabs_flush(&tabs, out);
}

static void names_print(struct ls_buf *out, const struct kinds *kinds)
{
    for (size_t i = 0; i < kinds->list.count; i++) {
        ls_resource_print(out, kinds->list.at[i]);
        ls_buf_add_char(out, '\n');
    }
}

static void words_build(struct ls_build *build, const char *key, const char *const *words,
                        size_t count)
{
    if (count == 0)
        return;
    ls_build_key(build, ls_slice_of(key));
    ls_build_list(build);
    for (size_t i = 0; i < count; i++)
        ls_build_text(build, words[i]);
    ls_build_end(build);
}

static void kind_build(struct ls_build *build, const struct ls_resource *resource)
{
    ls_build_map(build);
    ls_build_member_text(build, "name", resource->plural);
    ls_build_member_text(build, "singularName", resource->singular);
    ls_build_key(build, LS_SLICE("namespaced"));
    ls_build_bool(build, resource->is_namespaced);
    if (resource->group[0])
        ls_build_member_text(build, "group", resource->group);
    ls_build_member_text(build, "version", resource->version);
    ls_build_member_text(build, "kind", resource->kind);
    words_build(build, "verbs", resource->verbs, resource->verb_count);
    words_build(build, "shortNames", resource->short_names, resource->short_name_count);
    words_build(build, "categories", resource->categories, resource->category_count);
    ls_build_end(build);
}

/* The shape of an APIResourceList. */
static void json_print(struct ls_buf *out, const struct kinds *kinds)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "APIResourceList");
    ls_build_member_text(&build, "apiVersion", "v1");
    ls_build_member_text(&build, "groupVersion", "");
    ls_build_key(&build, LS_SLICE("resources"));
    ls_build_list(&build);
    for (size_t i = 0; i < kinds->list.count; i++)
        kind_build(&build, kinds->list.at[i]);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_show_json_print(&build, out);
}

static void kinds_print(const struct kinds *kinds, const struct ls_args *args)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    if (ls_args_is(args, "output", "name"))
        names_print(&out, kinds);
    else if (ls_args_is(args, "output", "json"))
        json_print(&out, kinds);
    else
        table_print(&out, kinds, ls_args_is(args, "output", "wide"),
                    !ls_args_is_on(args, "no-headers"));
    fwrite(ls_buf_text(&out), 1, out.len, stdout);
}

/* ---- the verb ---- */

/* Groups that the server could not list are reported, and make the answer an error. */
static enum ls_exit notes_print(const struct ls_discovery *discovery)
{
    const char *notes = ls_discovery_notes(discovery);
    if (!notes[0])
        return LS_EXIT_DONE;
    fflush(stdout);
    fprintf(stderr, "lockstep api-resources: %s\n", notes);
    return LS_EXIT_ERROR;
}

static enum ls_exit api_resources_run(struct ls_connection *connection, const struct ls_args *args)
{
    struct kinds kinds LS_AUTO(kinds_release) = {0};
    struct ls_err err = {0};
    if (ls_connection_open(connection, args, &err) || ls_connection_discover(connection, &err))
        return err.code == LS_E_CANCELLED ? LS_EXIT_ERROR : ls_cli_fail("api-resources", &err);
    kinds_collect(&kinds, ls_discovery_catalog(connection->discovery), args);
    kinds_print(&kinds, args);
    return notes_print(connection->discovery);
}

enum ls_exit ls_cli_verb_api_resources(const struct ls_args *args)
{
    if (args->word_count > 0)
        return ls_cli_usage("api-resources", "takes no arguments, not '%s'", args->words[0]);
    struct ls_connection connection = {0};
    enum ls_exit result = api_resources_run(&connection, args);
    ls_connection_close(&connection);
    return ls_cli_end(result, connection.signal_number);
}
