/*
 * What bare_apply does, through our client: server-side applies of small ConfigMaps, so many at
 * once. Prints seconds of wall time and of CPU.
 *
 * usage: apply_many KUBECONFIG NAMESPACE PREFIX COUNT IN_FLIGHT
 */
#include <stdio.h>
#include <stdlib.h>

#include "kube_side.h"
#include "meter.h"

static const struct ls_resource configmaps = {.group = "",
                                              .version = "v1",
                                              .kind = "ConfigMap",
                                              .plural = "configmaps",
                                              .singular = "configmap",
                                              .is_namespaced = true};

static struct kube_side side;
static const char *namespace_name, *prefix;
static int count, sent, answered;

static void on_answer(void *self, const struct ls_answer *answer);

static void apply_next(struct ls_api_call *call)
{
    char name[300];
    char body[1024];
    int i = sent++;
    snprintf(name, sizeof name, "%s-%05d", prefix, i);
    snprintf(body, sizeof body,
             "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\","
             "\"namespace\":\"%s\"},\"data\":{\"index\":\"%d\",\"text\":"
             "\"one of many small objects that a rollout sends\"}}",
             name, namespace_name, i);
    struct ls_call_spec ask = {.verb = LS_VERB_APPLY,
                               .place = {&configmaps, namespace_name, name, NULL},
                               .field_manager = "ours",
                               .is_forced = true,
                               .body_text = ls_slice_of(body)};
    ls_api_call_start(side.client, call, &ask, on_answer, call);
}

static void on_answer(void *self, const struct ls_answer *answer)
{
    if (answer->code)
        kube_side_die("apply", answer->err->text);
    answered++;
    if (sent < count)
        apply_next(self);
    if (answered == count)
        ls_loop_stop(side.world->loop);
}

int main(int argc, char **argv)
{
    double start_s = bench_wall_s();
    if (argc != 6)
        kube_side_die("usage", "apply_many KUBECONFIG NAMESPACE PREFIX COUNT IN_FLIGHT");
    namespace_name = argv[2], prefix = argv[3], count = atoi(argv[4]);
    int in_flight = atoi(argv[5]);
    struct ls_api_call *calls = calloc((size_t)in_flight, sizeof *calls);
    kube_side_init(&side, argv[1]);
    for (int i = 0; i < in_flight && sent < count; i++)
        apply_next(&calls[i]);
    ls_loop_run(side.world->loop);
    printf("%.3f %.3f\n", bench_wall_s() - start_s, bench_cpu_s());
    kube_side_release(&side);
    free(calls);
    return 0;
}
