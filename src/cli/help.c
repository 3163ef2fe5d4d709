#include "cli/help.h"

#include <string.h>

static const char about_lockstep[] = "lockstep brings sets of Kubernetes objects to their wanted "
                                     "state phase by phase, and takes them\n"
                                     "down in reverse.";

static const struct {
    enum ls_exit code;
    const char *meaning;
} exit_codes[] = {
    {LS_EXIT_DONE, "done"},
    {LS_EXIT_ERROR, "an error, explained on standard error"},
    {LS_EXIT_USAGE, "the command line is wrong"},
    {LS_EXIT_IN_PROGRESS, "not there yet"},
    {LS_EXIT_FAILED, "failed, or not in time"},
    {LS_EXIT_SIGNAL, "plus N: ended by signal N, as 130 after Ctrl-C"},
};

/* Text for roff: a leading dot or quote would be a request, a backslash an escape. */
static void add_roff(struct ls_buf *out, const char *text)
{
    for (const char *at = text; *at; at++) {
        bool starts_line = at == text || at[-1] == '\n';
        if (starts_line && (*at == '.' || *at == '\''))
            ls_buf_add_text(out, "\\&");
        if (*at == '\\')
            ls_buf_add_text(out, "\\e");
        else if (*at == '-')
            ls_buf_add_text(out, "\\-");
        else
            ls_buf_add_char(out, *at);
    }
}

static void add_heading(struct ls_buf *out, const char *title, enum ls_help_form form)
{
    if (form == LS_HELP_MAN) {
        ls_buf_add_text(out, ".SH ");
        for (const char *at = title; *at; at++)
            ls_buf_add_char(out, (char)(*at >= 'a' && *at <= 'z' ? *at - 32 : *at));
        ls_buf_add_char(out, '\n');
    } else if (form == LS_HELP_MARKDOWN) {
        ls_buf_printf(out, "\n### %s\n\n", title);
    } else {
        ls_buf_printf(out, "\n%s:\n", title);
    }
}

static void add_paragraphs(struct ls_buf *out, const char *text, enum ls_help_form form)
{
    if (form != LS_HELP_MAN) {
        ls_buf_printf(out, "%s\n", text);
        return;
    }
    add_roff(out, text);
    ls_buf_add_char(out, '\n');
}

static void add_block(struct ls_buf *out, const char *text, enum ls_help_form form)
{
    if (form == LS_HELP_MAN) {
        ls_buf_add_text(out, ".nf\n");
        add_roff(out, text);
        ls_buf_add_text(out, "\n.fi\n");
    } else if (form == LS_HELP_MARKDOWN) {
        ls_buf_printf(out, "```text\n%s\n```\n", text);
    } else {
        for (const char *line = text; line && *line;) {
            const char *end = strchrnul(line, '\n');
            ls_buf_printf(out, "  %.*s\n", (int)(end - line), line);
            line = *end ? end + 1 : NULL;
        }
    }
}

static void flag_label(struct ls_buf *out, const struct ls_flag *flag)
{
    if (flag->letter)
        ls_buf_printf(out, "-%c, ", flag->letter);
    bool has_blank = flag->value && !ls_flag_value_is_optional(flag);
    ls_buf_printf(out, "--%s%s%s", flag->name, has_blank ? " " : "",
                  flag->value ? flag->value : "");
}

static void add_flag(struct ls_buf *out, const struct ls_flag *flag, enum ls_help_form form)
{
    struct ls_buf label LS_AUTO(ls_buf_release) = {0};
    flag_label(&label, flag);
    if (form == LS_HELP_MAN) {
        ls_buf_add_text(out, ".TP\n.B ");
        add_roff(out, ls_buf_text(&label));
        ls_buf_add_char(out, '\n');
        add_roff(out, flag->doc);
        ls_buf_add_char(out, '\n');
    } else if (form == LS_HELP_MARKDOWN) {
        ls_buf_printf(out, "- `%s`: %s\n", ls_buf_text(&label), flag->doc);
    } else {
        const char *indent = flag->letter ? "  " : "      ";
        int width = 38 - (int)strlen(indent);
        ls_buf_printf(out, "%s%-*s %s\n", indent, width, ls_buf_text(&label), flag->doc);
    }
}

