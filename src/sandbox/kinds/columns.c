#include "sandbox/kinds/columns.h"

#include "base/buf.h"
#include "sandbox/kinds/cells.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/kind.h"
#include "value/time.h"

#include <string.h>

/* --- any object --- */

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
    return build->count > before;
}

/* --- ages --- */

enum {
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HOUR_MS = 60 * MINUTE_MS,
};

/* "3h12m", or "3h" when nothing is left over. */
static void two_units_print(struct ls_buf *out, int64_t large, char large_unit, int64_t small,
                            char small_unit)
{
    ls_buf_printf(out, "%lld%c", (long long)large, large_unit);
    if (small)
        ls_buf_printf(out, "%lld%c", (long long)small, small_unit);
}

/* The longer it is, the less exact: two or three digits that matter. */
void ls_duration_print_short(struct ls_buf *out, int64_t duration_ms)
{
    int64_t seconds = duration_ms / SECOND_MS, minutes = duration_ms / MINUTE_MS;
    int64_t hours = duration_ms / HOUR_MS, days = hours / 24;
    if (seconds < -1)
        ls_buf_add_text(out, "<invalid>");
    else if (seconds < 0)
        ls_buf_add_text(out, "0s"); /* clocks differ a little */
    else if (seconds < 120)
        two_units_print(out, seconds, 's', 0, 0);
    else if (minutes < 10)
        two_units_print(out, minutes, 'm', seconds % 60, 's');
    else if (minutes < 180)
        two_units_print(out, minutes, 'm', 0, 0);
    else if (hours < 8)
        two_units_print(out, hours, 'h', minutes % 60, 'm');
    else if (hours < 48)
        two_units_print(out, hours, 'h', 0, 0);
    else if (days < 8)
        two_units_print(out, days, 'd', hours % 24, 'h');
    else if (days < 2 * 365)
        two_units_print(out, days, 'd', 0, 0);
    else if (days < 8 * 365)
        two_units_print(out, days / 365, 'y', days % 365, 'd');
    else
        two_units_print(out, days / 365, 'y', 0, 0);
}

void ls_age_print(struct ls_buf *out, struct ls_node time, int64_t now_ms)
{
    struct ls_time since;
    struct ls_err err;
    if (!ls_node_is_string(time) || ls_time_parse(ls_node_string(time), &since, &err))
        ls_buf_add_text(out, "<unknown>");
    else
        ls_duration_print_short(out, now_ms - ls_time_ms(since));
}
