/* What YAML texts mean: the case files of tests/cases/yaml, whole and cut off at every byte. */
#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "support_value.h"
#include "base/mem.h"
#include "value/yaml.h"

/* What a stream gives, in the notation of the case files. */
static void read_stream(struct ls_slice text, const struct ls_yaml_options *options,
                        struct ls_buf *out)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, options);
    struct ls_err err = {0};
    ls_buf_clear(out);
    for (;;) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        if (ls_yaml_next(yaml, &obj, &err)) {
            CHECK(strncmp(err.text, "f:", 2) == 0);
            ls_buf_printf(out, "==! %s\n", err.text + 2);
            break;
        }
        if (!obj)
            break;
        ls_buf_printf(out, "==> %s\n", json_of(ls_obj_root(obj)));
    }
    if (out->len == 0)
        ls_buf_add_text(out, "==. no document\n");
    out->at[--out->len] = '\0';
}

static void check_case(const struct case_row *row)
{
    struct ls_buf seen LS_AUTO(ls_buf_release) = {0};
    struct ls_yaml_options options = {.is_strict = row->is_strict, .name = "f"};
    read_stream(row->input, &options, &seen);
    check_str(ls_buf_text(&seen), row->expected, row->title, __FILE__, __LINE__);
    options.keep_positions = true;
    read_stream(row->input, &options, &seen);
    check_str(ls_buf_text(&seen), row->expected, row->title, __FILE__, __LINE__);
}

TEST(cases)
{
    CHECK(cases_run("yaml", check_case) >= 150);
}

/* Cut off anywhere, a text is read or refused with a place; an exact copy lets the sanitizer see a
 * step past its end. */
static void check_cut(const struct case_row *row)
{
    struct ls_yaml_options options = {.name = "f", .keep_positions = true};
    struct ls_buf seen LS_AUTO(ls_buf_release) = {0};
    for (size_t len = 0; len < row->input.len; len++) {
        char *exact LS_AUTO(ls_free_at) = ls_alloc(len + !len);
        memcpy(exact, row->input.at, len);
        read_stream((struct ls_slice){exact, len}, &options, &seen);
        const char *error = strstr(ls_buf_text(&seen), "==! ");
        size_t line, column;
        CHECK(!error || sscanf(error, "==! %zu:%zu:", &line, &column) == 2);
    }
}

TEST(cases_cut_off_at_every_byte)
{
    CHECK(cases_run("yaml", check_cut) >= 150);
}

static const struct ls_obj *yaml_obj(struct ls_slice text)
{
    struct ls_err err = {0};
    const struct ls_obj *obj = NULL;
    CHECK_OK(ls_yaml_parse(text, NULL, &obj, &err), err);
    return obj;
}

static void check_round_trip(struct ls_node node, enum ls_yaml_order order, const char *title)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_yaml_print(&text, node, order);
    const struct ls_obj *again LS_AUTO(ls_obj_unref_at) = yaml_obj(ls_buf_slice(&text));
    check_true(ls_node_equal(node, ls_obj_root(again)), title, __FILE__, __LINE__);
}

/* Every document of every case, printed and read again. */
static void check_printed(const struct case_row *row)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(row->input, NULL);
    for (;;) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        if (ls_yaml_next(yaml, &obj, NULL) || !obj)
            return;
        check_round_trip(ls_obj_root(obj), LS_YAML_AS_IS, row->title);
        check_round_trip(ls_obj_root(obj), LS_YAML_SORTED, row->title);
    }
}

TEST(cases_read_back_what_they_print)
{
    CHECK(cases_run("yaml", check_printed) >= 150);
}

/* The printer's cases: JSON in, YAML as kubectl prints it out, and back. */
static void check_print_case(const struct case_row *row)
{
    char *json LS_AUTO(ls_free_at) = ls_strndup(row->input.at, row->input.len);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(json);
    struct ls_buf seen LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&seen, "==>\n");
    ls_yaml_print(&seen, ls_obj_root(obj), LS_YAML_SORTED);
    ls_buf_add_text(&seen, "==.");
    check_str(ls_buf_text(&seen), row->expected, row->title, __FILE__, __LINE__);
    check_round_trip(ls_obj_root(obj), LS_YAML_SORTED, row->title);
}

TEST(printer_cases)
{
    CHECK(cases_run("yaml_print", check_print_case) > 25);
}

TEST(printer_keeps_order_when_asked)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of("{\"b\":{\"z\":1,\"y\":2},\"a\":3}");
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "x"); /* what stands before stays, and is no part of the first line */
    ls_yaml_print(&text, ls_obj_root(obj), LS_YAML_AS_IS);
    CHECK_STR(ls_buf_text(&text), "xb:\n  z: 1\n  \"y\": 2\na: 3\n");
    ls_buf_clear(&text);
    ls_yaml_print(&text, LS_ABSENT, LS_YAML_AS_IS);
    CHECK_STR(ls_buf_text(&text), "null\n");
}

/* What nobody sees is escaped, in keys too; kubectl prints it raw. */
TEST(printer_escapes_line_separators)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"a\\u2028b\":\"c\\u2029\",\"d\\u0085\":[\"\\u2028\\n\"],\"x00\":0,\"x000\":1}");
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_yaml_print(&text, ls_obj_root(obj), LS_YAML_SORTED);
    CHECK_STR(ls_buf_text(&text), "? \"a\\Lb\"\n: \"c\\P\"\n? \"d\\N\"\n: - \"\\L\\n\"\n"
                                  "x00: 0\nx000: 1\n");
    check_round_trip(ls_obj_root(obj), LS_YAML_SORTED, "line separators");
}

static void repeat_note(void *self, uint32_t line, struct ls_slice key)
{
    ls_buf_printf(self, "%u %.*s;", line, LS_ARG(key));
}

TEST(repeated_keys_may_be_reported_instead_of_refused)
{
    struct ls_buf reported LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    const struct ls_yaml_options options = {
        .is_strict = true, .on_repeat = repeat_note, .self = &reported};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_yaml_parse(LS_SLICE("a: 1\nb: {c: 1, c: 2}\na: 3\n"), &options, &obj, &err), err);
    CHECK_STR(ls_buf_text(&reported), "2 c;3 a;");
    CHECK_STR(json_of(ls_obj_root(obj)), "{\"b\":{\"c\":2},\"a\":3}");
}
