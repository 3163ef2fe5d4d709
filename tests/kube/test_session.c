#include "kube/session.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "support_config.h"
#include "support_folder.h"
#include "base/buf.h"
#include "base/world.h"
#include "kube/limits.h"
#include "kube/session_impl.h"
#include "net/memory_wire.h"
#include "net/support_reply.h"

#define SECRET "s3cr3t-value"

/* ---- a server that knows one token ---- */

struct server {
    struct ls_service service;
    const char *token; /* accepted; NULL: everything is */
    int request_count;
    struct ls_buf seen;       /* "METHOD TARGET BODY\n" and the headers, of the last request */
    struct ls_exchange *held; /* while `holds`: the last request, not answered */
    bool holds;
};

static void server_serve(void *self, struct ls_exchange *exchange)
{
    struct server *server = self;
    const struct ls_asked *asked = ls_exchange_asked(exchange);
    char expected[128];
    server->request_count++;
    ls_buf_clear(&server->seen);
    ls_buf_printf(&server->seen, "%.*s %.*s %.*s\n", LS_ARG(asked->method), LS_ARG(asked->target),
                  LS_ARG(asked->body));
    for (size_t i = 0; i < asked->header_count; i++)
        ls_buf_printf(&server->seen, "%.*s: %.*s\n", LS_ARG(asked->headers[i].name),
                      LS_ARG(asked->headers[i].value));
    snprintf(expected, sizeof expected, "Bearer %s", server->token ? server->token : "");
    struct ls_slice given = ls_header_find(asked->headers, asked->header_count, "authorization");
    if (server->holds)
        server->held = exchange;
    else if (server->token && !ls_slice_is(given, expected))
        reply_whole(exchange, 401, "text/plain", LS_SLICE("who are you?"));
    else
        reply_whole(exchange, 200, "text/plain", LS_SLICE("welcome"));
}

/* ---- the stage ---- */

struct stage {
    struct ls_kube_config *config;
    struct ls_world *world;
    struct ls_virtual_clock clock; /* of worlds with plugins: real loop, time by hand */
    struct server server;
    struct ls_memory_wire *memory;
    struct ls_session *session;
};

static void stage_open(struct stage *stage)
{
    stage->server.service = (struct ls_service){&stage->server, server_serve};
    stage->memory = ls_memory_wire_new(stage->world, &stage->server.service);
    stage->session =
        ls_session_make(stage->world, stage->config, ls_memory_wire_interface(stage->memory), NULL);
}

static void stage_init(struct stage *stage, struct ls_kube_config *config)
{
    *stage = (struct stage){.config = config, .world = ls_world_new_virtual(1, 1000000)};
    stage_open(stage);
}

static void stage_init_real(struct stage *stage, struct ls_kube_config *config)
{
    *stage = (struct stage){.config = config, .world = ls_world_new()};
    ls_virtual_clock_init(&stage->clock, 1000000);
    stage->world->clock = &stage->clock.clock;
    stage_open(stage);
}

static void stage_release(struct stage *stage)
{
    ls_session_free(stage->session);
    ls_memory_wire_free(stage->memory);
    ls_world_free(stage->world);
    ls_buf_release(&stage->server.seen);
    ls_kube_config_free(stage->config);
}

/* ---- a client ---- */

struct client {
    struct ls_reply_sink sink;
    struct ls_wire *wire;
    int head_count;
    int status;
    int done_count;
    struct ls_buf body;
    struct ls_err err;
    enum ls_delivery delivery;
    bool pauses;
    bool cancels_in_head;
};

static void client_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                        size_t header_count)
{
    struct client *client = LS_HOLDER(sink, struct client, sink);
    (void)headers;
    CHECK(header_count > 0);
    client->head_count++;
    client->status = status;
    if (client->cancels_in_head)
        client->wire->cancel(client->wire->self, sink);
}

static enum ls_flow client_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct client *client = LS_HOLDER(sink, struct client, sink);
    ls_buf_add_slice(&client->body, chunk);
    return client->pauses ? LS_FLOW_PAUSE : LS_FLOW_GO;
}

