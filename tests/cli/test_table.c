#include "check.h"

#include <string.h>

#include "cli/cell.h"
#include "cli/limits.h"
#include "cli/table.h"
#include "value/json.h"

/* ---- columns ---- */

static void lines_add(struct ls_tabs *tabs, const char *const *lines)
{
    for (; *lines; lines++)
        ls_tabs_line(tabs, ls_slice_of(*lines));
}

TEST(columns_are_as_wide_as_kubectl_makes_them)
{
    static const struct {
        const char *lines[5];
        const char *printed;
    } rows[] = {
        {{"NAME\tAGE", "a\t1s", NULL}, "NAME   AGE\na      1s\n"},
        {{"a\tb\tc", NULL}, "a     b     c\n"},
        {{"abc\tb", "abcdefgh\tb", NULL}, "abc        b\nabcdefgh   b\n"},
        {{"a\t", NULL}, "a     \n"},
        {{"\tb", NULL}, "      b\n"},
        {{"", NULL}, "\n"},
        {{"alone", NULL}, "alone\n"},
        /* Characters count, not bytes. */
        {{"\u00e9\u00e9\u00e9\u00e9\tb", "aaaa\tb", NULL},
         "\u00e9\u00e9\u00e9\u00e9   b\naaaa   b\n"},
        {{"\xff\xfe"
          "aa\tb",
          "aaaa\tb", NULL},
         "\xff\xfe"
         "aa   b\naaaa   b\n"},
        /* A shorter line ends the columns that it does not reach, not those that it does. */
        {{"aaaaaaa\tb\tc", "a\tb", "a\tbbbbbbbb\tc", NULL},
         "aaaaaaa   b     c\na         b\na         bbbbbbbb   c\n"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_tabs tabs LS_AUTO(ls_tabs_release) = {0};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        lines_add(&tabs, rows[i].lines);
        ls_tabs_flush(&tabs, &out);
        CHECK_STR(ls_buf_text(&out), rows[i].printed);
    }
}

TEST(later_lines_stay_aligned_with_those_above)
{
    struct ls_tabs tabs LS_AUTO(ls_tabs_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_tabs_line(&tabs, LS_SLICE("long-name\tb"));
    ls_tabs_flush(&tabs, &out);
    ls_tabs_line(&tabs, LS_SLICE("a\tb"));
    ls_tabs_flush(&tabs, &out);
    ls_tabs_line(&tabs, LS_SLICE("longest-of-all\tb"));
    ls_tabs_flush(&tabs, &out);
    CHECK_STR(ls_buf_text(&out), "long-name   b\n"
                                 "a           b\n"
                                 "longest-of-all   b\n");
}

TEST(a_line_of_nothing_but_tabs_is_bounded)
{
    enum { STOPS = 100000 };
    struct ls_tabs tabs LS_AUTO(ls_tabs_release) = {0};
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < STOPS; i++)
        ls_buf_add_char(&line, '\t');
    ls_tabs_line(&tabs, ls_buf_slice(&line));
    ls_tabs_flush(&tabs, &out);
    CHECK(strchr(ls_buf_text(&out), '\t') == NULL);
    CHECK(out.len < 2 * STOPS);
}

/* ---- cells ---- */

static const struct ls_obj *json(const char *text)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &obj, &err), err);
    return obj;
}

