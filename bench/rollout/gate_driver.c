/*
 * Opens gates and measures the time until the next write: when gate-N exists, and after a pause
 * for the waiting program to become idle, writes "state": "open" into it and waits until the watch
 * shows gate-N+1. Prints milliseconds, one gate per line.
 *
 * usage: gate_driver HOST PORT CA_FILE TOKEN NAMESPACE COUNT
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "meter.h"
#include "rollout_words.h"

enum { PAUSE_MS = 5 };

static struct bare_server server;
static const char *namespace_name;

static void gate_open(SSL *tls, int i)
{
    char path[512];
    snprintf(path, sizeof path,
             "/api/v1/namespaces/%s/configmaps/" GATE_NAME "?fieldManager=driver", namespace_name,
             i);
    bare_send(&server, tls, "PATCH", path, "application/merge-patch+json",
              "{\"data\":{" GATE_IS_OPEN "}}");
}

static void gate_await(struct watch_text *text, int i)
{
    char words[64];
    snprintf(words, sizeof words, "\"name\":\"" GATE_NAME "\"", i);
    watch_text_await(text, words);
}

static void pause_a_little(void)
{
    struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    nanosleep(&pause, NULL);
}

int main(int argc, char **argv)
{
    if (argc != 7)
        bare_die("usage: gate_driver HOST PORT CA_FILE TOKEN NAMESPACE COUNT");
    namespace_name = argv[5];
    int count = atoi(argv[6]);
    bare_server_init(&server, argv + 1);
    char path[512];
    static struct watch_text text;
    text.tls = bare_open(&server);
    SSL *writes = bare_open(&server);
    snprintf(path, sizeof path, "/api/v1/namespaces/%s/configmaps?watch=true", namespace_name);
    bare_send_stream(&server, text.tls, path);
    gate_await(&text, 0);
    for (int i = 0; i + 1 < count; i++) {
        pause_a_little();
        double from_s = bench_wall_s();
        gate_open(writes, i);
        gate_await(&text, i + 1);
        printf("%.3f\n", (bench_wall_s() - from_s) * 1e3);
        bare_reply(writes);
    }
    gate_open(writes, count - 1);
    bare_reply(writes);
    return 0;
}
