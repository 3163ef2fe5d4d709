#include "wire_side.h"

#include <stdio.h>

#include "load.h"

enum { CA_BYTES_MAX = 64 << 10 };

static struct ls_slice file_read(const char *path)
{
    static char text[CA_BYTES_MAX];
    FILE *file = fopen(path, "r");
    size_t len = file ? fread(text, 1, sizeof text, file) : 0;
    if (len == 0 || len == sizeof text)
        load_die(path, "cannot be read, is empty or too big");
    fclose(file);
    return (struct ls_slice){text, len};
}

void wire_side_init(struct wire_side *side, const struct load_args *args, enum ls_lane lane)
{
    struct ls_err err = {0};
    struct ls_tls_spec spec = {.ca = file_read(args->ca_file)};
    if (ls_tls_client(&spec, &side->tls, &err))
        load_die(args->ca_file, err.text);
    struct ls_endpoint endpoint = {args->host, (uint16_t)args->port, side->tls};
    struct ls_socket_options options = {0};
    side->world = ls_world_new();
    side->sockets = ls_socket_wire_new(side->world, &endpoint, &options);
    side->wire = ls_socket_wire_interface(side->sockets);
    side->headers[0] = (struct ls_header){LS_SLICE("accept"), LS_SLICE("application/json")};
    side->headers[1] =
        (struct ls_header){LS_SLICE("authorization"), LS_SLICE("Bearer a-token-of-some-length")};
    side->request = (struct ls_request){.method = "GET",
                                        .target = ls_slice_of(args->target),
                                        .headers = side->headers,
                                        .header_count = WIRE_SIDE_HEADERS,
                                        .lane = lane};
}

void wire_side_send(struct wire_side *side, struct ls_reply_sink *sink)
{
    side->wire->send(side->wire->self, &side->request, sink);
}

void wire_side_release(struct wire_side *side)
{
    ls_socket_wire_free(side->sockets);
    ls_tls_unref(side->tls);
    ls_world_free(side->world);
}
