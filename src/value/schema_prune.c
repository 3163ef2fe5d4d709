/* Pruning: a copy without what the schema does not declare, in the form in which the API server
 * keeps custom objects. */
#include <stdlib.h>
#include <string.h>

#include "value/build.h"
#include "value/go_text.h"
#include "value/members.h"
#include "value/schema_impl.h"

struct pruner {
    struct ls_build build;
    struct schema_checker checker; /* for place_name() */
    struct ls_path_list *dropped;
    ls_metadata_fn fn;
    void *self;
};

/* What is known about a value: its schema, and whether undeclared members stay. */
struct schema_prune_cut {
    const struct ls_schema *schema; /* NULL: nothing is declared */
    bool is_resource;               /* apiVersion, kind, metadata stay as they are */
    bool keeps_unknown;
};

static void prune(struct pruner *pruner, struct schema_prune_cut cut, struct ls_node value,
                  const struct schema_place *place);

static void paths_add(struct ls_arena *arena, struct ls_path_list *list, const char *path)
{
    if (list->count == list->cap) {
        size_t cap = list->cap > 0 ? list->cap * 2 : 8;
        const char **grown = LS_ARENA_ARRAY(arena, const char *, cap);
        if (list->count > 0)
            memcpy(grown, list->at, list->count * sizeof *grown);
        list->at = grown;
        list->cap = cap;
    }
    list->at[list->count++] = path;
}

static bool is_meta(struct ls_slice key)
{
    return ls_slice_is(key, "apiVersion") || ls_slice_is(key, "kind") ||
           ls_slice_is(key, "metadata");
}

static struct schema_prune_cut cut_of(const struct ls_schema *schema)
{
    return (struct schema_prune_cut){.schema = schema,
                                     .is_resource = schema != NULL && schema->is_embedded,
                                     .keeps_unknown = schema != NULL && schema->keeps_unknown};
}

enum member_choice { MEMBER_KEEP_WHOLE, MEMBER_WALK, MEMBER_DROP };

static enum member_choice choose(struct schema_prune_cut cut, struct ls_slice key,
                                 struct schema_prune_cut *below)
{
    if (cut.is_resource && is_meta(key))
        return MEMBER_KEEP_WHOLE;
    const struct ls_schema *schema = cut.schema;
    const struct ls_schema *member = schema != NULL ? schema_member(schema, key) : NULL;
    *below = cut_of(member);
    if (member != NULL || (schema != NULL && schema->additional == NULL &&
                           (schema->allows_additional || schema->forbids_additional)))
        return MEMBER_WALK;
    return cut.keeps_unknown ? MEMBER_KEEP_WHOLE : MEMBER_DROP;
}

/* Numbers go through a double unless they are integers, so 1.50 becomes 1.5 and 3.0 becomes 3. */
static void copy_number(struct ls_build *build, struct ls_node number)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_go_print_scalar(&text, number);
    ls_build_number(build, ls_buf_slice(&text));
}

static void copy(struct ls_build *build, struct ls_node value)
{
    if (ls_node_is_map(value)) {
        struct ls_members members LS_AUTO(ls_members_release);
        ls_members_init(&members, value);
        ls_build_map(build);
        for (size_t i = 0; i < members.count; i++) {
            ls_build_key(build, members.at[i].key);
            copy(build, members.at[i].value);
        }
        ls_build_end(build);
    } else if (ls_node_is_list(value)) {
        ls_build_list(build);
        LS_EACH (it, value)
            copy(build, it.value);
        ls_build_end(build);
    } else if (ls_node_type(value) == LS_TYPE_NUMBER) {
        copy_number(build, value);
    } else {
        ls_build_node(build, value);
    }
}

static void keep(struct pruner *pruner, struct schema_prune_cut cut,
                 const struct schema_place *place, struct ls_node value)
{
    if (cut.is_resource && pruner->fn != NULL && ls_slice_is(place->key, "metadata"))
        value = pruner->fn(pruner->self, place_name(&pruner->checker, place), value);
    copy(&pruner->build, value);
}

static void prune_map(struct pruner *pruner, struct schema_prune_cut cut, struct ls_node value,
                      const struct schema_place *place)
{
    struct ls_members members LS_AUTO(ls_members_release);
    ls_members_init(&members, value);
    ls_build_map(&pruner->build);
    for (size_t i = 0; i < members.count; i++) {
        struct ls_map_member member = members.at[i];
        struct schema_place at = {.parent = place, .kind = PLACE_PROPERTY, .key = member.key};
        struct schema_prune_cut below = {0};
        enum member_choice choice = choose(cut, member.key, &below);
        if (choice == MEMBER_DROP) {
            if (pruner->dropped != NULL)
                paths_add(pruner->checker.arena, pruner->dropped,
                          place_name(&pruner->checker, &at));
            continue;
        }
        ls_build_key(&pruner->build, member.key);
        if (choice == MEMBER_KEEP_WHOLE)
            keep(pruner, cut, &at, member.value);
        else
            prune(pruner, below, member.value, &at);
    }
    ls_build_end(&pruner->build);
}

/* Items of a list that keeps unknown fields keep theirs too, unless they are declared. */
static void prune_list(struct pruner *pruner, struct schema_prune_cut cut, struct ls_node value,
                       const struct schema_place *place)
{
    struct schema_prune_cut below = cut_of(cut.schema != NULL ? cut.schema->items : NULL);
    below.keeps_unknown = below.keeps_unknown || cut.keeps_unknown;
    size_t index = 0;
    ls_build_list(&pruner->build);
    LS_EACH (it, value) {
        struct schema_place at = {.parent = place, .kind = PLACE_INDEX, .index = index};
        prune(pruner, below, it.value, &at);
        index++;
    }
    ls_build_end(&pruner->build);
}

static void prune(struct pruner *pruner, struct schema_prune_cut cut, struct ls_node value,
                  const struct schema_place *place)
{
    if (ls_node_is_map(value))
        prune_map(pruner, cut, value, place);
    else if (ls_node_is_list(value))
        prune_list(pruner, cut, value, place);
    else
        copy(&pruner->build, value);
}

static int path_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct ls_node ls_schema_prune(struct ls_arena *arena, const struct ls_schema *schema,
                               struct ls_node value, struct ls_path_list *dropped,
                               ls_metadata_fn fn, void *self)
{
    LS_ASSERT(schema);
    LS_ASSERT(!ls_node_is_absent(value));
    struct pruner pruner = {
        .checker = {.arena = arena}, .dropped = dropped, .fn = fn, .self = self};
    struct schema_place root = {.kind = PLACE_ROOT};
    struct schema_prune_cut cut = cut_of(schema);
    cut.is_resource = true;
    size_t before = dropped != NULL ? dropped->count : 0;
    ls_build_reserve(&pruner.build, ls_node_words(value));
    prune(&pruner, cut, value, &root);
    if (dropped != NULL && dropped->count > before)
        qsort(dropped->at + before, dropped->count - before, sizeof *dropped->at, path_compare);
    struct ls_node pruned = ls_build_arena(&pruner.build, arena);
    ls_build_release(&pruner.build);
    return pruned;
}
