#include "check.h"

#include "cli/report.h"

static void found(struct ls_report *report)
{
    ls_report_ok(report, "config", "context %s", "prod");
    ls_report_problem(report, "version", "Start it.", "nobody listens at port %d", 6443);
    ls_report_skipped(report, "rights");
}

TEST(people_read_a_line_a_step_and_what_to_do)
{
    struct ls_report report LS_AUTO(ls_report_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    found(&report);
    ls_report_print(&report, &out);
    CHECK_STR(ls_buf_text(&out), "STEP      RESULT    DETAIL\n"
                                 "config    ok        context prod\n"
                                 "version   problem   nobody listens at port 6443\n"
                                 "                    What to do: Start it.\n"
                                 "rights    skipped   an earlier step failed\n");
}

TEST(programs_read_the_same)
{
    struct ls_report report LS_AUTO(ls_report_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    found(&report);
    ls_report_print_json(&report, &out);
    CHECK_HAS(ls_buf_text(&out), "\"ok\": false");
    CHECK_HAS(ls_buf_text(&out), "\"step\": \"version\",\n            \"result\": \"problem\",\n"
                                 "            \"detail\": \"nobody listens at port 6443\",\n"
                                 "            \"advice\": \"Start it.\"");
}

TEST(all_is_well_only_when_every_step_is)
{
    struct ls_report report LS_AUTO(ls_report_release) = {0};
    CHECK(ls_report_is_well(&report));
    ls_report_ok(&report, "config", "here");
    CHECK(ls_report_is_well(&report));
    ls_report_skipped(&report, "rights");
    CHECK(!ls_report_is_well(&report));
}

TEST(what_a_server_says_cannot_steer_the_terminal)
{
    struct ls_report report LS_AUTO(ls_report_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_report_ok(&report, "identity", "%s", "me\x1b[31m");
    ls_report_print(&report, &out);
    CHECK_HAS(ls_buf_text(&out), "me^[[31m");
}
