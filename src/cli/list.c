/* `lockstep list`: the sets there are, from their parents (phase/set/parent.h). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/connect.h"
#include "cli/table.h"
#include "cli/show.h"
#include "cli/verbs.h"
#include "phase/set/lock.h"
#include "phase/set/parent.h"
#include "phase/words.h"
#include "value/build.h"

struct list_found {
    const char *namespace_name;
    const char *set_name;
    const char *created;
    const char *trouble; /* why its parent does not read; NULL: it does */
    struct ls_parent parent;
};

struct list_listing {
    const struct ls_args *args;
    struct ls_connection connection;
    struct ls_arena arena;
    LS_VEC(struct list_found) sets;
    bool is_everywhere;
};

/* ---- reading ---- */

static void listing_begin(void *self)
{
    struct list_listing *listing = self;
    ls_vec_clear(&listing->sets);
    ls_arena_reset(&listing->arena);
}

static const char *text_at(struct ls_arena *arena, struct ls_node object, const char *path)
{
    return ls_arena_dup(arena, ls_node_string(ls_node_at(object, path)));
}

/* ApplySets of other tools are skipped. */
static bool listing_object(void *self, const struct ls_obj *obj)
{
    struct list_listing *listing = self;
    struct ls_node object = ls_obj_root(obj);
    struct ls_err err = {0};
    struct list_found found = {0};
    const char *set_name = ls_parent_set_name(object);
    if (!set_name)
        return true;
    found.set_name = ls_arena_dup(&listing->arena, ls_slice_of(set_name));
    found.namespace_name = text_at(&listing->arena, object, "metadata.namespace");
    found.created = text_at(&listing->arena, object, "metadata.creationTimestamp");
    if (ls_parent_read(&listing->arena, object, found.set_name, &found.parent, &err))
        found.trouble = ls_arena_dup(&listing->arena, ls_slice_of(err.text));
    ls_vec_push(&listing->sets, found);
    return true;
}

static enum ls_code sets_read(struct list_listing *listing, struct ls_err *err)
{
    struct ls_selection selection = {
        .resource = ls_parent_resource(),
        .namespace_name =
            listing->is_everywhere ? NULL : listing->connection.config->namespace_name,
        .labels = LS_LABEL_SET_ID,
        .form = LS_FORM_METADATA,
    };
    struct ls_list_hooks hooks = {
        .self = listing, .begin = listing_begin, .object = listing_object};
    return ls_connection_list(&listing->connection, &selection, &hooks, err);
}

/* ---- printing ---- */

static void row_print(const struct list_listing *listing, const struct list_found *found,
                      struct ls_tabs *tabs)
{
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    if (listing->is_everywhere)
        ls_buf_printf(&line, "%s\t", found->namespace_name);
    ls_buf_printf(&line, "%s\t", found->set_name);
    if (found->trouble)
        ls_buf_add_text(&line, "<unreadable>\t<unreadable>\t");
    else if (found->parent.object_count == 0)
        ls_buf_printf(&line, "<unknown>\t%zu\t", found->parent.kind_count);
    else
        ls_buf_printf(&line, "%" PRIu64 "\t%zu\t", found->parent.object_count,
                      found->parent.kind_count);
    if (!found->trouble && *found->parent.holder)
        ls_lock_show(&line, ls_slice_of(found->parent.holder));
    else
        ls_buf_add_text(&line, "<none>");
    ls_buf_add_char(&line, '\t');
    ls_table_age(&line, ls_slice_of(found->created),
                 ls_clock_wall_ms(listing->connection.world->clock));
    ls_tabs_line(tabs, ls_buf_slice(&line));
}

static void table_print(const struct list_listing *listing, struct ls_buf *out)
{
    struct ls_tabs tabs LS_AUTO(ls_tabs_release) = {0};
    if (listing->sets.count == 0) {
        if (listing->is_everywhere)
            fputs("No sets found.\n", stderr);
        else
            fprintf(stderr, "No sets found in %s namespace.\n",
                    listing->connection.config->namespace_name);
        return;
    }
    if (!ls_args_is_on(listing->args, "no-headers"))
        ls_tabs_line(&tabs, listing->is_everywhere
                                ? LS_SLICE("NAMESPACE\tNAME\tOBJECTS\tKINDS\tHOLDER\tAGE")
                                : LS_SLICE("NAME\tOBJECTS\tKINDS\tHOLDER\tAGE"));
    for (size_t i = 0; i < listing->sets.count; i++)
        row_print(listing, &listing->sets.at[i], &tabs);
    ls_tabs_flush(&tabs, out);
}

