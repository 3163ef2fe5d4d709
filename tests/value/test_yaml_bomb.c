/* Aliases that would make much out of little are refused before the memory is spent, and ordinary
 * anchors are not. Memory is counted in the reader's own bytes. */
#include "support_value.h"

#include <string.h>

#include "value/limits.h"
#include "value/yaml_read.h"

/* What the reader holds for the document it gave up on. */
static size_t held_bytes(const struct ls_yaml *yaml)
{
    size_t bytes = yaml->build.cap * sizeof(uint32_t) + yaml->pieces.used_bytes;
    for (size_t i = 0; i < yaml->frames.count; i++) {
        const struct ls_build *outer = yaml->frames.at[i].outer;
        bytes += outer ? outer->cap * sizeof(uint32_t) : 0;
    }
    return bytes + yaml->build.position_cap * 3 * sizeof(uint32_t);
}

static void check_refused(struct ls_slice text, bool keep_positions, const char *why)
{
    const struct ls_yaml_options options = {.keep_positions = keep_positions, .depth_max = 512};
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, &options);
    struct ls_err err = {0};
    const struct ls_obj *obj = NULL;
    CHECK_CODE(ls_yaml_next(yaml, &obj, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, why);
    size_t most = LS_MAX(text.len * LS_YAML_ALIAS_GROWTH_MAX, (size_t)LS_YAML_ALIAS_BYTES_FREE);
    CHECK(held_bytes(yaml) < 4 * most + text.len * 16);
}

static void check_read(struct ls_slice text, size_t words_min)
{
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_yaml_parse(text, NULL, &obj, &err), err);
    CHECK(ls_node_words(ls_obj_root(obj)) >= words_min);
}

/* Levels that each hold the one before ten times. */
static void add_laughs(struct ls_buf *text, int levels, const char *open, const char *close)
{
    ls_buf_printf(text, "l0: &l0 %slol%s\n", open, close);
    for (int level = 1; level <= levels; level++) {
        ls_buf_printf(text, "l%d: &l%d [", level, level);
        for (int i = 0; i < 10; i++)
            ls_buf_printf(text, "%s*l%d", i ? "," : "", level - 1);
        ls_buf_add_text(text, "]\n");
    }
}

TEST(billion_laughs)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    add_laughs(&text, 8, "[", "]");
    CHECK(text.len < 1024);
    check_refused(ls_buf_slice(&text), false, "aliases");
    check_refused(ls_buf_slice(&text), true, "aliases");
}

TEST(billion_laughs_in_a_few_levels_are_read)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    add_laughs(&text, 3, "", "");
    check_read(ls_buf_slice(&text), 1000);
}

TEST(laughs_by_merge_keys)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "l0: &l0 {");
    for (int i = 0; i < 10; i++)
        ls_buf_printf(&text, "k%d: lol,", i);
    ls_buf_add_text(&text, "}\n");
    for (int level = 1; level < 30; level++) {
        ls_buf_printf(&text, "l%d: &l%d {", level, level);
        for (int i = 0; i < 8; i++)
            ls_buf_printf(&text, "a%d: {<<: *l%d, <<: *l%d},", i, level - 1, level - 1);
        ls_buf_add_text(&text, "}\n");
    }
    check_refused(ls_buf_slice(&text), false, "aliases");
}

/* Many times one long string: few values, many bytes. */
TEST(a_long_string_many_times)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "- &s ");
    for (int i = 0; i < 20000; i++)
        ls_buf_add_char(&text, 's');
    ls_buf_add_char(&text, '\n');
    size_t once = text.len;
    for (int i = 0; i < 40; i++)
        ls_buf_add_text(&text, "- *s\n");
    check_read(ls_buf_slice(&text), 41 * once / 4);
    for (int i = 0; i < 40; i++)
        ls_buf_add_text(&text, "- *s\n");
    check_refused(ls_buf_slice(&text), false, "anchors and aliases copy more than 1048576 bytes");
}

/* The rule of kubectl's reader, which counts values: 150,000 of 151,152 are copies. */
TEST(a_share_of_values_that_kubectl_refuses_too)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "- &l [");
    for (int i = 0; i < 1000; i++)
        ls_buf_add_text(&text, "1,");
    ls_buf_add_text(&text, "]\n");
    for (int i = 0; i < 90; i++)
        ls_buf_add_text(&text, "- *l\n");
    check_read(ls_buf_slice(&text), 90000);
    for (int i = 0; i < 60; i++)
        ls_buf_add_text(&text, "- *l\n");
    check_refused(ls_buf_slice(&text), false, "beyond measure");
}

