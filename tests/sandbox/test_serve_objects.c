#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "support_sandbox.h"

#define MAPS  "/api/v1/namespaces/default/configmaps"
#define TABLE "accept: application/json;as=Table;v=v1;g=meta.k8s.io\n"
#define META  "accept: application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io\n"
#define METAS "accept: application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io\n"

static void make_map(struct front *front, const char *name)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(
        &body,
        "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"mine\":\"yes\"}},\"data\":{\"k\":\"v\"}}",
        name);
    CHECK_INT(front_ask(front, "POST", MAPS, NULL, ls_buf_text(&body)), 201);
}

TEST(an_object_lives_from_create_to_delete)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_map(&front, "a");
    CHECK_STR(front_text(&front, "kind"), "ConfigMap");
    CHECK_STR(front_text(&front, "metadata.creationTimestamp"), "2026-01-01T00:00:00Z");
    CHECK_INT(front_ask(&front, "POST", MAPS, NULL, "{\"metadata\":{\"name\":\"a\"}}"), 409);
    CHECK_INT(front_ask(&front, "GET", MAPS "/a", NULL, NULL), 200);
    CHECK_STR(front_text(&front, "data.k"), "v");
    CHECK_INT(front_ask(&front, "PUT", MAPS "/a", NULL,
                        "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"w\"}}"),
              200);
    CHECK_INT(front_ask(&front, "PATCH", MAPS "/a",
                        ADMIN "content-type: application/merge-patch+json\n",
                        "{\"data\":{\"l\":\"x\"}}"),
              200);
    CHECK_STR(front_text(&front, "data.k"), "w");
    CHECK_STR(front_text(&front, "data.l"), "x");
    CHECK_INT(front_ask(&front, "DELETE", MAPS "/a", NULL, NULL), 200);
    CHECK_STR(front_text(&front, "status"), "Success");
    CHECK_STR(front_text(&front, "details.kind"), "configmaps");
    CHECK(front_text(&front, "details.uid")[0] != '\0');
    CHECK_INT(front_ask(&front, "GET", MAPS "/a", NULL, NULL), 404);
}

TEST(who_owns_fields_is_the_manager_or_the_program)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "POST", MAPS, ADMIN JSON "user-agent: shop/1.2 (linux)\n",
                        "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}"),
              201);
    CHECK_HAS(front_body(&front), "\"manager\":\"shop\"");
    CHECK_INT(front_ask(&front, "POST", MAPS "?fieldManager=me",
                        ADMIN JSON "user-agent: shop/1.2\n",
                        "{\"metadata\":{\"name\":\"b\"},\"data\":{\"k\":\"v\"}}"),
              201);
    CHECK_HAS(front_body(&front), "\"manager\":\"me\"");
    CHECK_INT(front_ask(&front, "POST", MAPS, NULL,
                        "{\"metadata\":{\"name\":\"c\"},\"data\":{\"k\":\"v\"}}"),
              201);
    CHECK_HAS(front_body(&front), "\"manager\":\"unknown\"");
}

TEST(unknown_fields_become_warnings)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    static const char body[] = "{\"metadata\":{\"name\":\"a\"},\"dta\":{\"k\":\"v\"}}";
    CHECK_INT(front_ask(&front, "POST", MAPS "?dryRun=All", NULL, body), 201);
    CHECK_STR(front_header(&front, "warning"), "299 - \"unknown field \\\"dta\\\"\"");
    CHECK_INT(front_ask(&front, "POST", MAPS "?dryRun=All&fieldValidation=Ignore", NULL, body),
              201);
    CHECK_STR(front_header(&front, "warning"), "");
    CHECK_INT(front_ask(&front, "POST", MAPS "?dryRun=All&fieldValidation=Strict", NULL, body),
              400);
    CHECK_HAS(front_text(&front, "message"), "strict decoding error: unknown field \"dta\"");
}

