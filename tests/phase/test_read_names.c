/* Names, labels and references that no server accepts, on manifests of any kind. */
#include "phase/read/names.h"

#include <string.h>

#include "check.h"

static const struct ls_resource kinds[] = {
    {.group = "", .version = "v1", .kind = "ConfigMap"},
    {.group = "", .version = "v1", .kind = "Namespace"},
    {.group = "", .version = "v1", .kind = "Service"},
    {.group = "rbac.authorization.k8s.io", .version = "v1", .kind = "Role"},
    {.group = "batch", .version = "v1", .kind = "CronJob"},
    {.group = "example.com", .version = "v1", .kind = "Gadget"},
    {.group = "image.openshift.io", .version = "v1", .kind = "ImageStreamTag"},
    {.group = "certificates.k8s.io", .version = "v1", .kind = "CertificateSigningRequest"},
};

#define SUBDOMAIN                                                                                  \
    "letters in lower case, digits, '-' and '.', with a letter or digit at both ends of each "     \
    "part, at most 253 characters"
#define LABEL                                                                                      \
    "letters in lower case, digits and '-', with a letter or digit at both ends, at most 63 "      \
    "characters"
#define LONG "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" /* 53 */

/* clang-format off */
static const struct { const char *kind, *name, *problem; } names[] = {
    {"ConfigMap", "a", ""}, {"ConfigMap", "a.b-c.0", ""},
    {"ConfigMap", "My_Config", "f:2: ConfigMap My_Config: metadata.name \"My_Config\" is no name that a "
     "server takes for a ConfigMap: write " SUBDOMAIN},
    {"ConfigMap", "-a", "f:2: ConfigMap -a: metadata.name \"-a\" is no name that a server takes for a "
     "ConfigMap: write " SUBDOMAIN},
    {"Namespace", "a", ""},
    {"Namespace", "a.b", "f:2: Namespace a.b: metadata.name \"a.b\" is no name that a server takes for "
     "a Namespace: write " LABEL},
    {"Service", "web", ""},
    {"Service", "web.v1", "f:2: Service web.v1: metadata.name \"web.v1\" is no name that a server takes "
     "for a Service: write " LABEL},
    {"Role", "system:Node_x", ""},
    {"Role", "a/b", "f:2: Role a/b: the metadata.name \"a/b\" may not contain '/'"},
    {"CronJob", LONG, "f:2: CronJob " LONG ": metadata.name has 53 characters, a CronJob may have 52"},
    {"Gadget", "A", "f:2: Gadget A: metadata.name \"A\" is no name that a server takes for a Gadget: "
     "write " SUBDOMAIN},
    {"ImageStreamTag", "app:v1_0", ""}, {"CertificateSigningRequest", "node:a", ""},
};
static const struct { const char *metadata, *problems; } metadata[] = {
    {"name: a, labels: {app: web, example.com/tier: \"\"}, annotations: {Example.COM/x: any thing}", ""},
    {"name: a, namespace: My_Space",
     "f:2: ConfigMap a: metadata.namespace \"My_Space\" is no name of a namespace: write " LABEL "\n"},
    {"name: a, labels: {app: \"a b\"}",
     "f:2: ConfigMap a: metadata.labels: label value 'a b' must be letters, digits, '-', '_' or '.', "
     "and begin and end with a letter or digit\n"},
    {"name: a, labels: {-app: x, tier: 1}",
     "f:2: ConfigMap a: metadata.labels: label key '-app' must be letters, digits, '-', '_' or '.', "
     "and begin and end with a letter or digit\n"
     "f:2: ConfigMap a: metadata.labels: the value of tier is of type integer and must be a text: put "
     "it in quotes\n"},
    {"name: a, labels: [x]",
     "f:2: ConfigMap a: metadata.labels must be a map of names and texts, it is of type list\n"},
    {"name: a, annotations: {\"a b\": x}",
     "f:2: ConfigMap a: metadata.annotations: label key 'a b' must be letters, digits, '-', '_' or "
     "'.', and begin and end with a letter or digit\n"},
    {"name: a, finalizers: [example.com/x, \"a b\"]",
     "f:2: ConfigMap a: metadata.finalizers: label key 'a b' must be letters, digits, '-', '_' or "
     "'.', and begin and end with a letter or digit\n"},
    {"name: a, ownerReferences: [{apiVersion: v1, kind: Pod, name: b}]",
     "f:2: ConfigMap a: metadata.ownerReferences[0].uid is missing: an owner is named by apiVersion, "
     "kind, name and uid, and a uid is known only when it is there; leave the reference out\n"},
    {"name: a, ownerReferences: [{apiVersion: v1, kind: Pod, name: b, uid: x, controller: true}, "
     "{apiVersion: v1, kind: Pod, name: c, uid: z, controller: true}]",
     "f:2: ConfigMap a: metadata.ownerReferences has more than one with controller: true: an object "
     "has one controller at most\n"},
};
/* clang-format on */

