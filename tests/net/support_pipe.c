#include "support_pipe.h"

#include <string.h>

#include "base/mem.h"

struct pipe_channel {
    struct ls_channel channel; /* first */
    struct pipe *pipe;
};

static struct pipe *pipe_of(const struct ls_channel *channel)
{
    return ((const struct pipe_channel *)channel)->pipe;
}

static unsigned pipe_possible(const struct pipe *pipe)
{
    unsigned events = 0;
    if (pipe->incoming.len > 0 || pipe->is_at_end || pipe->is_broken)
        events |= LS_FD_READ;
    if (pipe->write_budget > 0 || pipe->is_broken)
        events |= LS_FD_WRITE;
    return events & pipe->wanted;
}

static void pipe_task(void *self)
{
    struct pipe *pipe = self;
    unsigned events = pipe->channel ? pipe_possible(pipe) : 0;
    if (events)
        pipe->channel->ready(pipe->channel->ready_self, events);
}

static void pipe_wake(struct pipe *pipe)
{
    if (pipe->channel && pipe_possible(pipe))
        ls_task_start(pipe->loop, &pipe->task, pipe_task, pipe);
}

static enum ls_io pipe_handshake(struct ls_channel *channel, struct ls_err *err)
{
    (void)channel;
    (void)err;
    return LS_IO_DONE;
}

static enum ls_io pipe_read(struct ls_channel *channel, char *into, size_t bytes_max, size_t *out,
                            struct ls_err *err)
{
    struct pipe *pipe = pipe_of(channel);
    if (pipe->incoming.len > 0) {
        *out = LS_MIN(pipe->incoming.len, bytes_max);
        memcpy(into, pipe->incoming.at, *out);
        ls_buf_consume(&pipe->incoming, *out);
        return LS_IO_DONE;
    }
    if (pipe->is_broken) {
        (void)ls_fail(err, LS_E_IO, "the pipe broke");
        return LS_IO_FAILED;
    }
    return pipe->is_at_end ? LS_IO_CLOSED : LS_IO_AGAIN;
}

static enum ls_io pipe_write(struct ls_channel *channel, struct ls_slice data, size_t *out,
                             struct ls_err *err)
{
    struct pipe *pipe = pipe_of(channel);
    if (pipe->is_broken) {
        (void)ls_fail(err, LS_E_IO, "the pipe broke");
        return LS_IO_FAILED;
    }
    *out = LS_MIN(data.len, pipe->write_budget);
    if (*out == 0)
        return LS_IO_AGAIN;
    if (pipe->write_budget != SIZE_MAX)
        pipe->write_budget -= *out;
    ls_buf_add(&pipe->sent, data.at, *out);
    return LS_IO_DONE;
}

static void pipe_want(struct ls_channel *channel, unsigned events)
{
    struct pipe *pipe = pipe_of(channel);
    pipe->wanted = events;
    pipe_wake(pipe);
}

static bool pipe_has_more(const struct ls_channel *channel)
{
    (void)channel;
    return false;
}

static void pipe_close_write(struct ls_channel *channel)
{
    pipe_of(channel)->is_write_closed = true;
}

static void pipe_free(struct ls_channel *channel)
{
    struct pipe *pipe = pipe_of(channel);
    pipe->is_closed = true;
    pipe->channel = NULL;
    ls_task_stop(pipe->loop, &pipe->task);
    ls_free(channel);
}

static const struct ls_channel_ops pipe_ops = {
    pipe_handshake, pipe_read, pipe_write, pipe_want, pipe_has_more, pipe_close_write, pipe_free,
};

struct ls_channel *pipe_init(struct pipe *pipe, struct ls_loop *loop)
{
    struct pipe_channel *channel = LS_NEW(struct pipe_channel);
    channel->channel.ops = &pipe_ops;
    channel->pipe = pipe;
    *pipe = (struct pipe){.loop = loop, .channel = &channel->channel, .write_budget = SIZE_MAX};
    return &channel->channel;
}

void pipe_release(struct pipe *pipe)
{
    LS_ASSERT(!pipe->channel);
    ls_buf_release(&pipe->incoming);
    ls_buf_release(&pipe->sent);
}

void pipe_push(struct pipe *pipe, struct ls_slice data)
{
    if (pipe->is_closed)
        return;
    ls_buf_add_slice(&pipe->incoming, data);
    pipe_wake(pipe);
}

void pipe_end(struct pipe *pipe)
{
    pipe->is_at_end = true;
    pipe_wake(pipe);
}

void pipe_break(struct pipe *pipe)
{
    pipe->is_broken = true;
    pipe_wake(pipe);
}

void pipe_let_write(struct pipe *pipe, size_t bytes)
{
    pipe->write_budget += bytes;
    pipe_wake(pipe);
}
