/* The reader as its callers see it: documents in order, places, limits, one document only. */
#include "support_value.h"

#include <string.h>

#include "value/limits.h"
#include "value/yaml.h"

static const char STREAM[] = "# a comment\n"
                             "---\n"
                             "kind: Pod\n"
                             "---\n"
                             "# nothing here\n"
                             "---\n"
                             "\n"
                             "kind: Service\n"
                             "spec:\n"
                             "  ports: [80]\n"
                             "---\n";

TEST(documents_come_in_order_with_their_lines)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(ls_slice_of(STREAM), NULL);
    struct ls_err err = {0};
    const struct ls_obj *first LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *second LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *third = NULL;
    CHECK_OK(ls_yaml_next(yaml, &first, &err), err);
    CHECK_INT(ls_yaml_line(yaml), 3);
    CHECK_OK(ls_yaml_next(yaml, &second, &err), err);
    CHECK_INT(ls_yaml_line(yaml), 8);
    CHECK_OK(ls_yaml_next(yaml, &third, &err), err);
    CHECK(third == NULL);
    CHECK_INT(ls_yaml_empty_count(yaml), 2);
    CHECK_OK(ls_yaml_next(yaml, &third, &err), err);
    CHECK(third == NULL);
    /* Objs outlive the reader and each other. */
    CHECK_STR(json_of(ls_obj_root(first)), "{\"kind\":\"Pod\"}");
    CHECK_STR(json_of(ls_obj_root(second)), "{\"kind\":\"Service\",\"spec\":{\"ports\":[80]}}");
}

TEST(an_error_ends_the_stream)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) =
        ls_yaml_new(LS_SLICE("a: 1\n---\nb: [\n---\nc: 1\n"), NULL);
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *none = NULL;
    CHECK_OK(ls_yaml_next(yaml, &obj, &err), err);
    CHECK_CODE(ls_yaml_next(yaml, &none, &err), LS_E_INVALID, err);
    CHECK(none == NULL);
    CHECK_OK(ls_yaml_next(yaml, &none, &err), err);
    CHECK(none == NULL);
}

TEST(errors_name_the_file)
{
    struct ls_err err = {0};
    const struct ls_obj *obj = NULL;
    const struct ls_yaml_options options = {.name = "shop.yaml"};
    CHECK_CODE(ls_yaml_parse(LS_SLICE("a:\n\tb: 2\n"), &options, &obj, &err), LS_E_INVALID, err);
    CHECK_STR(err.text, "shop.yaml:2:1: found character that cannot start any token; indent with "
                        "spaces, not with tabs");
    CHECK_CODE(ls_yaml_parse(LS_SLICE("a:\n\tb: 2\n"), NULL, &obj, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "YAML:2:1: ");
    CHECK_CODE(ls_yaml_parse(LS_SLICE("a:\n\tb: 2\n"), NULL, &obj, NULL), LS_E_INVALID, err);
    CHECK(obj == NULL);
}

TEST(errors_do_not_show_values)
{
    static const char *const texts[] = {
        "password: !!int hunter2\n",  "password: !!binary hunter2\n",
        "password: !!bool hunter2\n", "<<: hunter2\n",
        "a: [\"hunter2\", hunter2\n", "a: hunter2: b\n",
    };
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        struct ls_err err = {0};
        const struct ls_obj *obj = NULL;
        CHECK_CODE(ls_yaml_parse(ls_slice_of(texts[i]), NULL, &obj, &err), LS_E_INVALID, err);
        CHECK(strstr(err.text, "hunter2") == NULL);
    }
}

TEST(one_document_and_no_more)
{
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_yaml_parse(LS_SLICE("---\n---\na: 1\n---\n"), NULL, &obj, &err), err);
    CHECK_STR(json_of(ls_obj_root(obj)), "{\"a\":1}");
    const struct ls_obj *none = NULL;
    CHECK_CODE(ls_yaml_parse(LS_SLICE(""), NULL, &none, &err), LS_E_INVALID, err);
    CHECK_STR(err.text, "YAML:1:1: there is no document in the text");
    CHECK_CODE(ls_yaml_parse(LS_SLICE("a: 1\n---\n\nb: 2\n"), NULL, &none, &err), LS_E_INVALID,
               err);
    CHECK_STR(err.text, "YAML:4:1: a second document begins here, where one is expected");
    CHECK_CODE(ls_yaml_parse(LS_SLICE("a: 1\n---\nb: [\n"), NULL, &none, &err), LS_E_INVALID, err);
    CHECK(none == NULL);
}

/* ---- positions ---- */

static const char PLACES[] = "a: 1\n"                        /* 1 */
                             "list:\n"                       /* 2 */
                             "- x\n"                         /* 3 */
                             "-  {k: [v, 'w']}\n"            /* 4 */
                             "base: &b\n"                    /* 5 */
                             "  in: side\n"                  /* 6 */
                             "copy: *b\n"                    /* 7 */
                             "merged:\n"                     /* 8 */
                             "  <<: *b\n"                    /* 9 */
                             "  own: |\n"                    /* 10 */
                             "    text\n"                    /* 11 */
                             "twice: {p: [1], q: 2, p: 3}\n" /* 12 */
                             "a\xcc\x88 \xe2\x82\xac: end\n" /* 13 */
                             "nothing:\n";                   /* 14 */

static void check_place(const struct ls_obj *obj, const char *path, unsigned line, unsigned column)
{
    struct ls_position position = {0};
    CHECK(ls_obj_position(obj, ls_node_at(ls_obj_root(obj), path), &position));
    check_int(position.line, line, path, __FILE__, __LINE__);
    check_int(position.column, column, path, __FILE__, __LINE__);
}

