#pragma once
/* Shared by h2.c (frames out) and h2_events.c (frames in). */
#include <nghttp2/nghttp2.h>

#include "net/conn_impl.h"

struct h2 {
    nghttp2_session *session;
    size_t held_bytes;    /* over all paused readers */
    size_t owed_bytes;    /* of those, not yet given back to the connection's window */
    size_t idle_frames;   /* in a row, that neither request nor carry anything */
    int64_t reset_tokens; /* server: resets that are still allowed */
    int64_t reset_refill_ms;
    bool has_settings;     /* the peer has sent its limits */
    bool has_goaway;       /* the peer takes no new streams */
    bool has_final_goaway; /* we take none, and the peer knows which was the last */
    bool is_head_too_big;  /* of the head that is being received */
    char peer_error[160];  /* nghttp2's text about an error of the peer */
    char goaway[160];      /* the peer's: code and text */
};

static inline struct h2 *h2_of(const struct ls_conn *conn)
{
    return conn->codec_self;
}

extern const uint8_t ls_h2_drain_ping[8];
void ls_h2_callbacks_set(nghttp2_session_callbacks *callbacks);