/* Reasons that do not fit into the table. */
static void troubles_print(const struct list_listing *listing)
{
    for (size_t i = 0; i < listing->sets.count; i++)
        if (listing->sets.at[i].trouble)
            fprintf(stderr, "lockstep list: %s/%s: %s\n", listing->sets.at[i].namespace_name,
                    listing->sets.at[i].set_name, listing->sets.at[i].trouble);
}

static void names_print(const struct list_listing *listing, struct ls_buf *out)
{
    for (size_t i = 0; i < listing->sets.count; i++)
        ls_buf_printf(out, "%s\n", listing->sets.at[i].set_name);
}

static void kinds_build(struct ls_build *build, const struct ls_parent *parent)
{
    ls_build_key(build, LS_SLICE("kinds"));
    ls_build_list(build);
    for (size_t i = 0; i < parent->kind_count; i++) {
        ls_build_map(build);
        ls_build_member_text(build, "group", parent->kinds[i].group);
        ls_build_member_text(build, "kind", parent->kinds[i].kind);
        ls_build_end(build);
    }
    ls_build_end(build);
    ls_build_key(build, LS_SLICE("namespaces"));
    ls_build_list(build);
    for (size_t i = 0; i < parent->namespace_count; i++)
        ls_build_text(build, parent->namespaces[i]);
    ls_build_end(build);
}

static void set_build(struct ls_build *build, const struct list_found *found)
{
    ls_build_map(build);
    ls_build_member_text(build, "namespace", found->namespace_name);
    ls_build_member_text(build, "set", found->set_name);
    ls_build_member_text(build, "created", found->created);
    if (found->trouble) {
        ls_build_member_text(build, "error", found->trouble);
    } else {
        struct ls_buf holder LS_AUTO(ls_buf_release) = {0};
        if (*found->parent.holder)
            ls_lock_show(&holder, ls_slice_of(found->parent.holder));
        ls_build_member_text(build, "holder", ls_buf_text(&holder));
        if (found->parent.object_count > 0) {
            ls_build_key(build, LS_SLICE("objects"));
            ls_build_int(build, (int64_t)found->parent.object_count);
        }
        ls_build_member_text(build, "origin", found->parent.origin);
        kinds_build(build, &found->parent);
    }
    ls_build_end(build);
}

static void json_print(const struct list_listing *listing, struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("sets"));
    ls_build_list(&build);
    for (size_t i = 0; i < listing->sets.count; i++)
        set_build(&build, &listing->sets.at[i]);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_show_json_print(&build, out);
}

/* ---- the verb ---- */

static enum ls_code list_run(struct list_listing *listing, struct ls_err *err)
{
    const struct ls_args *args = listing->args;
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    if (args->word_count > 0)
        return ls_fail(err, LS_E_USAGE,
                       "takes no arguments, not '%s'; `lockstep status %s` shows "
                       "one set",
                       args->words[0], args->words[0]);
    listing->is_everywhere = ls_args_is_on(args, "all-namespaces");
    if (ls_connection_open(&listing->connection, args, err) || sets_read(listing, err))
        return err->code;
    bool is_table = !ls_args_text(args, "output");
    if (is_table)
        table_print(listing, &out);
    else if (ls_args_is(args, "output", "name"))
        names_print(listing, &out);
    else
        json_print(listing, &out);
    fputs(ls_buf_text(&out), stdout);
    fflush(stdout);
    if (is_table)
        troubles_print(listing);
    return LS_OK;
}

enum ls_exit ls_cli_verb_list(const struct ls_args *args)
{
    struct list_listing listing = {.args = args};
    struct ls_err err = {0};
    enum ls_exit result = LS_EXIT_DONE;
    enum ls_code code = list_run(&listing, &err);
    if (code && code != LS_E_CANCELLED)
        result = ls_cli_fail("list", &err);
    ls_vec_release(&listing.sets);
    ls_arena_release(&listing.arena);
    ls_connection_close(&listing.connection);
    return ls_cli_end(result, listing.connection.signal_number);
}