TEST(one_object_has_four_forms)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_map(&front, "a");
    CHECK_INT(front_ask(&front, "GET", MAPS "/a", ADMIN TABLE, NULL), 200);
    CHECK_STR(front_text(&front, "kind"), "Table");
    CHECK_HAS(front_body(&front), "\"rows\":[{\"cells\":[\"a\",1,\"0s\"],\"object\":{\"kind\":"
                                  "\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\","
                                  "\"metadata\":{\"name\":\"a\"");
    CHECK_INT(front_ask(&front, "GET", MAPS "/a", ADMIN META, NULL), 200);
    CHECK_STR(front_text(&front, "kind"), "PartialObjectMetadata");
    CHECK(ls_node_is_absent(front_at(&front, "data")));
    CHECK_INT(front_ask(&front, "GET", MAPS "/a", ADMIN "accept: application/yaml\n", NULL), 200);
    CHECK_HAS(front_body(&front), "apiVersion: v1\ndata:\n  k: v\nkind: ConfigMap\nmetadata:\n");
    CHECK_INT(front_ask(&front, "GET", MAPS "/a?pretty=1", NULL, NULL), 200);
    CHECK_HAS(front_body(&front), "{\n  \"kind\": \"ConfigMap\",\n");
    CHECK_INT(front_ask(&front, "GET", MAPS "/a", ADMIN METAS, NULL), 406);
    CHECK_STR(front_text(&front, "message"),
              "you requested PartialObjectMetadataList, but the requested object is not a list "
              "(*core.ConfigMap)");
}

TEST(a_list_has_the_same_forms)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_map(&front, "a");
    make_map(&front, "b");
    CHECK_INT(front_ask(&front, "GET", MAPS "?labelSelector=mine", NULL, NULL), 200);
    CHECK_STR(front_text(&front, "kind"), "ConfigMapList");
    CHECK_INT(ls_node_count(front_at(&front, "items")), 2);
    CHECK(strstr(front_body(&front), "\"items\":[{\"metadata\":{\"name\":\"a\"") != NULL);
    CHECK_INT(
        front_ask(&front, "GET", MAPS "?labelSelector=mine&includeObject=None", ADMIN TABLE, NULL),
        200);
    CHECK_HAS(front_body(&front), "\"rows\":[{\"cells\":[\"a\",1,\"0s\"],\"object\":null},{");
    CHECK_INT(front_ask(&front, "GET", MAPS "?labelSelector=mine", ADMIN METAS, NULL), 200);
    CHECK_STR(front_text(&front, "kind"), "PartialObjectMetadataList");
    CHECK_INT(front_ask(&front, "GET", MAPS "?labelSelector=mine",
                        ADMIN "accept: application/yaml\n", NULL),
              200);
    CHECK_HAS(front_body(&front), "items:\n- data:\n    k: v\n  metadata:\n");
    CHECK_INT(front_ask(&front, "GET", MAPS "?labelSelector=mine&limit=1", NULL, NULL), 200);
    CHECK(front_text(&front, "metadata.continue")[0] != '\0');
}

TEST(a_collection_is_deleted_by_selection)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_map(&front, "a");
    make_map(&front, "b");
    CHECK_INT(front_ask(&front, "DELETE", MAPS "?labelSelector=mine&dryRun=All", NULL, NULL), 200);
    CHECK_INT(ls_node_count(front_at(&front, "items")), 2);
    CHECK_INT(front_ask(&front, "DELETE", MAPS "?labelSelector=none", NULL, NULL), 200);
    CHECK_INT(ls_node_count(front_at(&front, "items")), 0);
    CHECK_INT(front_ask(&front, "DELETE", MAPS "?labelSelector=mine", NULL, "{}"), 200);
    CHECK_INT(ls_node_count(front_at(&front, "items")), 2);
    CHECK_INT(front_ask(&front, "GET", MAPS "?labelSelector=mine", NULL, NULL), 200);
    CHECK_INT(ls_node_count(front_at(&front, "items")), 0);
}

/* ---- lists larger than the limit for one waiting client ---- */

enum { LARGE_COUNT = 24, LARGE_BYTES = 512 << 10 };