static const struct ls_obj *with_places(const char *text)
{
    struct ls_err err = {0};
    const struct ls_obj *obj = NULL;
    const struct ls_yaml_options options = {.keep_positions = true};
    CHECK_OK(ls_yaml_parse(ls_slice_of(text), &options, &obj, &err), err);
    return obj;
}

TEST(every_value_knows_its_place)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = with_places(PLACES);
    check_place(obj, "", 1, 1);
    check_place(obj, "a", 1, 4);
    check_place(obj, "list", 2, 1);
    check_place(obj, "base", 5, 7);
    check_place(obj, "base.in", 6, 7);
    check_place(obj, "merged", 8, 1);
    check_place(obj, "merged.own", 10, 8);
    check_place(obj, "twice.q", 12, 20);
    check_place(obj, "twice.p", 12, 26);
    check_place(obj, "a\xcc\x88 \xe2\x82\xac", 13, 7);
    check_place(obj, "nothing", 14, 9);
}

TEST(copies_have_the_place_of_the_alias_and_their_parts_that_of_the_anchor)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = with_places(PLACES);
    check_place(obj, "copy", 7, 7);
    check_place(obj, "copy.in", 6, 7);
    check_place(obj, "merged.in", 6, 7);
}

TEST(items_know_their_place)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = with_places(PLACES);
    struct ls_node map = ls_node_item(ls_node_at(ls_obj_root(obj), "list"), 1);
    struct ls_node item = ls_node_item(ls_node_at(map, "k"), 1);
    struct ls_position position;
    CHECK(ls_obj_position(obj, map, &position));
    CHECK_INT(position.line, 4);
    CHECK_INT(position.column, 4);
    CHECK(ls_obj_position(obj, item, &position));
    CHECK_INT(position.column, 12);
}

TEST(places_in_json_and_after_a_byte_order_mark)
{
    const struct ls_obj *json LS_AUTO(ls_obj_unref_at) = with_places("\xef\xbb\xbf{\n \"a\": 1}");
    check_place(json, "a", 2, 7);
    const struct ls_obj *yaml LS_AUTO(ls_obj_unref_at) = with_places("\xef\xbb\xbf"
                                                                     "a: 1\r\nb:\r\n  c: 2\r\n");
    check_place(yaml, "a", 1, 4);
    check_place(yaml, "b.c", 3, 6);
}

TEST(without_asking_there_are_no_places)
{
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_position position;
    CHECK_OK(ls_yaml_parse(LS_SLICE("a: &x 1\nb: *x\n"), NULL, &obj, &err), err);
    CHECK(!ls_obj_position(obj, ls_obj_root(obj), &position));
}

/* ---- limits ---- */

TEST(json_keys_may_be_longer_than_yaml_allows)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "{\"");
    for (int i = 0; i < 1100; i++)
        ls_buf_add_char(&text, 'k');
    ls_buf_add_text(&text, "\": 1}");
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_yaml_parse(ls_buf_slice(&text), NULL, &obj, &err), err);
    CHECK_INT(ls_node_count(ls_obj_root(obj)), 1);
}

static enum ls_code parse_nested(size_t depth, unsigned depth_max, bool is_block,
                                 struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < depth; i++)
        ls_buf_add_text(&text, is_block ? "- " : "[");
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    for (size_t i = 0; i < depth && !is_block; i++)
        ls_buf_add_char(&text, ']');
    const struct ls_yaml_options options = {.depth_max = depth_max};
    return ls_yaml_parse(ls_buf_slice(&text), &options, &obj, err);
}

TEST(depth_is_limited)
{
    struct ls_err err = {0};
    for (int is_block = 0; is_block < 2; is_block++) {
        CHECK_OK(parse_nested(LS_DEPTH_DEFAULT, 0, is_block, &err), err);
        CHECK_CODE(parse_nested(LS_DEPTH_DEFAULT + 1, 0, is_block, &err), LS_E_TOO_BIG, err);
        CHECK_HAS(err.text, ": maps and lists are more than 100 deep");
        CHECK_OK(parse_nested(LS_DEPTH_MAX, LS_DEPTH_MAX, is_block, &err), err);
        CHECK_CODE(parse_nested(LS_DEPTH_MAX + 1, LS_DEPTH_MAX, is_block, &err), LS_E_TOO_BIG, err);
        CHECK_CODE(parse_nested(200000, 0, is_block, &err), LS_E_TOO_BIG, err);
    }
}

TEST(bytes_are_limited)
{
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_yaml_options options = {.bytes_max = 5, .name = "big.yaml"};
    CHECK_OK(ls_yaml_parse(LS_SLICE("a: 1\n"), &options, &obj, &err), err);
    const struct ls_obj *none = NULL;
    CHECK_CODE(ls_yaml_parse(LS_SLICE("a: 12\n"), &options, &none, &err), LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "big.yaml: the text has 6 bytes, the limit is 5");
    CHECK_CODE(ls_yaml_parse(LS_SLICE("{\"a\":1}"), &options, &none, &err), LS_E_TOO_BIG, err);
}

TEST(documents_are_limited)
{
    const struct ls_yaml_options options = {.documents_max = 2};
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) =
        ls_yaml_new(LS_SLICE("---\n---\na: 1\n---\n---\n"), &options);
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *none = NULL;
    CHECK_OK(ls_yaml_next(yaml, &obj, &err), err);
    CHECK_CODE(ls_yaml_next(yaml, &none, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "4:1: the stream has more than 2 documents");
}
