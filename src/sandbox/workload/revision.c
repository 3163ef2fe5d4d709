#include "sandbox/workload/revision.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/manager.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static const char hash_label[] = "controller.kubernetes.io/hash";
static const char pod_label[] = "controller-revision-hash";

static int64_t number_of(struct ls_node revision)
{
    return ls_node_int(ls_node_at(revision, "revision"), 0);
}

void ls_controller_revision_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    struct ls_nodes orphans = {0};
    struct ls_node selector = ls_node_at(view->object, "spec.selector");
    ls_manager_controlled(manager, view, LS_WORKLOAD_REVISION, &view->revisions);
    ls_manager_orphans(manager, view, LS_WORKLOAD_REVISION, &orphans);
    for (size_t i = 0; i < orphans.count; i++) {
        if (ls_fact_selects(view->arena, selector, ls_node_at(orphans.at[i], "metadata.labels")))
            ls_nodes_add(view->arena, &view->revisions, orphans.at[i]);
    }
}

void ls_controller_revision_adopt(const struct ls_controller_view *view, enum ls_workload_kind kind,
                                  struct ls_controller_decision *decision)
{
    if (ls_fact_is_deleted(view->object))
        return;
    for (size_t i = 0; i < view->revisions.count; i++) {
        struct ls_node revision = view->revisions.at[i];
        if (ls_node_is_absent(ls_controller_of(revision)))
            ls_decide_adopt(decision, LS_WORKLOAD_REVISION, revision, kind, view->object);
    }
}

/* data as StatefulSets and DaemonSets write it: a patch that replaces the template. */
static struct ls_node revision_data(const struct ls_controller_view *view)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_map(&build, "spec");
    ls_put_map(&build, "template");
    ls_put_text(&build, "$patch", "replace");
    ls_put_members(&build, ls_node_at(view->object, "spec.template"), NULL);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static struct ls_node revision_body(const struct ls_controller_view *view,
                                    enum ls_workload_kind kind,
                                    const struct ls_controller_revision *revision,
                                    struct ls_node data)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_build extra LS_AUTO(ls_build_release) = {0};
    ls_build_map(&extra);
    ls_put_text(&extra, kind == LS_WORKLOAD_DAEMON_SET ? pod_label : hash_label, revision->hash);
    ls_build_end(&extra);
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "apps/v1");
    ls_put_text(&build, "kind", "ControllerRevision");
    ls_put_map(&build, "metadata");
    ls_put_text(&build, "name", revision->name);
    ls_put_node(&build, "namespace", ls_node_at(view->object, "metadata.namespace"));
    ls_put_node(&build, "annotations", ls_node_at(view->object, "metadata.annotations"));
    ls_put_merged(&build, "labels", ls_node_at(view->object, "spec.template.metadata.labels"),
                  ls_build_arena(&extra, view->arena));
    ls_put_owner(&build, kind, view->object);
    ls_build_end(&build);
    ls_put_node(&build, "data", data);
    ls_put_int(&build, "revision", revision->number);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static void revision_renumber(const struct ls_controller_view *view,
                              struct ls_controller_revision *revision, int64_t number,
                              struct ls_controller_decision *decision)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_int(&build, "revision", number);
    ls_build_end(&build);
    ls_decide_patch(decision, LS_WORKLOAD_REVISION, revision->object,
                    ls_build_arena(&build, view->arena));
    revision->number = number;
}

static const char *hash_of_name(const struct ls_controller_view *view, const char *name)
{
    return name + strlen(ls_fact_name(view->object)) + 1;
}

struct ls_controller_revision ls_controller_revision_sync(const struct ls_controller_view *view,
                                                          enum ls_workload_kind kind,
                                                          int64_t collision_count,
                                                          struct ls_controller_decision *decision)
{
    LS_ASSERT(kind == LS_WORKLOAD_STATEFUL_SET || kind == LS_WORKLOAD_DAEMON_SET);
    struct ls_node data = revision_data(view);
    struct ls_controller_revision revision = {0};
    int64_t newest = 0;
    for (size_t i = 0; i < view->revisions.count; i++) {
        struct ls_node one = view->revisions.at[i];
        newest = LS_MAX(newest, number_of(one));
        if (ls_node_equal(ls_node_at(one, "data"), data) && number_of(one) > revision.number)
            revision = (struct ls_controller_revision){
                ls_fact_name(one), hash_of_name(view, ls_fact_name(one)), one, number_of(one)};
    }
    if (revision.name) {
        if (revision.number < newest)
            revision_renumber(view, &revision, newest + 1, decision);
        return revision;
    }
    revision.hash =
        ls_template_hash(view->arena, ls_node_at(view->object, "spec.template"), collision_count);
    revision.name =
        ls_arena_printf(view->arena, "%s-%s", ls_fact_name(view->object), revision.hash);
    revision.number = newest + 1;
    /* A set that is being deleted creates none: the garbage collector would delete each, without
     * end. */
    if (ls_fact_is_deleted(view->object))
        return revision;
    ls_decide_create(decision, LS_WORKLOAD_REVISION, revision_body(view, kind, &revision, data))
        ->stops_at_failure = true;
    return revision;
}

static struct ls_node revision_find(const struct ls_controller_view *view, const char *name)
{
    for (size_t i = 0; i < view->revisions.count; i++) {
        if (strcmp(ls_fact_name(view->revisions.at[i]), name) == 0)
            return view->revisions.at[i];
    }
    return LS_ABSENT;
}

bool ls_controller_revision_exists(const struct ls_controller_view *view, const char *name)
{
    return !ls_node_is_absent(revision_find(view, name));
}

struct ls_node ls_controller_revision_template(const struct ls_controller_view *view,
                                               const char *name)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node held = ls_node_at(revision_find(view, name), "data.spec.template");
    if (ls_node_is_absent(held))
        return ls_node_at(view->object, "spec.template");
    ls_build_map(&build);
    ls_put_members(&build, held, "$patch");
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static bool revision_is_used(const struct ls_controller_view *view, const char *name,
                             const char *const *in_use, size_t in_use_count)
{
    for (size_t i = 0; i < in_use_count; i++) {
        if (strcmp(in_use[i], name) == 0)
            return true;
    }
    for (size_t i = 0; i < view->pods.count; i++) {
        const char *label = ls_node_text(ls_fact_label(view->pods.at[i], pod_label));
        if (strcmp(label, name) == 0 || strcmp(label, hash_of_name(view, name)) == 0)
            return true;
    }
    return false;
}

static int order_by_number(struct ls_node a, struct ls_node b)
{
    return number_of(a) < number_of(b) ? -1 : number_of(a) > number_of(b);
}

void ls_controller_revision_clean_up(const struct ls_controller_view *view,
                                     const char *const *in_use, size_t in_use_count,
                                     struct ls_controller_decision *decision)
{
    struct ls_nodes unused = {0};
    int64_t limit = ls_node_int(ls_node_at(view->object, "spec.revisionHistoryLimit"), 10);
    for (size_t i = 0; i < view->revisions.count; i++) {
        const char *name = ls_fact_name(view->revisions.at[i]);
        if (!revision_is_used(view, name, in_use, in_use_count))
            ls_nodes_add(view->arena, &unused, view->revisions.at[i]);
    }
    ls_nodes_sort(&unused, order_by_number);
    for (size_t i = 0; (int64_t)(unused.count - i) > limit; i++)
        ls_decide_delete(decision, LS_WORKLOAD_REVISION, unused.at[i]);
}
