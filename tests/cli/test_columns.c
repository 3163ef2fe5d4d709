/* Custom columns: headings, paths in every form, what cells show, and what is refused. */
#include "cli/columns.h"

#include "check.h"
#include "cli/limits.h"
#include "value/json.h"

static const char pod[] =
    "{\"metadata\":{\"name\":\"web\",\"labels\":{\"b\":\"2\",\"a\":\"1\"}},\"spec\":{\"n\":3,"
    "\"share\":0.5,\"big\":1000000.0,\"on\":true,\"none\":null,\"ports\":[80,443],\"text\":\"two\\n"
    "lines\",\"bell\":\"\\u001b[1m\",\"list\":[]}}";

struct stage {
    struct ls_arena arena;
    struct ls_custom_columns columns;
    struct ls_buf out;
    struct ls_err err;
};

static void stage_release(struct stage *stage)
{
    ls_custom_columns_release(&stage->columns);
    ls_arena_release(&stage->arena);
    ls_buf_release(&stage->out);
}

static void row_add(struct stage *stage, const char *json)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_slice_of(json), NULL, &obj, &stage->err), stage->err);
    CHECK_OK(ls_custom_columns_row(&stage->columns, ls_obj_root(obj), &stage->err), stage->err);
}

TEST(cells_show_what_kubectl_shows)
{
    static const struct {
        const char *columns, *table;
    } rows[] = {
        {"NAME:.metadata.name", "NAME\nweb\n"},
        {"A:metadata.name,B:{.spec.n},C:{spec.on}", "A     B     C\nweb   3     true\n"},
        {"L:.metadata.labels,P:.spec.ports[*]", "L              P\nmap[a:1 b:2]   80,443\n"},
        {"X:.spec.missing,N:.spec.none,E:.spec.list[*]",
         "X        N       E\n<none>   <nil>   <none>\n"},
        {"S:.spec.share,G:.spec.big,L:.spec.list", "S     G       L\n0.5   1e+06   []\n"},
        {"T:.spec.text,N:.spec.n", "T     N\ntwo\nlines   3\n"},
        {"B:.spec.bell", "B\n^[[1m\n"},
        {"A:", "A\n<none>\n"},
        {":.spec.n", "\n3\n"},
        {"A:.spec.ports:0", "A\n<none>\n"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct stage stage LS_AUTO(stage_release) = {0};
        CHECK_OK(ls_custom_columns_parse(&stage.arena, ls_slice_of(rows[i].columns), &stage.columns,
                                         &stage.err),
                 stage.err);
        row_add(&stage, pod);
        ls_custom_columns_flush(&stage.columns, &stage.out);
        CHECK_STR(ls_buf_text(&stage.out), rows[i].table);
    }
}

TEST(a_heading_comes_once_and_later_rows_stay_aligned)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    CHECK_OK(
        ls_custom_columns_parse(&stage.arena, LS_SLICE("NAME:.n,X:.x"), &stage.columns, &stage.err),
        stage.err);
    row_add(&stage, "{\"n\":\"a-long-name\",\"x\":1}");
    ls_custom_columns_flush(&stage.columns, &stage.out);
    row_add(&stage, "{\"n\":\"b\",\"x\":2}");
    ls_custom_columns_heading(&stage.columns);
    ls_custom_columns_flush(&stage.columns, &stage.out);
    CHECK_STR(ls_buf_text(&stage.out), "NAME          X\na-long-name   1\nb             2\n");
}

TEST(columns_come_from_lines_too)
{
    static const struct {
        const char *text, *table; /* or the error */
    } rows[] = {
        {"NAME   N\n.metadata.name\t{spec.n}  \nmore\n", "NAME   N\nweb    3\n"},
        {"NAME\r\n.metadata.name\r\n", "NAME\nweb\n"},
        {"",
         "invalid template, missing header line. Expected format is one line of space separated "
         "headers, one line of space separated column specs."},
        {"NAME", "invalid template, missing spec line. Expected format is one line of space "
                 "separated headers, one line of space separated column specs."},
        {"NAME\n", "invalid template, missing spec line. Expected format is one line of space "
                   "separated headers, one line of space separated column specs."},
        {"A B\n.x\n", "number of headers (2) and field specifications (1) don't match"},
        {"A\n{.x}{.y}\n", "unexpected path string, expected a 'name1.name2' or '.name1.name2' or "
                          "'{name1.name2}' or '{.name1.name2}'"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct stage stage LS_AUTO(stage_release) = {0};
        if (ls_custom_columns_parse_lines(&stage.arena, ls_slice_of(rows[i].text), &stage.columns,
                                          &stage.err)) {
            CHECK_STR(stage.err.text, rows[i].table);
            continue;
        }
        row_add(&stage, pod);
        ls_custom_columns_flush(&stage.columns, &stage.out);
        CHECK_STR(ls_buf_text(&stage.out), rows[i].table);
    }
}

TEST(what_is_no_column_is_refused)
{
    static const struct {
        const char *columns, *error;
    } rows[] = {
        {"", "custom-columns format specified but no custom columns given"},
        {"NAME", "unexpected custom-columns spec: NAME, expected <header>:<json-path-expr>"},
        {"A:.x,", "unexpected custom-columns spec: , expected <header>:<json-path-expr>"},
        {"A:.x[", "custom-columns: A:.x[: unterminated array"},
        {"A:['x','y']", "custom-columns: A:['x': unterminated array"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct stage stage LS_AUTO(stage_release) = {0};
        CHECK_CODE(ls_custom_columns_parse(&stage.arena, ls_slice_of(rows[i].columns),
                                           &stage.columns, &stage.err),
                   LS_E_INVALID, stage.err);
        CHECK_STR(stage.err.text, rows[i].error);
    }
}

TEST(a_path_that_does_not_fit_names_its_column)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_slice_of(pod), NULL, &obj, &stage.err), stage.err);
    CHECK_OK(ls_custom_columns_parse(&stage.arena, LS_SLICE("N:.metadata.name,M:.spec[0]"),
                                     &stage.columns, &stage.err),
             stage.err);
    CHECK_CODE(ls_custom_columns_row(&stage.columns, ls_obj_root(obj), &stage.err), LS_E_INVALID,
               stage.err);
    CHECK_STR(stage.err.text, "column M: map[string]interface {} is not array or slice");
}

TEST(columns_have_a_limit)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i <= LS_TABS_CELLS_MAX; i++)
        ls_buf_add_text(&text, i > 0 ? ",A:.a" : "A:.a");
    CHECK_CODE(
        ls_custom_columns_parse(&stage.arena, ls_buf_slice(&text), &stage.columns, &stage.err),
        LS_E_TOO_BIG, stage.err);
    CHECK_STR(stage.err.text, "custom-columns: 257 columns, the limit is 256");
}
