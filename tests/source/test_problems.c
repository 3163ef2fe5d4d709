/* Problems: kept in bounds, reported in the order of manifests and lines. */
#include "source/problems.h"

#include "check.h"
#include "source/limits.h"

static const char text[] = "kind: A\nmetadata:\n  name: a\n  labels: {}\n---\n"
                           "kind: B\nmetadata:\n  name: b\n";

static void read(struct ls_manifests *manifests)
{
    struct ls_err err;
    CHECK_OK(ls_source_read_text(manifests, "f", ls_slice_of(text), &err), err);
}

TEST(none_is_no_error)
{
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    struct ls_err err;
    CHECK_INT(ls_problems_err(&problems, &err), LS_OK);
}

TEST(one_is_its_own_sentence)
{
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    struct ls_err err;
    read(&manifests);
    const struct ls_manifest *first = &manifests.list.at[0];
    ls_problems_fail(&problems, first, ls_node_at(first->object, "metadata.labels"), "%s", "no");
    CHECK_INT(ls_problems_err(&problems, &err), LS_E_INVALID);
    CHECK_STR(err.text, "f:4: A a: no");
    CHECK_INT(problems.list.at[0].line, 4);
}

TEST(several_stand_in_the_order_of_manifests_and_lines)
{
    static const char *const wanted[] = {"f:1: A a: c", "f:3: A a: d", "f:6: B b: a", "f:8: B b: b",
                                         "of none"};
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    struct ls_err err;
    read(&manifests);
    const struct ls_manifest *a = &manifests.list.at[0], *b = &manifests.list.at[1];
    CHECK_CODE(ls_fail(&err, LS_E_TOO_BIG, "of none"), LS_E_TOO_BIG, err);
    ls_problems_add(&problems, NULL, &err);
    ls_problems_fail(&problems, b, LS_ABSENT, "a");
    ls_problems_fail(&problems, b, ls_node_at(b->object, "metadata.name"), "b");
    ls_problems_fail(&problems, a, LS_ABSENT, "c");
    ls_problems_fail(&problems, a, ls_node_at(a->object, "metadata.name"), "d");
    CHECK_INT(ls_problems_err(&problems, &err), LS_E_INVALID);
    CHECK_STR(err.text, "5 problems in the manifests, the first: f:1: A a: c");
    for (size_t i = 0; i < LS_COUNT(wanted); i++)
        CHECK_STR(problems.list.at[i].text, wanted[i]);
}

TEST(more_than_the_limit_are_counted)
{
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    read(&manifests);
    for (size_t i = 0; i < LS_PROBLEMS_MAX + 7; i++)
        ls_problems_fail(&problems, &manifests.list.at[0], LS_ABSENT, "%zu", i);
    CHECK_INT(problems.list.count, LS_PROBLEMS_MAX);
    CHECK_INT(problems.count, LS_PROBLEMS_MAX + 7);
}

TEST(reading_goes_on_after_a_mistake_where_they_are_collected)
{
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {.problems = &problems};
    struct ls_err err;
    static const char one[] =
        "kind: A\n---\nkind: B\nmetadata: {name: b}\n---\nmetadata: {name: c}\n";
    CHECK_OK(ls_source_read_text(&manifests, "z.yaml", ls_slice_of(one), &err), err);
    CHECK_OK(ls_source_read_text(&manifests, "y.yaml", LS_SLICE("a: [\n"), &err), err);
    CHECK_OK(ls_source_read_text(&manifests, "x.yaml", LS_SLICE("kind: D\n"), &err), err);
    CHECK_INT(manifests.list.count, 1);
    CHECK_INT(ls_problems_err(&problems, &err), LS_E_INVALID);
    CHECK_INT(problems.count, 4);
    CHECK_HAS(problems.list.at[0].text, "z.yaml:1: A: metadata.name is missing");
    CHECK_HAS(problems.list.at[1].text, "z.yaml:6: kind is missing");
    CHECK_HAS(problems.list.at[2].text, "y.yaml:");
    CHECK_HAS(problems.list.at[3].text, "x.yaml:1: D: metadata.name is missing");
}
