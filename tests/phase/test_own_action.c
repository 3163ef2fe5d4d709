/* Actions: both tables, walked over every presence, holder, flag and manner. */
#include "check.h"

#include <string.h>

#include "phase/own/action.h"

/* The manual's own words, one rule after the other. */
static enum ls_action expected_wanted(const struct ls_facts *f, const struct ls_manners *m)
{
    if (f->presence == LS_PRESENCE_UNSEEN)
        return LS_ACTION_NONE;
    if (f->presence == LS_PRESENCE_ABSENT)
        return m->is_finished ? LS_ACTION_FINISHED : LS_ACTION_CREATE;
    if (f->holder == LS_HOLDER_CONTROLLER)
        return LS_ACTION_REFUSE;
    if (f->presence == LS_PRESENCE_GOING)
        return LS_ACTION_AWAIT;
    if (f->holder == LS_HOLDER_OTHER_SET)
        return f->flags & LS_FACT_MOVES ? LS_ACTION_MOVE : LS_ACTION_REFUSE;
    if (f->holder == LS_HOLDER_NOBODY)
        return m->adopts_not ? LS_ACTION_REFUSE : LS_ACTION_ADOPT;
    if (f->flags & LS_FACT_METADATA && !(f->flags & LS_FACT_UNLABELED))
        return LS_ACTION_NONE;
    if (f->flags & LS_FACT_SAME)
        return f->flags & LS_FACT_HALF_MOVED ? LS_ACTION_CHANGE : LS_ACTION_SAME;
    if (!m->needs_replace)
        return LS_ACTION_CHANGE;
    bool spares = f->flags & LS_FACT_KEPT || (f->flags & LS_FACT_ADOPTED && !m->deletes_adopted);
    return spares ? LS_ACTION_REFUSE : LS_ACTION_REPLACE;
}

static enum ls_action expected_unwanted(const struct ls_facts *f, const struct ls_manners *m)
{
    if (f->presence == LS_PRESENCE_UNSEEN)
        return LS_ACTION_NONE;
    if (f->presence == LS_PRESENCE_ABSENT || f->holder != LS_HOLDER_US)
        return LS_ACTION_SAME;
    if (f->presence == LS_PRESENCE_GOING)
        return LS_ACTION_AWAIT;
    if (f->flags & LS_FACT_KEPT)
        return LS_ACTION_RELEASE;
    return f->flags & LS_FACT_ADOPTED && !m->deletes_adopted ? LS_ACTION_RELEASE : LS_ACTION_DELETE;
}

enum { FLAGS = 1 << 11, INPUTS = 4 * 4 * FLAGS * 16 };

/* Calls for every input there is; returns how many. */
static unsigned walk(void (*check)(const struct ls_facts *facts, const struct ls_manners *manners))
{
    unsigned count = 0;
    for (uint32_t input = 0; input < 4u * 4 * FLAGS * 16; input++) {
        struct ls_facts facts = {.presence = (uint8_t)(input % 4),
                                 .holder = (uint8_t)(input / 4 % 4),
                                 .flags = input / 16 % FLAGS};
        uint32_t bits = input / 16 / FLAGS;
        struct ls_manners manners = {bits & 1, bits & 2, bits & 4, bits & 8};
        check(&facts, &manners);
        count++;
    }
    return count;
}

static void check_wanted(const struct ls_facts *facts, const struct ls_manners *manners)
{
    CHECK_STR(ls_action_name(ls_action_wanted(facts, manners)),
              ls_action_name(expected_wanted(facts, manners)));
}

static void check_unwanted(const struct ls_facts *facts, const struct ls_manners *manners)
{
    CHECK_STR(ls_action_name(ls_action_unwanted(facts, manners)),
              ls_action_name(expected_unwanted(facts, manners)));
}

TEST(what_is_wanted_by_every_input)
{
    CHECK_INT(LS_PRESENCE_COUNT, 4);
    CHECK_INT(LS_HOLDER_COUNT, 4);
    CHECK_INT(walk(check_wanted), INPUTS);
}

TEST(what_is_not_wanted_by_every_input)
{
    CHECK_INT(walk(check_unwanted), INPUTS);
}

/* What nobody may ever do, whatever the input. */
static void check_safe(const struct ls_facts *facts, const struct ls_manners *manners)
{
    enum ls_action wanted = ls_action_wanted(facts, manners);
    enum ls_action unwanted = ls_action_unwanted(facts, manners);
    bool is_ours = facts->holder == LS_HOLDER_US;
    bool deletes = wanted == LS_ACTION_REPLACE || unwanted == LS_ACTION_DELETE;
    CHECK(!deletes || (is_ours && facts->presence == LS_PRESENCE_THERE));
    CHECK(!deletes || !(facts->flags & LS_FACT_KEPT));
    CHECK(!deletes || !(facts->flags & LS_FACT_ADOPTED) || manners->deletes_adopted);
    CHECK(unwanted != LS_ACTION_RELEASE || is_ours);
    CHECK(wanted != LS_ACTION_CHANGE || is_ours);
}

TEST(nothing_of_somebody_else_is_ever_deleted)
{
    CHECK_INT(walk(check_safe), INPUTS);
}

TEST(every_action_has_a_name_of_its_own)
{
    for (int a = 0; a < LS_ACTION_COUNT; a++) {
        CHECK(ls_action_name((enum ls_action)a)[0] != '\0');
        for (int b = 0; b < a; b++)
            CHECK(strcmp(ls_action_name((enum ls_action)a), ls_action_name((enum ls_action)b)) !=
                  0);
    }
}
