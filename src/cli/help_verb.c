/* `lockstep help`: the text of the verbs, for terminals, man and the manual (help.h). */
#include <stdio.h>

#include "cli/help.h"
#include "cli/verbs.h"

static enum ls_help_form form_of(const struct ls_args *args)
{
    if (ls_args_is(args, "format", "man"))
        return LS_HELP_MAN;
    return ls_args_is(args, "format", "markdown") ? LS_HELP_MARKDOWN : LS_HELP_TEXT;
}

enum ls_exit ls_cli_verb_help(const struct ls_args *args)
{
    enum ls_help_form form = form_of(args);
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
