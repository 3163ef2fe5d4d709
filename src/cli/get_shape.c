/* `lockstep get -o jsonpath|custom-columns`: objects shaped by a template or as columns (get.h). */
#include "cli/get.h"

#include "cli/limits.h"
#include "expr/limits.h"
#include "value/build.h"
#include "value/go_text.h"

/* ---- one object ---- */

bool ls_get_is_shaped(const struct ls_get *get)
{
    return get->form == LS_OUTPUT_TEMPLATE || get->form == LS_OUTPUT_COLUMNS;
}

static enum ls_code template_print(const struct ls_get *get, struct ls_node object,
                                   struct ls_buf *out, struct ls_err *err)
{
    struct ls_err why = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!ls_jsonpath_template_print(get->source, object, &get->options, out, NULL, &why))
        return LS_OK;
    ls_go_quote(&text, get->template_text);
    return ls_fail(err, why.code, "error executing jsonpath %s: %s", ls_buf_text(&text), why.text);
}

static const struct ls_obj *event_build(struct ls_node object, const char *event)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member(&build, "object", object);
    ls_build_member_text(&build, "type", event);
    ls_build_end(&build);
    return ls_build_obj(&build);
}

enum ls_code ls_get_shape_show(struct ls_get *get, struct ls_node object, const char *event,
                               struct ls_buf *out, struct ls_err *err)
{
    LS_ASSERT(ls_get_is_shaped(get));
    const struct ls_obj *whole LS_AUTO(ls_obj_unref_at) =
        get->has_event ? event_build(object, event) : NULL;
    struct ls_node shown = whole ? ls_obj_root(whole) : object;
    if (get->form == LS_OUTPUT_COLUMNS)
        return ls_custom_columns_row(&get->columns, shown, err);
    return template_print(get, shown, out, err);
}

void ls_get_shape_flush(struct ls_get *get, struct ls_buf *out)
{
    if (get->form == LS_OUTPUT_COLUMNS)
        ls_custom_columns_flush(&get->columns, out);
}

/* ---- all objects ---- */

/* The objects so far: a template reads all of them at once. */
struct gathered {
    LS_VEC(const struct ls_obj *) objects;
    size_t before; /* how many are of earlier targets */
};

static void gathered_cut(struct gathered *gathered, size_t count)
{
    while (gathered->objects.count > count)
        ls_obj_unref(ls_vec_pop(&gathered->objects));
}

static void gathered_release(struct gathered *gathered)
{
    gathered_cut(gathered, 0);
    ls_vec_release(&gathered->objects);
}

static void gathered_begin(void *self, bool is_anew)
{
    struct gathered *gathered = self;
    if (is_anew)
        gathered_cut(gathered, gathered->before);
    gathered->before = gathered->objects.count;
}

static bool gathered_object(void *self, const struct ls_resource *resource,
                            const struct ls_obj *obj)
{
    struct gathered *gathered = self;
    (void)resource;
    ls_vec_push(&gathered->objects, ls_obj_ref(obj));
    return true;
}

/* The List that kubectl would show. */
static enum ls_code list_build(const struct gathered *gathered, const struct ls_obj **out,
                               struct ls_err *err)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    size_t words = 0;
    for (size_t i = 0; i < gathered->objects.count; i++)
        words += ls_node_words(ls_obj_root(gathered->objects.at[i]));
    if (words > LS_GET_LIST_WORDS_MAX)
        return ls_fail(err, LS_E_TOO_BIG,
                       "the objects are too big together for one template: ask for fewer of them, "
                       "or for -o custom-columns");
    ls_build_map(&build);
    ls_build_member_text(&build, "apiVersion", "v1");
    ls_build_key(&build, LS_SLICE("items"));
    ls_build_list(&build);
    for (size_t i = 0; i < gathered->objects.count; i++)
        ls_build_node(&build, ls_obj_root(gathered->objects.at[i]));
    ls_build_end(&build);
    ls_build_member_text(&build, "kind", "List");
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "resourceVersion", "");
    ls_build_end(&build);
    ls_build_end(&build);
    *out = ls_build_obj(&build);
    return LS_OK;
}

static enum ls_code columns_print(struct ls_get *get, const struct gathered *gathered,
                                  struct ls_err *err)
{
    ls_custom_columns_heading(&get->columns);
    for (size_t i = 0; i < gathered->objects.count; i++) {
        if (ls_custom_columns_row(&get->columns, ls_obj_root(gathered->objects.at[i]), err))
            return err->code;
    }
    return LS_OK;
}

static enum ls_code list_print(struct ls_get *get, const struct gathered *gathered,
                               struct ls_buf *out, struct ls_err *err)
{
    const struct ls_obj *list LS_AUTO(ls_obj_unref_at) = NULL;
    get->options.work_max = LS_JSONPATH_LIST_WORK_MAX;
    if (list_build(gathered, &list, err))
        return err->code;
    return template_print(get, ls_obj_root(list), out, err);
}

static enum ls_code gathered_print(struct ls_get *get, const struct gathered *gathered,
                                   struct ls_buf *out, struct ls_err *err)
{
    if (get->form == LS_OUTPUT_COLUMNS)
        return columns_print(get, gathered, err);
    if (get->is_single) {
        LS_ASSERT(gathered->objects.count == 1);
        return template_print(get, ls_obj_root(gathered->objects.at[0]), out, err);
    }
    return list_print(get, gathered, out, err);
}

void ls_get_shapes(struct ls_get *get)
{
    struct gathered gathered LS_AUTO(gathered_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_get_sink sink = {&gathered, gathered_begin, gathered_object};
    struct ls_err err = {0};
    if (ls_get_each(get, LS_FORM_FULL, &sink))
        return;
    bool may_be_nothing = get->is_single || get->ignores_not_found;
    if (gathered.objects.count == 0 && may_be_nothing)
        return;
    enum ls_code code = gathered_print(get, &gathered, &out, &err);
    ls_get_shape_flush(get, &out);
    (void)ls_get_write(&out);
    if (code)
        ls_get_failed(get, &err);
}
