#pragma once
/*
 * --record FILE: keeps what a rollout saw and decided (kube/record/record.h has the file and the
 * requests; this adds the header, the decisions of the run, its rows and its end).
 *
 * A decision is recorded when it differs from the one before: state, step, intents, what is waited
 * for and why.
 */
#include "cli/connect.h"
#include "cli/show.h"
#include "kube/record/record.h"

struct ls_run_record;

/* What the header says about the run. */
struct ls_run_record_spec {
    const struct ls_args *args;
    const char *verb;
    const char *set_name;
    enum ls_goal goal;
    const struct ls_manifests *manifests; /* their Secrets are masked from the start; NULL: none */
};

/* Makes the file and puts the record into the connection, which is not open yet. *out stays NULL
 * when no --record was given. Borrows connection and what the spec points at for life. */
enum ls_code ls_run_record_open(struct ls_connection *connection,
                                const struct ls_run_record_spec *spec, struct ls_run_record **out,
                                struct ls_err *err);
void ls_run_record_close(
    struct ls_run_record *run_record); /* before the connection; NULL is fine */

/* The connection is open: writes the header, masks the secrets of the configuration, asks the
 * server for its version. */
void ls_run_record_connected(struct ls_run_record *run_record, const char *parent_namespace);

void ls_run_record_event(struct ls_run_record *run_record, const struct ls_rows *rows,
                         const struct ls_run_event *event);
void ls_run_record_decided(struct ls_run_record *run_record, const struct ls_rows *rows,
                           const struct ls_run_decided *decided);
void ls_run_record_note(struct ls_run_record *run_record, const char *text);
void ls_run_record_end(struct ls_run_record *run_record, const struct ls_show_end *end);
/* Why the record is not complete; NULL: it is. */
const char *ls_run_record_trouble(const struct ls_run_record *run_record);
