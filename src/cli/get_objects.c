/* `lockstep get -o yaml|json|name`: objects in full, one by one as they arrive (get.h). */
#include "cli/get.h"
#include "kube/known.h"

struct printing {
    struct ls_get *get;
    struct ls_objects objects;
    struct ls_known *printed; /* of the list that is being read, in case it begins anew */
    bool has_begun;
    struct ls_buf out;
};

/* Names need no more than metadata. */
static enum ls_form form_of(const struct ls_get *get)
{
    return get->form == LS_OUTPUT_NAME ? LS_FORM_METADATA : LS_FORM_FULL;
}

static bool item_print(struct printing *printing, struct ls_node object)
{
    if (printing->get->is_single)
        ls_objects_one(&printing->objects, object, &printing->out);
    else
        ls_objects_item(&printing->objects, object, &printing->out);
    return ls_get_write(&printing->out);
}

/* ---- lists ---- */

/* What was printed cannot be taken back: a list that begins anew goes on with what is missing. */
static void list_begin(void *self)
{
    struct printing *printing = self;
    if (printing->has_begun && ls_known_count(printing->printed) > 0)
        fputs("Warning: the list had to be read anew half way; what was printed before shows an "
              "older state\n",
              stderr);
    printing->has_begun = true;
}

static bool list_object(void *self, const struct ls_obj *obj)
{
    struct printing *printing = self;
    struct ls_node root = ls_obj_root(obj);
    bool is_new =
        ls_known_see(printing->printed, ls_uid_of_object(root), LS_SLICE("1"), LS_NOT_OLDER);
    return !is_new || item_print(printing, root);
}

static enum ls_code target_list(struct printing *printing, const struct ls_resource *resource,
                                struct ls_err *err)
{
    const struct ls_get *get = printing->get;
    struct ls_selection selection = {
        .resource = resource,
        .namespace_name = ls_get_namespace(get, resource),
        .labels = get->labels,
        .fields = get->fields,
        .form = form_of(get),
    };
    struct ls_list_hooks hooks = {.self = printing, .begin = list_begin, .object = list_object};
    printing->has_begun = false;
    printing->printed = ls_known_new(ls_random_u64(&get->connection->world->random));
    enum ls_code code = ls_connection_list(get->connection, &selection, &hooks, err);
    ls_known_free(printing->printed);
    return code;
}

/* ---- single objects ---- */

static void target_answered(void *self, const struct ls_answer *answer)
{
    if (!answer->code)
        item_print(self, ls_obj_root(answer->obj));
}

static enum ls_code target_get(struct printing *printing, const struct ls_get_target *target,
                               struct ls_err *err)
{
    const struct ls_get *get = printing->get;
    struct ls_ask ask = {
        .verb = LS_VERB_GET,
        .place = {.resource = target->resource,
                  .namespace_name = ls_get_namespace(get, target->resource),
                  .name = target->name},
        .form = form_of(get),
    };
    return ls_connection_ask(get->connection, &ask, target_answered, printing, err);
}

/* ---- all of it ---- */

void ls_get_objects(struct ls_get *get)
{
    struct printing printing = {
        .get = get,
        .objects = {.form = get->form, .has_managed_fields = get->has_managed_fields},
    };
    enum ls_code code = LS_OK;
    for (size_t i = 0; i < get->targets.count && code != LS_E_CANCELLED; i++) {
        const struct ls_get_target *target = &get->targets.at[i];
        struct ls_err err = {0};
        printing.objects.resource = target->resource;
        code = target->name ? target_get(&printing, target, &err)
                            : target_list(&printing, target->resource, &err);
        if (code)
            ls_get_failed(get, &err);
    }
    bool is_nothing = printing.objects.count == 0 && get->ignores_not_found;
    if (!get->is_single && !is_nothing && code != LS_E_CANCELLED) {
        ls_objects_end(&printing.objects, &printing.out);
        ls_get_write(&printing.out);
    }
    ls_buf_release(&printing.out);
}