static void make_large(struct front *front)
{
    char *body LS_AUTO(ls_free_at) = ls_alloc(LARGE_BYTES + 256);
    char *text LS_AUTO(ls_free_at) = ls_alloc(LARGE_BYTES + 1);
    memset(text, 'x', LARGE_BYTES);
    for (int i = 0; i < LARGE_COUNT; i++) {
        snprintf(
            body, LARGE_BYTES + 256,
            "{\"metadata\":{\"name\":\"large-%02d\",\"labels\":{\"large\":\"\"}},\"data\":{\"k\":"
            "\"%s\"}}",
            i, text);
        CHECK_INT(front_ask(front, "POST", MAPS, NULL, body), 201);
    }
}

TEST(a_list_of_many_megabytes_arrives_whole)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_large(&front);
    CHECK_INT(front_ask(&front, "GET", MAPS "?labelSelector=large", NULL, NULL), 200);
    CHECK(front.answer.body.len > (size_t)LARGE_COUNT * LARGE_BYTES);
    CHECK_STR(front_header(&front, "content-length"), "");
    CHECK_INT(ls_node_count(front_at(&front, "items")), LARGE_COUNT);
}

/* A client that stops reading after the first chunk, until the test lets it go on. */
struct slow {
    struct ls_reply_sink sink;
    struct ls_buf body;
    bool is_done;
    bool is_reading;
};

static void slow_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                      size_t header_count)
{
    (void)sink;
    (void)headers;
    (void)header_count;
    CHECK_INT(status, 200);
}

static enum ls_flow slow_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct slow *slow = LS_HOLDER(sink, struct slow, sink);
    ls_buf_add_slice(&slow->body, chunk);
    return slow->is_reading ? LS_FLOW_GO : LS_FLOW_PAUSE;
}

static void slow_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct slow *slow = LS_HOLDER(sink, struct slow, sink);
    CHECK_INT(outcome->code, LS_OK);
    slow->is_done = true;
}

static void slow_ask(struct slow *slow, struct front *front)
{
    struct ls_header header = {LS_SLICE("authorization"), LS_SLICE("Bearer " FRONT_TOKEN)};
    struct ls_request request = {.method = "GET",
                                 .target = LS_SLICE(MAPS "?labelSelector=large"),
                                 .headers = &header,
                                 .header_count = 1};
    *slow = (struct slow){.sink = {.head = slow_head, .data = slow_data, .done = slow_done}};
    front->wire->send(front->wire->self, &request, &slow->sink);
    front_settle(front);
}

TEST(a_slow_client_gets_the_list_as_it_was)
{
    struct front front LS_AUTO(front_release);
    struct slow slow;
    front_init(&front);
    make_large(&front);
    slow_ask(&slow, &front);
    CHECK(!slow.is_done);
    CHECK(slow.body.len < 8 << 20);
    CHECK_INT(front_ask(&front, "DELETE", MAPS "?labelSelector=large", NULL, NULL), 200);
    slow.is_reading = true;
    front.wire->resume(front.wire->self, &slow.sink);
    front_settle(&front);
    CHECK(slow.is_done);
    CHECK(slow.body.len > (size_t)LARGE_COUNT * LARGE_BYTES);
    CHECK_HAS(slow.body.at + slow.body.len - 4, "]}\n");
    ls_buf_release(&slow.body);
}

TEST(a_client_that_leaves_a_list_is_forgotten)
{
    struct front front LS_AUTO(front_release);
    struct slow slow;
    front_init(&front);
    make_large(&front);
    slow_ask(&slow, &front);
    front.wire->cancel(front.wire->self, &slow.sink);
    front_settle(&front);
    CHECK(!slow.is_done);
    CHECK_INT(front_ask(&front, "GET", "/readyz", NULL, NULL), 200);
    ls_buf_release(&slow.body);
}

TEST(the_end_of_the_server_breaks_off_what_waits)
{
    struct front front;
    struct slow slow;
    front_init(&front);
    make_large(&front);
    slow_ask(&slow, &front);
    CHECK(!slow.is_done);
    ls_sandbox_free(front.sandbox);
    front.sandbox = NULL;
    front_release(&front);
    ls_buf_release(&slow.body);
}
