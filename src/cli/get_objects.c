/* `lockstep get -o yaml|json|name`: objects in full, one by one as they arrive (get.h). */
#include "cli/get.h"
#include "kube/known.h"

struct get_objects_printing {
    struct ls_get *get;
    struct ls_objects objects;
    struct ls_known *printed; /* of the list that is being read, in case it begins anew */
    struct ls_buf out;
};

/* What was printed cannot be taken back: a list that begins anew goes on with what is missing. */
static void printing_begin(void *self, bool is_anew)
{
    struct get_objects_printing *printing = self;
    if (is_anew && ls_known_count(printing->printed) > 0)
        fputs("Warning: the list had to be read anew half way; what was printed before shows an "
              "older state\n",
              stderr);
    if (is_anew)
        return;
    ls_known_free(printing->printed);
    printing->printed = ls_known_new(ls_random_u64(&printing->get->connection->world->random));
}

static bool printing_object(void *self, const struct ls_resource *resource,
                            const struct ls_obj *obj)
{
    struct get_objects_printing *printing = self;
    struct ls_node root = ls_obj_root(obj);
    bool is_single = printing->get->is_single;
    if (!is_single &&
        !ls_known_see(printing->printed, ls_uid_of_object(root), LS_SLICE("1"), LS_NOT_OLDER))
        return true;
    printing->objects.resource = resource;
    if (is_single)
        ls_objects_one(&printing->objects, root, &printing->out);
    else
        ls_objects_item(&printing->objects, root, &printing->out);
    return ls_get_write(&printing->out);
}

void ls_get_objects(struct ls_get *get)
{
    LS_ASSERT(!get->is_single || get->targets.count == 1);
    struct get_objects_printing printing = {
        .get = get,
        .objects = {.form = get->form, .has_managed_fields = get->has_managed_fields},
    };
    struct ls_get_sink sink = {&printing, printing_begin, printing_object};
    /* Names need no more than metadata. */
    enum ls_form form = get->form == LS_OUTPUT_NAME ? LS_FORM_METADATA : LS_FORM_FULL;
    enum ls_code code = ls_get_each(get, form, &sink);
    bool is_nothing = printing.objects.count == 0 && get->ignores_not_found;
    if (!get->is_single && !is_nothing && !code) {
        ls_objects_end(&printing.objects, &printing.out);
        ls_get_write(&printing.out);
    }
    ls_known_free(printing.printed);
    ls_buf_release(&printing.out);
}
