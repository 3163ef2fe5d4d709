#include "sandbox/serve/reply.h"

#include <stdio.h>
#include <string.h>

#include "sandbox/columns/columns.h"
#include "base/mem.h"
#include "net/limits.h"
#include "sandbox/serve/limits.h"
#include "sandbox/serve/listing.h"
#include "sandbox/serve/serve_impl.h"
#include "value/json.h"

enum { HEADERS_MAX = LS_SERVE_WARNINGS_MAX + 12, LENGTH_BYTES = 24 };

struct head {
    struct ls_header at[HEADERS_MAX];
    size_t count;
    char length[LENGTH_BYTES];
};

static void head_add(struct head *head, const char *name, struct ls_slice value)
{
    LS_ASSERT(head->count < HEADERS_MAX);
    head->at[head->count++] = (struct ls_header){ls_slice_of(name), value};
}

/* ---- warnings ---- */

/* `299 - "text"`, with quotes and backslashes escaped. */
static struct ls_slice warning_value(struct ls_arena *arena, const char *text)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&out, "299 - \"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            ls_buf_add_char(&out, '\\');
        ls_buf_add_char(&out, (unsigned char)*text < 0x20 || *text == 0x7f ? ' ' : *text);
    }
    ls_buf_add_char(&out, '"');
    return ls_arena_slice(arena, ls_buf_slice(&out));
}

/* The warnings of ops, rules and deprecations (route.c), within the limits of the real server. */
static void head_add_warnings(struct head *head, struct ls_api_request *request)
{
    size_t bytes = 0;
    size_t count = LS_MIN(request->warnings.count, (size_t)LS_SERVE_WARNINGS_MAX);
    for (size_t i = 0; i < count; i++) {
        bytes += strlen(request->warnings.at[i]);
        if (bytes > LS_SERVE_WARNING_BYTES_MAX)
            break;
        head_add(head, "warning", warning_value(request->arena, request->warnings.at[i]));
    }
}

/* ---- the exchange ---- */

static void answered(struct ls_api_request *request, int status)
{
    request->exchange = NULL;
    ls_metrics_count(request->serve->metrics, request, status);
}

static void head_start(struct head *head, struct ls_api_request *request, const char *type)
{
    head->count = 0;
    head_add(head, "cache-control", LS_SLICE("no-cache, private"));
    if (type)
        head_add(head, "content-type", ls_slice_of(type));
    head_add_warnings(head, request);
}

static void send(struct ls_api_request *request, int status, struct head *head,
                 struct ls_slice body)
{
    LS_ASSERT(request->exchange);
    LS_ASSERT(status >= 200);
    LS_ASSERT(status <= 599);
    struct ls_exchange *exchange = request->exchange;
    bool is_head = ls_slice_is(request->asked->method, "HEAD");
    int digits = snprintf(head->length, sizeof head->length, "%zu", body.len);
    if (status != 304)
        head_add(head, "content-length", (struct ls_slice){head->length, (size_t)digits});
    answered(request, status);
    ls_exchange_head(exchange, status, head->at, head->count);
    if (body.len > 0 && !is_head)
        ls_exchange_write(exchange, body);
    ls_exchange_end(exchange);
}

/* Sends serve->out, which is JSON on one line, as the requested text. */
static void send_out(struct ls_api_request *request, int status, enum ls_response_form_text text,
                     const struct ls_failure *failure)
{
    struct head head;
    char seconds[LENGTH_BYTES];
    struct ls_buf *out = &request->serve->out;
    ls_show_convert(out, text);
    head_start(&head, request, ls_show_content_type(text));
    if (failure && failure->retry_after_s > 0) {
        int digits = snprintf(seconds, sizeof seconds, "%d", failure->retry_after_s);
        head_add(&head, "retry-after", (struct ls_slice){seconds, (size_t)digits});
    }
    send(request, status, &head, ls_buf_slice(out));
}

static struct ls_buf *out_of(struct ls_api_request *request)
{
    ls_buf_clear(&request->serve->out);
    return &request->serve->out;
}

/* ---- values ---- */

static struct ls_showing showing_of(const struct ls_api_request *request)
{
    return (struct ls_showing){.kind = request->kind,
                               .form = request->form,
                               .now_ms = ls_clock_wall_ms(request->cluster->world->clock),
                               .has_columns = true};
}

/* The Go type that the real server names, as `*core.NamespaceList`. */
static const char *go_name(struct ls_api_request *request, const char *suffix)
{
    struct ls_slice rest;
    const struct ls_resource *resource = &request->kind->resource;
    if (request->kind->is_custom)
        return ls_arena_printf(request->arena, "*unstructured.Unstructured%s", suffix);
    struct ls_slice group = ls_slice_cut(ls_slice_of(resource->group), '.', &rest);
    return ls_arena_printf(request->arena, "*%.*s.%s%s",
                           LS_ARG(group.len > 0 ? group : LS_SLICE("core")), resource->kind,
                           suffix);
}

static void refuse_form(struct ls_api_request *request, const char *format)
{
    const char *suffix = request->form.as == LS_AS_METADATA ? "List" : "";
    ls_reply_failure(request, ls_failure_new(request->arena, 406, "NotAcceptable", "%s (%s)",
                                             format, go_name(request, suffix)));
}

