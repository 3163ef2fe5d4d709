#pragma once
/*
 * A connection to a server: configuration, credentials and client, made from the flags. Every verb
 * opens it first and closes it last.
 *
 * Waiting for an answer runs the loop. SIGINT and SIGTERM end the waiting with LS_E_CANCELLED; the
 * verb closes the connection, which ends a credential plugin too, and the program dies of the same
 * signal, so that shells and scripts see what happened. Warnings of the server go to
 * standard error as `Warning: ...`; the log of -v goes there too.
 */
#include "cli/args.h"
#include "kube/client.h"
#include "kube/config.h"
#include "kube/list.h"

struct ls_discovery;
struct ls_memory_wire;
struct ls_record;
struct ls_record_wire;
struct ls_sandbox;

struct ls_connection { /* {0} is closed */
    struct ls_world *world;
    struct ls_kube_config *config;
    struct ls_session *session;    /* to a server; NULL with a sandbox of our own */
    struct ls_sandbox *sandbox;    /* of our own: it ends with the connection */
    struct ls_memory_wire *memory; /* to that sandbox */
    char *kubeconfig; /* of a running sandbox; owned; NULL: flags and environment say which */
    /* Gets each warning of the server as a line of text; NULL: they go to standard error. */
    void (*on_warning)(void *self, const char *line);
    void *warning_self;
    struct ls_trace *trace;   /* with -v, in front of the session */
    struct ls_record *record; /* set before it is opened: every request is recorded; owned */
    struct ls_record_wire *record_wire;
    struct ls_client *client;
    struct ls_discovery *discovery;
    int signal_number; /* that ended ls_connection_wait(); 0: none */
};

enum ls_code ls_connection_open(struct ls_connection *connection, const struct ls_args *args,
                                struct ls_err *err);
/* The same, but --sandbox with none running makes one in this process, and says so. */
enum ls_code ls_connection_open_or_make(struct ls_connection *connection,
                                        const struct ls_args *args, struct ls_err *err);
void ls_connection_close(struct ls_connection *connection);

/* Makes the world and handles the signals. The functions above call it first. */
enum ls_code ls_connection_begin(struct ls_connection *connection, const struct ls_args *args,
                                 struct ls_err *err);
/* ls_connection_open() in two steps: what the configuration says is known before we connect. */
enum ls_code ls_connection_configure(struct ls_connection *connection, const struct ls_args *args,
                                     struct ls_err *err);
enum ls_code ls_connection_prepare(struct ls_connection *connection, struct ls_err *err);

/* Runs the loop until *is_done; LS_E_CANCELLED after a signal. */
enum ls_code ls_connection_wait(struct ls_connection *connection, const bool *is_done,
                                struct ls_err *err);
/* One call to its end. fn sees the answer, also of a failure. */
enum ls_code ls_connection_ask(struct ls_connection *connection, const struct ls_call_spec *ask,
                               ls_answer_fn fn, void *self, struct ls_err *err);
/* A list to its end; hooks->done is not called. */
enum ls_code ls_connection_list(struct ls_connection *connection,
                                const struct ls_selection *selection,
                                const struct ls_list_hooks *hooks, struct ls_err *err);
/* Asks which kinds the server has; connection->discovery knows them then. */
enum ls_code ls_connection_discover(struct ls_connection *connection, struct ls_err *err);
