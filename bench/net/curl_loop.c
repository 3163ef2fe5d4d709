#include "curl_loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>

enum { EVENTS_AT_ONCE = 64, STREAMS_MAX = 128 };

struct curl_loop {
    CURLM *multi;
    int epoll_fd;
    long timeout_ms; /* -1: none */
    curl_loop_done_fn done;
};

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *self, void *known)
{
    struct curl_loop *loop = self;
    struct epoll_event event = {.data.fd = fd};
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, fd, NULL);
        curl_multi_assign(loop->multi, fd, NULL);
        return 0;
    }
    event.events = (what & CURL_POLL_IN ? (unsigned)EPOLLIN : 0) |
                   (what & CURL_POLL_OUT ? (unsigned)EPOLLOUT : 0);
    epoll_ctl(loop->epoll_fd, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event);
    curl_multi_assign(loop->multi, fd, loop);
    return 0;
}

static int on_timer(CURLM *multi, long timeout_ms, void *self)
{
    struct curl_loop *loop = self;
    (void)multi;
    loop->timeout_ms = timeout_ms;
    return 0;
}

struct curl_loop *curl_loop_new(curl_loop_done_fn done, int connections_max)
{
    struct curl_loop *loop = calloc(1, sizeof *loop);
    if (!loop || curl_global_init(CURL_GLOBAL_DEFAULT))
        abort();
    loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    loop->multi = curl_multi_init();
    loop->timeout_ms = -1;
    loop->done = done;
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop);
    curl_multi_setopt(loop->multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(loop->multi, CURLMOPT_TIMERDATA, loop);
    curl_multi_setopt(loop->multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    curl_multi_setopt(loop->multi, CURLMOPT_MAX_CONCURRENT_STREAMS, (long)STREAMS_MAX);
    curl_multi_setopt(loop->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)connections_max);
    return loop;
}

void curl_loop_add(struct curl_loop *loop, CURL *easy)
{
    curl_multi_add_handle(loop->multi, easy);
}

void curl_loop_remove(struct curl_loop *loop, CURL *easy)
{
    curl_multi_remove_handle(loop->multi, easy);
}

static void take_results(struct curl_loop *loop)
{
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(loop->multi, &left));) {
        if (message->msg == CURLMSG_DONE)
            loop->done(message->easy_handle, message->data.result);
    }
}

void curl_loop_step(struct curl_loop *loop)
{
    struct epoll_event events[EVENTS_AT_ONCE];
    int running = 0;
    int count = epoll_wait(loop->epoll_fd, events, EVENTS_AT_ONCE, (int)loop->timeout_ms);
    if (count == 0) {
        loop->timeout_ms = -1;
        curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    for (int i = 0; i < count; i++) {
        int mask = (events[i].events & EPOLLIN ? CURL_CSELECT_IN : 0) |
                   (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                   (events[i].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
        curl_multi_socket_action(loop->multi, events[i].data.fd, mask, &running);
    }
    take_results(loop);
}

struct curl_slist *curl_loop_headers(void)
{
    struct curl_slist *headers = curl_slist_append(NULL, "accept: application/json");
    return curl_slist_append(headers, "authorization: Bearer a-token-of-some-length");
}

CURL *curl_loop_get(const char *url, const char *ca_file, struct curl_slist *headers)
{
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L); /* rather a stream than a second connection */
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    return easy;
}
