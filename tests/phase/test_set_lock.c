#include "phase/set/lock.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "check.h"

static const struct ls_lock_name ours = {
    .host = "web1", .boot = "b-1", .pid = 4711, .start = 99, .nonce = 0xabc};

static struct ls_lock_name here(uint64_t seed)
{
    struct ls_random random;
    struct ls_lock_name name;
    ls_random_init(&random, seed);
    ls_lock_name_here(&name, &random);
    return name;
}

TEST(a_holder_reads_as_it_was_written)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_lock_name name;
    uint64_t count = 0;
    ls_lock_print(&text, &ours, 12);
    CHECK_STR(ls_buf_text(&text), "web1 b-1 4711 99 0000000000000abc 12");
    CHECK(ls_lock_parse(ls_buf_slice(&text), &name, &count));
    CHECK_STR(name.host, "web1");
    CHECK_STR(name.boot, "b-1");
    CHECK_INT(name.pid, 4711);
    CHECK_INT(name.start, 99);
    CHECK_INT(name.nonce, 0xabc);
    CHECK_INT(count, 12);
}

TEST(anything_else_does_not_read)
{
    static const char *const texts[] = {
        "",
        " ",
        "web1",
        "web1 b-1 4711 99 abc",
        "web1 b-1 4711 99 abc 1 2",
        "web1 b-1 4711 99 abc 1 ",
        "web1  4711 99 abc 1",
        "web1 b-1 -4711 99 abc 1",
        "web1 b-1 0 99 abc 1",
        "web1 b-1 99999999999 99 abc 1",
        "web1 b-1 4711 +9 abc 1",
        "web1 b-1 4711 99 ABC 1",
        "web1 b-1 4711 99 xyz 1",
        "web1 b-1 4711 99 11112222333344445 1",
        "web1 b-1 4711 99999999999999999999999 abc 1",
        "web1 b-1 4711 99 abc 1x",
        "we\tb1 b-1 4711 99 abc 1",
        "web\xc3\xa9 b-1 4711 99 abc 1",
    };
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        struct ls_lock_name name;
        uint64_t count;
        if (ls_lock_parse(ls_slice_of(texts[i]), &name, &count))
            CHECK_STR(texts[i], "(refused)");
    }
}

TEST(people_read_host_and_process)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_lock_show(&text, LS_SLICE("web1 b-1 4711 99 abc 3"));
    CHECK_STR(ls_buf_text(&text), "host web1, process 4711");
    ls_buf_clear(&text);
    ls_lock_show(&text, LS_SLICE("some\x1b[31mbody"));
    CHECK_STR(ls_buf_text(&text), "a holder that does not read, \"some-[31mbody\"");
}

TEST(this_process_is_alive_and_has_a_name)
{
    struct ls_lock_name name = here(1);
    struct ls_lock_name again = here(2);
    struct ls_lock_name back;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    uint64_t count;
    CHECK_INT(name.pid, getpid());
    CHECK(name.start > 0);
    CHECK_STR(name.boot, again.boot);
    CHECK(name.nonce != again.nonce);
    CHECK(!ls_lock_is_dead(&name));
    ls_lock_print(&text, &name, 0);
    CHECK(ls_lock_parse(ls_buf_slice(&text), &back, &count));
    CHECK_STR(back.boot, name.boot);
}

