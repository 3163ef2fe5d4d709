#include <string.h>

#include "expr/lib/library.h"
#include "expr/lib/regex.h"
#include "check.h"

static const uint64_t ALL = ~UINT64_C(0);

/* Functions that the evaluator implements: some arguments are not evaluated, or are no values. */
static bool is_of_evaluator(const char *name)
{
    static const char *const names[] = {"_?_:_", "_&&_",   "_||_", "@not_strictly_false",
                                        "or",    "orValue"};
    return ls_slice_is_any(ls_slice_of(name), names, LS_COUNT(names));
}

#define EACH_ROW(row)                                                                              \
    for (size_t table_ = 0; ls_cel_tables[table_]; table_++)                                       \
        for (const struct ls_cel_overload *row = ls_cel_tables[table_]; row->name; row++)

TEST(every_row_is_whole)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    EACH_ROW(row)
    {
        struct ls_cel_signature signature;
        ls_cel_signature_read(&arena, row->signature, &signature);
        CHECK(signature.result != NULL);
        CHECK(row->id && row->id[0]);
        CHECK(row->library < LS_CEL_LIB_COUNT);
        CHECK((row->fn == NULL) == is_of_evaluator(row->name));
        for (size_t i = 0; i < signature.arg_count; i++)
            CHECK(signature.args[i] != NULL);
    }
}

TEST(no_id_and_no_signature_is_there_twice)
{
    EACH_ROW(row)
    {
        for (size_t table = 0; ls_cel_tables[table]; table++) {
            for (const struct ls_cel_overload *other = ls_cel_tables[table]; other->name; other++) {
                if (other == row)
                    continue;
                CHECK(strcmp(row->id, other->id) != 0);
                CHECK(strcmp(row->name, other->name) != 0 ||
                      strcmp(row->signature, other->signature) != 0);
            }
        }
    }
}

TEST(signatures_are_read)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_cel_signature signature;
    ls_cel_signature_read(&arena, "map(string, list(A)).(int, kubernetes.Quantity) optional(A)",
                          &signature);
    CHECK(signature.is_member);
    CHECK_INT(signature.arg_count, 3);
    CHECK_STR(ls_cel_type_text(&arena, signature.args[0]), "map(string, list(A))");
    CHECK_STR(ls_cel_type_text(&arena, signature.args[2]), "kubernetes.Quantity");
    CHECK_STR(ls_cel_type_text(&arena, signature.result), "optional_type(A)");
    ls_cel_signature_read(&arena, "() timestamp", &signature);
    CHECK(!signature.is_member);
    CHECK_INT(signature.arg_count, 0);
    CHECK(signature.result == &ls_cel_timestamp);
}

TEST(overloads_are_found_by_library)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_cel_overloads found = ls_cel_overloads_find(&arena, 0, LS_SLICE("matches"));
    CHECK_INT(found.count, 2);
    CHECK_STR(found.at[0]->id, "matches");
    CHECK_STR(found.at[1]->id, "matches_string");
    CHECK_INT(ls_cel_overloads_find(&arena, ALL, LS_SLICE("nosuch")).count, 0);
}

TEST(types_are_named)
{
    CHECK(ls_cel_type_named(LS_SLICE("int"), 0) == &ls_cel_int);
    CHECK(ls_cel_type_named(LS_SLICE("google.protobuf.Duration"), 0) == &ls_cel_duration);
    CHECK(ls_cel_type_named(LS_SLICE("duration"), ALL) == NULL);
    CHECK(ls_cel_type_named(LS_SLICE("dyn"), ALL) == NULL);
    CHECK(ls_cel_type_named(LS_SLICE("net.IP"), 0) == NULL);
    CHECK(ls_cel_type_named(LS_SLICE("net.IP"), LS_CEL_LIBS(LS_CEL_LIB_KUBE_IP)) != NULL);
    CHECK(ls_cel_type_named(LS_SLICE("optional_type"), LS_CEL_LIBS(LS_CEL_LIB_OPTIONAL)) != NULL);
}

TEST(a_slot_keeps_one_pattern)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_cel_regex_slot slot LS_AUTO(ls_cel_regex_slot_release) = {0};
    uint64_t cost_left = 1000;
    struct ls_cel_call call = {.arena = &arena, .slot = &slot, .cost_left = &cost_left};
    struct ls_term mistake;
    const struct ls_regex *first = ls_cel_regex_of(&call, LS_SLICE("a+"), &mistake);
    CHECK(first && ls_regex_search(first, LS_SLICE("caat")));
    ls_cel_regex_done(&call, first);
    CHECK(ls_cel_regex_of(&call, LS_SLICE("a+"), &mistake) == first);
    CHECK(ls_cel_regex_of(&call, LS_SLICE("b("), &mistake) == NULL);
    CHECK_STR(mistake.failure->text, "error parsing regexp: missing closing ): `b(`");
    const struct ls_regex *second = ls_cel_regex_of(&call, LS_SLICE("b"), &mistake);
    CHECK(second && !ls_regex_search(second, LS_SLICE("caat")));
    CHECK(cost_left < 1000);
}
