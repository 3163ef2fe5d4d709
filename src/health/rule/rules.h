#pragma once
/*
 * Rules as data: what makes an object of a kind ready, in CEL, by group and kind.
 *
 *     - group: example.com            # or *.example.com
 *       kinds: [Database, "*Backup"]
 *       reports: true                 # without a status it is on its way
 *       cases:                        # from the top; the first that is true is the answer
 *       - failed: status.phase == "Broken"
 *         reasonExpression: '"the disk " + status.disk + " is gone"'
 *       - ready: status.phase == "Up"
 *
 * Expressions see `self`, `status`, `spec` and `conditions` (by type, without those of an earlier
 * generation). An expression that fails, because a field is absent, is not true: no guards are
 * needed. Where no case is true, the generic rule decides.
 *
 * The rules of well-known projects are compiled in (health/rules/); each is parsed when the first
 * object of its group is judged. Rules of the user come before them and are checked at once.
 */
#include "base/err.h"
#include "health/word/input.h"
#include "health/word/verdict.h"

struct ls_rules *ls_rules_new(void); /* the compiled-in ones */
void ls_rules_free(struct ls_rules *rules);
void ls_rules_free_at(struct ls_rules **rules); /* for LS_AUTO */

/* Adds a file of the user, after those already added. An error begins with `FILE:LINE:COLUMN: `,
 * also for one inside an expression; nothing is added then. */
enum ls_code ls_rules_add(struct ls_rules *rules, const char *name, struct ls_slice text,
                          struct ls_err *err);
enum ls_code ls_rules_add_file(struct ls_rules *rules, const char *path, struct ls_err *err);

/* What the rules say about an object. */
struct ls_ruling {
    bool is_decided;           /* a case was true */
    struct ls_verdict verdict; /* then; an empty reason means that the rule gives none */
    bool reports;              /* an object of this kind without a status is in progress */
    bool replaces;             /* a rule of the user replaces every other rule of this kind */
};
bool ls_rules_has_user(const struct ls_rules *rules); /* Has the user added any? */
/* By the rules of the user, or by the compiled-in ones. input->rules is not NULL. */
struct ls_ruling ls_rules_judge_user(const struct ls_health_input *input);
struct ls_ruling ls_rules_judge_builtin(const struct ls_health_input *input);

/* Compiles every compiled-in rule and returns the first error. For tests. */
enum ls_code ls_rules_check_builtin(struct ls_rules *rules, size_t *rule_count, struct ls_err *err);