/* A child that ended and one that was not waited for yet. */
TEST(a_process_that_ended_is_dead_for_certain)
{
    struct ls_lock_name name = here(1);
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    siginfo_t info;
    CHECK(child > 0);
    CHECK_INT(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
    name.pid = child;
    CHECK(ls_lock_is_dead(&name)); /* a zombie, or by its other start time */
    CHECK_INT(waitpid(child, NULL, 0), child);
    CHECK(ls_lock_is_dead(&name));
}

TEST(a_number_that_was_given_out_again_is_another_process)
{
    struct ls_lock_name name = here(1);
    name.start++;
    CHECK(ls_lock_is_dead(&name));
    name.start = 0; /* unknown: nothing is certain */
    CHECK(!ls_lock_is_dead(&name));
}

TEST(of_other_hosts_and_boots_nothing_is_certain)
{
    struct ls_lock_name name = here(1);
    name.start++;
    name.host[0] ^= 1;
    CHECK(!ls_lock_is_dead(&name));
    name = here(1);
    name.start++;
    name.boot[0] ^= 1;
    CHECK(!ls_lock_is_dead(&name));
    strcpy(name.boot, "-");
    CHECK(!ls_lock_is_dead(&name));
}

struct stage { /* one waiting run on a virtual clock */
    struct ls_virtual_clock clock;
    struct ls_lock_sight sight;
    int64_t look_again_ms;
};

static void stage_begin(struct stage *stage)
{
    *stage = (struct stage){0};
    ls_virtual_clock_init(&stage->clock, 0);
    ls_virtual_clock_advance_ms(&stage->clock, 1000);
}

static enum ls_lock_state look(struct stage *stage, const char *holder, bool is_dead)
{
    return ls_lock_decide(&stage->sight, ls_slice_of(holder), &ours, is_dead,
                          ls_clock_mono_ms(&stage->clock.clock), &stage->look_again_ms);
}

TEST(nobody_and_we_ourselves_hold_nobody_up)
{
    struct stage stage;
    stage_begin(&stage);
    CHECK_INT(look(&stage, "", false), LS_LOCK_FREE);
    CHECK_INT(look(&stage, "web1 b-1 4711 99 0000000000000abc 0", false), LS_LOCK_OURS);
    CHECK_INT(look(&stage, "web1 b-1 4711 99 0000000000000abc 77", false), LS_LOCK_OURS);
    CHECK_INT(look(&stage, "web1 b-1 4711 99 0000000000000abd 77", false), LS_LOCK_HELD);
    CHECK_INT(look(&stage, "web2 b-1 4711 99 0000000000000abc 77", false), LS_LOCK_HELD);
    CHECK_INT(look(&stage, "web1 b-2 4711 99 0000000000000abc 77", false), LS_LOCK_HELD);
    CHECK_INT(look(&stage, "web1 b-1 4712 99 0000000000000abc 77", false), LS_LOCK_HELD);
    CHECK_INT(look(&stage, "web1 b-1 4711 98 0000000000000abc 77", false), LS_LOCK_HELD);
}

TEST(a_holder_that_renews_keeps_the_lock)
{
    struct stage stage;
    stage_begin(&stage);
    for (int count = 0; count < 20; count++) {
        char holder[64];
        (void)snprintf(holder, sizeof holder, "web2 b-2 1 2 3 %d", count);
        CHECK_INT(look(&stage, holder, false), LS_LOCK_HELD);
        CHECK_INT(stage.look_again_ms, ls_clock_mono_ms(&stage.clock.clock) + LS_LOCK_STALE_MS);
        ls_virtual_clock_advance_ms(&stage.clock, LS_LOCK_RENEW_MS);
    }
}

TEST(a_silent_holder_is_stale_after_45_seconds_that_were_seen)
{
    struct stage stage;
    stage_begin(&stage);
    CHECK_INT(look(&stage, "web2 b-2 1 2 3 9", false), LS_LOCK_HELD);
    CHECK_INT(stage.look_again_ms, 1000 + LS_LOCK_STALE_MS);
    ls_virtual_clock_advance_ms(&stage.clock, LS_LOCK_STALE_MS - 1);
    CHECK_INT(look(&stage, "web2 b-2 1 2 3 9", false), LS_LOCK_HELD);
    ls_virtual_clock_advance_ms(&stage.clock, 1);
    CHECK_INT(look(&stage, "web2 b-2 1 2 3 9", false), LS_LOCK_STALE);
    CHECK_INT(look(&stage, "web2 b-2 1 2 3 10", false), LS_LOCK_HELD);
}

TEST(a_dead_process_holds_nothing)
{
    struct stage stage;
    stage_begin(&stage);
    CHECK_INT(look(&stage, "web1 b-1 1 2 3 9", true), LS_LOCK_STALE);
}

TEST(a_look_without_a_holder_does_not_forget_how_long_it_was_silent)
{
    struct stage stage;
    stage_begin(&stage);
    CHECK_INT(look(&stage, "web2 b-2 1 2 3 9", false), LS_LOCK_HELD);
    ls_virtual_clock_advance_ms(&stage.clock, LS_LOCK_STALE_MS);
    CHECK_INT(look(&stage, "", false), LS_LOCK_FREE);
    CHECK_INT(look(&stage, "web2 b-2 1 2 3 9", false), LS_LOCK_STALE);
    CHECK_INT(look(&stage, "web2 b-2 1 2 4 0", false), LS_LOCK_HELD);
}

TEST(a_holder_that_does_not_read_is_waited_for_as_well)
{
    struct stage stage;
    stage_begin(&stage);
    CHECK_INT(look(&stage, "somebody", false), LS_LOCK_HELD);
    ls_virtual_clock_advance_ms(&stage.clock, LS_LOCK_STALE_MS);
    CHECK_INT(look(&stage, "somebody", false), LS_LOCK_STALE);
}
