/* Printer columns of custom kinds: their JSONPaths and cells. */
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "sandbox/kinds/custom_impl.h"
#include "value/go_text.h"
#include "value/time.h"

static const struct ls_column name_column = {
    .name = "Name",
    .type = "string",
    .format = "name",
    .description = "Name of the object, unique within its namespace.",
};
static const struct ls_column age_column = {
    .name = "Age",
    .type = "date",
    .format = "",
    .description = "Time since the object was created.",
};

static struct ls_column column_of(struct ls_arena *arena, struct ls_node declared)
{
    struct ls_slice path = ls_node_string(ls_node_at(declared, "jsonPath"));
    struct ls_slice description = ls_node_string(ls_node_at(declared, "description"));
    return (struct ls_column){
        .name = ls_arena_dup(arena, ls_node_string(ls_node_at(declared, "name"))),
        .type = ls_arena_dup(arena, ls_node_string(ls_node_at(declared, "type"))),
        .format = ls_arena_dup(arena, ls_node_string(ls_node_at(declared, "format"))),
        .description =
            description.len > 0
                ? ls_arena_dup(arena, description)
                : ls_arena_printf(arena,
                                  "Custom resource definition column (in JSONPath format): %.*s",
                                  LS_ARG(path)),
        .priority = (int)ls_node_int(ls_node_at(declared, "priority"), 0)};
}

/* A path that cannot be compiled ends the columns, as in kube-apiserver: those before it are kept.
 * */
void custom_columns_init(struct custom *custom, struct ls_node version)
{
    struct ls_arena *arena = &custom->arena;
    struct ls_node declared = ls_node_at(version, "additionalPrinterColumns");
    size_t most = ls_node_count(declared) + 2, count = 0;
    struct ls_column *columns = LS_ARENA_ARRAY(arena, struct ls_column, most);
    custom->paths = LS_ARENA_ARRAY(arena, const struct ls_jsonpath *, most);
    columns[count++] = name_column;
    LS_EACH (it, declared) {
        struct ls_slice path = ls_node_string(ls_node_at(it.value, "jsonPath"));
        if (ls_jsonpath_compile(arena, path, &custom->paths[count - 1], NULL))
            break;
        columns[count++] = column_of(arena, it.value);
    }
    if (ls_node_count(declared) == 0 &&
        ls_jsonpath_compile(arena, LS_SLICE(".metadata.creationTimestamp"), &custom->paths[0],
                            NULL) == LS_OK)
        columns[count++] = age_column;
    custom->columns = (struct ls_columns){.at = columns, .count = count};
    custom->kind.columns = &custom->columns;
}

static void string_cell(struct ls_build *build, struct ls_node value)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_node_is_string(value)) {
        ls_build_node(build, value);
        return;
    }
    if (ls_node_is_null(value)) {
        ls_build_null(build);
        return;
    }
    if (ls_node_is_map(value) || ls_node_is_list(value))
        ls_go_print_json(&text, value);
    else
        ls_go_quote_scalar(&text, value);
    ls_build_string(build, ls_buf_slice(&text));
}

static void integer_cell(struct ls_build *build, struct ls_node value)
{
    double number = ls_node_double(value, NAN);
    if (ls_node_type(value) == LS_TYPE_INT)
        ls_build_node(build, value);
    else if (fabs(number) < ldexp(1, 63))
        ls_build_int(build, (int64_t)number);
    else
        ls_build_null(build);
}

static void date_cell(struct ls_build *build, struct ls_node value, int64_t now_ms)
{
    LS_ASSERT(now_ms >= 0);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_time time;
    if (!ls_node_is_string(value)) {
        ls_build_null(build);
        return;
    }
    if (ls_node_string(value).len > 0 && ls_time_parse(ls_node_string(value), &time, NULL))
        ls_buf_add_text(&text, "<invalid>");
    else
        ls_age_print(&text, value, now_ms);
    ls_build_string(build, ls_buf_slice(&text));
}

static void cell(struct ls_build *build, const char *type, struct ls_node value, int64_t now_ms)
{
    enum ls_type found = ls_node_type(value);
    bool is_number = found == LS_TYPE_INT || found == LS_TYPE_NUMBER;
    if (found == LS_TYPE_ABSENT)
        ls_build_null(build);
    else if (strcmp(type, "string") == 0)
        string_cell(build, value);
    else if (strcmp(type, "integer") == 0)
        integer_cell(build, value);
    else if (strcmp(type, "date") == 0)
        date_cell(build, value, now_ms);
    else if ((strcmp(type, "number") == 0 && is_number) ||
             (strcmp(type, "boolean") == 0 && found == LS_TYPE_BOOL))
        ls_build_node(build, value);
    else
        ls_build_null(build);
}

void ls_custom_cells(const struct ls_kind *kind, struct ls_build *build, struct ls_node object,
                     int64_t now_ms)
{
    const struct custom *custom = custom_of(kind);
    LS_ASSERT(custom->columns.count > 0);
    ls_build_string(build, ls_node_string(ls_node_at(object, "metadata.name")));
    for (size_t i = 1; i < custom->columns.count; i++)
        cell(build, custom->columns.at[i].type, ls_jsonpath_first(custom->paths[i - 1], object),
             now_ms);
}
