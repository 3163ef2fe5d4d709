#include "net/pool.h"

#include <inttypes.h>

#include "base/mem.h"
#include "net/limits.h"

void ls_pool_push(struct ls_pool_list *list, struct ls_pool_call *call)
{
    LS_ASSERT(!call->list);
    /* New calls belong at the end, returning ones near the front. */
    bool is_new = !list->calls.last || list->calls.last->order < call->order;
    struct ls_pool_call *next = is_new ? NULL : list->calls.first;
    while (next && next->order < call->order)
        next = next->next;
    call->list = list;
    ls_list_insert(&list->calls, next, call);
    list->count++;
}

void ls_pool_remove(struct ls_pool_call *call)
{
    struct ls_pool_list *list = call->list;
    LS_ASSERT(list);
    ls_list_remove(&list->calls, call);
    list->count--;
    call->list = NULL;
}

/* ---- connections of a lane ---- */

static struct ls_pool_conn *pool_conn_new(struct ls_socket_wire *wire, enum ls_lane lane)
{
    struct ls_pool_conn *pooled = LS_NEW(struct ls_pool_conn);
    struct ls_pool_lane *row = &wire->lanes[lane];
    pooled->wire = wire;
    pooled->lane = lane;
    pooled->began_ms = ls_clock_mono_ms(wire->world->clock);
    ls_list_add_last(&row->conns, pooled);
    wire->conn_count++;
    return pooled;
}

static void pool_conn_free(struct ls_pool_conn *pooled)
{
    struct ls_pool_lane *row = &pooled->wire->lanes[pooled->lane];
    ls_list_remove(&row->conns, pooled);
    pooled->wire->conn_count--;
    ls_dial_free(pooled->dial);
    ls_free(pooled);
}

static bool lane_has_opening(const struct ls_pool_lane *lane)
{
    for (const struct ls_pool_conn *pooled = lane->conns.first; pooled; pooled = pooled->next) {
        if (!pooled->is_ready)
            return true;
    }
    return false;
}

static bool lane_has_ready(const struct ls_pool_lane *lane)
{
    for (const struct ls_pool_conn *pooled = lane->conns.first; pooled; pooled = pooled->next) {
        if (pooled->is_ready && !ls_conn_is_leaving(pooled->conn))
            return true;
    }
    return false;
}

/* A connection could not be opened. If the lane has another one, open or being opened, growth
 * pauses for a moment; else the waiting calls fail with the reason. */
static void pool_open_failed(struct ls_pool_conn *pooled, const struct ls_err *err)
{
    struct ls_socket_wire *wire = pooled->wire;
    enum ls_lane lane = pooled->lane;
    struct ls_pool_lane *row = &wire->lanes[lane];
    pool_conn_free(pooled);
    row->no_growth_before_ms = ls_clock_mono_ms(wire->world->clock) + LS_NET_REDIAL_PAUSE_MS;
    if (!lane_has_ready(row) && !lane_has_opening(row))
        ls_pool_fail_queue(&row->queue, err);
}

static void pooled_ready(void *self, struct ls_conn *conn)
{
    struct ls_pool_conn *pooled = self;
    pooled->is_ready = true;
    pooled->wire->is_h1 = !ls_conn_is_h2(conn);
    ls_log_debug(pooled->wire->world->log, "connected", LS_STR("server", pooled->wire->peer),
                 LS_STR("protocol", ls_conn_is_h2(conn) ? "HTTP/2" : "HTTP/1.1"),
                 LS_MS("took", ls_clock_mono_ms(pooled->wire->world->clock) - pooled->began_ms));
    ls_pool_fill(pooled->wire, pooled->lane);
}

static void pooled_changed(void *self, struct ls_conn *conn)
{
    (void)conn;
    struct ls_pool_conn *pooled = self;
    ls_pool_fill(pooled->wire, pooled->lane);
}

