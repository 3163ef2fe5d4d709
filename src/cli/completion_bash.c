/* The completion script for bash (completion.h). */
#include "cli/completion.h"

#include <string.h>

/* ---- tables of the script ---- */

static void add_flags(struct ls_buf *out, const struct ls_cli_verb *verb)
{
    const char *between = "";
    for (const struct ls_flag_group *group = verb->groups; group->title; group++) {
        for (const struct ls_flag *flag = group->flags; flag->name; flag++) {
            ls_buf_printf(out, "%s--%s", between, flag->name);
            between = " ";
        }
    }
}

/* What to offer, as an assignment: words="..." or how=files; how is never empty. */
static void add_offer(struct ls_buf *out, enum ls_completion_kind kind, const char *choices)
{
    const char *lister = ls_completion_lister(kind);
    if (kind == LS_COMPLETES_FILES) {
        ls_buf_add_text(out, "how=files");
    } else if (lister) {
        ls_buf_printf(out, "how=words words=$(_lockstep_ask %s)", lister);
    } else if (kind == LS_COMPLETES_VERBS) {
        ls_buf_add_text(out, "how=words words=$verbs");
    } else if (kind == LS_COMPLETES_CHOICES) {
        ls_buf_add_text(out, "how=words words=\"");
        ls_completion_choices(out, choices);
        ls_buf_add_text(out, "\"");
    } else {
        ls_buf_add_text(out, "how=nothing");
    }
}

static void add_flag_values(struct ls_buf *out, const struct ls_cli_verb *verb)
{
    for (const struct ls_flag_group *group = verb->groups; group->title; group++) {
        for (const struct ls_flag *flag = group->flags; flag->name; flag++) {
            if (!flag->value || ls_flag_value_is_optional(flag))
                continue;
            ls_buf_printf(out, "    '%s --%s'", verb->name, flag->name);
            if (flag->letter)
                ls_buf_printf(out, " | '%s -%c'", verb->name, flag->letter);
            ls_buf_add_text(out, ") ");
            add_offer(out, ls_completion_of_value(flag->value), flag->value);
            ls_buf_add_text(out, " ;;\n");
        }
    }
}

/* ---- the script ---- */

/* Words are split at `=` and `:` by bash itself, so `--context=a:b` is five of them: they are
 * joined again. The word under the cursor is not finished and does not count. */
static const char ask_head[] =
    "# bash completion for lockstep, printed by `lockstep completion bash`\n"
    "# ARGUMENTS...: asks lockstep, with the flags of the line that say which cluster is meant.\n"
    "_lockstep_ask() {\n"
    "    local -a line=() place=() parent=()\n"
    "    local word is_joined='' i\n"
    "    for ((i = 1; i < ${#COMP_WORDS[@]}; i++)); do\n"
    "        word=${COMP_WORDS[i]//[\\'\\\"\\\\]/}\n"
    "        [[ $word != -- ]] || break\n"
    "        ((i != COMP_CWORD)) || word=''\n"
    "        if ((${#line[@]} > 0)) && [[ -n $is_joined || ( -n $word && -z ${word//[=:]/} ) ]]; "
    "then\n"
    "            line[${#line[@]} - 1]+=$word\n"
    "        else\n"
    "            line+=(\"$word\")\n"
    "        fi\n"
    "        is_joined=''\n"
    "        [[ -z $word || -n ${word//[=:]/} ]] || is_joined=1\n"
    "    done\n"
    "    for ((i = 0; i < ${#line[@]}; i++)); do\n"
    "        word=${line[i]/#\\~\\//$HOME/}\n"
    "        case $word in\n"
    "        --parent-namespace) parent=(-n \"${line[++i]-}\") ;;\n"
    "        --parent-namespace=*) parent=(-n \"${word#*=}\") ;;\n"
    "        ";
static const char ask_tail[] =
    "        esac\n"
    "    done\n"
    "    \"${COMP_WORDS[0]}\" \"$@\" ${place[@]+\"${place[@]}\"} ${parent[@]+\"${parent[@]}\"} \\\n"
    "        --request-timeout " LS_COMPLETION_TIMEOUT " 2>/dev/null\n"
    "}\n";

static void add_ask(struct ls_buf *out)
{
    ls_buf_add_text(out, ask_head);
    ls_completion_place(out, LS_PLACE_SWITCH, "", " | ");
    ls_buf_add_text(out, ") place+=(\"$word\") ;;\n        ");
    ls_completion_place(out, LS_PLACE_VALUE, "", " | ");
    ls_buf_add_text(out, ")\n"
                         "            place+=(\"$word\" \"${line[++i]/#\\~\\//$HOME/}\")\n"
                         "            ;;\n        ");
    ls_completion_place(out, LS_PLACE_JOINED, "", " | ");
    ls_buf_add_text(out, ") place+=(\"${word/=\\~\\//=$HOME/}\") ;;\n");
    ls_buf_add_text(out, ask_tail);
}

/* Words are split at `=` by bash itself, so `--wait=a` is three of them. */
static const char head[] =
    "_lockstep() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local verb='' words='' flags='' how='' i\n"
    "    COMPREPLY=()\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=''\n"
    "    elif [[ $prev == = ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n";

static const char tail[] = "    if [[ $how == files ]]; then\n"
                           "        compopt -o filenames 2>/dev/null\n"
                           "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
                           "    elif [[ $how == nothing ]]; then\n"
                           "        return 0\n"
                           "    else\n"
                           "        [[ $cur != -* ]] || words=$flags\n"
                           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
                           "    fi\n"
                           "}\n"
                           "complete -F _lockstep lockstep\n";

static void add_values(struct ls_buf *out)
{
    ls_buf_add_text(out, "    case \"$verb $prev\" in\n");
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++)
        add_flag_values(out, verb);
    ls_buf_add_text(out, "    esac\n");
}

/* Words are listed only where no value of a flag is expected: a list may take a request. */
static void add_words(struct ls_buf *out)
{
    ls_buf_add_text(out, "    [[ -n $how ]] || case \"$verb\" in\n"
                         "    '') how=words words=$verbs ;;\n");
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++) {
        ls_buf_printf(out, "    %s)\n        flags=\"", verb->name);
        add_flags(out, verb);
        ls_buf_add_text(out, "\"\n        [[ $cur == -* ]] || ");
        add_offer(out, ls_completion_of_words(verb->synopsis), verb->synopsis);
        ls_buf_add_text(out, "\n        ;;\n");
    }
    ls_buf_add_text(out, "    esac\n");
}

void ls_completion_bash(struct ls_buf *out)
{
    add_ask(out);
    ls_buf_add_text(out, head);
    ls_buf_add_text(out, "    local verbs=\"");
    ls_completion_verbs(out);
    ls_buf_add_text(out, "\"\n"
                         "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                         "        [[ \" $verbs \" == *\" ${COMP_WORDS[i]} \"* ]] || continue\n"
                         "        verb=${COMP_WORDS[i]}\n"
                         "        break\n"
                         "    done\n");
    add_values(out);
    add_words(out);
    ls_buf_add_text(out, tail);
}