/* A Scale in front of a Deployment has columns of its own. */
static struct ls_kind kind_shown(const struct ls_api_request *request)
{
    struct ls_kind shown = *request->kind;
    const struct ls_subresource *sub = request->subresource;
    /* The object is in the kind's version already. */
    shown.view = NULL;
    if (sub && strcmp(sub->kind, shown.resource.kind) != 0)
        shown = (struct ls_kind){.resource = {.kind = sub->kind},
                                 .columns = ls_columns_of(sub->group, sub->kind)};
    return shown;
}

void ls_reply_object(struct ls_api_request *request, int status, struct ls_node object)
{
    if (request->form.as == LS_AS_METADATA_LIST) {
        refuse_form(request, "you requested PartialObjectMetadataList, but the requested object "
                             "is not a list");
        return;
    }
    struct ls_showing showing = showing_of(request);
    struct ls_kind shown = kind_shown(request);
    showing.kind = &shown;
    ls_show(out_of(request), request->arena, &showing, object);
    send_out(request, status, request->form.text, NULL);
}

void ls_reply_value(struct ls_api_request *request, int status, struct ls_node value)
{
    ls_json_print(out_of(request), value, LS_JSON_COMPACT);
    send_out(request, status, request->form.text, NULL);
}

/* A Status is always sent whole, whatever form was requested. */
static enum ls_response_form_text text_of_failure(const struct ls_api_request *request)
{
    static const struct ls_offer plain = {0};
    struct ls_response_form form;
    struct ls_slice accept =
        ls_header_find(request->asked->headers, request->asked->header_count, "accept");
    (void)ls_accept_choose(accept, &plain, &form);
    bool is_pretty = request->form.text == LS_TEXT_PRETTY && form.text == LS_TEXT_JSON;
    return is_pretty ? LS_TEXT_PRETTY : form.text;
}

void ls_reply_failure(struct ls_api_request *request, const struct ls_failure *failure)
{
    LS_ASSERT(failure->code >= 400);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_failure_build(&build, failure);
    ls_json_print(out_of(request), ls_build_arena(&build, request->arena), LS_JSON_COMPACT);
    send_out(request, failure->code, text_of_failure(request), failure);
}

void ls_reply_success(struct ls_api_request *request, int status)
{
    ls_buf_printf(out_of(request),
                  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
                  "\"Success\",\"code\":%d}",
                  status);
    send_out(request, status, request->form.text, NULL);
}

void ls_reply_text(struct ls_api_request *request, int status, const char *content_type,
                   struct ls_slice text)
{
    struct head head;
    head_start(&head, request, content_type);
    if (ls_slice_starts(ls_slice_of(content_type), "text/plain"))
        head_add(&head, "x-content-type-options", LS_SLICE("nosniff"));
    send(request, status, &head, text);
}

void ls_reply_with(struct ls_api_request *request, int status, const struct ls_header *headers,
                   size_t header_count, struct ls_slice body)
{
    struct head head = {0};
    bool has_cache = false;
    head_add_warnings(&head, request);
    for (size_t i = 0; i < header_count; i++) {
        has_cache = has_cache || ls_slice_is(headers[i].name, "cache-control");
        LS_ASSERT(head.count < HEADERS_MAX);
        head.at[head.count++] = headers[i];
    }
    if (!has_cache)
        head_add(&head, "cache-control", LS_SLICE("no-cache, private"));
    send(request, status, &head, body);
}

/* ---- streams and lists ---- */

struct ls_exchange *ls_reply_stream(struct ls_api_request *request)
{
    LS_ASSERT(request->exchange);
    struct head head;
    struct ls_exchange *exchange = request->exchange;
    head_start(&head, request, ls_show_content_type(LS_TEXT_JSON));
    answered(request, 200);
    ls_exchange_head(exchange, 200, head.at, head.count);
    return exchange;
}

/* YAML and pretty JSON are converted from the whole text. */
static void reply_list_whole(struct ls_api_request *request, const struct ls_showing *showing,
                             const struct ls_page *page, const struct ls_list_meta *meta)
{
    struct ls_buf *out = out_of(request);
    ls_show_list_start(out, showing, meta);
    for (size_t i = 0; i < page->count; i++)
        ls_show_list_item(out, request->arena, showing, ls_obj_root(page->objects[i]), i == 0);
    ls_show_list_end(out, showing);
    send_out(request, 200, request->form.text, NULL);
}

static void send_printed(struct ls_api_request *request)
{
    struct head head;
    head_start(&head, request, ls_show_content_type(LS_TEXT_JSON));
    send(request, 200, &head, ls_buf_slice(&request->serve->out));
}

void ls_reply_list(struct ls_api_request *request, const struct ls_page *page)
{
    if (request->form.as == LS_AS_METADATA) {
        refuse_form(request,
                    "you requested PartialObjectMetadata, but the requested object is a list");
        return;
    }
    struct ls_showing showing = showing_of(request);
    struct ls_list_meta meta = {page->revision, page->continue_token, page->remaining};
    if (request->form.text != LS_TEXT_JSON) {
        reply_list_whole(request, &showing, page, &meta);
        return;
    }
    struct ls_listing listing = {
        .showing = showing, .objects = page->objects, .count = page->count};
    struct ls_buf *out = out_of(request);
    ls_show_list_start(out, &showing, &meta);
    ls_listing_print(&listing, out);
    if (listing.is_ended)
        send_printed(request);
    else
        ls_listing_send(request->serve, &listing, ls_reply_stream(request));
}
