#include "sandbox/serve/openapi_pages.h"

#include "base/mem.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/serve/limits.h"
#include "sandbox/serve/openapi.h"
#include "value/json.h"
#include "value/obj.h"

struct ls_openapi_pages {
    struct ls_cluster *cluster;
    uint64_t generation;                        /* of the registry, when the texts were made */
    struct ls_buf texts[LS_OPENAPI_FORM_COUNT]; /* empty: not made, or too large to be kept */
};

struct ls_openapi_pages *ls_openapi_pages_new(struct ls_cluster *cluster)
{
    struct ls_openapi_pages *pages = LS_NEW(struct ls_openapi_pages);
    pages->cluster = cluster;
    return pages;
}

static void pages_forget(struct ls_openapi_pages *pages)
{
    for (size_t i = 0; i < LS_OPENAPI_FORM_COUNT; i++)
        ls_buf_release(&pages->texts[i]);
}

void ls_openapi_pages_free(struct ls_openapi_pages *pages)
{
    if (!pages)
        return;
    pages_forget(pages);
    ls_free(pages);
}

static void protobuf_make(struct ls_openapi_pages *pages, struct ls_buf *out)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *document LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    ls_openapi_pages_print(pages, LS_OPENAPI_JSON, &text);
    bool is_read = ls_json_parse(ls_buf_slice(&text), NULL, &document, &err) == LS_OK;
    LS_ASSERT(is_read);
    ls_openapi_v2_protobuf(out, ls_obj_root(document));
}

void ls_openapi_pages_print(struct ls_openapi_pages *pages, enum ls_openapi_form form,
                            struct ls_buf *out)
{
    LS_ASSERT(form < LS_OPENAPI_FORM_COUNT);
    uint64_t generation = ls_registry_generation(pages->cluster->registry);
    struct ls_buf *kept = &pages->texts[form];
    size_t start = out->len;
    if (pages->generation != generation)
        pages_forget(pages);
    pages->generation = generation;
    if (kept->len > 0) {
        ls_buf_add_slice(out, ls_buf_slice(kept));
        return;
    }
    if (form == LS_OPENAPI_JSON)
        ls_openapi_v2(out, pages->cluster->registry);
    else
        protobuf_make(pages, out);
    if (out->len - start <= LS_OPENAPI_BYTES_KEEP)
        ls_buf_add(kept, out->at + start, out->len - start);
}

bool ls_openapi_form_choose(struct ls_slice accept, enum ls_openapi_form *out)
{
    static const struct {
        const char *type;
        enum ls_openapi_form form;
    } types[] = {
        {"application/json", LS_OPENAPI_JSON},
        {"application/*", LS_OPENAPI_JSON},
        {"*/*", LS_OPENAPI_JSON},
        {"application/com.github.proto-openapi.spec.v2@v1.0+protobuf", LS_OPENAPI_PROTOBUF},
        {"application/com.github.proto-openapi.spec.v2.v1.0+protobuf", LS_OPENAPI_PROTOBUF},
    };
    *out = LS_OPENAPI_JSON;
    if (ls_slice_trim(accept).len == 0)
        return true;
    while (accept.len > 0) {
        struct ls_slice rest;
        struct ls_slice entry = ls_slice_cut(accept, ',', &accept);
        struct ls_slice type = ls_slice_trim(ls_slice_cut(entry, ';', &rest));
        for (size_t i = 0; i < LS_COUNT(types); i++) {
            if (!ls_slice_is(type, types[i].type))
                continue;
            *out = types[i].form;
            return true;
        }
    }
    return false;
}
