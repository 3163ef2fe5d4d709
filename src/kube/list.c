#include "kube/list.h"

#include "base/mem.h"
#include "kube/call_spec.h"
#include "kube/attempt.h"
#include "kube/limits.h"
#include "kube/retry.h"
#include "value/json.h"

static void list_page(void *self);

static struct ls_loop *list_loop(const struct ls_list *list)
{
    return ls_client_world(list->client)->loop;
}

static void buffers_release(struct ls_list *list)
{
    ls_split_release(&list->split);
    ls_buf_release(&list->what);
    ls_buf_release(&list->type);
    ls_buf_release(&list->item);
    ls_buf_release(&list->path);
    ls_buf_release(&list->since);
    ls_buf_release(&list->token);
    ls_buf_release(&list->version);
    ls_buf_release(&list->kind);
    ls_buf_release(&list->api_version);
}

/* The last thing that happens in a list: done may free its memory, so everything it reads is moved
 * to locals. */
static void list_done(struct ls_list *list, enum ls_code code, const struct ls_attempt *attempt)
{
    struct ls_list held = *list;
    if (code)
        code = ls_context(&held.err, "%s", ls_buf_text(&held.what));
    ls_timer_stop(list_loop(list), &list->timer);
    ls_task_stop(list_loop(list), &list->task);
    *list = (struct ls_list){0};
    struct ls_list_end end = {
        .code = code,
        .err = &held.err,
        .status = attempt ? ls_obj_root(attempt->obj) : LS_ABSENT,
        .http_status = attempt ? attempt->http_status : 0,
        .resource_version = ls_buf_slice(&held.version),
        .kind = ls_buf_slice(&held.kind),
        .api_version = ls_buf_slice(&held.api_version),
        .object_count = held.object_count,
    };
    held.hooks.done(held.hooks.self, &end);
    buffers_release(&held);
}

/* ---- hooks that may cancel the list: false means it is gone ---- */

static bool begin_report(struct ls_list *list)
{
    bool is_cut = false;
    list->is_cut = &is_cut;
    list->hooks.begin(list->hooks.self);
    if (!is_cut)
        list->is_cut = NULL;
    return !is_cut;
}

static bool object_report(struct ls_list *list, const struct ls_obj *obj, bool *is_enough)
{
    bool is_cut = false;
    list->is_cut = &is_cut;
    *is_enough = !list->hooks.object(list->hooks.self, obj);
    if (!is_cut)
        list->is_cut = NULL;
    return !is_cut;
}

static bool head_report(struct ls_list *list, const struct ls_obj *head)
{
    bool is_cut = false;
    list->is_cut = &is_cut;
    list->hooks.head(list->hooks.self, head);
    if (!is_cut)
        list->is_cut = NULL;
    return !is_cut;
}

/* ---- reading a page ---- */

static void text_keep(struct ls_buf *out, struct ls_node value)
{
    ls_buf_clear(out);
    ls_buf_add_slice(out, ls_node_string(value));
}

/* Nothing else may pass for an empty list: all objects would be reported gone. */
static enum ls_code items_check(struct ls_node root, struct ls_err *err)
{
    static const char *const names[] = {"items", "rows"};
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        struct ls_node items = ls_node_get(root, ls_slice_of(names[i]));
        if (!ls_node_is_absent(items) && !ls_node_is_null(items) && !ls_node_is_list(items))
            return ls_fail(err, LS_E_PROTOCOL, "the %s of the server's list are a %s, not a list",
                           names[i], ls_type_name(ls_node_type(items)));
    }
    return LS_OK;
}

static enum ls_code envelope_read(struct ls_list *list, struct ls_slice text, struct ls_err *err)
{
    const struct ls_obj *envelope LS_AUTO(ls_obj_unref_at) = NULL;
    if (ls_reply_parse(text, &envelope, err))
        return ls_context(err, "the server's list");
    struct ls_node root = ls_obj_root(envelope);
    struct ls_slice kind = ls_node_string(ls_node_get(root, LS_SLICE("kind")));
    if (!ls_slice_ends(kind, "List") && !ls_slice_is(kind, "Table"))
        return ls_fail(err, LS_E_PROTOCOL, "the server answered with a %.*s instead of a list",
                       (int)LS_MIN(kind.len, 80), kind.at ? kind.at : "");
    if (items_check(root, err))
        return err->code;
    struct ls_node token = ls_node_at(root, "metadata.continue");
    if (list->token.len > 0 && ls_slice_equal(ls_node_string(token), ls_buf_slice(&list->token)))
        return ls_fail(err, LS_E_PROTOCOL,
                       "the server says that the list goes on where this page began: it would "
                       "never end");
    text_keep(&list->kind, ls_node_get(root, LS_SLICE("kind")));
    text_keep(&list->api_version, ls_node_get(root, LS_SLICE("apiVersion")));
    text_keep(&list->version, ls_node_at(root, "metadata.resourceVersion"));
    text_keep(&list->token, token);
    return LS_OK;
}

