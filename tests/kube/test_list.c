#include "kube/list.h"

#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "kube/limits.h"
#include "kube/wait.h"
#include "support_fake.h"
#include "value/json.h"

/* What a list reported, in one line: '(' for each beginning, then the names. */
struct list_log {
    struct ls_buf line;
    struct ls_buf end; /* KIND API_VERSION VERSION COUNT, or the code */
    size_t enough;     /* objects after which no more is wanted; 0: all */
    size_t count;
    struct ls_list *cancels; /* at the first object */
    int done_count;
};

static void log_release(struct list_log *log)
{
    ls_buf_release(&log->line);
    ls_buf_release(&log->end);
}

static void log_begin(void *self)
{
    ls_buf_add_char(&((struct list_log *)self)->line, '(');
}

static bool log_object(void *self, const struct ls_obj *obj)
{
    struct list_log *log = self;
    struct ls_node root = ls_obj_root(obj);
    ls_buf_printf(&log->line, " %s", ls_node_text(ls_node_at(root, "metadata.name")));
    if (log->cancels)
        ls_list_cancel(log->cancels);
    return ++log->count != log->enough;
}

static void log_done(void *self, const struct ls_list_end *end)
{
    struct list_log *log = self;
    log->done_count++;
    if (end->code)
        ls_buf_printf(&log->end, "%s", ls_code_name(end->code));
    else
        ls_buf_printf(&log->end, "%.*s %.*s %.*s %llu", LS_ARG(end->kind), LS_ARG(end->api_version),
                      LS_ARG(end->resource_version), (unsigned long long)end->object_count);
}

static struct ls_list_hooks log_hooks(struct list_log *log)
{
    return (struct ls_list_hooks){log, log_begin, log_object, log_done, NULL};
}

static enum ls_code list_all(struct fake *fake, struct list_log *log,
                             const struct ls_list_options *options, struct ls_err *err)
{
    struct ls_list_hooks hooks = log_hooks(log);
    return ls_list_wait(fake->client, &fake_all_pods, options, &hooks, err);
}

/* A page in static memory: names separated by blanks. */
static const char *page(const char *names, const char *token, const char *version)
{
    static struct ls_buf pages[8];
    static size_t next;
    struct ls_buf *out = &pages[next++ % 8];
    ls_buf_clear(out);
    ls_buf_printf(out,
                  "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":"
                  "\"%s\",\"continue\":\"%s\"},\"items\":[",
                  version, token);
    struct ls_slice rest = ls_slice_of(names);
    for (bool is_first = true; rest.len > 0; is_first = false) {
        struct ls_slice name = ls_slice_cut(rest, ' ', &rest);
        ls_buf_printf(out, "%s{\"metadata\":{\"name\":\"%.*s\"}}", is_first ? "" : ",",
                      LS_ARG(name));
    }
    ls_buf_add_text(out, "]}");
    return ls_buf_text(out);
}

#define EXPIRED                                                                                    \
    .status = 410, .body = "{\"kind\":\"Status\",\"reason\":\"Expired\",\"message\":\"too old\"}"

TEST(pages_follow_one_another_to_the_end)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET /api/v1/pods?limit=500", .body = page("a b", "t/1", "9"));
    ON(fake, "GET /api/v1/pods?limit=500&continue=t%2F1", .body = page("c", "t2", "9"));
    ON(fake, "GET /api/v1/pods?limit=500&continue=t2", .body = page("d", "", "9"));
    struct ls_err err = {0};
    CHECK_OK(list_all(fake, &log, NULL, &err), err);
    CHECK_STR(ls_buf_text(&log.line), "( a b c d");
    CHECK_STR(ls_buf_text(&log.end), "PodList v1 9 4");
    CHECK(fake_is_exhausted(fake));
}

TEST(any_chunking_gives_the_same_list)
{
    for (size_t chunk_bytes = 1; chunk_bytes < 200; chunk_bytes += 11) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        struct list_log log LS_AUTO(log_release) = {0};
        ON(fake, "GET *", .body = page("a b c", "", "9"), .chunk_bytes = chunk_bytes);
        struct ls_err err = {0};
        CHECK_OK(list_all(fake, &log, NULL, &err), err);
        CHECK_STR(ls_buf_text(&log.line), "( a b c");
    }
}