static void pooled_closed(void *self, struct ls_conn *conn, const struct ls_err *err)
{
    (void)conn;
    struct ls_pool_conn *pooled = self;
    struct ls_socket_wire *wire = pooled->wire;
    enum ls_lane lane = pooled->lane;
    ls_log_debug(wire->world->log, "connection ended", LS_STR("server", wire->peer),
                 LS_STR("why", err->code ? err->text : "by agreement"));
    if (!pooled->is_ready) {
        struct ls_err sentence = *err;
        if (sentence.code == LS_E_IO)
            sentence.code = LS_E_NOT_SENT;
        (void)ls_context(&sentence, "%s", wire->peer);
        pool_open_failed(pooled, &sentence);
        return;
    }
    pool_conn_free(pooled);
    ls_pool_fill(wire, lane);
}

static const struct ls_conn_owner pooled_owner = {
    .ready = pooled_ready,
    .changed = pooled_changed,
    .closed = pooled_closed,
};

static void pooled_connected(void *self, int fd, const struct ls_err *err)
{
    struct ls_pool_conn *pooled = self;
    struct ls_socket_wire *wire = pooled->wire;
    struct ls_loop *loop = wire->world->loop;
    pooled->dial = NULL;
    if (fd < 0) {
        pool_open_failed(pooled, err);
        return;
    }
    int64_t took_ms = ls_clock_mono_ms(wire->world->clock) - pooled->began_ms;
    struct ls_conn_spec spec = {
        .channel = wire->tls ? ls_channel_tls_client(loop, fd, wire->tls, wire->host, &wire->memory)
                             : ls_channel_plain(loop, fd),
        .owner = &pooled_owner,
        .owner_self = pooled,
        .peer = wire->peer,
        .authority = wire->authority,
        .is_tls = wire->tls != NULL,
        .handshake_deadline_ms = LS_MAX(wire->options.connect_deadline_ms - took_ms, (int64_t)1),
        .ping_after_ms = wire->options.ping_after_ms,
        .ping_deadline_ms = wire->options.ping_deadline_ms,
        .idle_close_ms = wire->options.idle_close_ms,
    };
    spec.channel->is_h2 = wire->options.is_h2_plain;
    wire->connections_made++;
    pooled->conn = ls_conn_new(wire->world, &spec);
}

static void pool_dial(struct ls_socket_wire *wire, enum ls_lane lane)
{
    struct ls_pool_conn *pooled = pool_conn_new(wire, lane);
    pooled->dial = ls_dial_start(wire->world, wire->host, wire->port,
                                 wire->options.connect_deadline_ms, pooled_connected, pooled);
}

/* ---- growth ---- */

struct lane_count {
    size_t total;
    size_t opening;
    size_t room;         /* for further calls on those that are open */
    bool is_nearly_full; /* every open one is */
};

static bool conn_is_nearly_full(const struct ls_conn *conn)
{
    return ls_conn_stream_count(conn) * 100 >=
           ls_conn_stream_limit(conn) * LS_NET_STREAMS_GROW_PERCENT;
}

static struct lane_count lane_count(const struct ls_pool_lane *lane)
{
    struct lane_count count = {.is_nearly_full = true};
    for (const struct ls_pool_conn *pooled = lane->conns.first; pooled; pooled = pooled->next) {
        count.total++;
        if (!pooled->is_ready) {
            count.opening++;
            continue;
        }
        count.room += ls_conn_room(pooled->conn);
        if (!ls_conn_is_leaving(pooled->conn) && !conn_is_nearly_full(pooled->conn))
            count.is_nearly_full = false;
    }
    return count;
}

