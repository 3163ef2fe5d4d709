/* Subresources. Expected responses are those of kube-apiserver 1.36.3. */
#include <string.h>

#include "check.h"
#include "support_sandbox.h"

#define PODS     "/api/v1/namespaces/default/pods"
#define ACCOUNTS "/api/v1/namespaces/default/serviceaccounts"
#define PATCH    ADMIN "content-type: application/strategic-merge-patch+json\n"

static void pod_make(struct front *front)
{
    front_init(front);
    front_settle(front);
    CHECK_INT(
        front_ask(front, "POST", PODS, NULL,
                  "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"nodeName\":\"n\",\"containers\":"
                  "[{\"name\":\"c\",\"image\":\"i\"}]}}"),
        201);
}

TEST(options_of_logs_are_checked)
{
    static const struct {
        const char *query;
        int status;
        const char *message;
    } cases[] = {
        {"", 200, ""},
        {"?tailLines=0", 200, ""},
        {"?tailLines=-1", 422,
         "PodLogOptions \"p\" is invalid: tailLines: Invalid value: -1: must be greater than or "
         "equal to 0"},
        {"?tailLines=x", 400, "strconv.ParseInt: parsing \"x\": invalid syntax"},
        {"?limitBytes=0", 422,
         "PodLogOptions \"p\" is invalid: limitBytes: Invalid value: 0: must be greater than 0"},
        {"?sinceSeconds=1&sinceTime=2024-01-01T00:00:00Z", 422,
         "PodLogOptions \"p\" is invalid: []: Forbidden: at most one of `sinceTime` or "
         "`sinceSeconds` may be specified"},
    };
    struct front front LS_AUTO(front_release);
    pod_make(&front);
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct ls_buf target LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&target, PODS "/p/log%s", cases[i].query);
        CHECK_INT(front_ask(&front, "GET", ls_buf_text(&target), NULL, NULL), cases[i].status);
        if (cases[i].status != 200)
            CHECK_STR(front_text(&front, "message"), cases[i].message);
    }
}

TEST(tokens_are_bound_to_what_is_there)
{
    static const struct {
        const char *body;
        int status;
        const char *message;
    } cases[] = {
        {"{\"spec\":{}}", 201, ""},
        {"{\"spec\":{\"boundObjectRef\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"name\":\"p\"}}}",
         201, ""},
        {"{\"spec\":{\"boundObjectRef\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"name\":\"q\"}}}",
         404, "pods \"q\" not found"},
        {"{\"spec\":{\"boundObjectRef\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"}}}", 400,
         "cannot bind token to object of type /v1, Kind=ConfigMap"},
        {"{\"spec\":{\"expirationSeconds\":4294967297}}", 422,
         "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid "
         "value: 4294967297: may not specify a duration larger than 2^32 seconds"},
        {"{\"metadata\":{\"name\":\"x\"}}", 422,
         "TokenRequest.authentication.k8s.io \"default\" is invalid: metadata.name: Invalid value: "
         "\"x\": must match the service account name if specified"},
    };
    struct front front LS_AUTO(front_release);
    pod_make(&front);
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        CHECK_INT(front_ask(&front, "POST", ACCOUNTS "/default/token", NULL, cases[i].body),
                  cases[i].status);
        if (cases[i].status != 201)
            CHECK_STR(front_text(&front, "message"), cases[i].message);
    }
}

TEST(ephemeral_containers_come_and_stay)
{
    struct front front LS_AUTO(front_release);
    pod_make(&front);
    CHECK_INT(front_ask(&front, "PATCH", PODS "/p/ephemeralcontainers", PATCH,
                        "{\"metadata\":{\"labels\":{\"no\":\"way\"}},\"spec\":{\"priority\":7,"
                        "\"ephemeralContainers\":[{\"name\":\"e\",\"image\":\"i\"}]}}"),
              200);
    struct ls_node first = ls_node_item(front_at(&front, "spec.ephemeralContainers"), 0);
    CHECK_STR(ls_node_text(ls_node_at(first, "name")), "e");
    CHECK_INT(ls_node_int(front_at(&front, "spec.priority"), -1), 0);
    CHECK(ls_node_is_absent(front_at(&front, "metadata.labels")));
    CHECK_INT(ls_node_int(front_at(&front, "metadata.generation"), 0), 2);
    CHECK_INT(front_ask(&front, "PATCH", PODS "/p/ephemeralcontainers", PATCH,
                        "{\"spec\":{\"ephemeralContainers\":null}}"),
              422);
    CHECK(strstr(front_text(&front, "message"), "\"e\" may not be removed") != NULL);
}

#define DEBUGGERS(list) "{\"spec\":{\"ephemeralContainers\":[" list "]}}"

TEST(parts_of_a_pod_change_within_bounds)
{
    static const struct {
        const char *part;
        const char *body;
        int status;
        const char *message; /* its beginning; Go prints a struct after it */
    } cases[] = {
        {"ephemeralcontainers", DEBUGGERS("{\"name\":\"c\",\"image\":\"i\"}"), 422,
         "Pod \"p\" is invalid: spec.ephemeralContainers[0].name: Duplicate value: \"c\""},
        {"ephemeralcontainers",
         DEBUGGERS("{\"name\":\"e\",\"image\":\"i\",\"targetContainerName\":\"x\"}"), 422,
         "Pod \"p\" is invalid: spec.ephemeralContainers[0].targetContainerName: Not found: \"x\""},
        {"ephemeralcontainers",
         DEBUGGERS("{\"name\":\"e\",\"image\":\"i\",\"targetContainerName\":\"c\"}"), 200, ""},
        {"ephemeralcontainers",
         DEBUGGERS("{\"name\":\"e\",\"image\":\"j\",\"targetContainerName\":\"c\"}"), 422,
         "Pod \"p\" is invalid: spec.ephemeralContainers: Forbidden: existing ephemeral containers "
         "\"e\" may not be changed"},
        {"resize",
         "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}"
         "]}}",
         422,
         "Pod \"p\" is invalid: spec: Invalid value: \"BestEffort\": Pod QOS Class may not change "
         "as "
         "a result of resizing"},
    };
    struct front front LS_AUTO(front_release);
    pod_make(&front);
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct ls_buf target LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&target, PODS "/p/%s", cases[i].part);
        CHECK_INT(front_ask(&front, "PATCH", ls_buf_text(&target), PATCH, cases[i].body),
                  cases[i].status);
        if (cases[i].status != 200)
            CHECK_HAS(front_text(&front, "message"), cases[i].message);
    }
}

TEST(an_evicted_pod_gets_the_condition)
{
    struct front front LS_AUTO(front_release);
    pod_make(&front);
    CHECK_INT(front_ask(&front, "POST", PODS "/p/eviction", NULL,
                        "{\"apiVersion\":\"policy/v1beta1\",\"kind\":\"Eviction\",\"metadata\":{"
                        "\"name\":\"p\"}}"),
              201);
    CHECK_INT(front_ask(&front, "GET", PODS "/p", NULL, NULL), 200);
    struct ls_node condition = ls_node_item(front_at(&front, "status.conditions"), 0);
    CHECK_STR(ls_node_text(ls_node_at(condition, "type")), "DisruptionTarget");
    CHECK_STR(ls_node_text(ls_node_at(condition, "reason")), "EvictionByEvictionAPI");
    CHECK(front_text(&front, "metadata.deletionTimestamp")[0] != '\0');
}
