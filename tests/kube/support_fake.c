#include "support_fake.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "net/service.h"

enum { SETTLE_STEPS_MAX = 1000000 };

const struct ls_resource fake_pods = {
    .group = "",
    .version = "v1",
    .kind = "Pod",
    .plural = "pods",
    .singular = "pod",
    .can = 0xFF,
    .is_namespaced = true,
};
const struct ls_resource fake_configmaps = {
    .group = "",
    .version = "v1",
    .kind = "ConfigMap",
    .plural = "configmaps",
    .singular = "configmap",
    .can = 0xFF,
    .is_namespaced = true,
};
const struct ls_selection fake_all_pods = {.resource = &fake_pods};

struct fake_exchange {
    struct fake *fake;
    size_t request;               /* index into the requests */
    struct ls_exchange *exchange; /* NULL: finished */
    struct fake_program program;
    size_t sent_bytes;
    struct ls_timer timer;
};

/* ---- answering ---- */

static void exchange_step(void *self);

static void exchange_finish(struct fake_exchange *at, bool is_abort)
{
    struct ls_exchange *exchange = at->exchange;
    at->exchange = NULL;
    ls_timer_stop(at->fake->world->loop, &at->timer);
    if (is_abort)
        ls_exchange_abort(exchange);
    else
        ls_exchange_end(exchange);
}

static void exchange_head(struct fake_exchange *at)
{
    struct ls_header headers[5] = {{LS_SLICE("content-type"), LS_SLICE("application/json")}};
    size_t count = 1;
    for (size_t i = 0; i < 4 && at->program.headers[i][0]; i++)
        headers[count++] = (struct ls_header){ls_slice_of(at->program.headers[i][0]),
                                              ls_slice_of(at->program.headers[i][1])};
    ls_exchange_head(at->exchange, at->program.status ? at->program.status : 200, headers, count);
}

static void exchange_body(struct fake_exchange *at)
{
    struct ls_slice rest = ls_slice_from(ls_slice_of(at->program.body), at->sent_bytes);
    size_t chunk = at->program.chunk_bytes ? at->program.chunk_bytes : rest.len;
    struct ls_slice part = {rest.at, LS_MIN(chunk, rest.len)};
    if (part.len > 0)
        ls_exchange_write(at->exchange, part);
    at->sent_bytes += part.len;
    if (part.len < rest.len)
        ls_timer_start(at->fake->world->loop, &at->timer, 1, exchange_step, at);
    else if (at->program.end != FAKE_OPEN)
        exchange_finish(at, at->program.end == FAKE_ABORTS);
}

static void exchange_step(void *self)
{
    exchange_body(self);
}

static void exchange_answer(void *self)
{
    struct fake_exchange *at = self;
    if (at->program.end == FAKE_HANGS)
        return;
    if (at->program.end == FAKE_BREAKS) {
        exchange_finish(at, true);
        return;
    }
    exchange_head(at);
    exchange_body(at);
}

static void exchange_gone(void *self)
{
    struct fake_exchange *at = self;
    at->exchange = NULL;
    ls_timer_stop(at->fake->world->loop, &at->timer);
    at->fake->requests.at[at->request].is_gone = true;
}

/* ---- being asked ---- */

static char *header_copy(const struct ls_asked *asked, const char *name)
{
    struct ls_slice value = ls_header_find(asked->headers, asked->header_count, name);
    return ls_strndup(value.at ? value.at : "", value.len);
}

static const char *request_note(struct fake *fake, const struct ls_asked *asked)
{
    struct ls_buf ask = {0};
    ls_buf_printf(&ask, "%.*s %.*s", LS_ARG(asked->method), LS_ARG(asked->target));
    struct fake_request request = {
        .ask = ls_buf_take(&ask),
        .accept = header_copy(asked, "accept"),
        .content_type = header_copy(asked, "content-type"),
        .body = ls_strndup(asked->body.at ? asked->body.at : "", asked->body.len),
        .at_ms = ls_clock_mono_ms(fake->world->clock),
    };
    ls_vec_push(&fake->requests, request);
    return request.ask;
}

static bool program_fits(const struct fake_program *program, const char *ask)
{
    size_t len = strlen(program->ask);
    bool is_open = len > 0 && program->ask[len - 1] == '*';
    return is_open ? strncmp(program->ask, ask, len - 1) == 0 : strcmp(program->ask, ask) == 0;
}

