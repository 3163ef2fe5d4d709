/*
 * YAML in MB/s of CPU time, best of five: a bundle of 1,000 documents (Deployments, Services,
 * ConfigMaps with blocks of text) made here, or the file that is named. One row per way to read
 * it: libyaml's events alone, which is the lower bound; events into tapes; the same with positions;
 * and the printer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <yaml.h>

#include "base/buf.h"
#include "base/vec.h"
#include "value/yaml.h"

enum { DOCUMENTS = 1000, ROUNDS = 5 };

static void die(const char *what)
{
    fprintf(stderr, "bench_yaml: %s\n", what);
    exit(1);
}

static void add_deployment(struct ls_buf *out, int i)
{
    ls_buf_printf(out,
                  "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web-%d\n"
                  "  namespace: team-%d\n  labels: {app: web-%d, tier: front}\n"
                  "  annotations:\n    description: \"Serves the shop of team %d: carts, orders\"\n"
                  "spec:\n  replicas: %d\n  selector:\n    matchLabels:\n      app: web-%d\n"
                  "  template:\n    metadata:\n      labels:\n        app: web-%d\n    spec:\n"
                  "      serviceAccountName: web\n      containers:\n",
                  i, i % 20, i, i % 20, i % 5 + 1, i, i);
    for (int c = 0; c < 3; c++) {
        ls_buf_printf(out,
                      "      - name: c%d\n        image: registry.example.com/shop/web:1.%d.%d\n"
                      "        args: [--port=80%d0, --verbose, '--name=web']\n"
                      "        ports:\n        - containerPort: 80%d0\n          protocol: TCP\n"
                      "        resources:\n          requests: {cpu: 100m, memory: 128Mi}\n"
                      "          limits:\n            cpu: 500m\n            memory: 512Mi\n"
                      "        env:\n",
                      c, i % 30, c, c, c);
        for (int v = 0; v < 6; v++)
            ls_buf_printf(out, "        - name: SETTING_%d\n          value: \"value %d\"\n", v,
                          v * i);
    }
    ls_buf_add_text(out, "      terminationGracePeriodSeconds: 30 # as long as a request lasts\n");
}

static void add_service(struct ls_buf *out, int i)
{
    ls_buf_printf(out,
                  "apiVersion: v1\nkind: Service\nmetadata:\n  name: web-%d\n  namespace: team-%d\n"
                  "spec:\n  selector:\n    app: web-%d\n  ports:\n  - name: http\n    port: 80\n"
                  "    targetPort: 8000\n  - {name: admin, port: 81, targetPort: 8010}\n",
                  i, i % 20, i);
}

static void add_config_map(struct ls_buf *out, int i)
{
    ls_buf_printf(out,
                  "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings-%d\n"
                  "  namespace: team-%d\ndata:\n  nginx.conf: |\n",
                  i, i % 20);
    for (int line = 0; line < 60; line++)
        ls_buf_printf(out, "    location /path/%d/%d { proxy_pass http://backend-%d:8080/; }\n", i,
                      line, line % 7);
    for (int key = 0; key < 10; key++)
        ls_buf_printf(out, "  key-%d: some text of ordinary length for key %d\n", key, key);
}

static void make_bundle(struct ls_buf *out)
{
    static void (*const kinds[])(struct ls_buf *, int) = {add_deployment, add_config_map,
                                                          add_service};
    for (int i = 0; i < DOCUMENTS; i++) {
        ls_buf_add_text(out, "---\n");
        kinds[i % 3](out, i);
    }
}

static void read_bundle(const char *path, struct ls_buf *out)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("the file cannot be opened");
    for (size_t got = 1; got > 0; ls_buf_commit(out, got))
        got = fread(ls_buf_reserve(out, 1 << 16), 1, 1 << 16, file);
    fclose(file);
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

typedef LS_VEC(const struct ls_obj *) objs;
static objs documents;

static void run_events(struct ls_slice text)
{
    yaml_parser_t parser;
    yaml_event_t event;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text.at, text.len);
    for (bool is_end = false; !is_end; yaml_event_delete(&event)) {
        if (!yaml_parser_parse(&parser, &event))
            die("the bundle is no YAML");
        is_end = event.type == YAML_STREAM_END_EVENT;
    }
    yaml_parser_delete(&parser);
}

static void read_documents(struct ls_slice text, bool keep_positions)
{
    for (; documents.count > 0;)
        ls_obj_unref(ls_vec_pop(&documents));
    const struct ls_yaml_options options = {.keep_positions = keep_positions};
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, &options);
    struct ls_err err;
    for (;;) {
        const struct ls_obj *obj = NULL;
        if (ls_yaml_next(yaml, &obj, &err))
            die(err.text);
        if (!obj)
            return;
        ls_vec_push(&documents, obj);
    }
}

static void run_positions(struct ls_slice text)
{
    read_documents(text, true);
}

static void run_tapes(struct ls_slice text)
{
    read_documents(text, false);
}

static void run_print(struct ls_slice text)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    (void)text;
    for (size_t i = 0; i < documents.count; i++)
        ls_yaml_print(&out, ls_obj_root(documents.at[i]), LS_YAML_SORTED);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(struct ls_slice text);
    } rows[] = {{"libyaml events alone", run_events},
                {"tapes with positions", run_positions},
                {"tapes", run_tapes},
                {"print, keys sorted", run_print}};
    struct ls_buf bundle LS_AUTO(ls_buf_release) = {0};
    if (argc > 1)
        read_bundle(argv[1], &bundle);
    else
        make_bundle(&bundle);
    printf("%.2f MB of YAML; CPU time, best of %d\n", (double)bundle.len / 1e6, ROUNDS);
    for (size_t row = 0; row < LS_COUNT(rows); row++) {
        double best = 1e9;
        for (int round = 0; round < ROUNDS; round++) {
            double start = cpu_seconds();
            rows[row].run(ls_buf_slice(&bundle));
            best = LS_MIN(best, cpu_seconds() - start);
        }
        printf("%-22s %6.1f MB/s\n", rows[row].name, (double)bundle.len / 1e6 / best);
    }
    size_t bytes = 0;
    for (size_t i = 0; i < documents.count; i++)
        bytes += ls_obj_bytes(documents.at[i]);
    printf("%zu documents, %.2f bytes held for a byte of text\n", documents.count,
           (double)bytes / (double)bundle.len);
    while (documents.count > 0)
        ls_obj_unref(ls_vec_pop(&documents));
    ls_vec_release(&documents);
    return 0;
}
