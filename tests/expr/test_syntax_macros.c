/* Macros: what each is written out as. */
#include "check.h"
#include "support_tree.h"

struct row {
    const char *text, *tree;
};

static void check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        CHECK_STR(tree_of(&arena, rows[i].text, false), rows[i].tree);
    }
}

TEST(standard_macros)
{
    static const struct row rows[] = {
        {"has(a.b)", "a.?b~"},
        {"has(a.b.c)", "a.b.?c~"},
        {"has(a.`b-c`)", "a.?b-c~"},
        {"a.all(x, c)", "fold(x in a; @result = true; @not_strictly_false(@result); "
                        "_&&_(@result, c); @result)"},
        {"a.exists(x, c)", "fold(x in a; @result = false; @not_strictly_false(!_(@result)); "
                           "_||_(@result, c); @result)"},
        {"a.exists_one(x, c)", "fold(x in a; @result = 0; true; _?_:_(c, _+_(@result, 1), @result)"
                               "; _==_(@result, 1))"},
        {"a.existsOne(x, c)", "fold(x in a; @result = 0; true; _?_:_(c, _+_(@result, 1), @result)"
                              "; _==_(@result, 1))"},
        {"a.map(x, f)", "fold(x in a; @result = []; true; _+_(@result, [f]); @result)"},
        {"a.map(x, c, f)", "fold(x in a; @result = []; true; "
                           "_?_:_(c, _+_(@result, [f]), @result); @result)"},
        {"a.filter(x, c)", "fold(x in a; @result = []; true; "
                           "_?_:_(c, _+_(@result, [x]), @result); @result)"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(macros_of_libraries)
{
    static const struct row rows[] = {
        {"cel.bind(x, a, x + x)", "fold(#unused in []; x = a; false; x; _+_(x, x))"},
        {"a.b.optMap(x, f)", "_?_:_(a.b.hasValue(), optional.of(fold(#unused in []; x = "
                             "a.b.value(); false; x; f)), optional.none())"},
        {"a.optFlatMap(x, f)", "_?_:_(a.hasValue(), fold(#unused in []; x = a.value(); false; x; f)"
                               ", optional.none())"},
        {"a.all(i, v, c)", "fold(i, v in a; @result = true; @not_strictly_false(@result); "
                           "_&&_(@result, c); @result)"},
        {"a.exists(i, v, c)", "fold(i, v in a; @result = false; @not_strictly_false(!_(@result)); "
                              "_||_(@result, c); @result)"},
        {"a.existsOne(i, v, c)", "fold(i, v in a; @result = 0; true; "
                                 "_?_:_(c, _+_(@result, 1), @result); _==_(@result, 1))"},
        {"a.transformList(i, v, f)", "fold(i, v in a; @result = []; true; "
                                     "_+_(@result, [f]); @result)"},
        {"a.transformList(i, v, c, f)", "fold(i, v in a; @result = []; true; "
                                        "_?_:_(c, _+_(@result, [f]), @result); @result)"},
        {"a.transformMap(k, v, f)", "fold(k, v in a; @result = {}; true; "
                                    "cel.@mapInsert(@result, k, f); @result)"},
        {"a.transformMapEntry(k, v, c, {v: k})",
         "fold(k, v in a; @result = {}; true; "
         "_?_:_(c, cel.@mapInsert(@result, {v: k}), @result); @result)"},
        {"math.greatest(a)", "math.@max(a)"},
        {"math.greatest([1, a])", "math.@max([1, a])"},
        {"math.least(1, 2)", "math.@min(1, 2)"},
        {"math.least(1, 2, 3)", "math.@min([1, 2, 3])"},
        {"a.sortBy(x, f)", "fold(#unused in []; @__sortBy_input__ = a; false; @__sortBy_input__; "
                           "@__sortBy_input__.@sortByAssociatedKeys(fold(x in @__sortBy_input__; "
                           "@result = []; true; _+_(@result, [f]); @result)))"},
        {"cel.block([a, cel.index(0) + 1], cel.index(1))",
         "fold(#unused in []; @index0 = a; false; @index0; "
         "fold(#unused in []; @index1 = _+_(@index0, 1); false; @index1; @index1))"},
        {"a.all(cel.iterVar(0, 1), cel.iterVar(0, 1))",
         "fold(@it:0:1 in a; @result = true; @not_strictly_false(@result); "
         "_&&_(@result, @it:0:1); @result)"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(calls_that_resemble_macros)
{
    static const struct row rows[] = {
        {"a.has(b.c)", "a.has(b.c)"},
        {"has(a, b)", "has(a, b)"},
        {"all(x, c)", "all(x, c)"},
        {"a.all(x)", "a.all(x)"},
        {"a.bind(x, 1, 2)", "a.bind(x, 1, 2)"},
        {"a.greatest(1)", "a.greatest(1)"},
        {"a.block([1], 2)", "a.block([1], 2)"},
    };
    check_rows(rows, LS_COUNT(rows));
}

/* A set that is off leaves its names to functions. */
TEST(macros_are_on_by_set)
{
    static const struct row rows[] = {
        {"cel.bind(x, 1, x)", "cel.bind(x, 1, x)"},
        {"a.optMap(x, x)", "a.optMap(x, x)"},
        {"a.all(i, v, v)", "a.all(i, v, v)"},
        {"math.least(1)", "math.least(1)"},
        {"a.sortBy(x, x)", "a.sortBy(x, x)"},
        {"cel.index(0)", "cel.index(0)"},
        {"a.map(x, x)", "fold(x in a; @result = []; true; _+_(@result, [x]); @result)"},
    };
    const struct ls_cel_syntax none = {0};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        CHECK_STR(tree_of_slice(&arena, ls_slice_of(rows[i].text), &none, false), rows[i].tree);
    }
}
