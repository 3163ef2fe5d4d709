#include "sandbox/workload/template.h"

#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/put.h"
#include "value/hash.h"
#include "value/selector.h"

static const char hash_label[] = "pod-template-hash";

static void put_controller(struct ls_build *build, enum ls_workload_kind kind, struct ls_node owner)
{
    ls_build_map(build);
    ls_put_text(build, "apiVersion", ls_workload_kinds[kind].api_version);
    ls_put_text(build, "kind", ls_workload_kinds[kind].kind);
    ls_put_node(build, "name", ls_node_at(owner, "metadata.name"));
    ls_put_node(build, "uid", ls_node_at(owner, "metadata.uid"));
    ls_put_bool(build, "controller", true);
    ls_put_bool(build, "blockOwnerDeletion", true);
    ls_build_end(build);
}

void ls_put_owner(struct ls_build *build, enum ls_workload_kind kind, struct ls_node owner)
{
    LS_ASSERT(kind < LS_WORKLOAD_COUNT);
    ls_put_list(build, "ownerReferences");
    put_controller(build, kind, owner);
    ls_build_end(build);
}

/* A 32-bit number in decimal, each digit as a letter that spells no words: the form of the hashes
 * of kube-controller-manager. */
const char *ls_template_hash(struct ls_arena *arena, struct ls_node template_node,
                             int64_t collision_count)
{
    LS_ASSERT(collision_count >= 0);
    static const char letters[] = "bcdfghjklmnpqrstvwxz2456789";
    struct ls_hash hash = ls_hash_node(template_node);
    uint32_t number = 0;
    for (size_t i = 0; i < sizeof number; i++)
        number = number << 8 | hash.bytes[i];
    number ^= (uint32_t)collision_count * 2654435761u;
    char *text = ls_arena_printf(arena, "%u", number);
    for (size_t i = 0; text[i]; i++)
        text[i] = letters[(unsigned char)text[i] % (sizeof letters - 1)];
    return text;
}

static struct ls_node template_without_hash(struct ls_arena *arena, struct ls_node template_node)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node labels = ls_node_at(template_node, "metadata.labels");
    if (ls_node_is_absent(ls_node_get(labels, ls_slice_of(hash_label))))
        return template_node;
    ls_build_map(&build);
    ls_put_map(&build, "metadata");
    ls_put_members(&build, ls_node_at(template_node, "metadata"), "labels");
    ls_put_map(&build, "labels");
    ls_put_members(&build, labels, hash_label);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_put_members(&build, template_node, "metadata");
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

bool ls_templates_equal(struct ls_arena *arena, struct ls_node a, struct ls_node b)
{
    return ls_node_equal(template_without_hash(arena, a), template_without_hash(arena, b));
}

void ls_put_merged(struct ls_build *build, const char *key, struct ls_node first,
                   struct ls_node second)
{
    if (!ls_node_count(first) && !ls_node_count(second))
        return;
    ls_put_map(build, key);
    LS_EACH (member, first) {
        if (!ls_node_is_absent(ls_node_get(second, member.key)))
            continue;
        ls_build_key(build, member.key);
        ls_build_node(build, member.value);
    }
    ls_put_members(build, second, NULL);
    ls_build_end(build);
}

struct ls_node ls_pod_from_template(struct ls_arena *arena, enum ls_workload_kind kind,
                                    struct ls_node owner, struct ls_node template_node,
                                    const struct ls_pod_extra *extra)
{
    LS_ASSERT(!ls_node_is_absent(owner));
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node meta = ls_node_at(template_node, "metadata");
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "v1");
    ls_put_text(&build, "kind", "Pod");
    ls_put_map(&build, "metadata");
    if (extra->name)
        ls_put_text(&build, "name", extra->name);
    ls_put_text(&build, "generateName",
                extra->base_name ? extra->base_name
                                 : ls_arena_printf(arena, "%s-", ls_fact_name(owner)));
    ls_put_node(&build, "namespace", ls_node_at(owner, "metadata.namespace"));
    ls_put_merged(&build, "labels", ls_node_at(meta, "labels"), extra->labels);
    ls_put_merged(&build, "annotations", ls_node_at(meta, "annotations"), extra->annotations);
    ls_put_owner(&build, kind, owner);
    if (extra->finalizer) {
        ls_put_list(&build, "finalizers");
        ls_put_text(&build, NULL, extra->finalizer);
        ls_build_end(&build);
    }
    ls_build_end(&build);
    bool has_spec = !ls_node_is_absent(extra->spec);
    ls_put_node(&build, "spec", has_spec ? extra->spec : ls_node_at(template_node, "spec"));
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

