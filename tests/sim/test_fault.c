/* Faults as rows and as text. */
#include "sim/fault.h"

#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "check.h"

static const char *printed(struct ls_buf *out, const struct ls_sim_fault *fault)
{
    ls_buf_clear(out);
    ls_sim_fault_print(out, fault);
    return ls_buf_text(out);
}

/* ---- the table ---- */

TEST(each_kind_has_a_word_a_sentence_and_a_place)
{
    for (int i = 1; i < LS_SIM_FAULT_KIND_COUNT; i++) {
        enum ls_sim_fault_kind kind = (enum ls_sim_fault_kind)i;
        CHECK(ls_sim_fault_word(kind)[0] != '\0');
        CHECK(ls_sim_fault_sentence(kind)[0] != '\0');
        size_t places = 0;
        for (int place = 0; place < LS_SIM_PLACE_COUNT; place++)
            places += ls_sim_fault_fits(kind, (enum ls_sim_place)place);
        CHECK(places > 0);
        for (int j = 1; j < i; j++)
            CHECK(strcmp(ls_sim_fault_word(kind), ls_sim_fault_word((enum ls_sim_fault_kind)j)));
    }
}

TEST(every_kind_at_every_place_reads_back_as_it_was_printed)
{
    struct ls_buf first LS_AUTO(ls_buf_release) = {0}, second LS_AUTO(ls_buf_release) = {0};
    size_t count = 0;
    for (int kind = 1; kind < LS_SIM_FAULT_KIND_COUNT; kind++) {
        for (int place = 0; place < LS_SIM_PLACE_COUNT; place++) {
            struct ls_sim_fault fault = {.kind = (enum ls_sim_fault_kind)kind,
                                         .place = (enum ls_sim_place)place,
                                         .nth = 7,
                                         .times = 3,
                                         .process = 2,
                                         .value = 500, /* fits all that take one */
                                         .path = "deployments/till"};
            struct ls_sim_fault back;
            struct ls_err err = {0};
            if (!ls_sim_fault_fits(fault.kind, fault.place))
                continue;
            CHECK_OK(ls_sim_fault_parse(ls_slice_of(printed(&first, &fault)), &back, &err), err);
            CHECK_STR(printed(&second, &back), ls_buf_text(&first));
            CHECK_INT(back.kind, fault.kind);
            CHECK_INT(back.place, fault.place);
            CHECK_INT(back.nth, 7);
            CHECK_INT(back.times, 3);
            CHECK_INT(back.process, 2);
            CHECK_STR(back.path, "deployments/till");
            count++;
        }
    }
    CHECK(count > 60);
}

TEST(only_crashes_end_the_process)
{
    size_t count = 0;
    for (int kind = 0; kind < LS_SIM_FAULT_KIND_COUNT; kind++)
        count += ls_sim_fault_is_crash((enum ls_sim_fault_kind)kind);
    CHECK_INT(count, 3);
    CHECK(ls_sim_fault_is_crash(LS_SIM_FAULT_CRASH_BEFORE));
    CHECK(ls_sim_fault_is_crash(LS_SIM_FAULT_CRASH_AFTER));
    CHECK(ls_sim_fault_is_crash(LS_SIM_FAULT_CRASH_HEARD));
}

/* ---- texts ---- */

TEST(texts_are_printed_in_their_one_form)
{
    static const struct {
        const char *text;
        const char *canonical; /* NULL: the same */
    } cases[] = {
        {"lost@write:3", NULL},
        {"status:503@request:7,times=3", NULL},
        {"crash-after@write:2,process=1", NULL},
        {"drop@event:9", NULL},
        {"cut:0@watch:1", NULL},
        {"expired@resume:1", NULL},
        {"restart-stale:40@start:2", NULL},
        {"status:404@request:1,times=all,path=/api/v1/namespaces/default/services/web", NULL},
        {"slow@request:1", "slow:10000@request:1"},
        {"slow-bytes@request:1", "slow-bytes:1000@request:1"},
        {"delay@event:1,times=1", "delay:10000@event:1"},
        {"hang@request:01", "hang@request:1"},
        {"lost@write:3,path=a,process=2,times=2", "lost@write:3,times=2,process=2,path=a"},
    };
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct ls_sim_fault fault;
        struct ls_err err = {0};
        CHECK_OK(ls_sim_fault_parse(ls_slice_of(cases[i].text), &fault, &err), err);
        CHECK_STR(printed(&out, &fault), cases[i].canonical ? cases[i].canonical : cases[i].text);
    }
}

