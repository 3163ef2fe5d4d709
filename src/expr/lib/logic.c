/* Rows of the logical operators, == and !=. The evaluator runs && || and ?: itself. */
#include "expr/lib/fn.h"
#include "expr/lib/tables.h"

LS_CEL_SIMPLE_FN(logical_not, ls_term_bool(!args[0].truth))

static struct ls_term equality(struct ls_cel_call *call, const struct ls_term *args, bool wanted)
{
    struct ls_cel_work work = {.call = call};
    bool is_equal = false;
    if (!ls_cel_work_equal(&work, args[0], args[1], &is_equal))
        return work.mistake;
    return ls_term_bool(is_equal == wanted);
}

LS_CEL_SIMPLE_FN(equals, equality(call, args, true))
LS_CEL_SIMPLE_FN(not_equals, equality(call, args, false))

#define ROW(name, id, signature, fn, cost) LS_CEL_ROW(STANDARD, name, id, signature, fn, cost)
/* clang-format off */
const struct ls_cel_overload ls_cel_logic_table[] = {
    ROW("_?_:_",               "conditional",        "(bool, A, A) A",    NULL,        NONE),
    ROW("_&&_",                "logical_and",        "(bool, bool) bool", NULL,        NONE),
    ROW("_||_",                "logical_or",         "(bool, bool) bool", NULL,        NONE),
    ROW("@not_strictly_false", "not_strictly_false", "(bool) bool",       NULL,        NONE),
    ROW("!_",                  "logical_not",        "(bool) bool",       logical_not, CALL),
    ROW("_==_",                "equals",             "(A, A) bool",       equals,      SPECIAL),
    ROW("_!=_",                "not_equals",         "(A, A) bool",       not_equals,  SPECIAL),
    {0},
};
/* clang-format on */