/* How many connections to open now. */
static size_t lane_growth(const struct ls_socket_wire *wire, const struct ls_pool_lane *lane)
{
    struct lane_count count = lane_count(lane);
    size_t queued = lane->queue.count;
    bool is_first = count.total == 0;
    if (queued == 0 && (wire->is_h1 || count.room == 0 || !count.is_nearly_full))
        return 0;
    bool is_too_soon = ls_clock_mono_ms(wire->world->clock) < lane->no_growth_before_ms;
    if (is_first)
        return queued > 0; /* each lane may have one, however many the others have */
    if (wire->conn_count >= wire->options.connections_max || (is_too_soon && lane_has_ready(lane)))
        return 0;
    /* One at a time for HTTP/2, and while the protocol is unknown: it will carry many calls. */
    size_t wanted = wire->is_h1 ? queued : 1;
    if (count.opening >= wanted)
        return 0;
    return LS_MIN(wanted - count.opening, wire->options.connections_max - wire->conn_count);
}

/* The oldest that is not nearly full, else any that has room; NULL: none. */
static struct ls_conn *lane_pick(const struct ls_pool_lane *lane)
{
    struct ls_conn *found = NULL;
    for (const struct ls_pool_conn *pooled = lane->conns.first; pooled; pooled = pooled->next) {
        if (!pooled->is_ready || ls_conn_room(pooled->conn) == 0)
            continue;
        if (!conn_is_nearly_full(pooled->conn))
            return pooled->conn;
        if (!found)
            found = pooled->conn;
    }
    return found;
}

/* For a call that was refused: the newest one, since servers shut a connection down after many
 * requests on it. */
static struct ls_conn *lane_pick_fresh(const struct ls_pool_lane *lane)
{
    struct ls_conn *found = NULL;
    for (const struct ls_pool_conn *pooled = lane->conns.first; pooled; pooled = pooled->next) {
        if (!pooled->is_ready || ls_conn_room(pooled->conn) == 0)
            continue;
        if (!found || ls_conn_opened_count(pooled->conn) < ls_conn_opened_count(found))
            found = pooled->conn;
    }
    return found;
}

void ls_pool_fill(struct ls_socket_wire *wire, enum ls_lane lane)
{
    struct ls_pool_lane *row = &wire->lanes[lane];
    if (wire->is_closing)
        return;
    while (row->queue.calls.first) {
        struct ls_pool_call *call = row->queue.calls.first;
        bool was_refused = call->repeat_count + call->move_count > 0;
        struct ls_conn *conn = was_refused ? lane_pick_fresh(row) : lane_pick(row);
        if (!conn)
            break;
        ls_pool_remove(call);
        wire->requests_sent++;
        ls_conn_open(conn, &call->stream, &call->request);
    }
    for (size_t left = lane_growth(wire, row); left > 0; left--)
        pool_dial(wire, lane);
}

static void pool_task(void *self)
{
    struct ls_socket_wire *wire = self;
    for (enum ls_lane lane = 0; lane < LS_LANE_COUNT; lane++)
        ls_pool_fill(wire, lane);
    ls_pool_fail_queue(&wire->unfit, NULL);
}

void ls_pool_fill_soon(struct ls_socket_wire *wire)
{
    ls_task_start(wire->world->loop, &wire->task, pool_task, wire);
}

void ls_pool_renew(struct ls_socket_wire *wire)
{
    for (enum ls_lane lane = 0; lane < LS_LANE_COUNT; lane++) {
        for (struct ls_pool_conn *pooled = wire->lanes[lane].conns.first, *next; pooled;
             pooled = next) {
            next = pooled->next;
            if (pooled->is_ready) {
                ls_conn_drain(pooled->conn);
                continue;
            }
            struct ls_err none = {0};
            if (pooled->conn)
                ls_conn_cut(pooled->conn, &none);
            pool_conn_free(pooled);
        }
    }
    ls_pool_fill_soon(wire);
}

void ls_pool_cut(struct ls_socket_wire *wire, const struct ls_err *err)
{
    for (enum ls_lane lane = 0; lane < LS_LANE_COUNT; lane++) {
        while (wire->lanes[lane].conns.first) {
            struct ls_pool_conn *pooled = wire->lanes[lane].conns.first;
            if (pooled->conn)
                ls_conn_cut(pooled->conn, err);
            pool_conn_free(pooled);
        }
    }
}
