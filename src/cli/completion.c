/* `lockstep completion`: the scripts that make shells complete its command line (completion.h). */
#include "cli/completion.h"

#include <stdio.h>
#include <string.h>

#include "cli/verbs.h"

enum ls_completion_kind ls_completion_of_value(const char *value)
{
    if (strspn(value, "abcdefghijklmnopqrstuvwxyz-=|[]") == strlen(value))
        return LS_COMPLETES_CHOICES;
    if (strcmp(value, "FILE") == 0 || strcmp(value, "PATH") == 0 || strcmp(value, "DIR") == 0)
        return LS_COMPLETES_FILES;
    return strcmp(value, "SET") == 0 ? LS_COMPLETES_SETS : LS_COMPLETES_NOTHING;
}

enum ls_completion_kind ls_completion_of_words(const char *synopsis)
{
    static const struct {
        const char *begin;
        enum ls_completion_kind kind;
    } words[] = {
        {"SET", LS_COMPLETES_SETS},
        {"KIND", LS_COMPLETES_KINDS},
        {"[VERB]", LS_COMPLETES_VERBS},
        {"FILE", LS_COMPLETES_FILES},
    };
    if (!*synopsis)
        return LS_COMPLETES_NOTHING;
    for (size_t i = 0; i < LS_COUNT(words); i++)
        if (strncmp(synopsis, words[i].begin, strlen(words[i].begin)) == 0)
            return words[i].kind;
    return ls_completion_of_value(synopsis) == LS_COMPLETES_CHOICES ? LS_COMPLETES_CHOICES
                                                                    : LS_COMPLETES_NOTHING;
}

const char *ls_completion_lister(enum ls_completion_kind kind)
{
    static const char *const listers[LS_COMPLETES_COUNT] = {
        [LS_COMPLETES_SETS] = "list -o name",
        [LS_COMPLETES_KINDS] = "api-resources -o name",
    };
    LS_ASSERT(kind < LS_COMPLETES_COUNT);
    return listers[kind];
}

void ls_completion_choices(struct ls_buf *out, const char *choices)
{
    LS_ASSERT(ls_completion_of_value(choices) == LS_COMPLETES_CHOICES);
    bool is_optional = choices[0] == '[';
    for (const char *at = choices + (is_optional ? strlen("[=") : 0); *at && *at != ']'; at++)
        ls_buf_add_char(out, *at == '|' ? ' ' : *at);
}

void ls_completion_verbs(struct ls_buf *out)
{
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++)
        ls_buf_printf(out, "%s%s", verb == ls_cli_verbs ? "" : " ", verb->name);
}

static void place_add(struct ls_buf *out, const struct ls_flag *flag, enum ls_place_pattern pattern,
                      const char *quote, const char *between)
{
    const char *first = out->len > 0 && out->at[out->len - 1] == ' ' ? "" : between;
    if (pattern != LS_PLACE_JOINED)
        ls_buf_printf(out, "%s%s--%s%s", first, quote, flag->name, quote);
    if (pattern != LS_PLACE_VALUE)
        ls_buf_printf(out, "%s%s--%s=*%s", pattern == LS_PLACE_JOINED ? first : between, quote,
                      flag->name, quote);
    if (flag->letter)
        ls_buf_printf(out, "%s%s-%c%s%s", between, quote, flag->letter,
                      pattern == LS_PLACE_JOINED ? "*" : "", quote);
}

void ls_completion_place(struct ls_buf *out, enum ls_place_pattern pattern, const char *quote,
                         const char *between)
{
    LS_ASSERT(pattern < LS_PLACE_COUNT);
    for (const struct ls_flag *flag = ls_connection_flags; flag->name; flag++)
        if ((flag->value == NULL) == (pattern == LS_PLACE_SWITCH) &&
            strcmp(flag->name, "request-timeout") != 0)
            place_add(out, flag, pattern, quote, between);
}

enum ls_exit ls_cli_verb_completion(const struct ls_args *args)
{
    static const struct {
        const char *shell;
        void (*print)(struct ls_buf *out);
    } shells[] = {
        {"bash", ls_completion_bash}, {"zsh", ls_completion_zsh}, {"fish", ls_completion_fish}};
    if (args->word_count != 1)
        return ls_cli_usage("completion", "for which shell? bash, zsh or fish");
    for (size_t i = 0; i < LS_COUNT(shells); i++) {
        if (strcmp(args->words[0], shells[i].shell) != 0)
            continue;
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        shells[i].print(&text);
        fputs(ls_buf_text(&text), stdout);
        return LS_EXIT_DONE;
    }
    return ls_cli_usage("completion", "there is a script for bash, zsh and fish, not for '%s'",
                        args->words[0]);
}
