#include "kube/path.h"

#include <string.h>

#include "check.h"
#include "kube/limits.h"

static const struct ls_resource deployments = {
    .group = "apps", .version = "v1", .plural = "deployments", .is_namespaced = true};
static const struct ls_resource pods = {
    .group = "", .version = "v1", .plural = "pods", .is_namespaced = true};
static const struct ls_resource roles = {
    .group = "rbac.authorization.k8s.io", .version = "v1", .plural = "clusterroles"};

static const struct {
    struct ls_place place;
    const char *path;
} path_rows[] = {
    {{&pods, NULL, NULL, NULL}, "/api/v1/pods"},
    {{&pods, "shop", NULL, NULL}, "/api/v1/namespaces/shop/pods"},
    {{&pods, "shop", "web-0", NULL}, "/api/v1/namespaces/shop/pods/web-0"},
    {{&deployments, "shop", "web", "status"},
     "/apis/apps/v1/namespaces/shop/deployments/web/status"},
    {{&roles, NULL, "system:node", NULL},
     "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node"},
    {{&roles, "shop", "a", NULL}, "/apis/rbac.authorization.k8s.io/v1/clusterroles/a"},
    {{&roles, NULL, "a b?c#d&\xC3\xBC", NULL},
     "/apis/rbac.authorization.k8s.io/v1/clusterroles/a%20b%3Fc%23d%26%C3%BC"},
};

TEST(every_place_has_its_path)
{
    for (size_t i = 0; i < LS_COUNT(path_rows); i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_err err = {0};
        CHECK_OK(ls_path_add(&out, &path_rows[i].place, &err), err);
        CHECK_STR(ls_buf_text(&out), path_rows[i].path);
    }
}

static const struct {
    struct ls_place place;
    const char *sentence;
} refused_rows[] = {
    {{&pods, "shop", "a/b", NULL}, "the name \"a/b\" may not contain '/'"},
    {{&pods, "shop", "a%2fb", NULL}, "the name \"a%2fb\" may not contain '%'"},
    {{&pods, "shop", "..", NULL}, "the name may not be \"..\""},
    {{&pods, "shop", ".", NULL}, "the name may not be \".\""},
    {{&pods, "shop", "", NULL}, "the name is empty"},
    {{&pods, "..", "a", NULL}, "the namespace may not be \"..\""},
    {{&pods, "", NULL, NULL}, "the namespace is empty"},
    {{&pods, "shop", "a", "status/../x"}, "the subresource \"status/../x\" may not contain '/'"},
    {{&pods, "shop", "a\nb", NULL}, "the name holds a control character (byte 0x0A)"},
    {{&pods, NULL, "a", NULL}, "pods live in namespaces: say in which one \"a\" is"},
};

TEST(names_that_would_lead_elsewhere_never_reach_a_path)
{
    for (size_t i = 0; i < LS_COUNT(refused_rows); i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_err err = {0};
        CHECK_CODE(ls_path_add(&out, &refused_rows[i].place, &err), LS_E_INVALID, err);
        CHECK_STR(err.text, refused_rows[i].sentence);
        CHECK_INT(out.len, 0);
        CHECK_CODE(ls_path_add(&out, &refused_rows[i].place, NULL), LS_E_INVALID, err);
    }
}

TEST(a_name_above_the_limit_is_refused_with_both_sizes)
{
    char name[LS_PATH_SEGMENT_BYTES_MAX + 2];
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = '\0';
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    struct ls_place place = {&pods, "shop", name, NULL};
    CHECK_CODE(ls_path_add(&out, &place, &err), LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "the name has 1025 bytes, the limit is 1024");
    name[sizeof name - 2] = '\0';
    CHECK_OK(ls_path_add(&out, &place, &err), err);
}

TEST(a_query_grows_and_is_encoded)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&out, "/api/v1/pods");
    ls_query_add_text(&out, "fieldSelector", NULL);
    ls_query_add_text(&out, "fieldSelector", "");
    CHECK_STR(ls_buf_text(&out), "/api/v1/pods");
    ls_query_add_text(&out, "labelSelector", "app in (a,b),!c");
    ls_query_add(&out, "continue", LS_SLICE("ey+/="));
    CHECK_STR(ls_buf_text(&out),
              "/api/v1/pods?labelSelector=app%20in%20%28a%2Cb%29%2C%21c&continue=ey%2B%2F%3D");
}

TEST(errors_name_a_place_as_people_do)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_place_print(&out, &(struct ls_place){&deployments, "shop", "web", "scale"});
    CHECK_STR(ls_buf_text(&out), "deployments.apps \"web\" (scale) in namespace \"shop\"");
    ls_buf_clear(&out);
    ls_place_print(&out, &(struct ls_place){&roles, "shop", "admin", NULL});
    CHECK_STR(ls_buf_text(&out), "clusterroles.rbac.authorization.k8s.io \"admin\"");
}
