/*
 * The lower bound for writes: server-side applies of small ConfigMaps over 16 connections, one
 * request at a time on each, on OpenSSL alone. Prints seconds of wall time and of CPU.
 *
 * usage: bare_apply HOST PORT CA_FILE TOKEN NAMESPACE PREFIX COUNT
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "bare_http.h"
#include "meter.h"

enum { CONNECTIONS = 16 };

static struct bare_server server;
static const char *namespace_name, *prefix;
static int count;

static void apply_one(SSL *tls, int i)
{
    char body[512];
    char path[512];
    snprintf(body, sizeof body,
             "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
             "\"%s-%05d\",\"namespace\":\"%s\"},\"data\":{\"index\":\"%d\",\"text\":"
             "\"one of many small objects that a rollout sends\"}}",
             prefix, i, namespace_name, i);
    snprintf(path, sizeof path,
             "/api/v1/namespaces/%s/configmaps/%s-%05d?fieldManager=bare&force=true",
             namespace_name, prefix, i);
    bare_send(&server, tls, "PATCH", path, "application/apply-patch+yaml", body);
    bare_reply(tls);
}

static void *lane(void *argument)
{
    SSL *tls = bare_open(&server);
    for (int i = (int)(size_t)argument; i < count; i += CONNECTIONS)
        apply_one(tls, i);
    bare_close(tls);
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 8)
        bare_die("usage: bare_apply HOST PORT CA_FILE TOKEN NAMESPACE PREFIX COUNT");
    namespace_name = argv[5], prefix = argv[6], count = atoi(argv[7]);
    double start_s = bench_wall_s();
    bare_server_init(&server, argv + 1);
    pthread_t threads[CONNECTIONS];
    for (size_t i = 0; i < CONNECTIONS; i++)
        pthread_create(&threads[i], NULL, lane, (void *)i);
    for (size_t i = 0; i < CONNECTIONS; i++)
        pthread_join(threads[i], NULL);
    printf("%.3f %.3f\n", bench_wall_s() - start_s, bench_cpu_s());
    return 0;
}