static void client_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct client *client = LS_HOLDER(sink, struct client, sink);
    CHECK(sink->wire_state == NULL);
    client->done_count++;
    client->delivery = outcome->delivery;
    client->err = (struct ls_err){0};
    if (outcome->code)
        client->err = *outcome->err;
}

static void client_release(struct client *client)
{
    ls_buf_release(&client->body);
}

static const struct ls_header accept_header = {{"accept", 6}, {"*/*", 3}};

static void client_send(struct client *client, struct stage *stage, struct ls_request request)
{
    client->wire = ls_session_wire(stage->session);
    client->sink = (struct ls_reply_sink){client_head, client_data, client_done, NULL};
    int heads = client->head_count, ends = client->done_count;
    client->wire->send(client->wire->self, &request, &client->sink);
    CHECK_INT(client->head_count, heads);
    CHECK_INT(client->done_count, ends);
}

static struct ls_request request_get(void)
{
    return (struct ls_request){.method = "GET",
                               .target = LS_SLICE("/api/v1/pods?limit=1"),
                               .headers = &accept_header,
                               .header_count = 1};
}

static void client_wait(struct client *client, struct stage *stage)
{
    int before = client->done_count;
    while (client->done_count == before)
        CHECK(ls_loop_step(stage->world->loop, 1000));
}

static void client_get(struct client *client, struct stage *stage)
{
    ls_buf_clear(&client->body);
    client_send(client, stage, request_get());
    client_wait(client, stage);
}

/* ---- what is added ---- */

TEST(a_request_gets_authorization_agent_prefix_and_whom_to_act_as)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage, config_make("{token: abc, as: jane, as-groups: [dev, ops]}",
                                   "{server: 'https://api.test/k8s/c1/'}"));
    client_get(&client, &stage);
    CHECK_INT(client.status, 200);
    CHECK_STR(ls_buf_text(&client.body), "welcome");
    CHECK_INT(client.delivery, LS_DELIVERY_ANSWERED);
    CHECK_HAS(ls_buf_text(&stage.server.seen), "GET /k8s/c1/api/v1/pods?limit=1 \n"
                                               "accept: */*\n"
                                               "authorization: Bearer abc\n"
                                               "user-agent: lockstep/" LS_VERSION " (linux/");
    CHECK_HAS(ls_buf_text(&stage.server.seen), "impersonate-user: jane\n"
                                               "impersonate-group: dev\n"
                                               "impersonate-group: ops\n");
}

TEST(a_request_keeps_its_own_authorization_and_agent)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    struct ls_header own[] = {{LS_SLICE("authorization"), LS_SLICE("Bearer mine")},
                              {LS_SLICE("user-agent"), LS_SLICE("me")}};
    struct ls_request request = request_get();
    request.headers = own;
    request.header_count = 2;
    stage_init(&stage, config_make("{token: abc}", NULL));
    client_send(&client, &stage, request);
    client_wait(&client, &stage);
    CHECK_STR(ls_buf_text(&stage.server.seen),
              "GET /api/v1/pods?limit=1 \nauthorization: Bearer mine\nuser-agent: me\n");
}

TEST(without_credentials_none_are_sent)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage, config_make("{token: abc}", "{server: 'http://api.test'}"));
    client_get(&client, &stage);
    CHECK(!strstr(ls_buf_text(&stage.server.seen), "authorization"));
}

/* ---- 401 ---- */

TEST(a_refusal_of_what_cannot_change_is_handed_on)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage, config_make("{token: abc}", NULL));
    stage.server.token = "other";
    client_get(&client, &stage);
    CHECK_INT(client.status, 401);
    CHECK_STR(ls_buf_text(&client.body), "who are you?");
    CHECK_INT(stage.server.request_count, 1);
}

static struct ls_kube_config *config_of_token_file(const struct folder *folder, const char *token)
{
    char user[256];
    snprintf(user, sizeof user, "{tokenFile: %s}", folder_write(folder, "token", token));
    return config_make(user, NULL);
}

