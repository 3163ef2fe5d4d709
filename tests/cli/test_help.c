#include "check.h"

#include <string.h>

#include "cli/help.h"

/* Every flag of every verb, with the verb. */
#define EACH_FLAG(verb, group, flag)                                                               \
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++)                        \
        for (const struct ls_flag_group *group = verb->groups; group->title; group++)              \
            for (const struct ls_flag *flag = group->flags; flag->name; flag++)

static size_t flags_like(const struct ls_cli_verb *verb, const char *name, char letter)
{
    size_t found = 0;
    for (const struct ls_flag_group *group = verb->groups; group->title; group++)
        for (const struct ls_flag *flag = group->flags; flag->name; flag++)
            found += strcmp(flag->name, name) == 0 || (letter && flag->letter == letter);
    return found;
}

TEST(no_verb_has_two_flags_of_one_name)
{
    EACH_FLAG (verb, group, flag)
        CHECK_INT(flags_like(verb, flag->name, flag->letter), 1);
}

TEST(every_row_is_complete)
{
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++) {
        CHECK(verb->summary && *verb->summary);
        CHECK(verb->about && *verb->about);
        CHECK(verb->examples && strstr(verb->examples, "lockstep"));
        CHECK(verb->run != NULL);
        CHECK(ls_cli_verb_find(verb->name) == verb);
    }
    EACH_FLAG (verb, group, flag)
        CHECK(flag->doc && *flag->doc);
}

TEST(every_form_of_help_names_every_flag)
{
    static const struct {
        enum ls_help_form form;
        const char *heading;
    } forms[] = {
        {LS_HELP_TEXT, "Usage:"}, {LS_HELP_MAN, ".SH USAGE"}, {LS_HELP_MARKDOWN, "### Usage"}};
    for (size_t i = 0; i < LS_COUNT(forms); i++) {
        for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++) {
            struct ls_buf text LS_AUTO(ls_buf_release) = {0};
            ls_help_verb(&text, verb, forms[i].form);
            CHECK_HAS(ls_buf_text(&text), forms[i].heading);
        }
    }
    EACH_FLAG (verb, group, flag) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_help_verb(&text, verb, LS_HELP_TEXT);
        CHECK_HAS(ls_buf_text(&text), flag->name);
        CHECK_HAS(ls_buf_text(&text), flag->doc);
    }
}

TEST(help_fits_a_terminal)
{
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_help_verb(&text, verb, LS_HELP_TEXT);
        for (const char *line = ls_buf_text(&text); *line;) {
            const char *end = strchr(line, '\n');
            CHECK(end != NULL);
            CHECK(end - line <= 120);
            line = end + 1;
        }
    }
}

TEST(roff_has_no_request_that_we_did_not_mean)
{
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_help_verb(&text, verb, LS_HELP_MAN);
        for (const char *line = ls_buf_text(&text); (line = strstr(line, "\n.")); line++)
            CHECK(strspn(line + 2, "THSPBnfi") >= 1);
    }
}
