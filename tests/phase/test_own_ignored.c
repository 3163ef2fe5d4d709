/* Ignored fields: what is cut out of an intent, and what of it is sent as it is in the cluster. */
#include "support_member.h"

#include "phase/own/ignored.h"
#include "phase/read/ignore.h"
#include "value/edit.h"

#define MANAGER "lockstep:shop/web"
#define OURS(fields)                                                                               \
    "{\"manager\":\"" MANAGER                                                                      \
    "\",\"operation\":\"Apply\",\"apiVersion\":\"v1\",\"fieldsV1\":" fields "}"
#define THEIRS(fields)                                                                             \
    "{\"manager\":\"k\",\"operation\":\"Update\",\"apiVersion\":\"v1\",\"fieldsV1\":" fields "}"
#define ITEM(fields) "{\"f:c\":{\"k:{\\\"name\\\":\\\"a\\\"}\":" fields "}}"

static const struct {
    const char *what;
    const char *ignored;
    const char *intent;
    const char *live;
    const char *managed;
    const char *cut;  /* the intent without what is ignored */
    const char *sent; /* ... and with what we alone own */
} rows[] = {
    {"a leaf that we alone own", ".s.n", "{\"s\":{\"n\":1,\"m\":1}}", "{\"s\":{\"n\":5,\"m\":5}}",
     OURS("{\"f:s\":{\"f:n\":{},\"f:m\":{}}}"), "{\"s\":{\"m\":1}}", "{\"s\":{\"m\":1,\"n\":5}}"},
    {"a leaf that is shared", ".s.n", "{\"s\":{\"n\":1,\"m\":1}}", "{\"s\":{\"n\":5,\"m\":5}}",
     OURS("{\"f:s\":{\"f:n\":{}}}") "," THEIRS("{\"f:s\":{\"f:n\":{}}}"), "{\"s\":{\"m\":1}}",
     "{\"s\":{\"m\":1}}"},
    {"a leaf of somebody else", ".s.n", "{\"s\":{\"n\":1,\"m\":1}}", "{\"s\":{\"n\":5}}",
     THEIRS("{\"f:s\":{\"f:n\":{}}}"), "{\"s\":{\"m\":1}}", "{\"s\":{\"m\":1}}"},
    {"a leaf that is gone", ".s.n", "{\"s\":{\"n\":1,\"m\":1}}", "{\"s\":{}}",
     OURS("{\"f:s\":{\"f:n\":{}}}"), "{\"s\":{\"m\":1}}", "{\"s\":{\"m\":1}}"},
    {"a leaf that the manifest has no more", ".s.n", "{\"x\":1}", "{\"s\":{\"n\":5}}",
     OURS("{\"f:s\":{\"f:n\":{}}}"), "{\"x\":1}", "{\"x\":1,\"s\":{\"n\":5}}"},
    {"of a map only what is ours", ".s", "{\"s\":{\"n\":1},\"x\":1}", "{\"s\":{\"n\":5,\"o\":6}}",
     OURS("{\"f:s\":{\"f:n\":{}}}") "," THEIRS("{\"f:s\":{\"f:o\":{}}}"), "{\"x\":1}",
     "{\"x\":1,\"s\":{\"n\":5}}"},
    {"a field of an item, wherever it stands", ".c[name=\"a\"].v",
     "{\"c\":[{\"name\":\"b\",\"v\":1},{\"name\":\"a\",\"v\":2}]}",
     "{\"c\":[{\"name\":\"a\",\"v\":9},{\"name\":\"b\",\"v\":1}]}",
     OURS(ITEM("{\".\":{},\"f:name\":{},\"f:v\":{}}")),
     "{\"c\":[{\"name\":\"b\",\"v\":1},{\"name\":\"a\"}]}",
     "{\"c\":[{\"name\":\"b\",\"v\":1},{\"name\":\"a\",\"v\":9}]}"},
    {"an item as a whole, with its key", ".c[name=\"a\"]", "{\"c\":[{\"name\":\"a\",\"v\":2}]}",
     "{\"c\":[{\"name\":\"a\",\"v\":9,\"w\":8}]}",
     OURS(ITEM("{\".\":{},\"f:name\":{},\"f:v\":{}}")) "," THEIRS(
         ITEM("{\"f:name\":{},\"f:w\":{}}")),
     "{\"c\":[]}", "{\"c\":[{\"name\":\"a\",\"v\":9}]}"},
    {"keys that the server filled in", ".p[port=80].n", "{\"p\":[{\"port\":80,\"n\":1}]}",
     "{\"p\":[{\"port\":80,\"protocol\":\"TCP\",\"n\":7}]}",
     OURS("{\"f:p\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:n\":{},"
          "\"f:port\":{}}}}"),
     "{\"p\":[{\"port\":80}]}", "{\"p\":[{\"port\":80,\"n\":7}]}"},
    {"items of a set that are ours", ".f", "{\"f\":[\"a\"],\"x\":1}", "{\"f\":[\"a\",\"b\",\"c\"]}",
     OURS("{\"f:f\":{\"v:\\\"a\\\"\":{},\"v:\\\"b\\\"\":{}}}"), "{\"x\":1}",
     "{\"x\":1,\"f\":[\"a\",\"b\"]}"},
    {"another kind of value is in the way", ".s.n.o", "{\"s\":{\"n\":1}}", "{\"s\":{\"n\":5}}",
     OURS("{\"f:s\":{\"f:n\":{}}}"), "{\"s\":{\"n\":1}}", "{\"s\":{\"n\":1}}"},
};

static void check_row(size_t i)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    struct ls_wishes wishes = {0};
    struct ls_err err = {0};
    ls_buf_printf(&list, "[%s]", rows[i].managed);
    CHECK_OK(ls_ignore_parse(&arena, ls_slice_of(rows[i].ignored), &wishes, &err), err);
    const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) = obj_of(rows[i].intent);
    const struct ls_obj *live LS_AUTO(ls_obj_unref_at) = obj_of(rows[i].live);
    const struct ls_obj *managed LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&list));
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *sent LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_edit_set(ls_obj_root(live), ".metadata.managedFields", ls_obj_root(managed),
                         &object, &err),
             err);
    const struct ls_obj *bare LS_AUTO(ls_obj_unref_at) = ls_ignored_cut(&wishes, intent);
    CHECK_STR(json_of(ls_obj_root(bare)), rows[i].cut);
    struct ls_edit *edits;
    size_t count =
        ls_ignored_keep(&arena,
                        &(struct ls_kept_question){&wishes, ls_obj_root(bare), ls_obj_root(object),
                                                   LS_SLICE(MANAGER)},
                        &edits);
    CHECK_OK(ls_edit_apply(ls_obj_root(bare), edits, count, &sent, &err), err);
    CHECK_STR(json_of(ls_obj_root(sent)), rows[i].sent);
}

TEST(what_is_ignored_is_cut_out_and_kept_where_we_alone_own_it)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        print_message("%s\n", rows[i].what);
        check_row(i);
    }
}
