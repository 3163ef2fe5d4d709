#include "sandbox/kinds/kind.h"

#include "sandbox/kinds/cluster.h"
#include "value/time.h"

const struct ls_kind *ls_kind_ref(const struct ls_kind *kind)
{
    struct ls_kind *counted = (struct ls_kind *)kind;
    LS_ASSERT(counted->refs > 0);
    counted->refs++;
    return kind;
}

void ls_kind_unref(const struct ls_kind *kind)
{
    struct ls_kind *counted = (struct ls_kind *)kind;
    if (!counted)
        return;
    LS_ASSERT(counted->refs > 0);
    if (--counted->refs == 0 && counted->free)
        counted->free(counted);
}

struct ls_about ls_kind_about(const struct ls_kind *kind, struct ls_slice name)
{
    LS_ASSERT(kind->resource.plural != NULL);
    return (struct ls_about){
        .group = kind->resource.group,
        .plural = kind->resource.plural,
        .kind = kind->resource.kind,
        .name = name,
    };
}

struct ls_about ls_kind_stored_about(const struct ls_kind *kind, struct ls_slice name)
{
    struct ls_about about = ls_kind_about(kind, name);
    if (kind->stored_group)
        about.group = kind->stored_group;
    return about;
}

const struct ls_type_schema *ls_kind_merge_type(const struct ls_kind *kind,
                                                struct ls_merge_types *types)
{
    if (kind->merge_type)
        return kind->merge_type;
    LS_ASSERT(kind->type != NULL);
    return ls_merge_type_of(types, kind->type);
}

bool ls_admission_creates(const struct ls_admission *admission)
{
    return ls_node_is_absent(admission->old);
}

void ls_admission_now(const struct ls_admission *admission, struct ls_buf *out)
{
    LS_ASSERT(admission->cluster != NULL);
    const struct ls_clock *clock = admission->cluster->world->clock;
    ls_time_print(out, ls_time_of_ms(ls_clock_wall_ms(clock)));
}
