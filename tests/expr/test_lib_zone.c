/* Time zones: rules, files made here, the system's own where it has them, and broken ones. */
#include "expr/lib/zone.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "check.h"
#include "value/time.h"

static int64_t seconds_of(const char *text)
{
    struct ls_time time = {0, 0};
    struct ls_err err = {0};
    CHECK_OK(ls_time_parse(ls_slice_of(text), &time, &err), err);
    return time.seconds;
}

TEST(rules_say_when_clocks_change)
{
    static const struct {
        const char *rule, *at;
        int64_t offset;
    } rows[] = {
        {"UTC0", "2050-01-01T00:00:00Z", 0},
        {"IST-5:30", "2050-01-01T00:00:00Z", 19800},
        {"<+0330>-3:30", "2050-01-01T00:00:00Z", 12600},
        {"CET-1CEST,M3.5.0,M10.5.0/3", "2050-03-27T00:59:59Z", 3600},
        {"CET-1CEST,M3.5.0,M10.5.0/3", "2050-03-27T01:00:00Z", 7200},
        {"CET-1CEST,M3.5.0,M10.5.0/3", "2050-10-30T00:59:59Z", 7200},
        {"CET-1CEST,M3.5.0,M10.5.0/3", "2050-10-30T01:00:00Z", 3600},
        {"EST5EDT,M3.2.0,M11.1.0", "2050-03-13T06:59:59Z", -18000},
        {"EST5EDT,M3.2.0,M11.1.0", "2050-03-13T07:00:00Z", -14400},
        {"AEST-10AEDT,M10.1.0,M4.1.0/3", "2050-01-15T00:00:00Z", 39600},
        {"AEST-10AEDT,M10.1.0,M4.1.0/3", "2050-07-15T00:00:00Z", 36000},
        {"IST-1GMT0,M10.5.0,M3.5.0/1", "2050-01-15T00:00:00Z", 0},
        {"IST-1GMT0,M10.5.0,M3.5.0/1", "2050-07-15T00:00:00Z", 3600},
        {"AAA3BBB,J60/0,J300/0", "2024-03-01T03:00:00Z", -7200},
        {"AAA3BBB,J60/0,J300/0", "2024-03-01T02:59:59Z", -10800},
        {"AAA3BBB,59/0,300/0", "2024-02-29T03:00:00Z", -7200},
        {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2050-03-27T00:59:59Z", -7200},
        {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2050-03-27T01:00:00Z", -3600},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        int64_t offset = 0;
        CHECK(ls_zone_rule_offset(ls_slice_of(rows[i].rule), seconds_of(rows[i].at), &offset));
        CHECK_INT(offset, rows[i].offset);
    }
}

TEST(rules_that_are_none)
{
    static const char *const rows[] = {
        "",
        "X",
        "CET",
        "CET-1CEST",
        "CET-1CEST,M3.5.0",
        "CET-x",
        "<+03-3",
        "CET-999",
        "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,J0,J1",
        "CET-1CEST,366,1",
        "CET-1CEST,M3.5.0,M10.5.0x",
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        int64_t offset = 0;
        CHECK(!ls_zone_rule_offset(ls_slice_of(rows[i]), 0, &offset));
    }
}

static void u32_add(struct ls_buf *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        ls_buf_add_char(out, (char)(value >> shift & 0xff));
}

static void header_add(struct ls_buf *out, uint32_t times, uint32_t types)
{
    ls_buf_add_text(out, "TZif2");
    for (int i = 0; i < 15; i++)
        ls_buf_add_char(out, 0);
    const uint32_t counts[] = {0, 0, 0, times, types, 4};
    for (size_t i = 0; i < LS_COUNT(counts); i++)
        u32_add(out, counts[i]);
}

static void type_add(struct ls_buf *out, int32_t offset, char is_summer)
{
    u32_add(out, (uint32_t)offset);
    ls_buf_add_char(out, is_summer);
    ls_buf_add_char(out, 0);
}

/* Summer time before 1000, an hour ahead up to 2000, then two; behind it a rule. */
static void file_make(struct ls_buf *out, const char *rule)
{
    header_add(out, 0, 1);
    type_add(out, 0, 0);
    ls_buf_add(out, "UTC", 4);
    header_add(out, 2, 3);
    u32_add(out, 0), u32_add(out, 1000);
    u32_add(out, 0), u32_add(out, 2000);
    ls_buf_add(out, "\1\2", 2);
    type_add(out, 99, 1);
    type_add(out, 3600, 0);
    type_add(out, 7200, 0);
    ls_buf_add(out, "AAA", 4);
    ls_buf_printf(out, "\n%s\n", rule);
}

TEST(transitions_are_found)
{
    struct ls_buf file LS_AUTO(ls_buf_release) = {0};
    file_make(&file, "");
    static const int64_t rows[][2] = {{-5, 3600},   {999, 3600},  {1000, 3600},
                                      {1999, 3600}, {2000, 7200}, {999999, 7200}};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        int64_t offset = 0;
        CHECK(ls_zone_file_offset(ls_buf_slice(&file), rows[i][0], &offset));
        CHECK_INT(offset, rows[i][1]);
    }
    ls_buf_clear(&file);
    file_make(&file, "XXX-3");
    int64_t offset = 0;
    CHECK(ls_zone_file_offset(ls_buf_slice(&file), 5000, &offset));
    CHECK_INT(offset, 10800);
}

/* Whatever is cut off or changed, nothing is read past the end. */
TEST(broken_files_are_refused_or_read)
{
    struct ls_buf file LS_AUTO(ls_buf_release) = {0};
    file_make(&file, "XXX-3");
    int64_t offset = 0;
    size_t refused = 0;
    for (size_t len = 0; len < file.len; len++) {
        char *copy LS_AUTO(ls_free_at) = ls_alloc(len + 1);
        memcpy(copy, file.at, len);
        refused += !ls_zone_file_offset((struct ls_slice){copy, len}, 1500, &offset);
    }
    CHECK(refused > 100);
    for (size_t i = 0; i < file.len; i++) {
        char kept = file.at[i];
        file.at[i] = (char)0xff;
        ls_zone_file_offset(ls_buf_slice(&file), 1500, &offset);
        file.at[i] = kept;
    }
}

TEST(names_stay_inside_their_folder)
{
    static const struct {
        const char *zone, *text;
    } rows[] = {
        {"../passwd", "time: invalid location name"},
        {"Europe/../../passwd", "time: invalid location name"},
        {"/etc/localtime", "time: invalid location name"},
        {"\\a", "time: invalid location name"},
        {"No/Such", "unknown time zone No/Such"},
        {"1:x", "strconv.Atoi: parsing \"x\": invalid syntax"},
        {"99999999999:00", "time zone offset is out of range"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_err err = {0};
        int64_t offset = 0;
        CHECK_CODE(ls_zone_offset(ls_slice_of(rows[i].zone), 0, &offset, &err), LS_E_INVALID, err);
        CHECK_STR(err.text, rows[i].text);
    }
    char longest[200];
    struct ls_err err = {0};
    int64_t offset = 0;
    memset(longest, 'a', sizeof longest);
    CHECK_CODE(ls_zone_offset((struct ls_slice){longest, sizeof longest}, 0, &offset, &err),
               LS_E_INVALID, err);
}

TEST(zones_of_the_system)
{
    static const struct {
        const char *zone, *at;
        int64_t offset;
    } rows[] = {
        {"Europe/Berlin", "1999-07-01T00:00:00Z", 7200},
        {"Europe/Berlin", "2050-01-01T00:00:00Z", 3600},
        {"America/New_York", "2050-07-01T00:00:00Z", -14400},
        {"Asia/Kolkata", "2024-01-01T00:00:00Z", 19800},
        {"Australia/Sydney", "2100-01-01T00:00:00Z", 39600},
        {"Pacific/Apia", "2011-12-30T09:00:00Z", -36000},
        {"Pacific/Apia", "2011-12-30T10:00:00Z", 50400},
    };
    struct ls_buf file LS_AUTO(ls_buf_release) = {0};
    if (ls_file_read("/usr/share/zoneinfo/Europe/Berlin", 1 << 16, &file, NULL))
        return;
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_err err = {0};
        int64_t offset = 0;
        CHECK_OK(ls_zone_offset(ls_slice_of(rows[i].zone), seconds_of(rows[i].at), &offset, &err),
                 err);
        CHECK_INT(offset, rows[i].offset);
    }
}
