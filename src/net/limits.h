#pragma once
/*
 * Every limit on size, count, rate and time that protects the transport from the other side, by
 * name.
 *
 * Sizes are bytes, times milliseconds. A spec or option that is zero means the value named here.
 */

/* One message head, request or reply, on either protocol. */
enum {
    LS_NET_HEAD_BYTES_MAX = 64 << 10, /* names, values and 4 bytes a line */
    LS_NET_HEADER_COUNT_MAX = 128,
    LS_NET_TARGET_BYTES_MAX = 16 << 10,
    LS_NET_METHOD_BYTES_MAX = 32,
    LS_NET_INTERIM_HEADS_MAX = 16,               /* 1xx answers before the final one */
    LS_NET_CHUNK_LINE_BYTES_MAX = 256,           /* size and extensions of one HTTP/1.1 chunk */
    LS_NET_CHUNK_EXTENSION_BYTES_MAX = 16 << 10, /* beyond the bytes of the chunks themselves */
};

/* Bodies, and data that waits for a slow side. */
enum {
    LS_NET_BODY_BYTES_MAX = 3 << 20,             /* of a request, as in kube-apiserver */
    LS_NET_CONNECTION_BODY_BYTES_MAX = 32 << 20, /* of requests still being received */
    LS_NET_BACKLOG_BYTES_MAX = 8 << 20, /* waiting for one slow reader before it is cut off */
    LS_NET_CONNECTION_BACKLOG_BYTES_MAX = 64 << 20, /* of its answers together: then its further
                                                     * requests wait */
    LS_NET_HELD_BYTES_MAX = 16 << 20,    /* received for paused readers before the peer must wait */
    LS_NET_OUTPUT_BYTES_HIGH = 64 << 10, /* framed but not yet taken by the kernel */
    LS_NET_READ_BYTES = 64 << 10,        /* one read of a socket */
    LS_NET_READ_ROUND_BYTES_MAX = 512 << 10, /* then the other connections get their turn */
};

/* HTTP/2. */
enum {
    LS_NET_STREAMS_MAX = 100,         /* at once on one connection, as kube-apiserver allows */
    LS_NET_STREAMS_ASSUMED = 100,     /* before the peer has sent its own number */
    LS_NET_STREAMS_GROW_PERCENT = 80, /* a connection this full makes the pool open another */
    LS_NET_CLIENT_STREAM_WINDOW = 4 << 20,
    LS_NET_CLIENT_CONNECTION_WINDOW = 16 << 20,
    LS_NET_SERVER_STREAM_WINDOW = 256 << 10,
    LS_NET_SERVER_CONNECTION_WINDOW = 4 << 20,
    LS_NET_RESET_BURST = 400,     /* streams that end in a reset, from either side: so many at
                                   * once, */
    LS_NET_RESET_PER_SECOND = 40, /* and so many per second in the long run */
    LS_NET_CONTINUATIONS_MAX = 8,
    LS_NET_SETTINGS_MAX = 32,       /* entries in one frame */
    LS_NET_OUTBOUND_ACKS_MAX = 256, /* PING and SETTINGS that we have not answered yet */
    LS_NET_IDLE_FRAMES_MAX = 4096,  /* frames that neither request nor carry anything, in a row */
};

/* Connections. */
enum {
    LS_NET_CONNECTIONS_MAX = 64,          /* of one client's pool */
    LS_NET_SERVER_CONNECTIONS_MAX = 4096, /* further ones are closed at once */
    LS_NET_ACCEPT_BACKLOG = 512,
    LS_NET_ACCEPT_ROUND_MAX = 64, /* then the others get their turn */
    LS_NET_ADDRESSES_MAX = 16,    /* of one host name that are tried */
    LS_NET_REPEATS_MAX = 3,       /* automatic retries of a request that was not sent or was
                                   * refused */
    LS_NET_MOVES_MAX = 16,        /* the same, from connections that their server shuts down */
};

/* Time. */
enum {
    LS_NET_CONNECT_DEADLINE_MS = 30 * 1000,   /* dial and handshake together */
    LS_NET_ADDRESS_STAGGER_MS = 250,          /* then the next address is tried in parallel */
    LS_NET_REDIAL_PAUSE_MS = 1000,            /* after a further connection could not be opened */
    LS_NET_PING_AFTER_MS = 30 * 1000,         /* of silence */
    LS_NET_PING_DEADLINE_MS = 15 * 1000,      /* for its answer */
    LS_NET_IDLE_CLOSE_MS = 90 * 1000,         /* for a connection without streams */
    LS_NET_HANDSHAKE_DEADLINE_MS = 10 * 1000, /* server: TLS, and the first bytes of a protocol */
    LS_NET_HEAD_DEADLINE_MS = 10 * 1000,      /* server: from the first byte of a head to its end */
    LS_NET_BODY_DEADLINE_MS = 60 * 1000,      /* server: from the head to the end of the body */
    LS_NET_WRITE_STALL_MS = 60 * 1000,        /* server: the peer accepted nothing for so long */
    LS_NET_LINGER_MS = 2 * 1000,              /* reading after our last byte */
    LS_NET_LINGER_BYTES_MAX = 1 << 20,
    LS_NET_ACCEPT_PAUSE_MS = 100,  /* when descriptors have run out */
    LS_NET_KEEPALIVE_SECONDS = 30, /* TCP's own, for HTTP/1.1 which has no PING */
    LS_NET_KEEPALIVE_PROBE_SECONDS = 5,
    LS_NET_KEEPALIVE_PROBES = 3,
};
