/*
 * An idle controller's client: discovery, list-watches of the kinds given, and nothing else. Prints
 * "ready" when all are synced, then follows until it is ended.
 *
 * usage: idle_watch KUBECONFIG KIND...
 */
#include <stdio.h>
#include <stdlib.h>

#include "kube/discovery.h"
#include "kube/list_watch.h"
#include "kube_side.h"

static struct kube_side side;
static int unsynced;

static void on_news(void *self, const struct ls_news *news)
{
    bool *is_synced = self;
    if (news->kind == LS_NEWS_TROUBLE)
        kube_side_die("watch", news->trouble->text);
    if (news->kind != LS_NEWS_SYNCED || *is_synced)
        return;
    *is_synced = true;
    if (--unsynced == 0) {
        puts("ready");
        fflush(stdout);
    }
}

static void watch(struct ls_discovery *discovery, const char *kind, bool *is_synced)
{
    struct ls_err err = {0};
    struct ls_match match;
    struct ls_list_watch *list_watch;
    if (ls_discovery_find_wait(discovery, ls_slice_of(kind), &match, &err))
        kube_side_die(kind, err.text);
    struct ls_selection selection = {.resource = match.resource};
    if (ls_list_watch_start(side.client, &selection, NULL, on_news, is_synced, &list_watch, &err))
        kube_side_die(kind, err.text);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        kube_side_die("usage", "idle_watch KUBECONFIG KIND...");
    size_t count = (size_t)argc - 2;
    bool *synced = calloc(count, sizeof *synced);
    if (!synced)
        abort();
    unsynced = (int)count;
    kube_side_init(&side, argv[1]);
    struct ls_discovery *discovery = ls_discovery_new(side.client);
    for (size_t i = 0; i < count; i++)
        watch(discovery, argv[i + 2], &synced[i]);
    ls_loop_run(side.world->loop);
    return 0;
}
