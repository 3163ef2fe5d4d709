/*
 * The connection is cut after every single byte of an exchange, in each direction, softly and
 * abruptly; under TLS, where a record counts only when it is whole, after every seventh. However it
 * falls: every request ends in exactly one done, its delivery agrees with what the service
 * executed, and the next request goes through.
 */
#include "check.h"
#include "support_cutter.h"
#include "support_stage.h"

struct tally {
    size_t answered, unknown, not_processed;
};

static void tally_add(struct tally *tally, const struct catcher *catcher)
{
    if (catcher->outcome.delivery == LS_DELIVERY_ANSWERED)
        tally->answered++;
    else if (catcher->outcome.delivery == LS_DELIVERY_UNKNOWN)
        tally->unknown++;
    else
        tally->not_processed++;
    if (catcher->outcome.code == LS_OK)
        CHECK_STR(ls_buf_text(&catcher->body), "a body of some length");
    else
        CHECK(catcher->err.text[0] != '\0');
}

/* A write: the one thing that must never be done twice. */
static void post(struct stage *stage, struct tally *tally)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher_send(&catcher, stage->wire, "/echo", LS_SLICE("a body of some length"));
    catcher_wait(&catcher, stage->world);
    tally_add(tally, &catcher);
}

static void pair_of_posts(struct stage *stage, struct tally *tally)
{
    struct catcher first LS_AUTO(catcher_release);
    struct catcher second LS_AUTO(catcher_release);
    catcher_init(&first);
    catcher_init(&second);
    catcher_send(&first, stage->wire, "/echo", LS_SLICE("a body of some length"));
    catcher_send(&second, stage->wire, "/echo", LS_SLICE("a body of some length"));
    catcher_wait(&first, stage->world);
    catcher_wait(&second, stage->world);
    tally_add(tally, &first);
    tally_add(tally, &second);
}

/* True: the connection was cut on the way. */
static bool exchange_with_cut(struct stage *stage, struct cutter *cutter,
                              const struct stage_spec *spec, enum cut_way way, size_t bytes)
{
    struct tally tally = {0};
    size_t executed = stage->bench.executed;
    cutter_arm(cutter, way, bytes, bytes % 2);
    stage_init_client(stage, spec);
    post(stage, &tally);
    pair_of_posts(stage, &tally);
    bool has_cut = cutter_has_cut(cutter);
    executed = stage->bench.executed - executed;
    if (executed < tally.answered || executed > tally.answered + tally.unknown)
        print_message("    cut after %zu bytes: executed %zu, answered %zu, unknown %zu\n", bytes,
                      executed, tally.answered, tally.unknown);
    CHECK(executed >= tally.answered && executed <= tally.answered + tally.unknown);
    stage_settle(stage); /* a closed idle connection is noticed */
    struct tally after = {0};
    post(stage, &after);
    if (has_cut)
        CHECK_INT(after.answered, 1);
    CHECK_INT(ls_socket_wire_counts(stage->sockets).streams_open, 0);
    ls_socket_wire_free(stage->sockets);
    stage->sockets = NULL;
    ls_tls_unref(stage->client_tls);
    stage->client_tls = NULL;
    return has_cut;
}

static void cut_everywhere(enum stage_kind kind, size_t step)
{
    struct stage stage LS_AUTO(stage_release);
    struct stage_spec spec = {.kind = kind};
    stage_init_server(&stage, &spec);
    struct cutter *cutter = cutter_new(stage.world->loop, ls_server_port(stage.server));
    spec.client_port = cutter_port(cutter);
    for (enum cut_way way = 0; way < CUT_WAY_COUNT; way++) {
        size_t bytes = 0;
        while (exchange_with_cut(&stage, cutter, &spec, way, bytes))
            bytes += step;
        print_message("    %s, %s: %zu bytes\n", stage_kind_name(kind),
                      way == CUT_TO_SERVER ? "to the server" : "to the client", bytes);
        CHECK(bytes > 100);
    }
    cutter_free(cutter);
}

TEST(plain_http1_is_cut_at_every_byte)
{
    cut_everywhere(STAGE_PLAIN_H1, 1);
}

TEST(plain_http2_is_cut_at_every_byte)
{
    cut_everywhere(STAGE_PLAIN_H2, 1);
}

TEST(tls_http1_is_cut_everywhere)
{
    cut_everywhere(STAGE_TLS_H1, 7);
}

TEST(tls_http2_is_cut_everywhere)
{
    cut_everywhere(STAGE_H2, 7);
}
