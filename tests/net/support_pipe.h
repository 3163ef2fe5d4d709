#pragma once
/*
 * A channel of memory whose other end is controlled by the caller: what is pushed is what the peer
 * would have sent. It needs no descriptor and runs on a virtual clock: for fuzz targets, tests of
 * deadlines and simulated networks.
 */
#include "base/buf.h"
#include "net/channel.h"

struct pipe {
    struct ls_buf sent;  /* what the connection wrote; the caller may consume it */
    size_t write_budget; /* bytes the connection may still write; SIZE_MAX at first */
    bool is_closed;      /* the connection has closed its end */
    bool is_write_closed;

    struct ls_loop *loop;
    struct ls_channel *channel; /* NULL once closed */
    struct ls_buf incoming;
    unsigned wanted;
    bool is_at_end; /* after `incoming` */
    bool is_broken;
    struct ls_task task;
};

/* The channel belongs to the connection; the pipe is the caller's and outlives it. */
struct ls_channel *pipe_init(struct pipe *pipe, struct ls_loop *loop);
void pipe_release(struct pipe *pipe); /* after the connection is gone */
void pipe_push(struct pipe *pipe, struct ls_slice data);
void pipe_end(struct pipe *pipe);   /* the peer closes its direction */
void pipe_break(struct pipe *pipe); /* the connection is lost, both ways */
void pipe_let_write(struct pipe *pipe, size_t bytes);
