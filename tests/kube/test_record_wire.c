#include "kube/record/record_wire.h"

#include <string.h>

#include "base/file.h"
#include "check.h"
#include "kube/record/limits.h"
#include "support_fake.h"
#include "support_folder.h"

/* ---- targets ---- */

static const struct {
    const char *target;
    const char *resource;
    const char *space;
    const char *name;
    bool is_watch;
} targets[] = {
    {"/api/v1/pods", "pods", "", "", false},
    {"/api/v1/namespaces/a/pods?watch=true&limit=5", "pods", "a", "", true},
    {"/api/v1/namespaces/a/pods?x=1&watch=1", "pods", "a", "", true},
    {"/api/v1/namespaces/a/pods?xwatch=true", "pods", "a", "", false},
    {"/api/v1/namespaces/a/secrets/b", "secrets", "a", "b", false},
    {"/api/v1/namespaces/a/pods/b/status", "pods", "a", "b", false},
    {"/api/v1/namespaces/a", "namespaces", "", "a", false},
    {"/api/v1/namespaces/a/status", "namespaces", "", "a", false},
    {"/api/v1/namespaces/a/finalize", "namespaces", "", "a", false},
    {"/api/v1/namespaces", "namespaces", "", "", false},
    {"/apis/apps/v1/namespaces/a/deployments/b?fieldManager=x", "deployments", "a", "b", false},
    {"/apis/apps/v1/deployments", "deployments", "", "", false},
    {"/apis/apps/v1", "", "", "", false},
    {"/api/v1", "", "", "", false},
    {"/api", "", "", "", false},
    {"/version", "", "", "", false},
    {"/openapi/v3/apis/apps/v1", "", "", "", false},
    {"/", "", "", "", false},
    {"", "", "", "", false},
};

TEST(what_a_target_is_about)
{
    for (size_t i = 0; i < LS_COUNT(targets); i++) {
        struct ls_record_target found;
        ls_record_target_read(ls_slice_of(targets[i].target), &found);
        CHECK(ls_slice_is(found.resource, targets[i].resource));
        CHECK(ls_slice_is(found.space, targets[i].space));
        CHECK(ls_slice_is(found.name, targets[i].name));
        CHECK_INT(found.is_watch, targets[i].is_watch);
    }
}

TEST(plurals_as_kubernetes_makes_them)
{
    CHECK(ls_record_is_plural(LS_SLICE("deployments"), LS_SLICE("Deployment")));
    CHECK(ls_record_is_plural(LS_SLICE("ingresses"), LS_SLICE("Ingress")));
    CHECK(ls_record_is_plural(LS_SLICE("networkpolicies"), LS_SLICE("NetworkPolicy")));
    CHECK(ls_record_is_plural(LS_SLICE("endpoints"), LS_SLICE("Endpoints")));
    CHECK(!ls_record_is_plural(LS_SLICE("pods"), LS_SLICE("PodTemplate")));
    CHECK(!ls_record_is_plural(LS_SLICE("podtemplates"), LS_SLICE("Pod")));
    CHECK(!ls_record_is_plural(LS_SLICE(""), LS_SLICE("Pod")));
}

/* ---- exchanges ---- */

/* A client behind the recorder, on a fake server. */
struct tapped {
    struct fake *fake;
    struct folder folder;
    const char *path;
    struct ls_record *record;
    struct ls_record_wire *wire;
    struct ls_client *client;
    struct ls_buf text;
};

static struct tapped tapped_make(void)
{
    struct ls_err err = {0};
    struct tapped tapped = {.fake = fake_new(), .folder = folder_make()};
    tapped.path = folder_file(&tapped.folder, "x.rec");
    CHECK_OK(ls_record_open(tapped.fake->world, tapped.path, NULL, &tapped.record, &err), err);
    tapped.wire = ls_record_wire_new(tapped.record, ls_memory_wire_interface(tapped.fake->wire));
    tapped.client = ls_client_new(tapped.fake->world, ls_record_wire_interface(tapped.wire), NULL);
    return tapped;
}

static void tapped_release(struct tapped *tapped)
{
    ls_client_free(tapped->client);
    ls_record_wire_free(tapped->wire);
    ls_record_close(tapped->record);
    fake_free(tapped->fake);
    ls_buf_release(&tapped->text);
    folder_release(&tapped->folder);
}

static const char *tapped_read(struct tapped *tapped)
{
    struct ls_err err = {0};
    ls_buf_clear(&tapped->text);
    CHECK_OK(ls_file_read(tapped->path, LS_RECORD_FILE_BYTES_MAX, &tapped->text, &err), err);
    return ls_buf_text(&tapped->text);
}

static const struct ls_resource secrets = {
    .version = "v1", .group = "", .plural = "secrets", .kind = "Secret", .is_namespaced = true};

static void answered(void *self, const struct ls_answer *answer)
{
    *(enum ls_code *)self = answer->code;
}

