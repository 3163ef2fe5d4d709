#pragma once
/*
 * Help in three forms from the same rows: text for the terminal, roff for man, Markdown for the
 * manual.
 */
#include "cli/verb.h"
#include "base/buf.h"

enum ls_help_form { LS_HELP_TEXT, LS_HELP_MAN, LS_HELP_MARKDOWN, LS_HELP_FORM_COUNT };

void ls_help_overview(struct ls_buf *out, enum ls_help_form form);
void ls_help_verb(struct ls_buf *out, const struct ls_cli_verb *verb, enum ls_help_form form);
