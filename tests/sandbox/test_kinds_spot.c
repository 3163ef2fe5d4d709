#include <stdio.h>

#include "check.h"
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/seen.h"
#include "support_json.h"

static const char *only_message(struct ls_field_errors *errors)
{
    CHECK_INT(errors->count, 1);
    errors->count = 0;
    return ls_arena_printf(errors->arena, "%s: %s", errors->at[0].field, errors->at[0].message);
}

TEST(an_error_says_where)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"spec\":{\"list\":[{\"a\":1},{\"a\":-2}],\"map\":{\"x.y\":\"v\"}}}");
    struct ls_spot root = ls_spot_root(ls_obj_root(object), &errors);
    struct ls_spot list = ls_spot_at(&root, "spec.list");
    LS_EACH_ITEM (item, &list) {
        struct ls_spot a = ls_spot_at(&item, "a");
        ls_spot_not_negative(&a);
    }
    CHECK_STR(only_message(&errors),
              "spec.list[1].a: Invalid value: -2: must be greater than or equal to 0");
    struct ls_spot map = ls_spot_at(&root, "spec.map");
    LS_EACH_ITEM (entry, &map)
        ls_spot_forbidden(&entry, "no");
    CHECK_STR(only_message(&errors), "spec.map[x.y]: Forbidden: no");
    struct ls_spot gone = ls_spot_at(&root, "spec.gone");
    CHECK(!ls_spot_is_there(&gone));
    ls_spot_needed(&gone);
    CHECK_STR(only_message(&errors), "spec.gone: Required value");
}

TEST(absent_texts_are_shown_as_empty)
{
    static const char *const choices[] = {"a", "b"};
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = obj_of("{}");
    struct ls_spot root = ls_spot_root(ls_obj_root(object), &errors);
    struct ls_spot gone = ls_spot_at(&root, "gone");
    CHECK(LS_SPOT_OPTIONAL_CHOICE(&gone, choices));
    CHECK(!LS_SPOT_CHOICE(&gone, choices));
    CHECK_STR(only_message(&errors),
              "gone: Unsupported value: \"\": supported values: \"a\", \"b\"");
    ls_spot_not_found(&gone);
    CHECK_STR(only_message(&errors), "gone: Not found: \"\"");
}

static bool cidr_is_fine(const char *text)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_errors errors = {.arena = &arena};
    char json[64];
    (void)snprintf(json, sizeof json, "{\"c\":\"%s\"}", text);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = obj_of(json);
    struct ls_spot root = ls_spot_root(ls_obj_root(object), &errors);
    struct ls_spot cidr = ls_spot_at(&root, "c");
    return ls_cidr_check(&cidr);
}

TEST(networks_are_read)
{
    CHECK(cidr_is_fine("10.0.0.0/8") && cidr_is_fine("::/0") && cidr_is_fine("1.2.3.4/32"));
    CHECK(!cidr_is_fine("10.0.0.0") && !cidr_is_fine("10.0.0.0/33") && !cidr_is_fine("x/8"));
    CHECK(!cidr_is_fine("10.0.0.0/") && !cidr_is_fine("10.0.0.0/-1"));
    CHECK(ls_cidr_is_inside(LS_SLICE("10.1.0.0/16"), LS_SLICE("10.0.0.0/8")));
    CHECK(!ls_cidr_is_inside(LS_SLICE("10.0.0.0/8"), LS_SLICE("10.0.0.0/8")));
    CHECK(!ls_cidr_is_inside(LS_SLICE("11.0.0.0/16"), LS_SLICE("10.0.0.0/8")));
    CHECK(!ls_cidr_is_inside(LS_SLICE("fd00::/16"), LS_SLICE("10.0.0.0/8")));
    CHECK(ls_cidr_is_inside(LS_SLICE("fd00:1::/32"), LS_SLICE("fd00::/16")));
}

TEST(a_set_of_texts_finds_duplicates_however_many_there_are)
{
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    char texts[1000][8];
    for (size_t i = 0; i < 1000; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "t%zu", i);
        CHECK(ls_seen_add(&seen, ls_slice_of(texts[i])));
    }
    for (size_t i = 0; i < 1000; i++)
        CHECK(!ls_seen_add(&seen, ls_slice_of(texts[i])));
    CHECK(!ls_seen_has(&seen, LS_SLICE("other")));
}
