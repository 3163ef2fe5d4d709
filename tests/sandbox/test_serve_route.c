#include <string.h>

#include "check.h"
#include "support_sandbox.h"

/* The responses of a real server 1.36. */
static const struct {
    const char *method;
    const char *target;
    const char *headers; /* beside the token */
    int status;
    const char *reason;
    const char *message;
} refusals[] = {
    /* clang-format off */
    {"GET", "/api/v2", "", 404, "NotFound", "the server could not find the requested resource"},
    {"GET", "/apis/apps/v7", "", 404, "NotFound", "the server could not find the requested resource"},
    {"GET", "/apis/apps/v1/foo", "", 404, "NotFound", "the server could not find the requested resource"},
    {"GET", "/api/v1/namespaces/default/foo/x", "", 404, "NotFound", "the server could not find the requested resource"},
    {"GET", "/api/v1/namespaces/default/pods/x/foo", "", 404, "NotFound", "the server could not find the requested resource"},
    {"GET", "/api/v1/configmaps/x", "", 404, "NotFound", "the server could not find the requested resource"},
    {"GET", "/api/v1/namespaces/default/nodes", "", 404, "NotFound", "the server could not find the requested resource"},
    {"GET", "/api/v1//namespaces", "", 404, "NotFound", "the server could not find the requested resource"},
    {"GET", "/api/v1/namespaces/default/configmaps%2ffoo", "", 404, "NotFound", "configmaps \"foo\" not found"},
    {"GET", "/apis/apps/v1/namespaces/default/deployments/x", "", 404, "NotFound", "deployments.apps \"x\" not found"},
    {"POST", "/api", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"POST", "/api/v1", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"POST", "/api/v1/configmaps", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"PUT", "/api/v1/configmaps", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"DELETE", "/api/v1/configmaps", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"DELETE", "/api/v1/namespaces", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"POST", "/api/v1/namespaces/default/pods/x", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"PUT", "/api/v1/namespaces/default/pods/x/log", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"GET", "/api/v1/namespaces/default/pods/x/binding", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"FOO", "/api/v1/namespaces", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"OPTIONS", "/api/v1/namespaces", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"GET", "/apis/authentication.k8s.io/v1/selfsubjectreviews", "", 405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {"GET", "/api/v1/namespaces/default", "accept: text/html\n", 406, "NotAcceptable", "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf"},
    {"GET", "/api/v1/pods", "accept: application/*\n", 406, "NotAcceptable", "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch"},
    {"GET", "/api/v1/pods", "accept: application/json;as=Foo;v=v1;g=meta.k8s.io\n", 406, "NotAcceptable", "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf"},
    {"GET", "/api/v1/pods", "accept: application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io\n", 406, "NotAcceptable", "you requested PartialObjectMetadata, but the requested object is a list (*core.PodList)"},
    {"GET", "/api/v1/pods?includeObject=x", "accept: application/json;as=Table;v=v1;g=meta.k8s.io\n", 400, "BadRequest", "Unable to convert to Table as requested: includeObject: Invalid value: \"x\": must be 'Metadata', 'Object', 'None', or empty"},
    {"GET", "/api/v1/pods?limit=x", "", 400, "BadRequest", "strconv.ParseInt: parsing \"x\": invalid syntax"},
    {"GET", "/api/v1/namespaces/default?resourceVersion=x", "", 500, "", "resourceVersion: Invalid value: \"x\": strconv.ParseUint: parsing \"x\": invalid syntax"},
    {"PATCH", "/api/v1/namespaces/default", "content-type: application/yaml\n", 415, "UnsupportedMediaType", "415: Unsupported Media Type"},
    /* clang-format on */
};

TEST(refusals_are_those_of_the_real_server)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (size_t i = 0; i < LS_COUNT(refusals); i++) {
        struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&headers, ADMIN "%s", refusals[i].headers);
        int status =
            front_ask(&front, refusals[i].method, refusals[i].target, ls_buf_text(&headers), NULL);
        CHECK_STR(front_text(&front, "message"), refusals[i].message);
        CHECK_INT(status, refusals[i].status);
        CHECK_STR(front_text(&front, "reason"), refusals[i].reason);
        CHECK_STR(front_text(&front, "kind"), "Status");
    }
}

TEST(a_status_for_people_is_indented)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/api/v1/namespaces/none?pretty=true", NULL, NULL), 404);
    CHECK_HAS(front_body(&front), "{\n  \"kind\": \"Status\",\n");
    CHECK_INT(
        front_ask(&front, "GET", "/api/v1/namespaces/none", ADMIN "user-agent: curl/8\n", NULL),
        404);
    CHECK_HAS(front_body(&front), "{\n  \"kind\": \"Status\",\n");
    CHECK_INT(front_ask(&front, "GET", "/api/v1/namespaces/none",
                        ADMIN "accept: application/yaml\n", NULL),
              404);
    CHECK_HAS(front_body(&front), "kind: Status\n");
    CHECK_STR(front_header(&front, "content-type"), "application/yaml");
}

TEST(head_has_no_body)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "HEAD", "/api/v1/namespaces/default", NULL, NULL), 405);
    CHECK_STR(front_body(&front), "");
}

TEST(a_future_revision_is_not_waited_for)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(
        front_ask(&front, "GET", "/api/v1/namespaces/default?resourceVersion=999999", NULL, NULL),
        504);
    CHECK_STR(front_text(&front, "reason"), "Timeout");
    CHECK_STR(front_header(&front, "retry-after"), "1");
    CHECK_HAS(front_text(&front, "message"), "Timeout: Too large resource version: 999999, ");
}

TEST(deprecated_kinds_add_a_warning_to_every_response)
{
    static const char warning[] = "299 - \"v1 Endpoints is deprecated in v1.33+; use "
                                  "discovery.k8s.io/v1 EndpointSlice\"";
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/api/v1/endpoints", NULL, NULL), 200);
    CHECK_STR(front_header(&front, "warning"), warning);
    const char *first = strstr(ls_buf_text(&front.answer.headers), "warning:");
    CHECK(strstr(first + 1, "warning:") == NULL);
    CHECK_INT(front_ask(&front, "GET", "/api/v1/namespaces/default/endpoints/x", NULL, NULL), 404);
    CHECK_STR(front_header(&front, "warning"), warning);
    CHECK_INT(front_ask(&front, "POST", "/api/v1/namespaces/default/endpoints", NULL,
                        "{\"metadata\":{\"name\":\"x\"}}"),
              201);
    CHECK_STR(front_header(&front, "warning"), warning);
    CHECK_INT(front_ask(&front, "GET", "/apis/discovery.k8s.io/v1/endpointslices", NULL, NULL),
              200);
    CHECK_STR(front_header(&front, "warning"), "");
}
