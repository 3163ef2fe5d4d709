#pragma once
/*
 * Our server without sockets, on a virtual clock: clients are pipes driven by hand, and minutes of
 * dawdling take no time.
 */
#include "support_pipe.h"
#include "net/server_impl.h"
#include "support_frames.h"
#include "support_net.h"

struct door {
    struct ls_world *world;
    struct bench bench;
    struct ls_server *server;
    struct pipe pipe; /* the client */
};

void door_init(struct door *door, size_t backlog_bytes_max);
void door_release(struct door *door);
void door_settle(struct door *door);           /* what can happen now */
void door_pass(struct door *door, int64_t ms); /* lets time pass */
void door_say(struct door *door, const char *text);
void door_say_bytes(struct door *door, struct ls_slice bytes);
/* What the server has answered so far. */
const char *door_heard(struct door *door);
/* A fresh client in place of the old one, which must have been closed. */
void door_reopen(struct door *door);
/* After whatever was done to it, the server answers a new client. */
void door_check_alive(struct door *door);

/* HTTP/2 as a client speaks it: preface and SETTINGS with this payload. */
void door_open_h2(struct door *door, struct ls_slice settings);
void door_frame(struct door *door, enum frame_type type, unsigned flags, uint32_t stream_id,
                struct ls_slice payload);
/* HEADERS of a GET or POST for this path. */
void door_ask(struct door *door, uint32_t stream_id, const char *path, bool has_body);
/* How many frames of this type the server has sent. */
size_t door_frames(struct door *door, enum frame_type type);