static void type_print(struct ls_buf *out, const struct ls_resource *resource)
{
    ls_buf_add_text(out, "{\"kind\":");
    ls_json_print_string(out, ls_slice_of(resource->kind));
    ls_buf_printf(out, ",\"apiVersion\":\"%s%s%s\",", resource->group,
                  resource->group[0] ? "/" : "", resource->version);
}

/* The object's text with its type in front. If the object names its type itself later on, that one
 * wins, like the last of equal keys. */
static struct ls_slice item_typed(struct ls_list *list, struct ls_slice item)
{
    bool has_type = ls_slice_starts(item, "{\"kind\"") || ls_slice_starts(item, "{\"apiVersion\"");
    struct ls_slice inside = ls_slice_trim(ls_slice_from(item, 1));
    if (has_type || list->type.len == 0 || inside.at[0] == '}')
        return item;
    ls_buf_clear(&list->item);
    ls_buf_add_slice(&list->item, ls_buf_slice(&list->type));
    ls_buf_add_slice(&list->item, inside);
    return ls_buf_slice(&list->item);
}

/* Before the first object of a page. */
static enum ls_code head_read(struct ls_list *list, struct ls_err *err)
{
    if (!list->hooks.head || list->page_object_count > 0)
        return LS_OK;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *head LS_AUTO(ls_obj_unref_at) = NULL;
    ls_buf_add_slice(&text, ls_split_envelope(&list->split));
    ls_buf_add_char(&text, '}');
    if (ls_reply_parse(ls_buf_slice(&text), &head, err))
        return ls_context(err, "the server's list");
    return head_report(list, head) ? LS_OK : LS_E_CANCELLED;
}

static enum ls_code list_split(void *self, struct ls_slice envelope, struct ls_slice item,
                               struct ls_err *err)
{
    struct ls_list *list = self;
    if (!item.at)
        return envelope_read(list, envelope, err);
    enum ls_code code = head_read(list, err);
    if (code)
        return code;
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    if (ls_reply_parse(item_typed(list, item), &obj, err))
        return ls_context(err, "object %llu of the server's list",
                          (unsigned long long)list->object_count + 1);
    list->object_count++;
    list->page_object_count++;
    bool is_enough;
    /* The list is gone, and err with it. */
    if (!object_report(list, obj, &is_enough))
        return LS_E_CANCELLED;
    return is_enough ? ls_fail(err, LS_E_CANCELLED, "no more objects were wanted") : LS_OK;
}

static enum ls_code list_data(void *self, struct ls_slice chunk, struct ls_err *err)
{
    struct ls_list *list = self;
    return ls_split_feed(&list->split, chunk, err);
}

/* ---- deadlines of a page ---- */

static void page_time_start(struct ls_list *list)
{
    int64_t timeout_ms =
        list->options.timeout_ms ? list->options.timeout_ms : ls_client_timeout_ms(list->client);
    int64_t now_ms = ls_clock_mono_ms(ls_client_world(list->client)->clock);
    list->page_deadline_ms = timeout_ms < 0 ? -1 : now_ms + timeout_ms;
}

/* How long the tries of this page may still begin; -1: without limit. */
static int64_t page_left_ms(const struct ls_list *list)
{
    int64_t now_ms = ls_clock_mono_ms(ls_client_world(list->client)->clock);
    return list->page_deadline_ms < 0 ? -1 : LS_MAX(list->page_deadline_ms - now_ms, 0);
}

/* ---- a page ended ---- */

static bool list_restart(struct ls_list *list)
{
    LS_ASSERT(list->restarts < LS_LIST_RESTARTS_MAX);
    list->restarts++;
    list->pages = 0;
    list->object_count = 0;
    page_time_start(list);
    ls_buf_clear(&list->token);
    return begin_report(list);
}

static int64_t repeat_delay_ms(const struct ls_list *list, const struct ls_attempt *attempt)
{
    struct ls_retry_facts facts = {
        .is_read = true,
        .delivery = attempt->outcome.delivery,
        .is_complete = attempt->outcome.code == LS_OK,
        .http_status = attempt->http_status,
        .retry_after_ms = attempt->retry_after_ms,
        .repeated = list->repeats,
        .left_ms = page_left_ms(list),
    };
    return list->options.is_single_try ? -1 : ls_retry_delay_ms(&facts);
}

static void page_failed(struct ls_list *list, const struct ls_attempt *attempt)
{
    list->err = attempt->err;
    bool has_expired = attempt->code == LS_E_GONE && list->token.len > 0;
    int64_t delay_ms = attempt->is_broken_off ? -1 : repeat_delay_ms(list, attempt);
    bool must_restart = has_expired || list->page_object_count > 0;
    if ((!has_expired && delay_ms < 0) ||
        (must_restart && list->restarts == LS_LIST_RESTARTS_MAX)) {
        list_done(list, attempt->code, attempt);
        return;
    }
    list->is_whole = list->is_whole || has_expired;
    list->repeats++;
    if (must_restart && !list_restart(list))
        return;
    ls_timer_start(list_loop(list), &list->timer, LS_MAX(delay_ms, 0), list_page, list);
}