TEST(cells_read_as_in_kubectl)
{
    static const struct {
        const char *json;
        const char *text;
    } cells[] = {
        {"\"plain\"", "plain"},
        {"\"\"", ""},
        {"null", ""},
        {"true", "true"},
        {"-7", "-7"},
        {"9223372036854775807", "9223372036854775807"},
        {"1.5", "1.5"},
        {"3.0", "3"},
        {"0.1", "0.1"},
        {"0.00001", "1e-05"},
        {"1e20", "100000000000000000000"},
        {"1e21", "1e+21"},
        {"[\"a\",1,null]", "[a 1 <nil>]"},
        {"[]", "[]"},
        {"{\"b\":1,\"a\":\"x\"}", "map[a:x b:1]"},
        {"\"first\\nsecond\"", "first..."},
        {"\"first\\r\"", "first..."},
        {"\"\\u001b[31mred\"", "^[[31mred"},
        {"\"bell\\u0007\"", "bell^G"},
        {"\"csi\\u009b31m\"", "csi\\u009b31m"},
        {"\"\\u202egnp\"", "\\u202egnp"},
        {"\"del\\u007f\"", "del^?"},
        {"\"a\\tb\"", "a\tb"},
    };
    for (size_t i = 0; i < LS_COUNT(cells); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json(cells[i].json);
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        ls_cell_print(&out, ls_obj_root(obj));
        CHECK_STR(ls_buf_text(&out), cells[i].text);
    }
}

TEST(a_cell_cannot_grow_deep)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        json("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_cell_print(&out, ls_obj_root(obj));
    CHECK_HAS(ls_buf_text(&out), "[...]");
}

/* ---- tables ---- */

#define NAME_COLUMN  "{\"name\":\"Name\",\"type\":\"string\",\"format\":\"name\",\"priority\":0}"
#define READY_COLUMN "{\"name\":\"Up-to-date\",\"type\":\"string\",\"format\":\"\",\"priority\":0}"
#define NODE_COLUMN  "{\"name\":\"Node\",\"type\":\"string\",\"format\":\"\",\"priority\":1}"
#define COLUMNS      "[" NAME_COLUMN "," READY_COLUMN "," NODE_COLUMN "]"
#define ROW(name, ready, node)                                                                     \
    "{\"cells\":[\"" name "\"," ready ",\"" node "\"],\"object\":{\"metadata\":{\"name\":\"" name  \
    "\",\"namespace\":\"shop\",\"labels\":{\"tier\":\"b\",\"app\":\"a\"}}}}"

static void columns_give(struct ls_table *table, const char *text)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json(text);
    ls_table_columns(table, ls_obj_root(obj));
}

static void row_give(struct ls_table *table, const char *text, const char *event)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json(text);
    ls_table_row(table, ls_obj_root(obj), event);
}

static const char *flush(struct ls_table *table, struct ls_buf *out)
{
    ls_buf_clear(out);
    ls_table_flush(table, out);
    return ls_buf_text(out);
}

TEST(every_option_of_a_table)
{
    static const struct {
        struct ls_table_options options;
        const char *printed;
    } cases[] = {
        {{0}, "NAME   UP-TO-DATE\nweb    1\ndb     \n"},
        {{.is_wide = true},
         "NAME   UP-TO-DATE   NODE\nweb    1            n1\ndb                  n2\n"},
        {{.has_no_headers = true}, "web   1\ndb    \n"},
        {{.has_namespace = true},
         "NAMESPACE   NAME   UP-TO-DATE\nshop        web    1\nshop        db     \n"},
        {{.has_labels = true},
         "NAME   UP-TO-DATE   LABELS\nweb    1            app=a,tier=b\n"
         "db                  app=a,tier=b\n"},
        {{.kind = "pod"}, "NAME      UP-TO-DATE\npod/web   1\npod/db    \n"},
        {{.has_event = true, .has_namespace = true},
         "EVENT      NAMESPACE   NAME   UP-TO-DATE\n"
         "ADDED      shop        web    1\nADDED      shop        db     \n"},
    };
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct ls_table table LS_AUTO(ls_table_release) = {.options = cases[i].options};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        columns_give(&table, COLUMNS);
        row_give(&table, ROW("web", "1", "n1"), "ADDED");
        row_give(&table, ROW("db", "null", "n2"), "ADDED");
        CHECK_STR(flush(&table, &out), cases[i].printed);
    }
}

