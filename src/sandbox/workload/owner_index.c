#include "sandbox/workload/owner_index.h"

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

struct dependents;

struct owner_index_entry {
    enum ls_workload_kind kind;
    struct ls_object_key key; /* into `text` */
    struct dependents *dependents;
    size_t at; /* index into the dependents */
    char text[];
};

struct dependents {
    LS_VEC(struct owner_index_entry *) members;
};

struct ls_owner_index {
    struct ls_map *members;  /* by kind, namespace and name */
    struct ls_map *by_owner; /* by kind and owner */
    struct ls_buf scratch;
};

struct ls_node ls_controller_of(struct ls_node object)
{
    LS_EACH (owner, ls_node_at(object, "metadata.ownerReferences")) {
        if (ls_node_bool(ls_node_at(owner.value, "controller"), false))
            return owner.value;
    }
    return LS_ABSENT;
}

struct ls_owner_index *ls_owner_index_new(void)
{
    struct ls_owner_index *index = LS_NEW(struct ls_owner_index);
    index->members = ls_map_new(0);
    index->by_owner = ls_map_new(0);
    return index;
}

void ls_owner_index_free(struct ls_owner_index *index)
{
    if (!index)
        return;
    struct ls_slice key;
    void *value;
    for (size_t at = 0; ls_map_next(index->members, &at, &key, &value);)
        ls_free(value);
    for (size_t at = 0; ls_map_next(index->by_owner, &at, &key, &value);) {
        struct dependents *dependents = value;
        ls_vec_release(&dependents->members);
        ls_free(dependents);
    }
    ls_map_free(index->members);
    ls_map_free(index->by_owner);
    ls_buf_release(&index->scratch);
    ls_free(index);
}

/* Names and uids hold no slash, so the parts stay apart. */
static struct ls_slice member_key(struct ls_buf *out, enum ls_workload_kind kind,
                                  struct ls_object_key key)
{
    ls_buf_clear(out);
    ls_buf_printf(out, "%d/%.*s/%.*s", (int)kind, LS_ARG(key.namespace_name), LS_ARG(key.name));
    return ls_buf_slice(out);
}

static struct ls_slice dependents_key(struct ls_buf *out, enum ls_workload_kind kind,
                                      struct ls_slice uid, struct ls_slice namespace_name)
{
    ls_buf_clear(out);
    if (uid.len)
        ls_buf_printf(out, "%d/%.*s", (int)kind, LS_ARG(uid));
    else
        ls_buf_printf(out, "%d//%.*s", (int)kind, LS_ARG(namespace_name));
    return ls_buf_slice(out);
}

static struct dependents *index_dependents(struct ls_owner_index *index, enum ls_workload_kind kind,
                                           struct ls_slice uid, struct ls_slice namespace_name)
{
    struct ls_slice key = dependents_key(&index->scratch, kind, uid, namespace_name);
    struct dependents *dependents = ls_map_get(index->by_owner, key);
    if (!dependents) {
        dependents = LS_NEW(struct dependents);
        ls_map_put(index->by_owner, key, dependents);
    }
    return dependents;
}

static struct owner_index_entry *member_new(enum ls_workload_kind kind, struct ls_object_key key)
{
    struct owner_index_entry *member =
        ls_alloc(sizeof *member + key.namespace_name.len + key.name.len + 1);
    struct ls_buf text = {0};
    ls_buf_printf(&text, "%.*s%.*s", LS_ARG(key.namespace_name), LS_ARG(key.name));
    for (size_t i = 0; i < text.len; i++)
        member->text[i] = text.at[i];
    ls_buf_release(&text);
    member->kind = kind;
    member->key.namespace_name = (struct ls_slice){member->text, key.namespace_name.len};
    member->key.name = (struct ls_slice){member->text + key.namespace_name.len, key.name.len};
    return member;
}