TEST(selectors_form_and_version_stand_in_the_first_page_only)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    struct ls_selection selection = {.resource = &fake_configmaps,
                                     .namespace_name = "shop",
                                     .labels = "app=x",
                                     .fields = "metadata.name=y",
                                     .form = LS_FORM_METADATA};
#define PATH                                                                                       \
    "/api/v1/namespaces/shop/configmaps?labelSelector=app%3Dx&fieldSelector=metadata.name%3Dy"
    ON(fake, "GET " PATH "&limit=2&resourceVersion=7&resourceVersionMatch=NotOlderThan",
       .body = page("", "t", "9"));
    ON(fake, "GET " PATH "&limit=2&continue=t", .body = page("", "", "9"));
    struct ls_list_options options = {.resource_version = "7", .page_objects = 2};
    struct ls_list_hooks hooks = log_hooks(&log);
    struct ls_err err = {0};
    CHECK_OK(ls_list_wait(fake->client, &selection, &options, &hooks, &err), err);
    CHECK(fake_is_exhausted(fake));
    CHECK_STR(fake->requests.at[0].accept,
              "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
}

static bool kind_note(void *self, const struct ls_obj *obj)
{
    struct list_log *log = self;
    struct ls_node root = ls_obj_root(obj);
    ls_buf_printf(&log->line, " %s/%s", ls_node_text(ls_node_at(root, "apiVersion")),
                  ls_node_text(ls_node_at(root, "kind")));
    return true;
}

TEST(objects_get_the_type_that_lists_leave_out_and_keep_their_own)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET *",
       .body = "{\"kind\":\"PodList\",\"items\":[{ },{\"metadata\":{}},"
               "{ \"metadata\":{},\"kind\":\"Own\"},{\"kind\":\"Own\"},"
               "{\"apiVersion\":\"x/v2\",\"kind\":\"Own\"}]}");
    struct ls_list_hooks hooks = log_hooks(&log);
    hooks.object = kind_note;
    struct ls_err err = {0};
    CHECK_OK(ls_list_wait(fake->client, &fake_all_pods, NULL, &hooks, &err), err);
    CHECK_STR(ls_buf_text(&log.line), "( / v1/Pod v1/Own /Own x/v2/Own");
}

TEST(an_expired_token_begins_anew_with_everything_at_once)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET /api/v1/pods?limit=500", .body = page("a b", "t", "9"));
    ON(fake, "GET /api/v1/pods?limit=500&continue=t", EXPIRED);
    ON(fake, "GET /api/v1/pods", .body = page("a c", "", "12"));
    struct ls_err err = {0};
    CHECK_OK(list_all(fake, &log, NULL, &err), err);
    CHECK_STR(ls_buf_text(&log.line), "( a b( a c");
    CHECK_STR(ls_buf_text(&log.end), "PodList v1 12 2");
}

TEST(an_expired_version_is_the_callers_matter)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET *", EXPIRED);
    struct ls_list_options options = {.resource_version = "7"};
    struct ls_err err = {0};
    CHECK_CODE(list_all(fake, &log, &options, &err), LS_E_GONE, err);
    CHECK_STR(err.text, "list pods: too old");
    CHECK_STR(ls_buf_text(&log.end), "gone");
}

TEST(a_page_that_breaks_after_objects_begins_the_list_anew)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET /api/v1/pods?limit=500",
       .body = "{\"kind\":\"PodList\",\"items\":[{\"metadata\":{\"name\":\"a\"}},{",
       .end = FAKE_ABORTS);
    ON(fake, "GET /api/v1/pods?limit=500", .body = page("a b", "", "9"));
    struct ls_err err = {0};
    CHECK_OK(list_all(fake, &log, NULL, &err), err);
    CHECK_STR(ls_buf_text(&log.line), "( a( a b");
    CHECK_INT(fake->requests.at[1].at_ms, LS_RETRY_TRANSPORT_MS);
}

