/*
 * The load of wire_load on libcurl: GETs one URL COUNT times, CONCURRENCY at once.
 * Prints requests per second, microseconds of CPU per request, and how many connections it took.
 *
 * usage: curl_load HOST PORT CA_FILE TARGET COUNT CONCURRENCY
 */
#include <stdio.h>
#include <stdlib.h>

#include "curl_loop.h"
#include "load.h"

static struct load load;
static struct curl_loop *loop;
static long connections;

static size_t on_data(char *data, size_t size, size_t count, void *self)
{
    (void)data, (void)self;
    load.bytes += size * count;
    return size * count;
}

static void on_done(CURL *easy, CURLcode code)
{
    long status = 0, made = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &made);
    connections += made;
    if (code != CURLE_OK || status != 200)
        load_die("libcurl", curl_easy_strerror(code));
    curl_loop_remove(loop, easy);
    if (load_reply(&load))
        curl_loop_add(loop, easy);
    else
        curl_easy_cleanup(easy);
}

int main(int argc, char **argv)
{
    struct load_args args = load_args_read(argc, argv);
    char url[512];
    snprintf(url, sizeof url, "https://%s:%d%s", args.host, args.port, args.target);
    load = load_begin(args.count, args.concurrency);
    loop = curl_loop_new(on_done, 1);
    struct curl_slist *headers = curl_loop_headers();
    for (int i = 0; i < args.concurrency; i++) {
        CURL *easy = curl_loop_get(url, args.ca_file, headers);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_data);
        curl_loop_add(loop, easy);
    }
    while (!load_is_over(&load))
        curl_loop_step(loop);
    load_print(&load, (size_t)connections);
    return 0;
}