/* The share falls as a document grows: at two million values half of them may be copies. */
TEST(a_share_that_falls_with_size)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "- [");
    for (int i = 0; i < 900000; i++)
        ls_buf_add_text(&text, "1,");
    ls_buf_add_text(&text, "]\n- &l [");
    for (int i = 0; i < 100000; i++)
        ls_buf_add_text(&text, "1,");
    ls_buf_add_text(&text, "]\n");
    for (int i = 0; i < 11; i++)
        ls_buf_add_text(&text, "- *l\n");
    check_read(ls_buf_slice(&text), 2100000);
    for (int i = 0; i < 2; i++)
        ls_buf_add_text(&text, "- *l\n");
    check_refused(ls_buf_slice(&text), false, "beyond measure");
}

TEST(anchors_inside_anchors_cost_their_depth)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < 90; i++)
        ls_buf_printf(&text, "&a%d [", i);
    for (int i = 0; i < 20000; i++)
        ls_buf_add_text(&text, "1,");
    for (int i = 0; i < 90; i++)
        ls_buf_add_text(&text, "]");
    check_refused(ls_buf_slice(&text), false, "anchors and aliases copy more than");
}

/* The budget is the stream's: a thousand small bombs are one big one. */
TEST(a_stream_of_small_bombs)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < 1000; i++) {
        add_laughs(&text, 3, "", "");
        ls_buf_add_text(&text, "---\n");
    }
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(ls_buf_slice(&text), NULL);
    struct ls_err err = {0};
    size_t bytes = 0;
    enum ls_code code;
    for (;;) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        code = ls_yaml_next(yaml, &obj, &err);
        if (code || !obj)
            break;
        bytes += ls_obj_bytes(obj);
    }
    CHECK_CODE(code, LS_E_TOO_BIG, err);
    CHECK(bytes < 3 * (size_t)LS_YAML_ALIAS_BYTES_FREE);
}

TEST(depth_by_aliases)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "- &a0 []\n");
    for (int i = 1; i < 120; i++)
        ls_buf_printf(&text, "- &a%d [*a%d]\n", i, i - 1);
    struct ls_err err = {0};
    const struct ls_obj *obj = NULL;
    CHECK_CODE(ls_yaml_parse(ls_buf_slice(&text), NULL, &obj, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "YAML:100:9: with the value of anchor 'a98' maps and lists are more than "
                        "100 deep");
}

/* A thousand containers that share one block of settings. */
TEST(ordinary_anchors_are_read)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "x-env: &env\n");
    for (int i = 0; i < 20; i++)
        ls_buf_printf(&text, "  VARIABLE_%d: some value of ordinary length %d\n", i, i);
    for (int i = 0; i < 500; i++)
        ls_buf_printf(&text, "container-%d:\n  <<: *env\n  NAME: c%d\n", i, i);
    check_read(ls_buf_slice(&text), 500 * 20 * 8);
}

/* Anchors that nobody uses cost memory too. */
TEST(a_million_anchors)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_char(&text, '[');
    for (int i = 0; i < 1000000; i++)
        ls_buf_add_text(&text, "&a 1,");
    check_refused(ls_buf_slice(&text), false, "anchors and aliases copy more than");
}

/* libyaml's work grows with the square of the %TAG lines: 100,000 of them take it 17 s. */
TEST(many_tag_lines)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < 900; i++)
        ls_buf_printf(&text, "%%TAG !a%d! tag:example.com,%d:\n", i, i);
    size_t len = text.len;
    ls_buf_add_text(&text, "---\na: !a7!x 1\n");
    check_read(ls_buf_slice(&text), 1);
    text.len = len;
    for (int i = 900; i < 1000000; i++)
        ls_buf_printf(&text, "%%TAG !a%d! tag:example.com,%d:\n", i, i);
    check_refused(ls_buf_slice(&text), false, "the document has more than 1000 %TAG lines");
}

TEST(strict_reading_of_many_maps)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < 20000; i++)
        ls_buf_printf(&text, "- {a: %d, b: %d}\n", i, i);
    const struct ls_yaml_options options = {.is_strict = true};
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_yaml_parse(ls_buf_slice(&text), &options, &obj, &err), err);
    CHECK_INT(ls_node_count(ls_obj_root(obj)), 20000);
}