TEST(a_page_that_never_began_is_asked_for_again)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET /api/v1/pods?limit=500", .body = page("a", "t", "9"));
    ON(fake, "GET /api/v1/pods?limit=500&continue=t", .status = 429,
       .headers = {{"retry-after", "3"}});
    ON(fake, "GET /api/v1/pods?limit=500&continue=t", .end = FAKE_BREAKS);
    ON(fake, "GET /api/v1/pods?limit=500&continue=t", .body = page("b", "", "9"));
    struct ls_err err = {0};
    CHECK_OK(list_all(fake, &log, NULL, &err), err);
    CHECK_STR(ls_buf_text(&log.line), "( a b");
    CHECK_INT(fake->requests.at[2].at_ms, 3000);
    CHECK_INT(fake->requests.at[3].at_ms, 4000);
}

TEST(a_list_that_keeps_breaking_is_given_up)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET *", .body = "{\"kind\":\"PodList\",\"items\":[{\"metadata\":{\"name\":\"a\"}},{",
       .end = FAKE_ABORTS, .times = 100);
    struct ls_err err = {0};
    CHECK(list_all(fake, &log, NULL, &err) != LS_OK);
    CHECK_INT(fake->requests.count, 1 + LS_LIST_RESTARTS_MAX);
}

TEST(a_single_try_leaves_repeating_to_its_owner)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET *", .status = 503, .headers = {{"retry-after", "1"}});
    struct ls_list_options options = {.is_single_try = true};
    struct ls_err err = {0};
    CHECK_CODE(list_all(fake, &log, &options, &err), LS_E_SERVER, err);
    CHECK_INT(err.retry_after_ms, 1000);
}

TEST(a_page_that_stalls_is_left_at_the_clients_time)
{
    const enum fake_end ends[] = {FAKE_HANGS, FAKE_OPEN};
    for (size_t i = 0; i < 2; i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        struct list_log log LS_AUTO(log_release) = {0};
        ON(fake, "GET *", .body = "{\"kind\":\"PodList\",", .end = ends[i]);
        struct ls_err err = {0};
        CHECK_CODE(list_all(fake, &log, NULL, &err), LS_E_TIMEOUT, err);
        CHECK_INT(ls_clock_mono_ms(fake->world->clock), LS_REQUEST_TIMEOUT_MS);
        CHECK_INT(fake->requests.count, 1);
    }
}

TEST(tries_of_a_page_end_with_its_time)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET *", .status = 429, .headers = {{"retry-after", "20"}}, .times = 100);
    struct ls_err err = {0};
    CHECK_CODE(list_all(fake, &log, NULL, &err), LS_E_TOO_MANY, err);
    CHECK_INT(fake->requests.count, 3);
    CHECK_INT(ls_clock_mono_ms(fake->world->clock), 40000);
}

static const struct {
    const char *body;
    enum ls_code code;
    const char *sentence;
} bad_rows[] = {
    {"{\"kind\":\"PodList\",\"items\":[{\"metadata\":}]}", LS_E_PROTOCOL,
     "object 1 of the server's list"},
    {"{\"kind\":\"PodList\",\"items\":[7]}", LS_E_PROTOCOL, "an item that is no object"},
    {"{\"kind\":\"PodList\",\"items\":[", LS_E_PROTOCOL, "it ends in the middle"},
    {"{\"kind\":\"Status\",\"status\":\"Success\"}", LS_E_PROTOCOL,
     "the server answered with a Status instead of a list"},
    {"{}", LS_E_PROTOCOL, "the server answered with a  instead of a list"},
    {"{\"kind\":\"PodList\",\"items\":{\"a\":{}}}", LS_E_PROTOCOL,
     "the items of the server's list are a map, not a list"},
    {"{\"kind\":\"Table\",\"rows\":\"none\"}", LS_E_PROTOCOL,
     "the rows of the server's list are a string, not a list"},
    {"hello", LS_E_PROTOCOL, "it is no JSON object"},
    {"", LS_E_PROTOCOL, "it ends in the middle"},
};

