#include "base/log.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"

/* One logger whose lines end in a buffer, at a time that stands still. */
struct stage {
    struct ls_virtual_clock clock;
    struct ls_buf lines;
    struct ls_log *log;
};

static void to_buf(void *self, struct ls_slice line)
{
    ls_buf_add_slice(self, line);
}

static void stage_init(struct stage *stage, enum ls_level level, enum ls_log_form form)
{
    *stage = (struct stage){0};
    ls_virtual_clock_init(&stage->clock, 1794770400123);
    stage->log = ls_log_new(&stage->clock.clock, level, form, to_buf, &stage->lines);
}

static void stage_release(struct stage *stage)
{
    ls_log_free(stage->log);
    ls_buf_release(&stage->lines);
}

TEST(text_for_people)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, LS_LEVEL_DEBUG, LS_LOG_TEXT);
    ls_log_info(stage.log, "phase complete", LS_STR("phase", "deploy"), LS_MS("took", 12));
    ls_log_error(stage.log, "apply failed", LS_INT("status", 409),
                 LS_TEXT("object", LS_SLICE("pod/a")));
    ls_log_warn(stage.log, "nothing else");
    ls_log_debug(stage.log, "why", LS_STR("none", NULL));
    CHECK_STR(ls_buf_text(&stage.lines),
              "2026-11-15T19:20:00.123Z INFO  phase complete phase=deploy took=12ms\n"
              "2026-11-15T19:20:00.123Z ERROR apply failed status=409 object=pod/a\n"
              "2026-11-15T19:20:00.123Z WARN  nothing else\n"
              "2026-11-15T19:20:00.123Z DEBUG why none=\"\"\n");
}

TEST(json_for_machines)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, LS_LEVEL_INFO, LS_LOG_JSON);
    ls_log_info(stage.log, "phase complete", LS_STR("phase", "de\"ploy"), LS_MS("took", 12),
                LS_INT("left", -1));
    CHECK_STR(ls_buf_text(&stage.lines),
              "{\"ts\":\"2026-11-15T19:20:00.123Z\",\"level\":\"info\",\"msg\":\"phase complete\","
              "\"phase\":\"de\\\"ploy\",\"took_ms\":12,\"left\":-1}\n");
}

TEST(values_from_outside_cannot_leave_their_place)
{
    static const struct {
        const char *value, *text, *json;
    } rows[] = {
        {"plain", "plain", "plain"},
        {"a/b:c.d-e_f@1", "a/b:c.d-e_f@1", "a/b:c.d-e_f@1"},
        {"two words", "\"two words\"", "two words"},
        {"a=b", "\"a=b\"", "a=b"},
        {"say \"hi\"", "\"say \\\"hi\\\"\"", "say \\\"hi\\\""},
        {"back\\slash", "\"back\\\\slash\"", "back\\\\slash"},
        {"line\nbreak\r\t", "\"line\\nbreak\\r\\t\"", "line\\nbreak\\r\\t"},
        {"\x1b[31mred", "\"\\u001b[31mred\"", "\\u001b[31mred"},
        {"\x7f", "\"\\u007f\"", "\\u007f"},
        {"\xc2\x9b"
         "31m",
         "\"\\u009b31m\"", "\\u009b31m"},
        {"\xe2\x80\xaetxt", "\"\\u202etxt\"", "\\u202etxt"},
        {"gr\xc3\xbc\xc3\x9f", "\"gr\xc3\xbc\xc3\x9f\"", "gr\xc3\xbc\xc3\x9f"},
        {"\xf0\x9f\x9a\x80", "\"\xf0\x9f\x9a\x80\"", "\xf0\x9f\x9a\x80"},
        {"bad\xff\xc3", "\"bad\\ufffd\\ufffd\"", "bad\\ufffd\\ufffd"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        char expected[256];
        struct stage text LS_AUTO(stage_release);
        stage_init(&text, LS_LEVEL_INFO, LS_LOG_TEXT);
        ls_log_info(text.log, "m", LS_STR("v", rows[i].value));
        snprintf(expected, sizeof expected, "2026-11-15T19:20:00.123Z INFO  m v=%s\n",
                 rows[i].text);
        CHECK_STR(ls_buf_text(&text.lines), expected);

        struct stage json LS_AUTO(stage_release);
        stage_init(&json, LS_LEVEL_INFO, LS_LOG_JSON);
        ls_log_info(json.log, "m", LS_STR("v", rows[i].value));
        snprintf(expected, sizeof expected, "\"msg\":\"m\",\"v\":\"%s\"}\n", rows[i].json);
        CHECK_HAS(ls_buf_text(&json.lines), expected);
    }
}

TEST(no_byte_of_any_value_reaches_a_terminal_raw)
{
    for (int first = 0; first < 256; first++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, LS_LEVEL_INFO, LS_LOG_TEXT);
        char value[] = {(char)first, (char)0x9B, 'x'};
        ls_log_info(stage.log, "m", LS_TEXT("v", ((struct ls_slice){value, sizeof value})));
        struct ls_slice line = ls_buf_slice(&stage.lines);
        CHECK_INT(ls_slice_find(line, '\n'), line.len - 1);
        CHECK(ls_utf8_is_valid(line));
        for (size_t i = 0; i + 1 < line.len; i++)
            CHECK((unsigned char)line.at[i] >= 0x20 && line.at[i] != 0x7F);
    }
}

