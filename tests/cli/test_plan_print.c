#include "check.h"

#include "cli/plan_print.h"
#include "rows.h"
#include "value/json.h"
#include "value/obj.h"

static const struct made_row shop[] = {
    {"Namespace", "shop", -1, LS_ROW_WAITING, LS_ACTION_SAME, "", 0, false, true, 1},
    {"ConfigMap", "settings", 0, LS_ROW_WAITING, LS_ACTION_CREATE, "", 0, false, false, 1},
    {"ConfigMap", "other", 0, LS_ROW_WAITING, LS_ACTION_ADOPT, "it belongs to nobody", 0, false,
     false, 1},
    {"Deployment", "web", 0, LS_ROW_WAITING, LS_ACTION_CHANGE, "", 0, false, true, 2},
    {"ConfigMap", "old", 0, LS_ROW_WAITING, LS_ACTION_DELETE, "", 0, true, false, 1},
};
static const struct made_rows made = {shop, LS_COUNT(shop)};
static const struct ls_plan_options plan_options = {.set_name = "shop", .parent_namespace = "ops"};

static struct ls_run_counts counts_of(const struct made_rows *rows)
{
    struct ls_run_counts counts = {0};
    for (size_t i = 0; i < rows->count; i++)
        counts.by_action[rows->at[i].action]++;
    return counts;
}

TEST(a_plan_shows_phases_steps_and_actions)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_rows rows = made_rows_of(&made);
    struct ls_run_counts counts = counts_of(&made);
    ls_plan_print(&rows, &counts, &plan_options, &out);
    CHECK_STR(ls_buf_text(&out),
              "phase -1  1 object\n"
              "   1 = Namespace shop/shop      same, awaited\n"
              "phase 0  3 objects\n"
              "   1 + ConfigMap shop/settings  create\n"
              "     & ConfigMap shop/other     adopt  it belongs to nobody\n"
              "   2 ~ Deployment shop/web      change, awaited\n"
              "removal phase 0  1 object\n"
              "   1 - ConfigMap shop/old       delete\n"
              "shop: 1 to create, 1 to change, 1 unchanged, 1 to adopt, 1 to delete\n");
}

TEST(nothing_to_do_is_said)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct made_rows one = {shop, 1};
    struct ls_rows rows = made_rows_of(&one);
    struct ls_run_counts counts = counts_of(&one);
    ls_plan_print(&rows, &counts, &plan_options, &out);
    CHECK_HAS(ls_buf_text(&out), "shop: no changes, 1 unchanged\n");
}

TEST(a_plan_is_one_document)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_rows rows = made_rows_of(&made);
    struct ls_run_counts counts = counts_of(&made);
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    struct ls_json_options options = {0};
    ls_plan_print_json(&rows, &counts, &plan_options, &out);
    CHECK_OK(ls_json_parse(ls_slice_trim(ls_buf_slice(&out)), &options, &obj, &err), err);
    struct ls_node root = ls_obj_root(obj);
    CHECK(ls_slice_is(ls_node_string(ls_node_at(root, "set")), "shop"));
    CHECK(ls_node_bool(ls_node_at(root, "changes"), false));
    CHECK_INT(ls_node_count(ls_node_at(root, "objects")), 5);
    CHECK_INT(ls_node_int(ls_node_at(root, "counts.adopt"), 0), 1);
    struct ls_node web = ls_node_item(ls_node_at(root, "objects"), 3);
    CHECK(ls_slice_is(ls_node_string(ls_node_at(web, "action")), "change"));
    CHECK_INT(ls_node_int(ls_node_at(web, "batch"), 0), 2);
    ls_obj_unref(obj);
}