TEST(a_renewed_token_is_used_in_one_more_try)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    struct ls_request request = request_get();
    request.method = "POST";
    request.body = LS_SLICE("body");
    stage_init(&stage, config_of_token_file(&folder, "one"));
    client_send(&client, &stage, request);
    client_wait(&client, &stage);
    stage.server.token = "two";
    folder_write(&folder, "token", "two");
    client_send(&client, &stage, request);
    client_wait(&client, &stage);
    CHECK_INT(client.status, 200);
    CHECK_INT(client.head_count, 2);
    CHECK_INT(stage.server.request_count, 3);
    CHECK_HAS(ls_buf_text(&stage.server.seen),
              "POST /api/v1/pods?limit=1 body\naccept: */*\nauthorization: Bearer two\n");
}

TEST(a_token_that_did_not_change_is_not_tried_again)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage, config_of_token_file(&folder, "one"));
    stage.server.token = "two";
    client_get(&client, &stage);
    CHECK_INT(client.status, 401);
    CHECK_STR(ls_buf_text(&client.body), "who are you?");
    CHECK_INT(stage.server.request_count, 1);
}

TEST(the_second_refusal_is_handed_on)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage, config_of_token_file(&folder, "one"));
    client_get(&client, &stage);
    stage.server.token = "three";
    folder_write(&folder, "token", "two");
    client_get(&client, &stage);
    CHECK_INT(client.status, 401);
    CHECK_INT(stage.server.request_count, 3);
    CHECK_STR(ls_buf_text(&client.body), "who are you?");
}

TEST(a_missing_token_file_ends_the_request_unsent)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage, config_make("{tokenFile: /nowhere/token}", NULL));
    client_get(&client, &stage);
    CHECK_INT(client.head_count, 0);
    CHECK_INT(client.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_INT(client.err.code, LS_E_UNAUTHORIZED);
    CHECK_STR(client.err.text,
              "no credentials for https://api.test: no token: /nowhere/token does not exist");
    CHECK_INT(stage.server.request_count, 0);
}

/* ---- plugins ---- */

static struct ls_kube_config *config_of_plugin(const struct folder *folder, const char *token)
{
    char script[512], answer[256];
    snprintf(answer, sizeof answer,
             "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
             "\"status\":{\"token\":\"%s\"}}",
             token);
    folder_write(folder, "answer", answer);
    snprintf(script, sizeof script, "echo run >> %s/runs; cat %s/answer", folder->path,
             folder->path);
    return config_make_exec(script, "");
}

TEST(requests_wait_for_the_plugin_and_go_out_together)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct stage stage LS_AUTO(stage_release);
    struct client clients[3] = {0};
    stage_init_real(&stage, config_of_plugin(&folder, "abc"));
    stage.server.token = "abc";
    for (size_t i = 0; i < 3; i++)
        client_send(&clients[i], &stage, request_get());
    ls_session_wire(stage.session)->cancel(stage.session, &clients[1].sink);
    CHECK(clients[1].sink.wire_state == NULL);
    client_wait(&clients[2], &stage);
    CHECK_INT(clients[0].status, 200);
    CHECK_INT(clients[1].done_count, 0);
    CHECK_INT(clients[2].status, 200);
    CHECK_INT(stage.server.request_count, 2);
    for (size_t i = 0; i < 3; i++)
        client_release(&clients[i]);
}

TEST(a_refused_plugin_answer_runs_it_again_once)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init_real(&stage, config_of_plugin(&folder, "one"));
    stage.server.token = "one";
    client_get(&client, &stage);
    CHECK_INT(client.status, 200);
    ls_virtual_clock_advance_ms(&stage.clock, LS_EXEC_PAUSE_MS);
    stage.server.token = "two";
    ls_kube_config_free(config_of_plugin(&folder, "two"));
    client_get(&client, &stage);
    CHECK_INT(client.status, 200);
    CHECK_INT(stage.server.request_count, 3);
    stage.server.token = "three";
    client_get(&client, &stage);
    CHECK_INT(client.status, 401);
}

