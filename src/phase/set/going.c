#include "phase/set/going.h"

#include "phase/set/limits.h"

/* What the garbage collector waits with; it goes by itself when the dependents are gone. */
#define FOREGROUND "foregroundDeletion"
/* Kept on CRDs by the server: it goes when the instances are gone. */
#define CRD_CLEANUP "customresourcecleanup.apiextensions.k8s.io"

/* Conditions in which namespaces and CRDs say what they still hold. */
static const char *const telling[] = {"NamespaceContentRemaining", "NamespaceFinalizersRemaining",
                                      "NamespaceDeletionContentFailure", "Terminating"};

static void separate(struct ls_buf *out, size_t start, const char *with)
{
    if (out->len > start)
        ls_buf_add_text(out, with);
}

static bool is_own_affair(struct ls_slice finalizer)
{
    return ls_slice_is(finalizer, FOREGROUND) || ls_slice_is(finalizer, CRD_CLEANUP);
}

static void finalizers_print(struct ls_buf *out, struct ls_node finalizers)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    size_t count = 0;
    LS_EACH (it, finalizers) {
        struct ls_slice name = ls_node_string(it.value);
        if (is_own_affair(name) || names.len + name.len > LS_FINALIZERS_BYTES_MAX)
            continue;
        separate(&names, 0, ", ");
        ls_buf_add_slice(&names, name);
        count++;
    }
    if (count > 0)
        ls_buf_printf(out, "held by finalizer%s %s", count > 1 ? "s" : "", names.at);
}

static void conditions_print(struct ls_buf *out, struct ls_node conditions)
{
    size_t start = out->len;
    for (size_t i = 0; i < LS_COUNT(telling); i++) {
        struct ls_node condition = ls_node_find(conditions, "type", ls_slice_of(telling[i]));
        struct ls_slice message = ls_node_string(ls_node_at(condition, "message"));
        bool is_true = ls_node_string_is(ls_node_at(condition, "status"), "True");
        if (!is_true || message.len == 0 || message.len > LS_FINALIZERS_BYTES_MAX)
            continue;
        separate(out, start, "; ");
        ls_buf_add_slice(out, message);
    }
}

void ls_going_print(struct ls_buf *out, struct ls_node object)
{
    struct ls_node finalizers = ls_node_at(object, "metadata.finalizers");
    size_t start = out->len;
    if (ls_node_is_absent(ls_node_at(object, "metadata.deletionTimestamp")))
        return;
    finalizers_print(out, finalizers);
    if (ls_node_has_text(finalizers, LS_SLICE(FOREGROUND))) {
        separate(out, start, "; ");
        ls_buf_add_text(out, "waits for what it owns to go");
    }
    struct ls_buf said LS_AUTO(ls_buf_release) = {0};
    conditions_print(&said, ls_node_at(object, "status.conditions"));
    if (said.len > 0) {
        separate(out, start, "; ");
        ls_buf_add_slice(out, ls_buf_slice(&said));
    }
}