TEST(a_call_is_recorded_with_its_answer_and_without_its_secret)
{
    struct tapped tapped LS_AUTO(tapped_release) = tapped_make();
    struct ls_api_call call = {0};
    enum ls_code code = LS_CODE_COUNT;
    struct ls_call_spec ask = {
        .verb = LS_VERB_CREATE,
        .place = {.resource = &secrets, .namespace_name = "a"},
        .body_text = LS_SLICE("{\"kind\":\"Secret\",\"data\":{\"k\":\"aHVudGVyMg==\"}}")};
    ON(tapped.fake, "POST /api/v1/namespaces/a/secrets*", .status = 422, .chunk_bytes = 7,
       .body = "{\"kind\":\"Status\",\"status\":\"Failure\",\"message\":\"hunter2 is short\","
               "\"reason\":\"Invalid\",\"code\":422}");
    ls_api_call_start(tapped.client, &call, &ask, answered, &code);
    fake_run_ms(tapped.fake, 100);
    CHECK_INT(code, LS_E_INVALID);
    CHECK_STR(tapped.fake->requests.at[0].body, ask.body_text.at);
    CHECK_HAS(tapped_read(&tapped),
              "\"type\":\"request\",\"request\":1,\"method\":\"POST\",\"target\":"
              "\"/api/v1/namespaces/a/secrets");
    CHECK_HAS(tapped_read(&tapped), "\"data\":{\"k\":\"***1\"}");
    CHECK_HAS(tapped_read(&tapped), "\"status\":422");
    CHECK_HAS(tapped_read(&tapped), "\"message\":\"***1 is short\"");
    CHECK(!strstr(tapped_read(&tapped), "hunter2"));
}

TEST(a_list_and_its_watch_are_recorded_object_by_object)
{
    struct tapped tapped LS_AUTO(tapped_release) = tapped_make();
    struct ls_client *own = tapped.fake->client;
    struct ls_buf event LS_AUTO(ls_buf_release) = {0};
    struct ls_list_watch_options options = {.is_without_streams = true};
    ON(tapped.fake, "GET /api/v1/pods?limit=500", .chunk_bytes = 11,
       .body = "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":["
               "{\"metadata\":{\"name\":\"a\",\"uid\":\"u-a\",\"resourceVersion\":\"4\"}},"
               "{\"metadata\":{\"name\":\"b\",\"uid\":\"u-b\",\"resourceVersion\":\"5\"}}]}");
    ON(tapped.fake, "GET /api/v1/pods?*", .end = FAKE_OPEN);
    tapped.fake->client = tapped.client;
    fake_watch(tapped.fake, &fake_all_pods, &options);
    fake_run_ms(tapped.fake, 100);
    fake_write(tapped.fake, fake_event(&event, "MODIFIED", "a", "6"));
    fake_run_ms(tapped.fake, 100);
    const char *text = tapped_read(&tapped);
    CHECK_HAS(text, "\"type\":\"item\",\"request\":1,\"object\":{\"metadata\":{\"name\":\"a\"");
    CHECK_HAS(text, "\"type\":\"item\",\"request\":1,\"object\":{\"metadata\":{\"name\":\"b\"");
    CHECK_HAS(text, "\"status\":200,\"bytes\":");
    CHECK_HAS(text, "\"items\":2,\"body\":{\"kind\":\"PodList\"");
    CHECK_HAS(text, "\"type\":\"reply\",\"request\":2,\"status\":200,\"watch\":true}");
    CHECK_HAS(text, "\"type\":\"event\",\"request\":2,\"event\":\"MODIFIED\",\"object\":{");
    fake_abort(tapped.fake);
    fake_run_ms(tapped.fake, 1);
    CHECK_HAS(tapped_read(&tapped), "\"type\":\"closed\",\"request\":2,\"delivery\":\"");
    ls_list_watch_free(tapped.fake->watch);
    tapped.fake->watch = NULL;
    tapped.fake->client = own;
}

TEST(a_call_that_is_given_up_is_recorded_as_closed)
{
    struct tapped tapped LS_AUTO(tapped_release) = tapped_make();
    struct ls_api_call call = {0};
    enum ls_code code = LS_CODE_COUNT;
    struct ls_call_spec ask = {.verb = LS_VERB_GET, .raw_target = "/api/v1/pods/x"};
    ON(tapped.fake, "GET /api/v1/pods/x", .end = FAKE_HANGS);
    ls_api_call_start(tapped.client, &call, &ask, answered, &code);
    fake_run_ms(tapped.fake, 10);
    ls_api_call_cancel(&call);
    CHECK_HAS(tapped_read(&tapped), "\"type\":\"closed\",\"request\":1,\"delivery\":\"cancelled\"");
    CHECK_INT(code, LS_CODE_COUNT);
}

TEST(bodies_that_hold_no_objects_are_counted)
{
    struct tapped tapped LS_AUTO(tapped_release) = tapped_make();
    struct ls_api_call call = {0};
    enum ls_code code = LS_CODE_COUNT;
    struct ls_call_spec ask = {.verb = LS_VERB_GET, .raw_target = "/apis"};
    ON(tapped.fake, "GET /apis", .body = "{\"kind\":\"APIGroupList\"}");
    ls_api_call_start(tapped.client, &call, &ask, answered, &code);
    fake_run_ms(tapped.fake, 10);
    CHECK_HAS(tapped_read(&tapped), "\"status\":200,\"bytes\":23}\n");
}

TEST(a_reply_that_is_no_json_is_not_kept)
{
    struct tapped tapped LS_AUTO(tapped_release) = tapped_make();
    struct ls_api_call call = {0};
    enum ls_code code = LS_CODE_COUNT;
    struct ls_call_spec ask = {.verb = LS_VERB_GET, .raw_target = "/api/v1/pods/x"};
    ON(tapped.fake, "GET /api/v1/pods/x", .body = "hunter2");
    ls_api_call_start(tapped.client, &call, &ask, answered, &code);
    fake_run_ms(tapped.fake, 10);
    CHECK_HAS(tapped_read(&tapped), "\"bytes\":7,\"unreadable\":true}\n");
    CHECK(!strstr(tapped_read(&tapped), "hunter2"));
}