TEST(what_is_wrong_with_a_text_is_said)
{
    static const struct {
        const char *text;
        const char *part;
    } cases[] = {
        {"", "\"\" is no kind of fault"},
        {"none@request:1", "is no kind of fault"},
        {"losst@write:3", "fault \"losst@write:3\": \"losst\" is no kind of fault; did you mean "
                          "\"lost\"?"},
        {"lost", "where is missing: write lost@request:1"},
        {"drop", "where is missing: write drop@event:1"},
        {"lost@", "lost does not happen at \"\", only at: request, write, watch, resume"},
        {"lost@event:1", "lost does not happen at \"event\""},
        {"drop@write:1", "only at: event"},
        {"lost@write", "write: \"\" is not a whole number"},
        {"lost@write:", "is not a whole number"},
        {"lost@write:x", "write: \"x\" is not a whole number"},
        {"lost@write:0", "write: 0 is not between 1 and"},
        {"lost@write:-1", "is not between 1 and"},
        {"lost@write:99999999999999999999", "is not a whole number"},
        {"lost:1@write:1", "lost takes no value, and \"1\" was given"},
        {"status@write:1", "status needs a value (HTTP status): status:503@..."},
        {"status:@write:1", "HTTP status: \"\" is not a whole number"},
        {"status:200@write:1", "HTTP status: 200 is not between 400 and 599"},
        {"cut@write:1", "cut needs a value (byte)"},
        {"lost@write:1,", "\"\" is no option of a fault; there are times=, process= and path="},
        {"lost@write:1,times", "\"times\" is no option"},
        {"lost@write:1,times=0", "times: 0 is not between 1 and"},
        {"lost@write:1,times=2,times=2", "times is given twice"},
        {"lost@write:1,path=", "path: \"\" is not a part of a path"},
        {"lost@write:1,path=a b", "path: \"a b\" is not a part of a path"},
        {"lost@write:1,process=0", "process: 0 is not between"},
    };
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct ls_sim_fault fault = {.nth = 77};
        struct ls_err err = {0};
        CHECK_CODE(ls_sim_fault_parse(ls_slice_of(cases[i].text), &fault, &err), LS_E_USAGE, err);
        CHECK_HAS(err.text, cases[i].part);
        CHECK_INT(fault.nth, 77); /* untouched */
    }
}

TEST(a_text_and_a_path_have_a_limit)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_sim_fault fault;
    struct ls_err err = {0};
    ls_buf_add_text(&text, "lost@write:1,path=");
    for (int i = 0; i < LS_SIM_FAULT_PATH_BYTES - 1; i++)
        ls_buf_add_char(&text, 'a');
    CHECK_OK(ls_sim_fault_parse(ls_buf_slice(&text), &fault, &err), err);
    CHECK_INT(strlen(fault.path), LS_SIM_FAULT_PATH_BYTES - 1);
    ls_buf_add_char(&text, 'a');
    CHECK_CODE(ls_sim_fault_parse(ls_buf_slice(&text), &fault, &err), LS_E_USAGE, err);
    while (text.len <= LS_SIM_FAULT_TEXT_BYTES_MAX)
        ls_buf_add_char(&text, 'a');
    CHECK_CODE(ls_sim_fault_parse(ls_buf_slice(&text), &fault, &err), LS_E_TOO_BIG, err);
}

TEST(a_fault_made_by_hand_is_filled_in)
{
    struct ls_sim_fault drop =
        ls_sim_fault_filled((struct ls_sim_fault){.kind = LS_SIM_FAULT_DROP, .nth = 2});
    CHECK_INT(drop.place, LS_SIM_PLACE_EVENT);
    CHECK_INT(drop.times, 1);
    struct ls_sim_fault slow =
        ls_sim_fault_filled((struct ls_sim_fault){.kind = LS_SIM_FAULT_SLOW_BYTES, .nth = 2});
    CHECK_INT(slow.place, LS_SIM_PLACE_REQUEST);
    CHECK_INT(slow.value, 1000);
    struct ls_sim_faults list = {0};
    ls_vec_push(&list, drop);
    ls_vec_push(&list, slow);
    CHECK_INT(list.count, 2);
    ls_sim_faults_release(&list);
    CHECK_INT(list.count, 0);
}
