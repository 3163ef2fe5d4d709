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

/* What to offer, as an assignment: words="..." or how=files, and how is never left empty. */
static void add_offer(struct ls_buf *out, enum ls_completion_kind kind, const char *choices)
{
    const char *lister = ls_completion_lister(kind);
    if (kind == LS_COMPLETES_FILES) {
        ls_buf_add_text(out, "how=files");
    } else if (lister) {
        ls_buf_printf(out, "how=words words=$(\"${COMP_WORDS[0]}\" %s 2>/dev/null)", lister);
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
            if (!flag->value)
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

/* Words are split at `=` by bash itself, so `--wait=a` is three of them. */
static const char head[] =
    "# bash completion for lockstep, printed by `lockstep completion bash`\n"
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

/* Words are asked for only where no value of a flag is meant: it may take a request. */
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