static void list_ended(void *self, const struct ls_attempt *attempt)
{
    struct ls_list *list = self;
    list->attempt = NULL;
    if (attempt->code) {
        page_failed(list, attempt);
        return;
    }
    enum ls_code code = ls_split_end(&list->split, &list->err);
    if (!code && list->token.len > 0 && ++list->pages == LS_PAGES_MAX)
        code =
            ls_fail(&list->err, LS_E_TOO_BIG, "it has more than %d pages, the limit", LS_PAGES_MAX);
    if (code || list->token.len == 0) {
        list_done(list, code, attempt);
        return;
    }
    page_time_start(list);
    list_page(list);
}

/* ---- asking for a page ---- */

static void page_target(const struct ls_list *list, struct ls_buf *out)
{
    ls_buf_add_slice(out, ls_buf_slice(&list->path));
    int64_t objects = list->options.page_objects ? list->options.page_objects : LS_PAGE_OBJECTS;
    if (objects > 0 && !list->is_whole) {
        struct ls_buf limit LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&limit, "%lld", (long long)objects);
        ls_query_add(out, "limit", ls_buf_slice(&limit));
    }
    if (list->token.len > 0) {
        ls_query_add(out, "continue", ls_buf_slice(&list->token));
    } else if (list->since.len > 0) {
        ls_query_add(out, "resourceVersion", ls_buf_slice(&list->since));
        ls_query_add_text(out, "resourceVersionMatch", "NotOlderThan");
    }
}

static void list_page(void *self)
{
    struct ls_list *list = self;
    LS_ASSERT(!list->attempt);
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    page_target(list, &target);
    ls_split_release(&list->split);
    ls_split_init(&list->split, LS_SPLIT_LIST, list_split, list);
    list->page_object_count = 0;
    int64_t left_ms = page_left_ms(list);
    int64_t begin_ms = left_ms < 0 ? 0 : LS_MAX(left_ms, 1);
    struct ls_attempt_spec spec = {
        .method = "GET",
        .target = ls_buf_slice(&target),
        .accept = ls_form_accept(list->form, true),
        .lane = LS_LANE_BULK,
        .head_deadline_ms = begin_ms,
        .total_deadline_ms = list->options.timeout_ms ? begin_ms : 0,
        .idle_deadline_ms = LS_MAX(ls_client_timeout_ms(list->client), 0),
    };
    struct ls_attempt_hooks hooks = {.self = list, .data = list_data, .end = list_ended};
    ls_client_count(list->client, list->repeats > 0);
    list->attempt = ls_attempt_new(list->client, &spec, &hooks);
}

static void list_begin(void *self)
{
    struct ls_list *list = self;
    if (list->err.code) {
        list_done(list, list->err.code, NULL);
        return;
    }
    page_time_start(list);
    if (begin_report(list))
        list_page(list);
}

void ls_list_start(struct ls_client *client, struct ls_list *list,
                   const struct ls_selection *selection, const struct ls_list_options *options,
                   const struct ls_list_hooks *hooks)
{
    LS_ASSERT(!list->client);
    LS_ASSERT(hooks->begin);
    LS_ASSERT(hooks->object);
    LS_ASSERT(hooks->done);
    *list = (struct ls_list){.client = client, .hooks = *hooks, .form = selection->form};
    if (options)
        list->options = *options;
    ls_selection_print(&list->what, "list", selection);
    if (selection->form == LS_FORM_FULL)
        type_print(&list->type, selection->resource);
    ls_buf_add_text(&list->since,
                    list->options.resource_version ? list->options.resource_version : "");
    /* A selection that makes no path is reported later, like every other failure; the code is in
     * err. */
    if (ls_selection_target(selection, &list->path, &list->err))
        LS_ASSERT(list->err.code);
    ls_task_start(list_loop(list), &list->task, list_begin, list);
}

void ls_list_cancel(struct ls_list *list)
{
    if (!list->client)
        return;
    if (list->is_cut)
        *list->is_cut = true;
    ls_attempt_cancel(list->attempt);
    ls_timer_stop(list_loop(list), &list->timer);
    ls_task_stop(list_loop(list), &list->task);
    buffers_release(list);
    *list = (struct ls_list){0};
}

/* ---- selections ---- */

enum ls_code ls_selection_target(const struct ls_selection *selection, struct ls_buf *out,
                                 struct ls_err *err)
{
    struct ls_place place = {.resource = selection->resource,
                             .namespace_name = selection->namespace_name};
    enum ls_code code = ls_path_add(out, &place, err);
    return code ? code : ls_selectors_add(out, selection->labels, selection->fields, err);
}

void ls_selection_print(struct ls_buf *out, const char *verb, const struct ls_selection *selection)
{
    ls_buf_printf(out, "%s ", verb);
    ls_place_print(out, &(struct ls_place){.resource = selection->resource,
                                           .namespace_name = selection->namespace_name});
}
