#include "sandbox/workload/family.h"

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

struct brood;

struct family_member {
    enum ls_thing thing;
    struct ls_object_key key; /* into `text` */
    struct brood *brood;
    size_t at; /* place in the brood */
    char text[];
};

struct brood {
    LS_VEC(struct family_member *) members;
};

struct ls_family {
    struct ls_map *members; /* by kind, namespace and name */
    struct ls_map *broods;  /* by kind and owner */
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

struct ls_family *ls_family_new(void)
{
    struct ls_family *family = LS_NEW(struct ls_family);
    family->members = ls_map_new(0);
    family->broods = ls_map_new(0);
    return family;
}

void ls_family_free(struct ls_family *family)
{
    if (!family)
        return;
    struct ls_slice key;
    void *value;
    for (size_t at = 0; ls_map_next(family->members, &at, &key, &value);)
        ls_free(value);
    for (size_t at = 0; ls_map_next(family->broods, &at, &key, &value);) {
        struct brood *brood = value;
        ls_vec_release(&brood->members);
        ls_free(brood);
    }
    ls_map_free(family->members);
    ls_map_free(family->broods);
    ls_buf_release(&family->scratch);
    ls_free(family);
}

/* Names and uids hold no slash, so the parts stay apart. */
static struct ls_slice member_key(struct ls_buf *out, enum ls_thing thing, struct ls_object_key key)
{
    ls_buf_clear(out);
    ls_buf_printf(out, "%d/%.*s/%.*s", (int)thing, LS_ARG(key.namespace_name), LS_ARG(key.name));
    return ls_buf_slice(out);
}

static struct ls_slice brood_key(struct ls_buf *out, enum ls_thing thing, struct ls_slice uid,
                                 struct ls_slice namespace_name)
{
    ls_buf_clear(out);
    if (uid.len)
        ls_buf_printf(out, "%d/%.*s", (int)thing, LS_ARG(uid));
    else
        ls_buf_printf(out, "%d//%.*s", (int)thing, LS_ARG(namespace_name));
    return ls_buf_slice(out);
}

static struct brood *brood_of(struct ls_family *family, enum ls_thing thing, struct ls_slice uid,
                              struct ls_slice namespace_name)
{
    struct ls_slice key = brood_key(&family->scratch, thing, uid, namespace_name);
    struct brood *brood = ls_map_get(family->broods, key);
    if (!brood) {
        brood = LS_NEW(struct brood);
        ls_map_put(family->broods, key, brood);
    }
    return brood;
}

static struct family_member *member_new(enum ls_thing thing, struct ls_object_key key)
{
    struct family_member *member =
        ls_alloc(sizeof *member + key.namespace_name.len + key.name.len + 1);
    struct ls_buf text = {0};
    ls_buf_printf(&text, "%.*s%.*s", LS_ARG(key.namespace_name), LS_ARG(key.name));
    for (size_t i = 0; i < text.len; i++)
        member->text[i] = text.at[i];
    ls_buf_release(&text);
    member->thing = thing;
    member->key.namespace_name = (struct ls_slice){member->text, key.namespace_name.len};
    member->key.name = (struct ls_slice){member->text + key.namespace_name.len, key.name.len};
    return member;
}

static void member_join(struct family_member *member, struct brood *brood)
{
    member->brood = brood;
    member->at = brood->members.count;
    ls_vec_push(&brood->members, member);
}

static void member_leave(struct family_member *member)
{
    struct brood *brood = member->brood;
    LS_ASSERT(brood->members.at[member->at] == member);
    ls_vec_remove_swap(&brood->members, member->at);
    if (member->at < brood->members.count)
        brood->members.at[member->at]->at = member->at;
    member->brood = NULL;
}

void ls_family_put(struct ls_family *family, enum ls_thing thing, struct ls_object_key key,
                   struct ls_node object)
{
    struct ls_slice uid = ls_node_string(ls_node_at(ls_controller_of(object), "uid"));
    struct brood *brood = brood_of(family, thing, uid, key.namespace_name);
    struct ls_slice text = member_key(&family->scratch, thing, key);
    struct family_member *member = ls_map_get(family->members, text);
    if (!member) {
        member = member_new(thing, key);
        ls_map_put(family->members, text, member);
    } else if (member->brood == brood) {
        return;
    } else {
        member_leave(member);
    }
    member_join(member, brood);
}

/* Broods of owners that are gone would pile up in a long life. */
static void family_drop_brood(struct ls_family *family, struct brood *brood, struct ls_slice key)
{
    if (brood->members.count)
        return;
    ls_map_remove(family->broods, key);
    ls_vec_release(&brood->members);
    ls_free(brood);
}

void ls_family_remove(struct ls_family *family, enum ls_thing thing, struct ls_object_key key,
                      struct ls_node last)
{
    struct family_member *member =
        ls_map_remove(family->members, member_key(&family->scratch, thing, key));
    if (!member)
        return;
    struct brood *brood = member->brood;
    member_leave(member);
    ls_free(member);
    struct ls_slice uid = ls_node_string(ls_node_at(ls_controller_of(last), "uid"));
    struct ls_slice text = brood_key(&family->scratch, thing, uid, key.namespace_name);
    if (ls_map_get(family->broods, text) == brood)
        family_drop_brood(family, brood, text);
}

void ls_family_clear(struct ls_family *family, enum ls_thing thing)
{
    struct ls_slice key;
    void *value;
    for (size_t at = 0; ls_map_next(family->members, &at, &key, &value);) {
        struct family_member *member = value;
        if (member->thing != thing)
            continue;
        member_leave(member);
        ls_map_remove(family->members, key);
        ls_free(member);
    }
}

static void brood_each(const struct ls_family *family, struct ls_slice key, ls_family_fn fn,
                       void *self)
{
    const struct brood *brood = ls_map_get(family->broods, key);
    for (size_t i = 0; brood && i < brood->members.count; i++)
        fn(self, brood->members.at[i]->key);
}

void ls_family_each(const struct ls_family *family, struct ls_slice uid, enum ls_thing thing,
                    ls_family_fn fn, void *self)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    if (uid.len)
        brood_each(family, brood_key(&key, thing, uid, LS_SLICE("")), fn, self);
}

void ls_family_each_orphan(const struct ls_family *family, struct ls_slice namespace_name,
                           enum ls_thing thing, ls_family_fn fn, void *self)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    brood_each(family, brood_key(&key, thing, LS_SLICE(""), namespace_name), fn, self);
}
