/*
 * The watches of wire_watch on libcurl: opens STREAMS endless GETs and prints, once each has
 * received EVENTS chunks, the anonymous resident memory in KiB with one stream and with all.
 *
 * usage: curl_watch HOST PORT CA_FILE TARGET EVENTS STREAMS
 */
#include <stdio.h>

#include "curl_loop.h"
#include "load.h"
#include "watches.h"

enum { STREAMS_A_CONNECTION = 100 };

static struct watches watches;

static size_t on_data(char *data, size_t size, size_t count, void *self)
{
    (void)data;
    watches_event(&watches, (size_t)(unsigned long)self);
    return size * count;
}

static void on_done(CURL *easy, CURLcode code)
{
    (void)easy;
    load_die("libcurl: a watch ended", curl_easy_strerror(code));
}

int main(int argc, char **argv)
{
    struct load_args args = load_args_read(argc, argv);
    char url[512];
    snprintf(url, sizeof url, "https://%s:%d%s", args.host, args.port, args.target);
    struct curl_loop *loop = curl_loop_new(on_done, args.concurrency / STREAMS_A_CONNECTION + 1);
    struct curl_slist *headers = curl_loop_headers();
    watches = watches_begin(args.concurrency, args.count);
    while (!watches_are_over(&watches)) {
        for (; watches.opened < watches.wanted; watches.opened++) {
            CURL *easy = curl_loop_get(url, args.ca_file, headers);
            curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_data);
            curl_easy_setopt(easy, CURLOPT_WRITEDATA, (void *)watches.opened);
            curl_loop_add(loop, easy);
        }
        curl_loop_step(loop);
    }
    watches_print(&watches);
    return 0;
}
