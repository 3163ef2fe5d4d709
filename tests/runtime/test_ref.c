#include "runtime/ref.h"

#include "check.h"

static const struct ls_resource deployments = {.group = "apps",
                                               .version = "v1",
                                               .kind = "Deployment",
                                               .plural = "deployments",
                                               .is_namespaced = true};
static const struct ls_resource deployments_old = {.group = "apps",
                                                   .version = "v1beta1",
                                                   .kind = "Deployment",
                                                   .plural = "deployments",
                                                   .is_namespaced = true};
static const struct ls_resource namespaces = {
    .group = "", .version = "v1", .kind = "Namespace", .plural = "namespaces"};

TEST(a_ref_says_where_its_object_is)
{
    struct ls_place web = ls_ref_place(&(struct ls_ref){&deployments, "shop", "web"});
    CHECK_STR(web.namespace_name, "shop");
    CHECK_STR(web.name, "web");
    CHECK(web.subresource == NULL);
    struct ls_place space = ls_ref_place(&(struct ls_ref){&namespaces, "", "shop"});
    CHECK(space.namespace_name == NULL);
    CHECK_STR(space.name, "shop");
}

TEST(people_read_kind_namespace_and_name)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_ref_print(&out, &(struct ls_ref){&deployments, "shop", "web"});
    CHECK_STR(ls_buf_text(&out), "Deployment shop/web");
    ls_buf_clear(&out);
    ls_ref_print(&out, &(struct ls_ref){&namespaces, "", "shop"});
    CHECK_STR(ls_buf_text(&out), "Namespace shop");
}

TEST(the_version_of_the_api_makes_no_other_object)
{
    struct ls_ref a = {&deployments, "shop", "web"};
    struct ls_ref b = {&deployments_old, "shop", "web"};
    CHECK(ls_ref_equal(&a, &b));
}

TEST(refs_are_ordered_by_group_kind_namespace_name)
{
    const struct ls_ref sorted[] = {
        {&namespaces, "", "a"},   {&namespaces, "", "b"},        {&deployments, "a", "z"},
        {&deployments, "b", "a"}, {&deployments_old, "b", "ab"},
    };
    for (size_t i = 0; i < LS_COUNT(sorted); i++) {
        for (size_t j = 0; j < LS_COUNT(sorted); j++) {
            int order = ls_ref_compare(&sorted[i], &sorted[j]);
            CHECK((order < 0) == (i < j) && (order > 0) == (i > j));
            CHECK(ls_ref_equal(&sorted[i], &sorted[j]) == (i == j));
        }
    }
}
