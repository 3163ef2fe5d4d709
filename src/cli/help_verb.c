#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/verbs.h"

static const char *const form_names[] = {
    [LS_HELP_TEXT] = "text", [LS_HELP_MAN] = "man", [LS_HELP_MARKDOWN] = "markdown"};

static bool form_parse(const char *text, enum ls_help_form *out)
{
    for (size_t i = 0; i < LS_COUNT(form_names); i++) {
        if (strcmp(text, form_names[i]) == 0) {
            *out = (enum ls_help_form)i;
            return true;
        }
    }
    return false;
}

enum ls_exit ls_cli_verb_help(const struct ls_args *args)
{
    enum ls_help_form form = LS_HELP_TEXT;
    const char *asked = ls_args_text(args, "format");
    if (asked && !form_parse(asked, &form))
        return ls_cli_usage("help", "--format is text, man or markdown, not '%s'", asked);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (args->word_count == 0) {
        ls_help_overview(&text, form);
        /* The manual's page holds every verb; a man page is one verb. */
        for (const struct ls_cli_verb *verb = ls_cli_verbs; form == LS_HELP_MARKDOWN && verb->name;
             verb++)
            ls_help_verb(&text, verb, form);
    }
    for (size_t i = 0; i < args->word_count; i++) {
        const struct ls_cli_verb *verb = ls_cli_verb_find(args->words[i]);
        if (!verb)
            return ls_cli_usage("help", "no verb '%s'", args->words[i]);
        ls_help_verb(&text, verb, form);
    }
    fputs(ls_buf_text(&text), stdout);
    return LS_EXIT_DONE;
}
