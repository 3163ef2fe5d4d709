#include "check.h"

#include <string.h>

#include "cli/args.h"

static const struct ls_flag flags[] = {
    {"namespace", 'n', "NS", "where", false},
    {"all-namespaces", 'A', NULL, "everywhere", false},
    {"watch", 'w', NULL, "stay", false},
    {"as-group", 0, "GROUP", "member of", true},
    {"dry-run", 0, "[=client|server]", "only show", false},
    {0},
};
static const struct ls_flag_group groups[] = {{"Flags", flags}, {NULL, NULL}};

enum { WORDS_MAX = 8 };

static enum ls_code parse(struct ls_args *args, const char *const *words, struct ls_err *err)
{
    int argc = 0;
    while (words[argc])
        argc++;
    return ls_args_parse(args, groups, argc, words, err);
}

TEST(a_value_in_brackets_may_be_left_out)
{
    static const struct {
        const char *word;
        const char *value;
    } rows[] = {{"--dry-run", ""}, {"--dry-run=", ""}, {"--dry-run=server", "server"}};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_args args LS_AUTO(ls_args_release) = {0};
        struct ls_err err = {0};
        const char *const words[] = {rows[i].word, "shop", NULL};
        CHECK_OK(parse(&args, words, &err), err);
        CHECK_STR(ls_args_text(&args, "dry-run"), rows[i].value);
        CHECK_INT(args.word_count, 1);
    }
    const char *const line[] = {"--dry-run", "apply"};
    CHECK_INT(ls_args_first_word(groups, 2, line), 1);
}

TEST(every_spelling_of_a_value_is_the_same)
{
    const char *const spellings[][WORDS_MAX] = {
        {"--namespace", "shop", NULL},
        {"--namespace=shop", NULL},
        {"-n", "shop", NULL},
        {"-nshop", NULL},
        {"-n=shop", NULL},
        {"-wn", "shop", NULL},
        {"-wnshop", NULL},
        {"-n", "x", "-n", "shop"},
    };
    for (size_t i = 0; i < LS_COUNT(spellings); i++) {
        struct ls_args args LS_AUTO(ls_args_release) = {0};
        struct ls_err err = {0};
        CHECK_OK(parse(&args, spellings[i], &err), err);
        CHECK_STR(ls_args_text(&args, "namespace"), "shop");
    }
}

TEST(words_and_flags_may_mix_until_two_dashes)
{
    const char *const line[] = {"pods", "-w", "web", "--", "-w", "--namespace", NULL};
    struct ls_args args LS_AUTO(ls_args_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(parse(&args, line, &err), err);
    CHECK_INT(args.word_count, 4);
    CHECK_STR(args.words[1], "web");
    CHECK_STR(args.words[3], "--namespace");
    CHECK_INT(args.words_after_dashes, 2);
    CHECK(ls_args_is_on(&args, "watch"));
    CHECK(!ls_args_is_on(&args, "all-namespaces"));
}

TEST(a_single_dash_is_a_word)
{
    const char *const line[] = {"-", NULL};
    struct ls_args args LS_AUTO(ls_args_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(parse(&args, line, &err), err);
    CHECK_INT(args.word_count, 1);
}

TEST(a_switch_can_be_turned_off_again)
{
    const char *const line[] = {"-A", "--all-namespaces=false", NULL};
    struct ls_args args LS_AUTO(ls_args_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(parse(&args, line, &err), err);
    CHECK(!ls_args_is_on(&args, "all-namespaces"));
}

TEST(a_flag_that_repeats_keeps_every_value)
{
    const char *const line[] = {"--as-group", "a", "--as-group=b", NULL};
    struct ls_args args LS_AUTO(ls_args_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(parse(&args, line, &err), err);
    CHECK_STR(ls_args_nth(&args, "as-group", 0), "a");
    CHECK_STR(ls_args_nth(&args, "as-group", 1), "b");
    CHECK(ls_args_nth(&args, "as-group", 2) == NULL);
}

TEST(mistakes_say_what_to_do)
{
    static const struct {
        const char *line[WORDS_MAX];
        const char *sentence;
    } mistakes[] = {
        {{"--namspace", "x", NULL}, "unknown flag --namspace; did you mean --namespace?"},
        {{"--zzzzzzzz", NULL}, "unknown flag --zzzzzzzz"},
        {{"-q", NULL}, "unknown flag -q"},
        {{"--namespace", NULL}, "--namespace needs a value (NS)"},
        {{"-wn", NULL}, "--namespace needs a value (NS)"},
        {{"--watch=maybe", NULL}, "--watch is true or false, not 'maybe'"},
        {{"--", "--ok", NULL}, NULL},
    };
    for (size_t i = 0; i < LS_COUNT(mistakes); i++) {
        struct ls_args args LS_AUTO(ls_args_release) = {0};
        struct ls_err err = {0};
        enum ls_code code = parse(&args, mistakes[i].line, &err);
        if (!mistakes[i].sentence) {
            CHECK_OK(code, err);
            continue;
        }
        CHECK_CODE(code, LS_E_USAGE, err);
        CHECK_STR(err.text, mistakes[i].sentence);
    }
}

TEST(an_endless_line_is_refused)
{
    static const char *line[LS_ARGS_WORDS_MAX + 2];
    for (size_t i = 0; i <= LS_ARGS_WORDS_MAX; i++)
        line[i] = "-w";
    struct ls_err err = {0};
    struct ls_args args LS_AUTO(ls_args_release) = {0};
    CHECK_CODE(parse(&args, line, &err), LS_E_USAGE, err);
    line[LS_ARGS_FLAGS_MAX + 1] = NULL;
    struct ls_args fewer LS_AUTO(ls_args_release) = {0};
    CHECK_CODE(parse(&fewer, line, &err), LS_E_USAGE, err);
}

TEST(the_verb_is_found_behind_flags)
{
    static const struct {
        const char *line[WORDS_MAX];
        int at;
    } rows[] = {
        {{"get", "-n", "x", NULL}, 0},     {{"-n", "shop", "get", NULL}, 2},
        {{"-nshop", "get", NULL}, 1},      {{"--namespace=shop", "get", NULL}, 1},
        {{"--watch", "get", NULL}, 1},     {{"-wn", "shop", "get", NULL}, 2},
        {{"--unknown", "get", NULL}, 1},   {{"--namespace", NULL}, 1},
        {{"--namespace", "get", NULL}, 2}, {{"-", "get", NULL}, 0},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        int argc = 0;
        while (rows[i].line[argc])
            argc++;
        CHECK_INT(ls_args_first_word(groups, argc, rows[i].line), rows[i].at);
    }
}