static bool program_take(struct fake *fake, const char *ask, struct fake_program *out)
{
    for (size_t i = 0; i < fake->programs.count; i++) {
        struct fake_program *program = &fake->programs.at[i];
        if (!program_fits(program, ask))
            continue;
        *out = *program;
        if (program->times > 1) {
            program->times--;
            return true;
        }
        memmove(program, program + 1, (fake->programs.count - i - 1) * sizeof *program);
        fake->programs.count--;
        return true;
    }
    return false;
}

static void fake_serve(void *self, struct ls_exchange *exchange)
{
    struct fake *fake = self;
    const char *ask = request_note(fake, ls_exchange_asked(exchange));
    struct fake_exchange *at = LS_NEW(struct fake_exchange);
    *at = (struct fake_exchange){
        .fake = fake, .request = fake->requests.count - 1, .exchange = exchange};
    ls_vec_push(&fake->exchanges, at);
    if (!program_take(fake, ask, &at->program)) {
        print_error("no answer is programmed for %s\n", ask);
        fake->unexpected_count++;
        at->program = (struct fake_program){.end = FAKE_HANGS};
    }
    ls_exchange_on_gone(exchange, exchange_gone, at);
    ls_timer_start(fake->world->loop, &at->timer, at->program.delay_ms, exchange_answer, at);
}

/* ---- the stage ---- */

static void warning_add(void *self, struct ls_slice text)
{
    struct fake *fake = self;
    ls_buf_printf(&fake->warnings, "%.*s|", LS_ARG(text));
}

struct fake *fake_new(void)
{
    struct fake *fake = LS_NEW(struct fake);
    fake->world = ls_world_new_virtual(1, 1700000000000);
    fake->wire = ls_memory_wire_new(fake->world, &(struct ls_service){fake, fake_serve});
    struct ls_client_options options = {.on_warning = warning_add, .warning_self = fake};
    fake->client = ls_client_new(fake->world, ls_memory_wire_interface(fake->wire), &options);
    return fake;
}

void fake_free(struct fake *fake)
{
    ls_list_watch_free(fake->watch);
    ls_client_free(fake->client);
    ls_memory_wire_free(fake->wire);
    for (size_t i = 0; i < fake->exchanges.count; i++) {
        ls_timer_stop(fake->world->loop, &fake->exchanges.at[i]->timer);
        ls_free(fake->exchanges.at[i]);
    }
    for (size_t i = 0; i < fake->requests.count; i++) {
        ls_free(fake->requests.at[i].ask);
        ls_free(fake->requests.at[i].accept);
        ls_free(fake->requests.at[i].content_type);
        ls_free(fake->requests.at[i].body);
    }
    ls_world_free(fake->world);
    ls_vec_release(&fake->exchanges);
    ls_vec_release(&fake->requests);
    ls_vec_release(&fake->programs);
    ls_buf_release(&fake->warnings);
    ls_buf_release(&fake->news);
    ls_free(fake);
}

void fake_free_at(struct fake **fake)
{
    fake_free(*fake);
}

void fake_program(struct fake *fake, const struct fake_program *program)
{
    ls_vec_push(&fake->programs, *program);
}

static void nothing(void *self)
{
    *(bool *)self = true;
}

void fake_run_ms(struct fake *fake, int64_t ms)
{
    struct ls_timer end = {0};
    bool is_over = false;
    ls_timer_start(fake->world->loop, &end, ms, nothing, &is_over);
    size_t steps = 0;
    while (!is_over) {
        CHECK(++steps < SETTLE_STEPS_MAX);
        CHECK(ls_loop_step(fake->world->loop, ms));
    }
    /* What was due at that very moment may have sent something, and its answer takes no time. */
    uint64_t calls;
    do {
        calls = ls_loop_counts(fake->world->loop).calls;
        ls_loop_step(fake->world->loop, 0);
    } while (ls_loop_counts(fake->world->loop).calls != calls);
}

static struct fake_exchange *stream_last(struct fake *fake)
{
    for (size_t i = fake->exchanges.count; i > 0; i--) {
        if (fake->exchanges.at[i - 1]->exchange)
            return fake->exchanges.at[i - 1];
    }
    fail_msg("no stream is open");
    return NULL;
}

