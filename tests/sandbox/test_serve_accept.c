#include "sandbox/serve/accept.h"

#include "check.h"

#define TABLE    "application/json;as=Table;v=v1;g=meta.k8s.io"
#define BETA     "application/json;as=Table;v=v1beta1;g=meta.k8s.io"
#define META     "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
#define PROTO    "application/vnd.kubernetes.protobuf"
#define DISCOVER "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

static const struct ls_offer resource = {.has_table = true};
static const struct ls_offer stream = {.has_table = true, .is_stream = true};
static const struct ls_offer discovery = {.has_discovery = true};
static const struct ls_offer plain = {0};

static const struct {
    const char *accept;
    const struct ls_offer *offer;
    enum ls_accept result;
    enum ls_response_form_as as;
    enum ls_response_form_text text;
} rows[] = {
    /* clang-format off */
    {"",                                           &resource,  LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_JSON},
    {"*/*",                                        &resource,  LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_JSON},
    {"application/json",                           &resource,  LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_JSON},
    {"application/json;pretty=1",                  &resource,  LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_PRETTY},
    {"application/yaml",                           &resource,  LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_YAML},
    {TABLE "," BETA ",application/json",           &resource,  LS_ACCEPT_GOOD,    LS_AS_TABLE,     LS_TEXT_JSON},
    {TABLE ",application/json",                    &plain,     LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_JSON},
    {META ",application/json",                     &resource,  LS_ACCEPT_GOOD,    LS_AS_METADATA,  LS_TEXT_JSON},
    {PROTO ",application/json",                    &resource,  LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_JSON},
    {PROTO,                                        &resource,  LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_JSON},
    {DISCOVER ",application/json",                 &discovery, LS_ACCEPT_GOOD,    LS_AS_DISCOVERY, LS_TEXT_JSON},
    {DISCOVER ",application/json",                 &plain,     LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_JSON},
    {"text/plain, application/yaml;q=0.1, */*;q=0.9", &resource, LS_ACCEPT_GOOD,  LS_AS_OBJECT,    LS_TEXT_JSON},
    {"application/yaml;q=0.9, application/json;q=0.1", &resource, LS_ACCEPT_GOOD, LS_AS_OBJECT,    LS_TEXT_YAML},
    {"application/json;stream=watch",              &stream,    LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_JSON},
    {"application/json;stream=watch",              &resource,  LS_ACCEPT_NO_FORM, LS_AS_OBJECT,    LS_TEXT_PRETTY},
    {"application/yaml",                           &stream,    LS_ACCEPT_NO_FORM, LS_AS_OBJECT,    LS_TEXT_PRETTY},
    {TABLE,                                        &plain,     LS_ACCEPT_NO_FORM, LS_AS_OBJECT,    LS_TEXT_PRETTY},
    {"application/json;as=Foo;v=v1;g=meta.k8s.io", &resource,  LS_ACCEPT_NO_FORM, LS_AS_OBJECT,    LS_TEXT_PRETTY},
    {"application/json;as=Table;v=v9;g=meta.k8s.io", &resource, LS_ACCEPT_NO_FORM, LS_AS_OBJECT,   LS_TEXT_PRETTY},
    {"text/html",                                  &resource,  LS_ACCEPT_NO_TYPE, LS_AS_OBJECT,    LS_TEXT_PRETTY},
    {"application/*",                              &resource,  LS_ACCEPT_NO_TYPE, LS_AS_OBJECT,    LS_TEXT_PRETTY},
    {", ,",                                        &resource,  LS_ACCEPT_GOOD,    LS_AS_OBJECT,    LS_TEXT_JSON},
    {",;=,;q=,",                                   &resource,  LS_ACCEPT_NO_TYPE, LS_AS_OBJECT,    LS_TEXT_PRETTY},
    /* clang-format on */
};

TEST(the_best_entry_that_we_serve_is_chosen)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_response_form form;
        CHECK_INT(ls_accept_choose(ls_slice_of(rows[i].accept), rows[i].offer, &form),
                  rows[i].result);
        CHECK_INT(form.as, rows[i].as);
        CHECK_INT(form.text, rows[i].text);
    }
}

TEST(old_clients_get_the_version_they_know)
{
    struct ls_response_form form;
    CHECK_INT(ls_accept_choose(LS_SLICE(BETA), &resource, &form), LS_ACCEPT_GOOD);
    CHECK(form.is_beta);
    CHECK_INT(ls_accept_choose(LS_SLICE(TABLE), &resource, &form), LS_ACCEPT_GOOD);
    CHECK(!form.is_beta);
}
