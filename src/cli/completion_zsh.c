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
        ls_buf_printf(out, "{compadd -- ${(f)\"$(lockstep %s 2>/dev/null)\"}}", lister);
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
        ls_buf_printf(out, "--%s'", flag->name);
    ls_buf_add_char(out, '[');
    add_quoted(out, flag->doc);
    ls_buf_add_char(out, ']');
    if (flag->value) {
        ls_buf_add_char(out, ':');
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

void ls_completion_zsh(struct ls_buf *out)
{
    ls_buf_add_text(out, "#compdef lockstep\n"
                         "# zsh completion for lockstep, printed by `lockstep completion zsh`\n"
                         "_lockstep() {\n"
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