static void add_exit_codes(struct ls_buf *out, enum ls_help_form form)
{
    add_heading(out, "Exit codes", form);
    for (size_t i = 0; i < LS_COUNT(exit_codes); i++) {
        if (form == LS_HELP_MAN)
            ls_buf_printf(out, ".TP\n.B %d\n%s\n", (int)exit_codes[i].code, exit_codes[i].meaning);
        else
            ls_buf_printf(out, "%s%d  %s\n", form == LS_HELP_TEXT ? "  " : "- ",
                          (int)exit_codes[i].code, exit_codes[i].meaning);
    }
}

static void add_man_head(struct ls_buf *out, const char *page, const char *summary)
{
    ls_buf_printf(out, ".TH %s 1 \"\" \"lockstep " LS_VERSION "\" \"User Commands\"\n", page);
    ls_buf_printf(out, ".SH NAME\n%s \\- ", page);
    add_roff(out, summary);
    ls_buf_add_char(out, '\n');
}

static void add_verb_list(struct ls_buf *out, enum ls_help_form form)
{
    add_heading(out, "Verbs", form);
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++) {
        if (form == LS_HELP_MAN)
            ls_buf_printf(out, ".TP\n.B %s\n%s\n", verb->name, verb->summary);
        else if (form == LS_HELP_MARKDOWN)
            ls_buf_printf(out, "- [`%s`](#lockstep-%s): %s\n", verb->name, verb->name,
                          verb->summary);
        else
            ls_buf_printf(out, "  %-16s %s\n", verb->name, verb->summary);
    }
}

void ls_help_overview(struct ls_buf *out, enum ls_help_form form)
{
    if (form == LS_HELP_MAN)
        add_man_head(out, "lockstep", "Kubernetes objects, phase by phase");
    if (form == LS_HELP_MARKDOWN)
        ls_buf_add_text(out, "# Commands\n\nThis page is printed by `lockstep help --format "
                             "markdown`; change the rows in `src/cli/`, not the page.\n\n");
    if (form == LS_HELP_MAN)
        add_heading(out, "Description", form);
    add_paragraphs(out, about_lockstep, form);
    add_heading(out, "Usage", form);
    add_block(out, "lockstep VERB [FLAGS] ...\nlockstep help VERB", form);
    add_verb_list(out, form);
    add_exit_codes(out, form);
}

void ls_help_verb(struct ls_buf *out, const struct ls_cli_verb *verb, enum ls_help_form form)
{
    struct ls_buf usage LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&usage, "lockstep %s%s%s", verb->name, *verb->synopsis ? " " : "",
                  verb->synopsis);
    if (form == LS_HELP_MAN) {
        ls_buf_clear(&usage);
        ls_buf_printf(&usage, "lockstep-%s", verb->name);
        add_man_head(out, ls_buf_text(&usage), verb->summary);
        ls_buf_clear(&usage);
        ls_buf_printf(&usage, "lockstep %s %s", verb->name, verb->synopsis);
    } else if (form == LS_HELP_MARKDOWN) {
        ls_buf_printf(out, "\n## lockstep %s\n\n", verb->name);
    }
    if (form == LS_HELP_MAN)
        add_heading(out, "Description", form);
    add_paragraphs(out, verb->about, form);
    add_heading(out, "Usage", form);
    add_block(out, ls_buf_text(&usage), form);
    if (verb->examples) {
        add_heading(out, "Examples", form);
        add_block(out, verb->examples, form);
    }
    for (const struct ls_flag_group *group = verb->groups; group->title; group++) {
        add_heading(out, group->title, form);
        for (const struct ls_flag *flag = group->flags; flag->name; flag++)
            add_flag(out, flag, form);
    }
    if (form == LS_HELP_MAN)
        add_exit_codes(out, form);
}