struct page {
    struct ls_manifests manifests;
    struct ls_problems problems;
    struct ls_buf shown;
};

static void page_release(struct page *page)
{
    ls_manifests_release(&page->manifests);
    ls_problems_release(&page->problems);
    ls_buf_release(&page->shown);
}

static void page_read(struct page *page, const char *version, const char *kind, const char *rest)
{
    struct ls_buf yaml LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    ls_buf_printf(&yaml, "{apiVersion: %s, kind: %s,\nmetadata: %s}\n", version, kind, rest);
    CHECK_OK(ls_source_read_text(&page->manifests, "f", ls_buf_slice(&yaml), &err), err);
}

static const char *page_show(struct page *page)
{
    (void)ls_problems_err(&page->problems, NULL); /* sorts them */
    for (size_t i = 0; i < page->problems.list.count; i++)
        ls_buf_printf(&page->shown, "%s\n", page->problems.list.at[i].text);
    return ls_buf_text(&page->shown);
}

static const struct ls_resource *kind_of(const char *kind)
{
    size_t i = 0;
    while (strcmp(kinds[i].kind, kind) != 0)
        i++;
    return &kinds[i];
}

TEST(each_kind_has_its_rule_for_names)
{
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        struct page page LS_AUTO(page_release) = {0};
        struct ls_err err = {0};
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        page_read(&page, "v1", names[i].kind,
                  ls_arena_printf(&arena, "{name: \"%s\"}", names[i].name));
        ls_name_check(&page.manifests.list.at[0], kind_of(names[i].kind), &page.problems);
        CHECK_INT(ls_problems_err(&page.problems, &err) == LS_OK, names[i].problem[0] == '\0');
        CHECK_STR(err.text, names[i].problem);
    }
}

TEST(metadata_of_any_kind_is_checked)
{
    for (size_t i = 0; i < LS_COUNT(metadata); i++) {
        struct page page LS_AUTO(page_release) = {0};
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        page_read(&page, "v1", "ConfigMap", ls_arena_printf(&arena, "{%s}", metadata[i].metadata));
        ls_metadata_check(&page.manifests.list.at[0], &page.problems);
        CHECK_STR(page_show(&page), metadata[i].problems);
    }
}

TEST(labels_of_pod_templates_are_checked_where_the_kind_has_one)
{
    static const char spec[] = "{name: a}, spec: {template: {metadata: {labels: {app: 'a b'}}}}";
    struct page page LS_AUTO(page_release) = {0}, custom LS_AUTO(page_release) = {0};
    page_read(&page, "apps/v1", "Deployment", spec);
    ls_metadata_check(&page.manifests.list.at[0], &page.problems);
    CHECK_HAS(page_show(&page), "f:2: Deployment a: spec.template.metadata.labels: label value");
    page_read(&custom, "example.com/v1", "Gadget", spec);
    ls_metadata_check(&custom.manifests.list.at[0], &custom.problems);
    CHECK_STR(page_show(&custom), "");
}
