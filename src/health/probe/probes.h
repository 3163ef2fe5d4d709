#pragma once
/*
 * Package Operator's availability probes: questions to an object, written by the author of a
 * package, which decide when the next phase may begin.
 *
 *     availabilityProbes:
 *     - selector: {kind: {group: apps, kind: Deployment}, selector: {matchLabels: {tier: web}}}
 *       probes:
 *       - condition: {type: Available, status: "True"}
 *       - fieldsEqual: {fieldA: .status.updatedReplicas, fieldB: .status.replicas}
 *       - cel: {rule: "self.status.readyReplicas > 1", message: two must be ready}
 *
 * Compiled once, asked often: a question reads the object and nothing else, and allocates only in
 * the arena of whoever asks. Answers and messages are those of Package Operator, to the letter; but
 * the values of a Secret are never shown.
 *
 * An object that no entry selects passes. An answer about a status that is older than the object's
 * generation is Unknown.
 */
#include "base/arena.h"
#include "base/err.h"
#include "value/node.h"

enum ls_probe_status { LS_PROBE_TRUE, LS_PROBE_FALSE, LS_PROBE_UNKNOWN, LS_PROBE_STATUS_COUNT };
const char *ls_probe_status_name(enum ls_probe_status status); /* "True" */

/* Any Unknown makes it Unknown, else any False makes it False; the messages are those of the probes
 * that gave this answer, in order. */
struct ls_probe_result {
    enum ls_probe_status status;
    const char *const *messages;
    size_t message_count;
    bool is_selected; /* some entry was for this object */
};

struct ls_probes;

/* From the list `availabilityProbes`; absent or null means an empty one. The list is borrowed for
 * life. Errors name the place: `availabilityProbes[0].probes[1].cel.rule: ...`. */
enum ls_code ls_probes_new(struct ls_node list, struct ls_probes **out, struct ls_err *err);
void ls_probes_free(struct ls_probes *probes);

struct ls_probe_result ls_probes_ask(const struct ls_probes *probes, struct ls_arena *arena,
                                     struct ls_node object);
/* All messages separated by `, `, as Package Operator writes them into a condition. */
const char *ls_probe_result_text(struct ls_arena *arena, const struct ls_probe_result *result);