static void member_join(struct owner_index_entry *member, struct dependents *dependents)
{
    member->dependents = dependents;
    member->at = dependents->members.count;
    ls_vec_push(&dependents->members, member);
}

static void member_leave(struct owner_index_entry *member)
{
    struct dependents *dependents = member->dependents;
    LS_ASSERT(dependents->members.at[member->at] == member);
    ls_vec_remove_swap(&dependents->members, member->at);
    if (member->at < dependents->members.count)
        dependents->members.at[member->at]->at = member->at;
    member->dependents = NULL;
}

void ls_owner_index_put(struct ls_owner_index *index, enum ls_workload_kind kind,
                        struct ls_object_key key, struct ls_node object)
{
    LS_ASSERT(kind < LS_WORKLOAD_COUNT);
    LS_ASSERT(key.name.len > 0);
    struct ls_slice uid = ls_node_string(ls_node_at(ls_controller_of(object), "uid"));
    struct dependents *dependents = index_dependents(index, kind, uid, key.namespace_name);
    struct ls_slice text = member_key(&index->scratch, kind, key);
    struct owner_index_entry *member = ls_map_get(index->members, text);
    if (!member) {
        member = member_new(kind, key);
        ls_map_put(index->members, text, member);
    } else if (member->dependents == dependents) {
        return;
    } else {
        member_leave(member);
    }
    member_join(member, dependents);
}

/* An empty list is freed: owners come and go. */
static void index_drop_dependents(struct ls_owner_index *index, struct dependents *dependents,
                                  struct ls_slice key)
{
    if (dependents->members.count)
        return;
    ls_map_remove(index->by_owner, key);
    ls_vec_release(&dependents->members);
    ls_free(dependents);
}

void ls_owner_index_remove(struct ls_owner_index *index, enum ls_workload_kind kind,
                           struct ls_object_key key, struct ls_node last)
{
    LS_ASSERT(kind < LS_WORKLOAD_COUNT);
    struct owner_index_entry *member =
        ls_map_remove(index->members, member_key(&index->scratch, kind, key));
    if (!member)
        return;
    struct dependents *dependents = member->dependents;
    member_leave(member);
    ls_free(member);
    struct ls_slice uid = ls_node_string(ls_node_at(ls_controller_of(last), "uid"));
    struct ls_slice text = dependents_key(&index->scratch, kind, uid, key.namespace_name);
    if (ls_map_get(index->by_owner, text) == dependents)
        index_drop_dependents(index, dependents, text);
}

void ls_owner_index_clear(struct ls_owner_index *index, enum ls_workload_kind kind)
{
    LS_ASSERT(kind < LS_WORKLOAD_COUNT);
    struct ls_slice key;
    void *value;
    for (size_t at = 0; ls_map_next(index->members, &at, &key, &value);) {
        struct owner_index_entry *member = value;
        if (member->kind != kind)
            continue;
        member_leave(member);
        ls_map_remove(index->members, key);
        ls_free(member);
    }
}

static void dependents_each(const struct ls_owner_index *index, struct ls_slice key,
                            ls_owner_index_fn fn, void *self)
{
    const struct dependents *dependents = ls_map_get(index->by_owner, key);
    for (size_t i = 0; dependents && i < dependents->members.count; i++)
        fn(self, dependents->members.at[i]->key);
}

void ls_owner_index_each(const struct ls_owner_index *index, struct ls_slice uid,
                         enum ls_workload_kind kind, ls_owner_index_fn fn, void *self)
{
    LS_ASSERT(fn);
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    if (uid.len)
        dependents_each(index, dependents_key(&key, kind, uid, LS_SLICE("")), fn, self);
}

void ls_owner_index_each_orphan(const struct ls_owner_index *index, struct ls_slice namespace_name,
                                enum ls_workload_kind kind, ls_owner_index_fn fn, void *self)
{
    LS_ASSERT(fn);
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    dependents_each(index, dependents_key(&key, kind, LS_SLICE(""), namespace_name), fn, self);
}