void fake_write(struct fake *fake, const char *text)
{
    ls_exchange_write(stream_last(fake)->exchange, ls_slice_of(text));
    fake_run_ms(fake, 0);
}

void fake_end(struct fake *fake)
{
    exchange_finish(stream_last(fake), false);
    fake_run_ms(fake, 0);
}

void fake_abort(struct fake *fake)
{
    exchange_finish(stream_last(fake), true);
    fake_run_ms(fake, 0);
}

const char *fake_ask(const struct fake *fake, size_t i)
{
    return i < fake->requests.count ? fake->requests.at[i].ask : "";
}

bool fake_is_exhausted(const struct fake *fake)
{
    for (size_t i = 0; i < fake->programs.count; i++)
        print_error("never asked for: %s\n", fake->programs.at[i].ask);
    return fake->programs.count == 0 && fake->unexpected_count == 0;
}

/* ---- news ---- */

static void object_print(struct ls_buf *out, const char *what, const struct ls_news *news)
{
    struct ls_node root = ls_obj_root(news->obj);
    struct ls_slice space = ls_node_string(ls_node_at(root, "metadata.namespace"));
    ls_buf_printf(out, "%s%s %.*s%s%s@%s\n", what, news->is_initial ? "*" : "", LS_ARG(space),
                  space.len ? "/" : "", ls_node_text(ls_node_at(root, "metadata.name")),
                  ls_node_text(ls_node_at(root, "metadata.resourceVersion")));
}

void fake_news_add(void *self, const struct ls_news *news)
{
    struct fake *fake = self;
    switch (news->kind) {
    case LS_NEWS_SYNC_BEGIN:
        ls_buf_add_text(&fake->news, "BEGIN\n");
        break;
    case LS_NEWS_HEAD:
        ls_buf_add_text(&fake->news, "HEAD\n");
        break;
    case LS_NEWS_OBJECT:
        object_print(&fake->news, "OBJECT", news);
        break;
    case LS_NEWS_GONE:
        if (news->obj)
            object_print(&fake->news, "GONE", news);
        else
            ls_buf_printf(&fake->news, "GONE* %.*s\n", LS_ARG(news->key));
        break;
    case LS_NEWS_SYNCED:
        ls_buf_printf(&fake->news, "SYNCED %.*s", LS_ARG(news->version));
        if (news->set_back_from.len > 0)
            ls_buf_printf(&fake->news, " set back from %.*s", LS_ARG(news->set_back_from));
        ls_buf_add_char(&fake->news, '\n');
        break;
    case LS_NEWS_TROUBLE:
        ls_buf_printf(&fake->news, "TROUBLE %s\n", ls_code_name(news->trouble->code));
        break;
    case LS_NEWS_COUNT:
        fail_msg("news of no kind");
    }
}

void fake_watch(struct fake *fake, const struct ls_selection *selection,
                const struct ls_list_watch_options *options)
{
    struct ls_err err = {0};
    CHECK_OK(ls_list_watch_start(fake->client, selection, options, fake_news_add, fake,
                                 &fake->watch, &err),
             err);
    fake_run_ms(fake, 0);
}

const char *fake_news(struct fake *fake)
{
    static char text[65536];
    snprintf(text, sizeof text, "%s", ls_buf_text(&fake->news));
    ls_buf_clear(&fake->news);
    return text;
}

/* ---- texts ---- */

const char *fake_pod(struct ls_buf *out, const char *name, const char *version)
{
    ls_buf_printf(out,
                  "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"shop\",\"uid\":\"u-%s\","
                  "\"resourceVersion\":\"%s\"},\"spec\":{\"note\":\"a } and a \\\" {\"}}",
                  name, name, version);
    return ls_buf_text(out);
}

const char *fake_event(struct ls_buf *out, const char *type, const char *name, const char *version)
{
    ls_buf_printf(out, "{\"type\":\"%s\",\"object\":", type);
    fake_pod(out, name, version);
    ls_buf_add_text(out, "}\n");
    return ls_buf_text(out);
}

const char *fake_bookmark(struct ls_buf *out, const char *version, bool is_mark)
{
    ls_buf_printf(out,
                  "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"metadata\":{"
                  "\"resourceVersion\":\"%s\"%s}}}\n",
                  version,
                  is_mark ? ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}" : "");
    return ls_buf_text(out);
}
