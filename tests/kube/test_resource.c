#include "kube/resource.h"

#include "check.h"
#include "value/json.h"

static const struct {
    const char *json;
    const char *group;
    const char *version;
    const char *sentence; /* of the refusal, or NULL */
} gvk_rows[] = {
    {"{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}", "", "v1", NULL},
    {"{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\"}", "apps", "v1", NULL},
    {"{\"kind\":\"Pod\"}", NULL, NULL, "apiVersion is missing"},
    {"{\"apiVersion\":7,\"kind\":\"Pod\"}", NULL, NULL, "apiVersion is missing"},
    {"{\"apiVersion\":\"v1\"}", NULL, NULL, "kind is missing"},
    {"{\"apiVersion\":\"v1\",\"kind\":\"\"}", NULL, NULL, "kind is missing"},
    {"{\"apiVersion\":\"\",\"kind\":\"Pod\"}", NULL, NULL,
     "apiVersion \"\" is not VERSION or GROUP/VERSION"},
    {"{\"apiVersion\":\"a/b/c\",\"kind\":\"Pod\"}", NULL, NULL,
     "apiVersion \"a/b/c\" is not VERSION or GROUP/VERSION"},
    {"{\"apiVersion\":\"/v1\",\"kind\":\"Pod\"}", NULL, NULL,
     "apiVersion \"/v1\" is not VERSION or GROUP/VERSION"},
    {"{\"apiVersion\":\"apps/\",\"kind\":\"Pod\"}", NULL, NULL,
     "apiVersion \"apps/\" is not VERSION or GROUP/VERSION"},
    {"[1]", NULL, NULL, "this is no Kubernetes object: it is not a map"},
};

TEST(an_object_says_its_group_version_and_kind)
{
    for (size_t i = 0; i < LS_COUNT(gvk_rows); i++) {
        struct ls_err err = {0};
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_OK(ls_json_parse(ls_slice_of(gvk_rows[i].json), NULL, &obj, &err), err);
        struct ls_gvk gvk = {0};
        enum ls_code code = ls_gvk_of(ls_obj_root(obj), &gvk, &err);
        if (gvk_rows[i].sentence) {
            CHECK_CODE(code, LS_E_INVALID, err);
            CHECK_STR(err.text, gvk_rows[i].sentence);
            continue;
        }
        CHECK_OK(code, err);
        CHECK(ls_slice_is(gvk.group, gvk_rows[i].group));
        CHECK(ls_slice_is(gvk.version, gvk_rows[i].version));
    }
}

TEST(verbs_are_bits_and_unknown_verbs_none)
{
    unsigned all = 0;
    for (unsigned bit = LS_CAN_GET; bit <= LS_CAN_DELETE_COLLECTION; bit <<= 1) {
        CHECK_INT(ls_can_of(ls_slice_of(ls_can_name((enum ls_can)bit))), bit);
        all |= bit;
    }
    CHECK_INT(all, 0xFF);
    CHECK_INT(ls_can_of(LS_SLICE("proxy")), 0);
}

TEST(short_names_and_categories_know_no_case)
{
    static const char *const short_names[] = {"deploy"};
    static const char *const categories[] = {"all"};
    static const struct ls_subresource subresources[] = {{.name = "scale"}, {.name = "status"}};
    struct ls_resource resource = {.group = "apps",
                                   .plural = "deployments",
                                   .short_names = short_names,
                                   .short_name_count = 1,
                                   .categories = categories,
                                   .category_count = 1,
                                   .subresources = subresources,
                                   .subresource_count = 2};
    CHECK(ls_resource_has_short_name(&resource, LS_SLICE("Deploy")));
    CHECK(!ls_resource_has_short_name(&resource, LS_SLICE("dep")));
    CHECK(ls_resource_is_in_category(&resource, LS_SLICE("all")));
    CHECK(ls_resource_subresource(&resource, LS_SLICE("status")) == &subresources[1]);
    CHECK(ls_resource_subresource(&resource, LS_SLICE("exec")) == NULL);
}
