/* The completion script for fish (completion.h). */
#include "cli/completion.h"

#include <string.h>

static void add_quoted(struct ls_buf *out, const char *text)
{
    ls_buf_add_char(out, '\'');
    for (const char *at = text; *at; at++) {
        if (*at == '\'' || *at == '\\')
            ls_buf_add_char(out, '\\');
        ls_buf_add_char(out, *at);
    }
    ls_buf_add_char(out, '\'');
}

/* Behind -a: what the command substitution or the list gives. */
static void add_offer(struct ls_buf *out, enum ls_completion_kind kind, const char *choices)
{
    const char *lister = ls_completion_lister(kind);
    if (kind == LS_COMPLETES_FILES) {
        ls_buf_add_text(out, " -F");
    } else if (lister) {
        ls_buf_printf(out, " -a '(__lockstep_ask %s)'", lister);
    } else if (kind == LS_COMPLETES_VERBS) {
        ls_buf_add_text(out, " -a '");
        ls_completion_verbs(out);
        ls_buf_add_char(out, '\'');
    } else if (kind == LS_COMPLETES_CHOICES) {
        ls_buf_add_text(out, " -a '");
        ls_completion_choices(out, choices);
        ls_buf_add_char(out, '\'');
    }
}

static void add_flag(struct ls_buf *out, const char *verb, const struct ls_flag *flag)
{
    ls_buf_printf(out, "complete -c lockstep -n '__fish_seen_subcommand_from %s' -l %s", verb,
                  flag->name);
    if (flag->letter)
        ls_buf_printf(out, " -s %c", flag->letter);
    if (flag->value) {
        ls_buf_add_text(out, ls_flag_value_is_optional(flag) ? "" : " -r");
        add_offer(out, ls_completion_of_value(flag->value), flag->value);
    }
    ls_buf_add_text(out, " -d ");
    add_quoted(out, flag->doc);
    ls_buf_add_char(out, '\n');
}

static void add_verb(struct ls_buf *out, const struct ls_cli_verb *verb)
{
    ls_buf_printf(out, "complete -c lockstep -n __fish_use_subcommand -a %s -d ", verb->name);
    add_quoted(out, verb->summary);
    ls_buf_add_char(out, '\n');
    enum ls_completion_kind words = ls_completion_of_words(verb->synopsis);
    if (words != LS_COMPLETES_NOTHING) {
        ls_buf_printf(out, "complete -c lockstep -n '__fish_seen_subcommand_from %s'", verb->name);
        add_offer(out, words, verb->synopsis);
        ls_buf_add_char(out, '\n');
    }
    for (const struct ls_flag_group *group = verb->groups; group->title; group++)
        for (const struct ls_flag *flag = group->flags; flag->name; flag++)
            add_flag(out, verb->name, flag);
}

/* The word under the cursor is not finished and does not count. */
static void add_ask(struct ls_buf *out)
{
    ls_buf_add_text(out, "# fish completion for lockstep, printed by `lockstep completion fish`\n"
                         "# ARGUMENTS...: asks lockstep, with the flags of the line that say which "
                         "cluster is meant.\n"
                         "function __lockstep_ask\n"
                         "    set -l place\n"
                         "    set -l parent\n"
                         "    set -l flag ''\n"
                         "    for word in (commandline -opc | string replace -r '^~/' \"$HOME/\" | "
                         "string replace -r '=~/' \"=$HOME/\")\n"
                         "        if test \"$flag\" = --parent-namespace\n"
                         "            set parent -n $word\n"
                         "            set flag ''\n"
                         "            continue\n"
                         "        else if test -n \"$flag\"\n"
                         "            set -a place $flag $word\n"
                         "            set flag ''\n"
                         "            continue\n"
                         "        end\n"
                         "        switch $word\n"
                         "            case --\n"
                         "                break\n"
                         "            case '--parent-namespace=*'\n"
                         "                set parent -n (string replace -r '^[^=]*=' '' -- $word)\n"
                         "            case ");
    ls_completion_place(out, LS_PLACE_SWITCH, "'", " ");
    ls_buf_add_text(out,
                    "\n                set -a place $word\n            case --parent-namespace ");
    ls_completion_place(out, LS_PLACE_VALUE, "'", " ");
    ls_buf_add_text(out, "\n                set flag $word\n            case ");
    ls_completion_place(out, LS_PLACE_JOINED, "'", " ");
    ls_buf_add_text(out, "\n                set -a place $word\n"
                         "        end\n"
                         "    end\n"
                         "    command lockstep $argv $place $parent "
                         "--request-timeout " LS_COMPLETION_TIMEOUT " 2>/dev/null\n"
                         "end\n");
}

void ls_completion_fish(struct ls_buf *out)
{
    add_ask(out);
    ls_buf_add_text(out, "complete -c lockstep -f\n");
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++)
        add_verb(out, verb);
}
