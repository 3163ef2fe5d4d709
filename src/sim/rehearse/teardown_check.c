#include "sim/rehearse/teardown_check.h"

#include <string.h>

#include "base/map.h"
#include "phase/words.h"

/* What a Namespace or a CRD brings, as a key: "/NAMESPACE" or "GROUP/KIND". */
static bool ground_print(const struct ls_timeline_row *row, struct ls_buf *out)
{
    ls_buf_clear(out);
    if (strcmp(row->kind, "Namespace") == 0 && row->group[0] == '\0') {
        ls_buf_printf(out, "/%s", row->name);
        return true;
    }
    if (strcmp(row->kind, "CustomResourceDefinition") != 0 || !row->manifest)
        return false;
    struct ls_node spec = ls_node_at(row->manifest->object, "spec");
    ls_buf_printf(out, "%s/%s", ls_node_text(ls_node_at(spec, "group")),
                  ls_node_text(ls_node_at(spec, "names.kind")));
    return true;
}

static bool is_before(const struct ls_timeline_row *ground, const struct ls_timeline_row *row)
{
    return ground->phase != row->phase || ground->batch != row->batch;
}

static void row_check(const struct ls_timeline_row *row, const struct ls_timeline_row *ground,
                      struct ls_rehearse_findings *findings)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    struct ls_buf other LS_AUTO(ls_buf_release) = {0};
    if (!ground || ground == row || !row->manifest || !is_before(ground, row))
        return;
    struct ls_node notes = ls_node_at(row->manifest->object, "metadata.annotations");
    ls_timeline_print_name(&name, row);
    ls_timeline_print_name(&other, ground);
    ls_rehearse_findings_add(
        findings,
        &(struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_TEARDOWN_ORDER,
                                           .manifest = row->manifest,
                                           .value =
                                               ls_node_get(notes, LS_SLICE(LS_NOTE_DELETION_PHASE)),
                                           .object = ls_buf_text(&name)},
        "%s goes in deletion phase %d and takes it along, before its turn in phase %d: "
        "give it a lower %s, or the %s a higher one",
        ls_buf_text(&other), ground->phase, row->phase, LS_NOTE_DELETION_PHASE, ground->kind);
}

void ls_teardown_order_check(const struct ls_timeline *teardown,
                             struct ls_rehearse_findings *findings)
{
    struct ls_map *gone = ls_map_new(0);
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < teardown->rows.count; i++) {
        struct ls_timeline_row *row = &teardown->rows.at[i];
        ls_buf_clear(&key);
        ls_buf_printf(&key, "%s/%s", row->group, row->kind);
        row_check(row, ls_map_get(gone, ls_buf_slice(&key)), findings);
        ls_buf_clear(&key);
        ls_buf_printf(&key, "/%s", row->namespace_name);
        if (row->namespace_name[0])
            row_check(row, ls_map_get(gone, ls_buf_slice(&key)), findings);
        if (ground_print(row, &key))
            ls_map_put(gone, ls_buf_slice(&key), row);
    }
    ls_map_free(gone);
}
