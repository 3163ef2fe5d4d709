/* The simulated wire: its faults do what they say, with plain calls of a client. */
#include "sim/wire.h"

#include <string.h>

#include "check.h"
#include "support_session.h"

#define CM "/api/v1/namespaces/default/configmaps/"

struct row {
    const char *fault;
    bool is_done;
    enum ls_code code;
    bool is_there;    /* what the cluster has */
    const char *text; /* part of the error */
};

static const struct row rows[] = {
    {"crash-before@request:1", false, LS_OK, false, ""},
    {"crash-after@request:1", false, LS_OK, true, ""},
    {"crash-heard@request:1", true, LS_OK, true, ""},
    {"not-sent@request:1", true, LS_E_NOT_SENT, false, "connection refused"},
    {"no-reply@request:1", true, LS_E_UNKNOWN_RESULT, false, "the connection broke"},
    {"lost@request:1", true, LS_E_UNKNOWN_RESULT, true, "the connection broke"},
    {"reset@request:1", true, LS_E_UNKNOWN_RESULT, false, "reset"},
    {"slow:5000@request:1", true, LS_OK, true, ""},
    {"hang@request:1", true, LS_E_UNKNOWN_RESULT, false, "not complete within 60 s"},
    {"status:409@request:1", true, LS_E_CONFLICT, false, "configmaps \"a\""},
    {"status:429@request:1", true, LS_OK, true, ""}, /* the client repeats */
    {"status-after:500@request:1", true, LS_E_SERVER, true, "Internal error"},
};

TEST(each_fault_is_what_it_says)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct row *row = &rows[i];
        struct session session LS_AUTO(session_release);
        session_init(&session, 1, NULL);
        struct session_call call;
        struct ls_sim_fault fault;
        struct ls_err err = {0};
        print_message("%s\n", row->fault);
        CHECK_OK(ls_sim_fault_parse(ls_slice_of(row->fault), &fault, &err), err);
        ls_sim_wire_set(session.wire, fault);
        session_apply(&session, &call, "a");
        CHECK_INT(call.is_done, row->is_done);
        CHECK_INT(call.code, row->code);
        CHECK_HAS(call.text, row->text);
        CHECK_INT(session_has(&session, "a"), row->is_there);
        CHECK_INT(ls_sim_wire_struck(session.wire), 1);
    }
}