TEST(a_table_without_rows_prints_nothing)
{
    struct ls_table table LS_AUTO(ls_table_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    columns_give(&table, COLUMNS);
    CHECK_STR(flush(&table, &out), "");
}

TEST(the_heading_comes_again_only_with_other_columns)
{
    struct ls_table table LS_AUTO(ls_table_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    columns_give(&table, COLUMNS);
    row_give(&table, ROW("web", "1", ""), NULL);
    CHECK_STR(flush(&table, &out), "NAME   UP-TO-DATE\nweb    1\n");
    columns_give(&table, "null");
    columns_give(&table, COLUMNS);
    row_give(&table, ROW("web", "2", ""), NULL);
    CHECK_STR(flush(&table, &out), "web    2\n");
    columns_give(&table, "[" NAME_COLUMN "]");
    row_give(&table, ROW("web", "2", ""), NULL);
    CHECK_STR(flush(&table, &out), "NAME\nweb\n");
}

TEST(a_server_that_sends_more_or_fewer_cells_than_columns)
{
    struct ls_table table LS_AUTO(ls_table_release) = {.options = {.has_namespace = true}};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    columns_give(&table, "[" NAME_COLUMN "]");
    row_give(&table, "{\"cells\":[\"a\",\"b\",\"c\"]}", NULL);
    row_give(&table, "{\"cells\":[]}", NULL);
    row_give(&table, "{}", NULL);
    row_give(&table, "[]", NULL);
    CHECK_STR(flush(&table, &out), "NAMESPACE   NAME\n            a\n\n\n\n");
}

TEST(columns_without_end_are_cut)
{
    struct ls_table table LS_AUTO(ls_table_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "[" NAME_COLUMN);
    for (int i = 0; i < 2 * LS_TABLE_COLUMNS_MAX; i++)
        ls_buf_add_text(&text, "," NODE_COLUMN);
    ls_buf_add_char(&text, ']');
    columns_give(&table, ls_buf_text(&text));
    CHECK_INT(table.columns.count, LS_TABLE_COLUMNS_MAX);
}

TEST(a_server_without_tables_shows_name_and_age)
{
    struct ls_table table LS_AUTO(ls_table_release) = {.options = {.has_labels = true}};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *known LS_AUTO(ls_obj_unref_at) =
        json("{\"metadata\":{\"name\":\"x\",\"creationTimestamp\":\"1970-01-01T00:00:00Z\"}}");
    const struct ls_obj *unknown LS_AUTO(ls_obj_unref_at) = json("{\"metadata\":{\"name\":\"y\"}}");
    ls_table_object(&table, ls_obj_root(known), NULL, 90 * 1000);
    ls_table_object(&table, ls_obj_root(unknown), NULL, 90 * 1000);
    CHECK_STR(flush(&table, &out), "NAME   AGE         LABELS\nx      90s         <none>\n"
                                   "y      <unknown>   <none>\n");
}

TEST(labels_stand_in_the_order_of_their_texts)
{
    struct ls_table table LS_AUTO(ls_table_release) = {.options = {.has_labels = true}};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    columns_give(&table, "[" NAME_COLUMN "]");
    row_give(&table,
             "{\"cells\":[\"x\"],\"object\":{\"metadata\":{\"labels\":{\"b\":\"2\",\"a\":\"1\","
             "\"a10\":\"x\",\"a2\":\"y\",\"aa\":\"z\",\"a/b\":\"s\"}}}}",
             NULL);
    CHECK_STR(flush(&table, &out), "NAME   LABELS\nx      a/b=s,a10=x,a2=y,a=1,aa=z,b=2\n");
}

TEST(what_vanished_unseen_is_printed_by_its_name)
{
    struct ls_table table LS_AUTO(ls_table_release) = {.options = {.has_namespace = true}};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    columns_give(&table, COLUMNS);
    ls_table_gone(&table, LS_SLICE("shop/web"));
    ls_table_gone(&table, LS_SLICE("node-1"));
    CHECK_STR(flush(&table, &out),
              "NAMESPACE   NAME     UP-TO-DATE\nshop        web      <deleted>\n"
              "            node-1   <deleted>\n");
}
