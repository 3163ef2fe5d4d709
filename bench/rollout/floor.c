/*
 * The lower bound of a rollout: only its requests, as fast as 16 connections take them.
 *
 * - apply: server-side applies of COUNT ConfigMaps, the same that bench/rollout/run writes to
 *   files.
 * - delete: deletes them one by one.
 * - list: one streaming list of all of them, up to the bookmark that ends it.
 * - gate: applies one of COUNT ConfigMaps; each time the watch shows that the last one has been
 *   opened ("state": "open", see gate_driver.c), applies the next.
 *
 * usage: floor HOST PORT CA_FILE TOKEN NAMESPACE apply|delete|list|gate COUNT
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bare_http.h"
#include "rollout_words.h"

enum { CONNECTIONS = 16 };

typedef void (*work_fn)(SSL *tls, int i);

static struct bare_server server;
static const char *namespace_name;
static int count;
static work_fn work;

static void apply_named(SSL *tls, const char *name, int i)
{
    char path[512];
    char body[1024];
    snprintf(path, sizeof path, "/api/v1/namespaces/%s/configmaps/%s?fieldManager=floor&force=true",
             namespace_name, name);
    snprintf(body, sizeof body,
             "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\","
             "\"namespace\":\"%s\",\"labels\":{\"bench\":\"rollout\"}},\"data\":{\"index\":\"%d\","
             "\"text\":\"" TEXT_OF_200_BYTES "\"}}",
             name, namespace_name, i);
    bare_send(&server, tls, "PATCH", path, "application/apply-patch+yaml", body);
    bare_reply(tls);
}

static void apply_one(SSL *tls, int i)
{
    char name[64];
    snprintf(name, sizeof name, OBJECT_NAME, i);
    apply_named(tls, name, i);
}

static void delete_one(SSL *tls, int i)
{
    char path[512];
    char name[64];
    snprintf(name, sizeof name, OBJECT_NAME, i);
    snprintf(path, sizeof path, "/api/v1/namespaces/%s/configmaps/%s", namespace_name, name);
    bare_send(&server, tls, "DELETE", path, NULL, NULL);
    bare_reply(tls);
}

static void *lane(void *argument)
{
    SSL *tls = bare_open(&server);
    for (int i = (int)(size_t)argument; i < count; i += CONNECTIONS)
        work(tls, i);
    bare_close(tls);
    return NULL;
}

static void run_lanes(work_fn fn)
{
    pthread_t threads[CONNECTIONS];
    work = fn;
    for (size_t i = 0; i < CONNECTIONS; i++)
        pthread_create(&threads[i], NULL, lane, (void *)i);
    for (size_t i = 0; i < CONNECTIONS; i++)
        pthread_join(threads[i], NULL);
}

static SSL *watch(const char *query)
{
    char path[512];
    SSL *tls = bare_open(&server);
    snprintf(path, sizeof path, "/api/v1/namespaces/%s/configmaps?watch=true&%s", namespace_name,
             query);
    bare_send_stream(&server, tls, path);
    return tls;
}

static void run_list(void)
{
    static struct watch_text text;
    text.tls = watch("allowWatchBookmarks=true&sendInitialEvents=true&"
                     "resourceVersionMatch=NotOlderThan");
    watch_text_await(&text, "k8s.io/initial-events-end");
    bare_close(text.tls);
}

static void run_gate(void)
{
    char name[64];
    static struct watch_text text;
    text.tls = watch("labelSelector=bench%3Drollout&resourceVersion=0");
    SSL *writes = bare_open(&server);
    watch_text_await(&text, "\r\n\r\n"); /* the head: from here on nothing is missed */
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, GATE_NAME, i);
        apply_named(writes, name, i);
        watch_text_await(&text, GATE_IS_OPEN);
    }
    bare_close(writes);
    bare_close(text.tls);
}

int main(int argc, char **argv)
{
    if (argc != 8)
        bare_die("usage: floor HOST PORT CA_FILE TOKEN NAMESPACE apply|delete|list|gate COUNT");
    const char *what = argv[6];
    namespace_name = argv[5], count = atoi(argv[7]);
    bare_server_init(&server, argv + 1);
    if (strcmp(what, "apply") == 0)
        run_lanes(apply_one);
    else if (strcmp(what, "delete") == 0)
        run_lanes(delete_one);
    else if (strcmp(what, "list") == 0)
        run_list();
    else if (strcmp(what, "gate") == 0)
        run_gate();
    else
        bare_die("the work is apply, delete, list or gate");
    return 0;
}
