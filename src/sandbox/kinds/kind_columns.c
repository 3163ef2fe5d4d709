#include "sandbox/kinds/kind_columns.h"

#include "sandbox/columns/cells.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/kind.h"

/* Columns of kinds that declare none. */
static const struct ls_column plain_columns[] = {
    LS_COL_NAME,
    {.name = "Created At",
     .type = "date",
     .format = "",
     .description = "Time at which the object was created.",
     LS_COL_FIELD("metadata.creationTimestamp")},
};
static const struct ls_columns plain = LS_COLUMNS(plain_columns);

static const struct ls_columns *columns_of(const struct ls_kind *kind)
{
    return kind->columns ? kind->columns : &plain;
}

size_t ls_kind_column_count(const struct ls_kind *kind)
{
    return columns_of(kind)->count;
}

struct ls_column ls_kind_column(const struct ls_kind *kind, size_t i)
{
    LS_ASSERT(i < columns_of(kind)->count);
    return columns_of(kind)->at[i];
}

void ls_kind_cells(const struct ls_kind *kind, struct ls_build *build, struct ls_node object,
                   int64_t now_ms)
{
    LS_ASSERT(now_ms >= 0);
    const struct ls_columns *columns = columns_of(kind);
    if (kind->is_custom) {
        ls_custom_cells(kind, build, object, now_ms);
        return;
    }
    for (size_t i = 0; i < columns->count; i++) {
        struct ls_cell cell = {build, &columns->at[i], object, now_ms};
        if (cell.column->cell)
            cell.column->cell(&cell);
    }
}

bool ls_kind_row_conditions(const struct ls_kind *kind, struct ls_build *build,
                            struct ls_node object)
{
    const struct ls_columns *columns = columns_of(kind);
    size_t before = build->count;
    if (columns->conditions)
        columns->conditions(build, object);
    LS_ASSERT(build->count >= before);
    return build->count > before;
}
