/* Orders: their text, and the two relations on every pair and triple of a set of samples. */
#include "phase/read/order.h"

#include "check.h"
#include "phase/read/rank.h"

static const struct {
    const char *text;
    struct ls_order order;
} good[] = {
    {"0/0/0", {0, 0, 0}},
    {"-1/1/1400000", {-1, 1, 1400000}},
    {"9999/-9999/9999999", {9999, -9999, 9999999}},
    {"-9999/9999/2800003", {-9999, 9999, 2800003}},
};

TEST(what_is_printed_reads_back)
{
    for (size_t i = 0; i < LS_COUNT(good); i++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        struct ls_order order;
        ls_order_print(&good[i].order, &text);
        CHECK_STR(ls_buf_text(&text), good[i].text);
        CHECK(ls_order_parse(ls_slice_of(good[i].text), &order));
        CHECK_INT(ls_order_compare_creation(&order, &good[i].order), 0);
        CHECK_INT(order.deletion, good[i].order.deletion);
    }
}

TEST(anything_else_is_refused_and_leaves_the_result_alone)
{
    static const char *const bad[] = {
        "",
        "0",
        "0/0",
        "0/0/",
        "0/0/0/",
        "0/0/0/0",
        "/0/0",
        "0//0",
        "a/0/0",
        "0/0/-1",
        " 0/0/0",
        "0/0/0 ",
        "+1/0/0",
        "10000/0/0",
        "0/-10000/0",
        "0/0/10000000",
        "1.0/0/0",
        "0/0/99999999999999999999",
        "0/0/0000000000000000000000000000000000000000000000",
    };
    for (size_t i = 0; i < LS_COUNT(bad); i++) {
        struct ls_order order = {1, 2, 3};
        CHECK(!ls_order_parse(ls_slice_of(bad[i]), &order));
        CHECK_INT(order.creation + order.deletion + (int)order.position, 6);
    }
}

static const struct ls_resource kinds[] = {
    {.group = "apps", .version = "v1", .kind = "Deployment"},
    {.group = "example.com", .version = "v1", .kind = "MyResource"},
    {.group = "apiextensions.k8s.io", .version = "v1", .kind = "CustomResourceDefinition"},
    {.group = "", .version = "v1", .kind = "Namespace"},
    {.group = "", .version = "v1", .kind = "Service"},
};

struct sample {
    struct ls_order order;
    struct ls_ref ref;
};

enum { SAMPLES = LS_COUNT(kinds) * 3 * 2 * 2 };

static size_t samples_make(struct sample *out)
{
    size_t count = 0;
    for (size_t k = 0; k < LS_COUNT(kinds); k++) {
        uint32_t position = ls_rank_of(ls_slice_of(kinds[k].kind)) * LS_ORDER_CUTS;
        for (int32_t creation = -1; creation <= 1; creation++) {
            for (int32_t deletion = 0; deletion < 2; deletion++) {
                for (uint32_t cut = 0; cut < 2; cut++)
                    out[count++] =
                        (struct sample){{creation, deletion, position + cut}, {&kinds[k], "", "a"}};
            }
        }
    }
    return count;
}

static int creation_of(const struct sample *a, const struct sample *b)
{
    return ls_order_compare_creation(&a->order, &b->order);
}

static int deletion_of(const struct sample *a, const struct sample *b)
{
    return ls_order_compare_deletion(&a->order, &a->ref, &b->order, &b->ref);
}

static void check_total(int (*compare)(const struct sample *a, const struct sample *b))
{
    struct sample at[SAMPLES];
    size_t count = samples_make(at);
    for (size_t i = 0; i < count; i++) {
        CHECK_INT(compare(&at[i], &at[i]), 0);
        for (size_t j = 0; j < count; j++) {
            CHECK_INT(compare(&at[i], &at[j]), -compare(&at[j], &at[i]));
            for (size_t k = 0; k < count; k++) {
                if (compare(&at[i], &at[j]) <= 0 && compare(&at[j], &at[k]) <= 0)
                    CHECK(compare(&at[i], &at[k]) <= 0);
            }
        }
    }
}

TEST(creation_is_a_total_order)
{
    check_total(creation_of);
}

TEST(deletion_is_a_total_order)
{
    check_total(deletion_of);
}

/* Ranked kinds alone, in one deletion phase: the mirror image of creation. */
TEST(deletion_mirrors_creation)
{
    struct sample at[SAMPLES];
    size_t count = samples_make(at);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            bool is_same_kind = at[i].ref.resource == at[j].ref.resource;
            bool are_ranked = ls_rank_of(ls_slice_of(at[i].ref.resource->kind)) == 28 &&
                              ls_rank_of(ls_slice_of(at[j].ref.resource->kind)) == 23;
            if (at[i].order.deletion == at[j].order.deletion && (is_same_kind || are_ranked))
                CHECK_INT(deletion_of(&at[i], &at[j]), -creation_of(&at[i], &at[j]));
        }
    }
}

TEST(lower_deletion_phases_go_first)
{
    struct sample at[SAMPLES];
    size_t count = samples_make(at);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            if (at[i].order.deletion < at[j].order.deletion)
                CHECK_INT(deletion_of(&at[i], &at[j]), -1);
        }
    }
}

TEST(inside_a_phase_kinds_without_a_rank_go_first_and_the_ground_last)
{
    static const size_t rows[] = {1, 0, 2, 3}; /* MyResource, Deployment, CRD, Namespace */
    for (int32_t creation = -1; creation <= 1; creation++) {
        for (size_t i = 0; i + 1 < LS_COUNT(rows); i++) {
            const struct ls_resource *first = &kinds[rows[i]], *then = &kinds[rows[i + 1]];
            struct sample a = {{creation, 0, ls_rank_of(ls_slice_of(first->kind)) * LS_ORDER_CUTS},
                               {first, "", "a"}};
            struct sample b = {{-creation, 0, ls_rank_of(ls_slice_of(then->kind)) * LS_ORDER_CUTS},
                               {then, "", "a"}};
            CHECK_INT(deletion_of(&a, &b), -1);
        }
    }
}
