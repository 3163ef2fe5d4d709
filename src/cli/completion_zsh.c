/* The completion script for zsh (completion.h). */
#include "cli/completion.h"

#include <string.h>

/* Text inside single quotes of an _arguments spec: colons and brackets separate there. */
static void add_quoted(struct ls_buf *out, const char *text)
{
    for (const char *at = text; *at; at++) {
        if (*at == '\'')
            ls_buf_add_text(out, "'\\''");
        else if (strchr(":[]\\", *at))
            ls_buf_printf(out, "\\%c", *at);
        else
            ls_buf_add_char(out, *at);
    }
}

static void add_action(struct ls_buf *out, enum ls_completion_kind kind, const char *choices)
{
    const char *lister = ls_completion_lister(kind);
    if (kind == LS_COMPLETES_FILES) {
        ls_buf_add_text(out, "_files");
    } else if (lister) {
        ls_buf_printf(out, "{compadd -- ${(f)\"$(_lockstep_ask %s)\"}}", lister);
    } else if (kind == LS_COMPLETES_VERBS) {
        ls_buf_add_text(out, "{compadd -- ${verbs%%\\:*}}");
    } else if (kind == LS_COMPLETES_CHOICES) {
        ls_buf_add_char(out, '(');
        ls_completion_choices(out, choices);
        ls_buf_add_char(out, ')');
    }
}

static void add_flag(struct ls_buf *out, const struct ls_flag *flag)
{
    ls_buf_add_text(out, "            ");
    if (flag->repeats)
        ls_buf_add_text(out, "'*'");
    else if (flag->letter)
        ls_buf_printf(out, "'(-%c --%s)'", flag->letter, flag->name);
    if (flag->letter)
        ls_buf_printf(out, "{-%c,--%s}'", flag->letter, flag->name);
    else
        ls_buf_printf(out, "--%s%s'", flag->name, ls_flag_value_is_optional(flag) ? "=-" : "");
    ls_buf_add_char(out, '[');
    add_quoted(out, flag->doc);
    ls_buf_add_char(out, ']');
    if (flag->value) {
        ls_buf_add_text(out, ls_flag_value_is_optional(flag) ? "::" : ":");
        add_quoted(out, flag->name);
        ls_buf_add_char(out, ':');
        add_action(out, ls_completion_of_value(flag->value), flag->value);
    }
    ls_buf_add_text(out, "' \\\n");
}

static void add_verb(struct ls_buf *out, const struct ls_cli_verb *verb)
{
    ls_buf_printf(out, "    %s)\n        _arguments -s -S \\\n", verb->name);
    for (const struct ls_flag_group *group = verb->groups; group->title; group++)
        for (const struct ls_flag *flag = group->flags; flag->name; flag++)
            add_flag(out, flag);
    ls_buf_add_text(out, "            '*: :");
    add_action(out, ls_completion_of_words(verb->synopsis), verb->synopsis);
    ls_buf_add_text(out, "'\n        ;;\n");
}

static const char ask_head[] =
    "#compdef lockstep\n"
    "# zsh completion for lockstep, printed by `lockstep completion zsh`\n"
    "# ARGUMENTS...: asks lockstep, with the flags of the line that say which cluster is meant.\n"
    "_lockstep_ask() {\n"
    "    local -a line place parent\n"
    "    local word i\n"
    "    for ((i = 1; i <= $#words; i++)); do\n"
    "        word=${(Q)words[i]}\n"
    "        [[ $word != -- ]] || break\n"
    "        ((i != CURRENT)) || word=''\n"
    "        line+=(\"${word/#\\~\\//$HOME/}\")\n"
    "    done\n"
    "    for ((i = 1; i <= $#line; i++)); do\n"
    "        word=$line[i]\n"
    "        case $word in\n"
    "        --parent-namespace) parent=(-n \"$line[++i]\") ;;\n"
    "        --parent-namespace=*) parent=(-n \"${word#*=}\") ;;\n"
    "        ";

static void add_ask(struct ls_buf *out)
{
    ls_buf_add_text(out, ask_head);
    ls_completion_place(out, LS_PLACE_SWITCH, "", " | ");
    ls_buf_add_text(out, ") place+=(\"$word\") ;;\n        ");
    ls_completion_place(out, LS_PLACE_VALUE, "", " | ");
    ls_buf_add_text(out, ") place+=(\"$word\" \"$line[++i]\") ;;\n        ");
    ls_completion_place(out, LS_PLACE_JOINED, "", " | ");
    ls_buf_add_text(out, ") place+=(\"${word/=\\~\\//=$HOME/}\") ;;\n"
                         "        esac\n"
                         "    done\n"
                         "    command lockstep \"$@\" \"$place[@]\" \"$parent[@]\" "
                         "--request-timeout " LS_COMPLETION_TIMEOUT " 2>/dev/null\n"
                         "}\n");
}

void ls_completion_zsh(struct ls_buf *out)
{
    add_ask(out);
    ls_buf_add_text(out, "_lockstep() {\n"
                         "    local -a verbs=(\n");
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++) {
        ls_buf_printf(out, "        '%s:", verb->name);
        add_quoted(out, verb->summary);
        ls_buf_add_text(out, "'\n");
    }
    ls_buf_add_text(out, "    )\n"
                         "    if ((CURRENT == 2)); then\n"
                         "        _describe 'verb' verbs\n"
                         "        return\n"
                         "    fi\n"
                         "    local verb=$words[2]\n"
                         "    shift words\n"
                         "    ((CURRENT--))\n"
                         "    case $verb in\n");
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++)
        add_verb(out, verb);
    ls_buf_add_text(out, "    esac\n}\n"
                         "if [[ $funcstack[1] == _lockstep ]]; then\n"
                         "    _lockstep \"$@\"\n"
                         "else\n"
                         "    compdef _lockstep lockstep\n"
                         "fi\n");
}