TEST(a_plugin_that_fails_ends_the_request_unsent_with_its_own_code)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init_real(&stage, config_make("{exec: {apiVersion: client.authentication.k8s.io/v1beta1,"
                                        " command: no-such-plugin}}",
                                        NULL));
    client_get(&client, &stage);
    CHECK_INT(client.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_INT(client.err.code, LS_E_UNAUTHORIZED);
    CHECK_HAS(client.err.text, "no credentials for https://api.test: credential plugin "
                               "no-such-plugin: was not found");
    client_get(&client, &stage);
    CHECK_INT(client.err.code, LS_E_UNAUTHORIZED);
}

TEST(a_request_does_not_wait_longer_than_its_deadline)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    struct ls_request request = request_get();
    request.total_deadline_ms = 60000;
    request.head_deadline_ms = 1;
    stage_init_real(&stage, config_make_exec("sleep 60", ""));
    client_send(&client, &stage, request);
    client_wait(&client, &stage);
    CHECK_INT(client.err.code, LS_E_TIMEOUT);
    CHECK_INT(client.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_HAS(client.err.text, "credentials for https://api.test did not come before the deadline");
}

/* ---- the promises of a wire ---- */

TEST(deadlines_reach_the_inner_wire)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    struct ls_request request = request_get();
    request.total_deadline_ms = 5000;
    stage_init(&stage, config_make("{token: abc}", NULL));
    stage.server.holds = true;
    client_send(&client, &stage, request);
    client_wait(&client, &stage);
    CHECK_INT(client.err.code, LS_E_TIMEOUT);
    CHECK_INT(client.delivery, LS_DELIVERY_UNKNOWN);
    CHECK_INT(ls_clock_mono_ms(stage.world->clock), 5000);
}

TEST(a_cancelled_request_is_silent)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage, config_make("{token: abc}", NULL));
    client_send(&client, &stage, request_get());
    client.wire->cancel(client.wire->self, &client.sink);
    client.wire->cancel(client.wire->self, &client.sink);
    while (ls_loop_step(stage.world->loop, 1000))
        continue;
    CHECK_INT(client.head_count + client.done_count, 0);
}

TEST(a_request_may_be_cancelled_from_its_own_head)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {.cancels_in_head = true};
    stage_init(&stage, config_make("{token: abc}", NULL));
    client_send(&client, &stage, request_get());
    while (ls_loop_step(stage.world->loop, 1000))
        continue;
    CHECK_INT(client.head_count, 1);
    CHECK_INT(client.done_count, 0);
}

TEST(a_paused_reply_goes_on_when_resumed)
{
    struct stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {.pauses = true};
    stage_init(&stage, config_make("{token: abc}", NULL));
    client_send(&client, &stage, request_get());
    while (ls_loop_step(stage.world->loop, 1000))
        continue;
    CHECK_STR(ls_buf_text(&client.body), "welcome");
    CHECK_INT(client.done_count, 0);
    client.wire->resume(client.wire->self, &client.sink);
    client_wait(&client, &stage);
    CHECK_INT(client.err.code, LS_OK);
}

TEST(a_closed_session_ends_what_is_open)
{
    struct stage stage LS_AUTO(stage_release);
    struct client sent LS_AUTO(client_release) = {0}, waiting LS_AUTO(client_release) = {0};
    stage_init_real(&stage, config_make_exec("sleep 60", ""));
    struct ls_header own = {LS_SLICE("authorization"), LS_SLICE("x")};
    struct ls_request request = request_get();
    request.headers = &own;
    stage.server.holds = true;
    client_send(&sent, &stage, request);
    client_send(&waiting, &stage, request_get());
    while (!stage.server.held)
        ls_loop_step(stage.world->loop, 1000);
    ls_session_free(stage.session);
    stage.session = NULL;
    CHECK_INT(sent.delivery, LS_DELIVERY_UNKNOWN);
    CHECK_INT(sent.err.code, LS_E_CANCELLED);
    CHECK_INT(waiting.delivery, LS_DELIVERY_NOT_SENT);
    CHECK_INT(waiting.done_count, 1);
}