static const char *never_asked(void)
{
    fail_msg("%s", "a field below the level was computed");
    return "";
}

TEST(below_the_level_nothing_happens)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, LS_LEVEL_WARN, LS_LOG_TEXT);
    ls_log_info(stage.log, "silent", LS_STR("v", never_asked()));
    ls_log_debug(stage.log, "silent", LS_STR("v", never_asked()));
    CHECK_STR(ls_buf_text(&stage.lines), "");
    CHECK(ls_log_is_on(stage.log, LS_LEVEL_ERROR));
    CHECK(ls_log_is_on(stage.log, LS_LEVEL_WARN));
    CHECK(!ls_log_is_on(stage.log, LS_LEVEL_INFO));
    ls_log_write(stage.log, LS_LEVEL_DEBUG, "silent", LS_FIELDS_END);
    CHECK_STR(ls_buf_text(&stage.lines), "");
}

TEST(no_logger_is_a_silent_one)
{
    struct ls_log *none = NULL;
    ls_log_error(none, "nobody hears", LS_STR("v", never_asked()));
    CHECK(!ls_log_is_on(none, LS_LEVEL_ERROR));
    ls_log_free(none);
}

TEST(a_long_value_is_cut_between_characters)
{
    char value[3001];
    memset(value, 0, sizeof value);
    for (size_t i = 0; i < 1500; i++)
        memcpy(value + 2 * i, "\xc3\xa4", 2);
    for (size_t shift = 0; shift < 2; shift++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, LS_LEVEL_INFO, LS_LOG_JSON);
        ls_log_info(stage.log, "m", LS_STR("v", value + shift * 2), LS_INT("after", 1));
        CHECK_HAS(ls_buf_text(&stage.lines), "\xc3\xa4...\",\"after\":1}\n");
        CHECK(stage.lines.len < LS_LOG_VALUE_BYTES_MAX + 100);
    }
}

TEST(a_line_has_a_limit_and_says_what_it_left_out)
{
    char value[1025] = {0};
    memset(value, 0x01, 1024); /* six bytes each once escaped */
    static const enum ls_log_form forms[] = {LS_LOG_TEXT, LS_LOG_JSON};
    static const char *const ends[] = {" last=1 fields_left_out=2\n",
                                       ",\"last\":1,\"fields_left_out\":2}\n"};
    for (size_t i = 0; i < LS_COUNT(forms); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, LS_LEVEL_INFO, forms[i]);
        ls_log_info(stage.log, "m", LS_STR("a", value), LS_STR("b", value), LS_STR("c", value),
                    LS_INT("last", 1));
        CHECK_HAS(ls_buf_text(&stage.lines), ends[i]);
        CHECK(stage.lines.len <= LS_LOG_LINE_BYTES_MAX);
    }
}

TEST(standard_error_gets_the_whole_line)
{
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    int saved = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    ls_log_to_stderr(NULL, LS_SLICE("one line\n"));
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(ends[1]);
    char text[64] = {0};
    CHECK_INT(read(ends[0], text, sizeof text - 1), 9);
    CHECK_STR(text, "one line\n");
    close(ends[0]);
}
