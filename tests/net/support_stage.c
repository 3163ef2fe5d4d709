#include "support_stage.h"

#include "check.h"

const char *stage_kind_name(enum stage_kind kind)
{
    static const char *const names[] = {
        [STAGE_H2] = "TLS HTTP/2",
        [STAGE_TLS_H1] = "TLS HTTP/1.1",
        [STAGE_PLAIN_H2] = "plain HTTP/2",
        [STAGE_PLAIN_H1] = "plain HTTP/1.1",
    };
    return names[kind];
}

bool stage_kind_is_h2(enum stage_kind kind)
{
    return kind == STAGE_H2 || kind == STAGE_PLAIN_H2;
}

bool stage_kind_is_tls(enum stage_kind kind)
{
    return kind == STAGE_H2 || kind == STAGE_TLS_H1;
}

void stage_init_server(struct stage *stage, const struct stage_spec *spec)
{
    *stage = (struct stage){.kind = spec->kind};
    stage->world = ls_world_new();
    bench_init(&stage->bench);
    struct ls_err err;
    if (stage_kind_is_tls(spec->kind)) {
        cert_make(&stage->ca, &(struct cert_spec){.name = "test CA", .is_ca = true});
        cert_make(&stage->server_cert, &(struct cert_spec){.name = "test server",
                                                           .issuer = &stage->ca,
                                                           .alt_names = "IP:127.0.0.1"});
        struct ls_tls_spec server = {
            .certificate = ls_buf_slice(&stage->server_cert.pem),
            .key = ls_buf_slice(&stage->server_cert.key),
            .is_http1_only = spec->kind == STAGE_TLS_H1,
        };
        CHECK_OK(ls_tls_server(&server, &stage->server_tls, &err), err);
    }
    struct ls_server_spec server = {
        .host = "127.0.0.1",
        .tls = stage->server_tls,
        .service = stage->bench.service,
        .body_bytes_max = spec->body_bytes_max,
        .backlog_bytes_max = spec->backlog_bytes_max,
    };
    server.service.self = &stage->bench;
    CHECK_OK(ls_server_start(stage->world, &server, &stage->server, &err), err);
}

void stage_init_client(struct stage *stage, const struct stage_spec *spec)
{
    struct ls_err err;
    if (stage_kind_is_tls(spec->kind)) {
        struct ls_tls_spec client = {.ca = ls_buf_slice(&stage->ca.pem)};
        CHECK_OK(ls_tls_client(&client, &stage->client_tls, &err), err);
    }
    struct ls_endpoint endpoint = {
        .host = "127.0.0.1",
        .port = spec->client_port ? spec->client_port : ls_server_port(stage->server),
        .tls = stage->client_tls,
    };
    struct ls_socket_options options = spec->options;
    options.is_h2_plain = spec->kind == STAGE_PLAIN_H2;
    stage->sockets = ls_socket_wire_new(stage->world, &endpoint, &options);
    stage->wire = ls_socket_wire_interface(stage->sockets);
}

void stage_init(struct stage *stage, const struct stage_spec *spec)
{
    stage_init_server(stage, spec);
    stage_init_client(stage, spec);
}

void stage_release(struct stage *stage)
{
    ls_socket_wire_free(stage->sockets);
    ls_server_free(stage->server);
    ls_tls_unref(stage->client_tls);
    ls_tls_unref(stage->server_tls);
    cert_release(&stage->server_cert);
    cert_release(&stage->ca);
    ls_world_free(stage->world);
}

void stage_settle(struct stage *stage)
{
    uint64_t calls;
    do {
        calls = ls_loop_counts(stage->world->loop).calls;
        ls_loop_step(stage->world->loop, 0);
    } while (ls_loop_counts(stage->world->loop).calls != calls);
}

void stage_each(void (*run)(struct stage *stage), const struct stage_spec *spec)
{
    for (enum stage_kind kind = 0; kind < STAGE_KIND_COUNT; kind++) {
        struct stage_spec of_kind = *spec;
        of_kind.kind = kind;
        struct stage stage;
        stage_init(&stage, &of_kind);
        print_message("    on %s\n", stage_kind_name(kind));
        run(&stage);
        stage_release(&stage);
    }
}
