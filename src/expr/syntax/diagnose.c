#include "expr/syntax/parser.h"
void ls_cel_diagnose(const struct ls_cel_tokens *tokens, struct ls_cel_issues *issues)
{
    ls_cel_issue_add(issues, tokens->at[0].offset, "Syntax error");
}