TEST(a_reply_that_is_no_list_is_a_clear_error)
{
    for (size_t i = 0; i < LS_COUNT(bad_rows); i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        struct list_log log LS_AUTO(log_release) = {0};
        ON(fake, "GET *", .body = bad_rows[i].body);
        struct ls_err err = {0};
        CHECK_CODE(list_all(fake, &log, NULL, &err), bad_rows[i].code, err);
        CHECK_HAS(err.text, "list pods: ");
        CHECK_HAS(err.text, bad_rows[i].sentence);
        CHECK_INT(log.done_count, 1);
    }
}

TEST(a_list_that_goes_in_circles_is_left)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    ON(fake, "GET *",
       .body = "{\"kind\":\"PodList\",\"metadata\":{\"continue\":\"t\"},\"items\":[]}", .times = 2);
    struct ls_err err = {0};
    CHECK_CODE(list_all(fake, &log, NULL, &err), LS_E_PROTOCOL, err);
    CHECK_HAS(err.text, "it would never end");
}

TEST(an_object_above_the_limit_is_named)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&body, "{\"kind\":\"PodList\",\"items\":[{\"metadata\":{\"name\":\"small\"}},"
                           "{\"metadata\":{\"name\":\"big\",\"namespace\":\"shop\"},\"x\":\"");
    char *filler = ls_buf_reserve(&body, LS_OBJECT_BYTES_MAX);
    memset(filler, 'x', LS_OBJECT_BYTES_MAX);
    ls_buf_commit(&body, LS_OBJECT_BYTES_MAX);
    ls_buf_add_text(&body, "\"}]}");
    ON(fake, "GET *", .body = ls_buf_text(&body), .chunk_bytes = 1 << 20);
    struct ls_err err = {0};
    CHECK_CODE(list_all(fake, &log, NULL, &err), LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "list pods: object 2 shop/big of the server's list has more than 8388608 "
                        "bytes of JSON, the limit");
    CHECK_STR(ls_buf_text(&log.line), "( small");
}

TEST(who_has_enough_ends_the_list)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {.enough = 2};
    ON(fake, "GET *", .body = page("a b c", "t", "9"));
    struct ls_err err = {0};
    CHECK_CODE(list_all(fake, &log, NULL, &err), LS_E_CANCELLED, err);
    CHECK_STR(ls_buf_text(&log.line), "( a b");
    CHECK(fake_is_exhausted(fake));
}

TEST(a_list_may_be_cancelled_at_any_time_even_by_its_hooks)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "GET *", .end = FAKE_HANGS);
    ON(fake, "GET *", .body = page("a b", "t", "9"));
    struct list_log log LS_AUTO(log_release) = {0};
    struct ls_list *list = ls_alloc(sizeof *list);
    struct ls_list_hooks hooks = log_hooks(&log);
    ls_list_cancel(list);
    ls_list_start(fake->client, list, &fake_all_pods, NULL, &hooks);
    ls_list_cancel(list);
    ls_list_start(fake->client, list, &fake_all_pods, NULL, &hooks);
    fake_run_ms(fake, 10);
    ls_list_cancel(list);
    log.cancels = list;
    ls_list_start(fake->client, list, &fake_all_pods, NULL, &hooks);
    fake_run_ms(fake, 10000);
    ls_free(list);
    CHECK_STR(ls_buf_text(&log.line), "(( a");
    CHECK_INT(log.done_count, 0);
}

TEST(a_page_that_drips_without_end_is_given_up_in_time)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    struct ls_list_options options = {.timeout_ms = 50};
    ON(fake, "GET *", .body = page("a b c d e f g h", "", "9"), .chunk_bytes = 1);
    struct ls_err err = {0};
    CHECK_CODE(list_all(fake, &log, &options, &err), LS_E_TIMEOUT, err);
    CHECK_INT(fake->requests.count, 1);
}

TEST(a_selection_that_makes_no_path_is_reported_in_done)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct list_log log LS_AUTO(log_release) = {0};
    struct ls_selection selection = {.resource = &fake_pods, .namespace_name = "a/b"};
    struct ls_list_hooks hooks = log_hooks(&log);
    struct ls_err err = {0};
    CHECK_CODE(ls_list_wait(fake->client, &selection, NULL, &hooks, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "the namespace \"a/b\" may not contain '/'");
    CHECK_INT(fake->requests.count, 0);
}
