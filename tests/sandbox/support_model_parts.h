#pragma once
/*
 * Shared by the sources of the model (support_model.h): views, watches, lists.
 */
#include "support_model.h"

enum { MODEL_NAMESPACES = 3 };

struct model_resource {
    const char *prefix; /* of paths */
    const char *plural;
    const char *kind;
    const char *api_version;
};
extern const struct model_resource model_resources[MODEL_RESOURCES];
extern const char *const model_namespaces[MODEL_NAMESPACES];

size_t model_below(struct model *model, size_t bound);
bool model_chance(struct model *model, size_t percent);
void model_settle(struct model *model); /* no time passes */

/* support_model_view.c: the state of a view by the changes, and its requests. */
struct model_view model_view_any(struct model *model);
int64_t model_revision_any(struct model *model, size_t resource); /* a recent one */
void model_view_path(struct ls_buf *out, const struct model_view *view);
/* The last state of a key before the change with this index; NULL: there was none. */
const struct model_change *model_before(const struct model *model, size_t resource, size_t index,
                                        const char *key);
/* The objects of a view at a revision, in the order of lists; returns their number. */
size_t model_state_at(const struct model *model, const struct model_view *view, int64_t revision,
                      struct model_seen *out);
/* The type of event that a view gets for a change; 0: none. */
char model_event_type(const struct model *model, const struct model_view *view, size_t index);

/* form: of views; 0 is JSON. */
void model_send(struct model *model, const char *method, const char *target, const char *type,
                unsigned form, struct ls_slice body, struct ls_reply_sink *sink);
/* Waits for the response; NULL when it is not JSON. */
const struct ls_obj *model_ask(struct model *model, const char *method, const char *target,
                               const char *body, int *status);

void model_stream_open(struct model_stream *stream, const char *options);
void model_stream_check(struct model *model, struct model_stream *stream);
void model_stream_end(struct model *model, struct model_stream *stream);
void model_paging_end(struct model_paging *paging);

/* The actions of random clients. */
void model_act_watch(struct model *model);
void model_act_resume(struct model *model);
void model_act_list(struct model *model);
