#pragma once
/*
 * libcurl's multi interface on epoll: the peer our wire is measured against, set up as its
 * documents advise. HTTP/2 connections are shared until the server's stream limit, results are
 * taken as soon as they are there.
 */
#include <curl/curl.h>

struct curl_loop;
typedef void (*curl_loop_done_fn)(CURL *easy, CURLcode code);

/* Past connections_max requests wait; libcurl 7.88 opens one for each that finds all streams taken
 * while a further connection is still being made. */
struct curl_loop *curl_loop_new(curl_loop_done_fn done, int connections_max);
void curl_loop_add(struct curl_loop *loop, CURL *easy);
void curl_loop_remove(struct curl_loop *loop, CURL *easy);
/* Waits once for sockets or curl's own timer, and lets curl work. */
void curl_loop_step(struct curl_loop *loop);

/* A handle for a GET over TLS and HTTP/2 with the headers of an API client. The list of headers
 * belongs to the caller. */
CURL *curl_loop_get(const char *url, const char *ca_file, struct curl_slist *headers);
struct curl_slist *curl_loop_headers(void);
