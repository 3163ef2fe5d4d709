#include "kube/warning.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "check.h"
#include "kube/limits.h"
#include "net/wire.h"

static const struct {
    const char *header;
    const char *texts; /* with a bar after each */
} rows[] = {
    {"299 - \"unknown field \\\"spec.junk\\\"\"", "unknown field \"spec.junk\"|"},
    {"299 - \"one\", 299 kube \"two\"", "one|two|"},
    {"299 - \"one\" \"Sat, 01 Jan 2000 00:00:00 GMT\", 299 - \"two\"", "one|two|"},
    {"199 - \"other code\", 299 - \"ours\"", "ours|"},
    {"299 - \"a \\\\ b\"", "a \\ b|"},
    {"299 - \"\"", ""},
    {"299 - \"never closed", ""},
    {"299 - \"good\", 299 \"no agent\"", "good|"},
    {"299", ""},
    {"", ""},
    {"299 - \"tab\tand\x01 control\"", "tab and  control|"},
};

TEST(every_form_of_the_header_is_read)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_header header = {LS_SLICE("warning"), ls_slice_of(rows[i].header)};
        struct ls_warnings warnings = ls_warnings_read(&arena, &header, 1);
        struct ls_buf texts LS_AUTO(ls_buf_release) = {0};
        for (size_t w = 0; w < warnings.count; w++)
            ls_buf_printf(&texts, "%.*s|", LS_ARG(warnings.at[w]));
        CHECK_STR(ls_buf_text(&texts), rows[i].texts);
    }
}

TEST(many_and_long_warnings_are_cut)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf value LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < 100; i++) {
        ls_buf_printf(&value, "299 - \"%d", i);
        for (int k = 0; k < 2000; k++)
            ls_buf_add_char(&value, 'x');
        ls_buf_add_text(&value, "\", ");
    }
    struct ls_header headers[] = {{LS_SLICE("warning"), ls_buf_slice(&value)},
                                  {LS_SLICE("warning"), ls_buf_slice(&value)}};
    struct ls_warnings warnings = ls_warnings_read(&arena, headers, 2);
    CHECK_INT(warnings.count, LS_WARNINGS_PER_REPLY_MAX);
    CHECK_INT(warnings.at[0].len, LS_WARNING_BYTES_MAX);
}

static void count_one(void *self, struct ls_slice text)
{
    (void)text;
    ++*(int *)self;
}

TEST(each_text_is_reported_once_and_memory_stays_bounded)
{
    int report_count = 0;
    struct ls_warning_reporter *reporter = ls_warning_reporter_new(count_one, &report_count);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < LS_WARNINGS_SEEN_MAX; i++) {
            char text[32];
            snprintf(text, sizeof text, "warning %d", i);
            struct ls_slice slice = ls_slice_of(text);
            ls_warning_reporter_add(reporter, (struct ls_warnings){&slice, 1});
        }
    }
    CHECK_INT(report_count, LS_WARNINGS_SEEN_MAX);
    struct ls_slice more = LS_SLICE("one too many: the memory begins anew");
    ls_warning_reporter_add(reporter, (struct ls_warnings){&more, 1});
    ls_warning_reporter_add(reporter, (struct ls_warnings){&more, 1});
    CHECK_INT(report_count, LS_WARNINGS_SEEN_MAX + 1);
    ls_warning_reporter_free(reporter);
}