struct ls_node ls_patch_without_finalizer(struct ls_arena *arena, struct ls_node object,
                                          const char *finalizer)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_map(&build, "metadata");
    ls_put_list(&build, "finalizers");
    LS_EACH (it, ls_node_at(object, "metadata.finalizers")) {
        if (!ls_node_string_is(it.value, finalizer))
            ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

/* Adoption and release: a merge patch replaces the list, so it carries all other entries too. */
static struct ls_node owners_patch(struct ls_arena *arena, struct ls_node object,
                                   enum ls_workload_kind kind, struct ls_node owner, bool adopts)
{
    LS_ASSERT(kind < LS_WORKLOAD_COUNT);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_map(&build, "metadata");
    ls_put_node(&build, "uid", ls_node_at(object, "metadata.uid"));
    ls_put_list(&build, "ownerReferences");
    LS_EACH (it, ls_node_at(object, "metadata.ownerReferences")) {
        if (!ls_slice_equal(ls_node_string(ls_node_at(it.value, "uid")), ls_fact_uid(owner)))
            ls_build_node(&build, it.value);
    }
    if (adopts)
        put_controller(&build, kind, owner);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

bool ls_decide_available(const struct ls_controller_view *view, struct ls_node pod,
                         int64_t min_ready_s, struct ls_controller_decision *decision)
{
    int64_t at_ms = ls_pod_available_at_ms(pod, min_ready_s);
    if (at_ms > view->now_ms)
        ls_decide_wake(decision, at_ms);
    return at_ms >= 0 && at_ms <= view->now_ms;
}

void ls_decide_adopt(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                     struct ls_node object, enum ls_workload_kind owner_kind, struct ls_node owner)
{
    ls_decide_patch(decision, kind, object,
                    owners_patch(decision->arena, object, owner_kind, owner, true));
}

void ls_claim_pods(const struct ls_controller_view *view, enum ls_workload_kind kind,
                   struct ls_controller_decision *decision, struct ls_nodes *out)
{
    struct ls_selector selector;
    struct ls_err err;
    bool is_leaving = ls_fact_is_deleted(view->object);
    struct ls_node wanted = ls_node_at(view->object, "spec.selector");
    if (kind == LS_WORKLOAD_REPLICATION
            ? ls_selector_from_labels(view->arena, wanted, &selector, &err)
            : ls_selector_from_node(view->arena, wanted, &selector, &err))
        return;
    for (size_t i = 0; i < view->pods.count; i++) {
        struct ls_node pod = view->pods.at[i];
        bool is_ours = ls_fact_is_controlled_by(pod, view->object);
        bool is_selected = ls_selector_match(&selector, ls_node_at(pod, "metadata.labels"));
        bool is_orphan = ls_node_is_absent(ls_controller_of(pod));
        if (is_ours && is_selected) {
            ls_nodes_add(view->arena, out, pod);
        } else if (is_ours && !is_leaving) {
            ls_decide_patch(decision, LS_WORKLOAD_POD, pod,
                            owners_patch(view->arena, pod, kind, view->object, false));
        } else if (is_orphan && is_selected && !is_leaving && ls_pod_is_active(pod)) {
            ls_decide_adopt(decision, LS_WORKLOAD_POD, pod, kind, view->object);
            ls_nodes_add(view->arena, out, pod);
        }
    }
}

struct ls_act *ls_decide_create_claim(const struct ls_controller_view *view,
                                      struct ls_node template_node,
                                      const struct ls_claim_extra *extra,
                                      struct ls_controller_decision *decision)
{
    LS_ASSERT(extra->name && extra->name[0]);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node meta = ls_node_at(template_node, "metadata");
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "v1");
    ls_put_text(&build, "kind", "PersistentVolumeClaim");
    ls_put_map(&build, "metadata");
    ls_put_text(&build, "name", extra->name);
    ls_put_slice(&build, "namespace", view->key.namespace_name);
    ls_put_merged(&build, "labels", ls_node_at(meta, "labels"), extra->labels);
    ls_put_node(&build, "annotations", ls_node_at(meta, "annotations"));
    if (extra->is_owned)
        ls_put_owner(&build, extra->owner_kind, view->object);
    ls_build_end(&build);
    ls_put_node(&build, "spec", ls_node_at(template_node, "spec"));
    ls_build_end(&build);
    return ls_decide_create(decision, LS_WORKLOAD_CLAIM, ls_build_arena(&build, view->arena));
}

struct ls_act *ls_decide_create_pod(struct ls_controller_decision *decision, struct ls_node body)
{
    struct ls_act *act = ls_decide_create(decision, LS_WORKLOAD_POD, body);
    act->done = (struct ls_act_event){
        .reason = "SuccessfulCreate", .text = "Created pod: ", .names_object = true};
    act->failed = (struct ls_act_event){.reason = "FailedCreate",
                                        .text = "Error creating: ",
                                        .is_warning = true,
                                        .names_object = true};
    act->stops_at_failure = true;
    return act;
}

struct ls_act *ls_decide_delete_pod(struct ls_controller_decision *decision, struct ls_node pod)
{
    struct ls_act *act = ls_decide_delete(decision, LS_WORKLOAD_POD, pod);
    act->done = (struct ls_act_event){
        .reason = "SuccessfulDelete", .text = "Deleted pod: ", .names_object = true};
    return act;
}
