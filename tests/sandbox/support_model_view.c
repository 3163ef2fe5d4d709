#include "support_model_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/loop.h"

const struct model_resource model_resources[MODEL_RESOURCES] = {
    {"/api/v1", "configmaps", "ConfigMap", "v1"},
    {"/apis/apps/v1", "deployments", "Deployment", "apps/v1"},
    {"/apis/model.io/v1", "widgets", "Widget", "model.io/v1"},
};
const char *const model_namespaces[MODEL_NAMESPACES] = {"a", "a-b", "b"};

static const struct {
    const char *query;
    const char *label;
    bool is_equal;
} selectors[] = {{"", NULL, false},
                 {"&labelSelector=x%3D1", "1", true},
                 {"&labelSelector=x%21%3D1", "1", false},
                 {"&fieldSelector=metadata.name%3Dn-0", NULL, true}};
static const char *const accepts[] = {
    "application/json", "application/json;as=Table;v=v1;g=meta.k8s.io",
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"};

size_t model_below(struct model *model, size_t bound)
{
    return (size_t)ls_random_below(&model->random, bound);
}

bool model_chance(struct model *model, size_t percent)
{
    return model_below(model, 100) < percent;
}

void model_settle(struct model *model)
{
    uint64_t calls;
    do {
        calls = ls_loop_counts(model->world->loop).calls;
        ls_loop_step(model->world->loop, 0);
    } while (ls_loop_counts(model->world->loop).calls != calls);
}

/* ---- the state of a view by the changes ---- */

static bool view_has_key(const struct model_view *view, const char *key)
{
    size_t len = strlen(view->namespace_name);
    return len == 0 || (strncmp(key, view->namespace_name, len) == 0 && key[len] == '/');
}

static bool view_has(const struct model_view *view, const struct ls_obj *object)
{
    if (!object)
        return false;
    struct ls_node root = ls_obj_root(object);
    if (view->selector == 0)
        return true;
    if (view->selector == 3)
        return ls_node_string_is(ls_node_at(root, "metadata.name"), "n-0");
    bool is_one = ls_node_string_is(ls_node_at(root, "metadata.labels.x"), "1");
    return is_one == selectors[view->selector].is_equal;
}

/* The object of a key before the change with this index; NULL: there was none. */
const struct model_change *model_before(const struct model *model, size_t resource, size_t index,
                                        const char *key)
{
    for (size_t i = index; i-- > 0;) {
        const struct model_change *change = &model->changes[resource].at[i];
        if (strcmp(change->key, key) == 0)
            return change->type == 'D' ? NULL : change;
    }
    return NULL;
}

static int seen_compare(const void *a, const void *b)
{
    return strcmp(((const struct model_seen *)a)->key, ((const struct model_seen *)b)->key);
}

/* The objects of a view at a revision, in the order of lists; returns their number. */
size_t model_state_at(const struct model *model, const struct model_view *view, int64_t revision,
                      struct model_seen *out)
{
    size_t count = 0, end = 0;
    while (end < model->changes[view->resource].count &&
           model->changes[view->resource].at[end].revision <= revision)
        end++;
    for (size_t i = 0; i < end; i++) {
        const struct model_change *change = &model->changes[view->resource].at[i];
        const struct model_change *last = model_before(model, view->resource, end, change->key);
        if (last != change || !view_has_key(view, change->key) || !view_has(view, change->object))
            continue;
        struct model_seen *seen = &out[count++];
        *seen = (struct model_seen){.revision = change->revision, .type = 'A'};
        memcpy(seen->key, change->key, sizeof seen->key);
    }
    qsort(out, count, sizeof *out, seen_compare);
    return count;
}

/* The type of event that a view gets for a change; 0: none. */
char model_event_type(const struct model *model, const struct model_view *view, size_t index)
{
    const struct model_change *change = &model->changes[view->resource].at[index];
    const struct model_change *old = model_before(model, view->resource, index, change->key);
    if (!view_has_key(view, change->key))
        return 0;
    bool was_in = old && view_has(view, old->object);
    bool is_in = change->type != 'D' && view_has(view, change->object);
    if (was_in && is_in)
        return 'M';
    return was_in ? 'D' : is_in ? 'A' : 0;
}

void model_view_path(struct ls_buf *out, const struct model_view *view)
{
    ls_buf_add_text(out, model_resources[view->resource].prefix);
    if (view->namespace_name[0])
        ls_buf_printf(out, "/namespaces/%s", view->namespace_name);
    ls_buf_printf(out, "/%s?%s", model_resources[view->resource].plural,
                  selectors[view->selector].query);
}

void model_send(struct model *model, const char *method, const char *target, const char *type,
                unsigned form, struct ls_slice body, struct ls_reply_sink *sink)
{
    struct ls_header headers[] = {{LS_SLICE("content-type"), ls_slice_of(type)},
                                  {LS_SLICE("accept"), ls_slice_of(accepts[form])}};
    struct ls_request request = {.method = method,
                                 .target = ls_slice_of(target),
                                 .headers = headers,
                                 .header_count = LS_COUNT(headers),
                                 .body = body};
    model->wire->send(model->wire->self, &request, sink);
}

struct model_view model_view_any(struct model *model)
{
    return (struct model_view){
        .resource = model_below(model, MODEL_RESOURCES),
        .namespace_name =
            model_chance(model, 50) ? "" : model_namespaces[model_below(model, MODEL_NAMESPACES)],
        .selector = (unsigned)model_below(model, LS_COUNT(selectors)),
        .form = (unsigned)model_below(model, LS_COUNT(accepts)),
    };
}

int64_t model_revision_any(struct model *model, size_t resource)
{
    size_t count = model->changes[resource].count;
    if (count == 0)
        return 0;
    return model->changes[resource]
        .at[count - 1 - model_below(model, LS_MIN(count, (size_t)40))]
        .revision;
}
