/* Requests that act rather than store: bindings, evictions, logs, tokens, reviews. */
#include "check.h"
#include "support_sandbox.h"

#define PODS    "/api/v1/namespaces/default/pods"
#define BUDGETS "/apis/policy/v1/namespaces/default/poddisruptionbudgets"
#define REVIEWS "/apis/authorization.k8s.io/v1/"
#define POD(name)                                                                                  \
    "{\"metadata\":{\"name\":\"" name "\",\"labels\":{\"app\":\"x\"}},\"spec\":{\"containers\":["  \
    "{\"name\":\"c\",\"image\":\"i\"}]}}"

static void make_pod(struct front *front, const char *body)
{
    CHECK_INT(front_ask(front, "POST", PODS, NULL, body), 201);
}

static void bind(struct front *front, const char *name)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text,
                  "{\"metadata\":{\"name\":\"%s\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}",
                  name);
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&target, PODS "/%s/binding", name);
    CHECK_INT(front_ask(front, "POST", ls_buf_text(&target), NULL, ls_buf_text(&text)), 201);
}

TEST(a_pod_is_bound_once)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_pod(&front, POD("p"));
    bind(&front, "p");
    CHECK_STR(front_body(&front), "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
                                  "\"status\":\"Success\",\"code\":201}\n");
    CHECK_INT(front_ask(&front, "GET", PODS "/p", NULL, NULL), 200);
    CHECK_STR(front_text(&front, "spec.nodeName"), "n");
    CHECK_INT(front_ask(&front, "POST", PODS "/p/binding", NULL,
                        "{\"metadata\":{\"name\":\"p\"},\"target\":{\"name\":\"m\"}}"),
              409);
    CHECK_STR(front_text(&front, "message"),
              "Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned to "
              "node \"n\"");
    CHECK_INT(front_ask(&front, "POST", PODS "/p/binding", NULL,
                        "{\"metadata\":{\"name\":\"q\"},\"target\":{\"name\":\"m\"}}"),
              400);
    CHECK_STR(front_text(&front, "message"), "name in URL does not match name in Binding object");
}

TEST(logs_are_chosen_by_container)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_pod(&front, POD("p"));
    make_pod(&front, "{\"metadata\":{\"name\":\"two\"},\"spec\":{\"containers\":[{\"name\":\"c\","
                     "\"image\":\"i\"},{\"name\":\"d\",\"image\":\"i\"}]}}");
    bind(&front, "p");
    CHECK_INT(front_ask(&front, "GET", PODS "/p/log", NULL, NULL), 200);
    CHECK_STR(front_body(&front), "simulated container c of pod p: no output\n");
    CHECK_INT(front_ask(&front, "GET", PODS "/two/log", NULL, NULL), 400);
    CHECK_STR(front_text(&front, "message"),
              "a container name must be specified for pod two, choose one of: [c d]");
    CHECK_INT(front_ask(&front, "GET", PODS "/two/log?container=e", NULL, NULL), 400);
    CHECK_STR(front_text(&front, "message"), "container e is not valid for pod two");
    CHECK_INT(front_ask(&front, "GET", PODS "/two/log?container=d", NULL, NULL), 200);
    CHECK_INT(front_ask(&front, "GET", PODS "/none/log", NULL, NULL), 404);
}

TEST(what_needs_containers_is_refused_clearly)
{
    static const char *const subresources[] = {"exec", "attach", "portforward", "proxy"};
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_pod(&front, POD("p"));
    for (size_t i = 0; i < LS_COUNT(subresources); i++) {
        struct ls_buf target LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&target, PODS "/p/%s", subresources[i]);
        CHECK_INT(front_ask(&front, "POST", ls_buf_text(&target), NULL, NULL), 400);
        CHECK_HAS(front_text(&front, "message"), "is not possible: the sandbox simulates");
        CHECK_INT(front_ask(&front, "GET", ls_buf_text(&target), NULL, NULL), 400);
    }
    CHECK_INT(front_ask(&front, "POST", PODS "/none/exec", NULL, NULL), 404);
}

/* A pod that runs and is ready, as a kubelet reports it. */
static void make_ready(struct front *front, const char *target)
{
    CHECK_INT(front_ask(front, "PATCH", target,
                        ADMIN "content-type: application/merge-patch+json\n",
                        "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\","
                        "\"status\":\"True\"}]}}"),
              200);
}

static void budget_set(struct front *front, const char *status)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&body, "{\"status\":{\"observedGeneration\":1,%s}}", status);
    CHECK_INT(front_ask(front, "PATCH", BUDGETS "/b/status",
                        ADMIN "content-type: application/merge-patch+json\n", ls_buf_text(&body)),
              200);
}

TEST(an_eviction_asks_the_budget)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_pod(&front, POD("p"));
    make_ready(&front, PODS "/p/status");
    CHECK_INT(front_ask(&front, "POST", BUDGETS, NULL,
                        "{\"metadata\":{\"name\":\"b\"},\"spec\":{\"minAvailable\":1,\"selector\":"
                        "{\"matchLabels\":{\"app\":\"x\"}}}}"),
              201);
    static const char evict[] = "{\"metadata\":{\"name\":\"p\"}}";
    CHECK_INT(front_ask(&front, "POST", PODS "/p/eviction", NULL, evict), 429);
    CHECK_STR(front_header(&front, "retry-after"), "10");
    CHECK_HAS(front_body(&front),
              "The disruption budget b is still being processed by the server.");
    budget_set(&front, "\"desiredHealthy\":1,\"currentHealthy\":1,\"disruptionsAllowed\":0,"
                       "\"expectedPods\":1");
    CHECK_INT(front_ask(&front, "POST", PODS "/p/eviction", NULL, evict), 429);
    CHECK_STR(front_text(&front, "message"),
              "Cannot evict pod as it would violate the pod's disruption budget.");
    CHECK_HAS(front_body(&front),
              "The disruption budget b needs 1 healthy pods and has 1 currently");
    budget_set(&front, "\"desiredHealthy\":0,\"currentHealthy\":1,\"disruptionsAllowed\":1,"
                       "\"expectedPods\":1");
    CHECK_INT(front_ask(&front, "POST", PODS "/p/eviction?dryRun=All", NULL, evict), 201);
    CHECK_INT(front_ask(&front, "POST", PODS "/p/eviction", NULL, evict), 201);
    CHECK_INT(front_ask(&front, "GET", BUDGETS "/b", NULL, NULL), 200);
    CHECK_INT(ls_node_int(front_at(&front, "status.disruptionsAllowed"), -1), 0);
    CHECK_INT(front_ask(&front, "GET", PODS "/p", NULL, NULL), 404);
}

TEST(an_eviction_names_its_pod)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    make_pod(&front, POD("p"));
    CHECK_INT(
        front_ask(&front, "POST", PODS "/p/eviction", NULL, "{\"metadata\":{\"name\":\"q\"}}"),
        400);
    CHECK_STR(front_text(&front, "message"), "name in URL does not match name in Eviction object");
    CHECK_INT(front_ask(&front, "POST", PODS "/none/eviction", NULL,
                        "{\"metadata\":{\"name\":\"none\"}}"),
              404);
    CHECK_INT(
        front_ask(&front, "POST", PODS "/p/eviction", NULL, "{\"metadata\":{\"name\":\"p\"}}"),
        201);
}

TEST(a_token_of_a_service_account_is_accepted)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
#define ACCOUNTS "/api/v1/namespaces/default/serviceaccounts"
    CHECK_INT(front_ask(&front, "POST", ACCOUNTS, NULL, "{\"metadata\":{\"name\":\"bot\"}}"), 201);
    CHECK_INT(front_ask(&front, "POST", ACCOUNTS "/bot/token", NULL,
                        "{\"spec\":{\"expirationSeconds\":100}}"),
              422);
    CHECK_HAS(front_text(&front, "message"), "may not specify a duration less than 10 minutes");
    CHECK_INT(front_ask(&front, "POST", ACCOUNTS "/none/token", NULL, "{}"), 404);
    CHECK_INT(front_ask(&front, "POST", ACCOUNTS "/bot/token", NULL, "{}"), 201);
    CHECK_STR(front_text(&front, "status.expirationTimestamp"), "2026-01-01T01:00:00Z");
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&headers, JSON "authorization: Bearer %s\n", front_text(&front, "status.token"));
    CHECK_INT(front_ask(&front, "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                        ls_buf_text(&headers), "{}"),
              201);
    CHECK_STR(front_text(&front, "status.userInfo.username"), "system:serviceaccount:default:bot");
    CHECK_HAS(front_body(&front), "\"system:serviceaccounts:default\"");
    ls_virtual_clock_advance_ms(&front.world->virtual_clock, 3600 * 1000);
    CHECK_INT(front_ask(&front, "GET", ACCOUNTS, ls_buf_text(&headers), NULL), 401);
}

static const struct {
    const char *resource;
    const char *body;
    int status;
    const char *part;
} reviews[] = {
    /* clang-format off */
    {REVIEWS "selfsubjectaccessreviews", "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"}}}", 201, "\"status\":{\"allowed\":true}"},
    {REVIEWS "selfsubjectaccessreviews", "{\"spec\":{\"nonResourceAttributes\":{\"verb\":\"get\",\"path\":\"/x\"}}}", 201, "\"status\":{\"allowed\":true}"},
    {REVIEWS "selfsubjectaccessreviews", "{\"spec\":{}}", 422, "exactly one of nonResourceAttributes or resourceAttributes must be specified"},
    {REVIEWS "selfsubjectaccessreviews", "{\"spec\":{\"resourceAttributes\":{},\"nonResourceAttributes\":{\"verb\":\"get\",\"path\":\"/x\"}}}", 422, "cannot be specified in combination with resourceAttributes"},
    {REVIEWS "subjectaccessreviews", "{\"spec\":{\"user\":\"bob\",\"resourceAttributes\":{\"verb\":\"get\"}}}", 201, "\"allowed\":"},
    {REVIEWS "subjectaccessreviews", "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\"}}}", 422, "at least one of user or group must be specified"},
    {REVIEWS "namespaces/default/localsubjectaccessreviews", "{\"spec\":{\"user\":\"bob\",\"resourceAttributes\":{\"verb\":\"get\"}}}", 422, "must match metadata.namespace"},
    {REVIEWS "namespaces/default/localsubjectaccessreviews", "{\"spec\":{\"user\":\"bob\",\"resourceAttributes\":{\"namespace\":\"default\",\"verb\":\"get\"}}}", 201, "\"metadata\":{\"namespace\":\"default\""},
    {REVIEWS "selfsubjectrulesreviews", "{\"spec\":{\"namespace\":\"default\"}}", 201, "\"incomplete\":false"},
    {REVIEWS "selfsubjectrulesreviews", "{\"spec\":{}}", 400, "no namespace on request"},
    {"/apis/authentication.k8s.io/v1/tokenreviews", "{\"spec\":{\"token\":\"x\"}}", 201, "\"status\":{\"user\":{},\"error\":\"invalid bearer token\"}"},
    {"/apis/authentication.k8s.io/v1/tokenreviews", "{\"spec\":{\"token\":\"" FRONT_TOKEN "\"}}", 201, "\"status\":{\"authenticated\":true,\"user\":{\"username\":\"admin\""},
    {"/apis/authentication.k8s.io/v1/tokenreviews", "{\"spec\":{}}", 400, "token is required for TokenReview in authentication"},
    {"/apis/authentication.k8s.io/v1/tokenreviews", "{\"spec\":{\"token\":3}}", 400, "cannot unmarshal number"},
    /* clang-format on */
};

TEST(reviews_are_answered_and_not_kept)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (size_t i = 0; i < LS_COUNT(reviews); i++) {
        int status = front_ask(&front, "POST", reviews[i].resource, NULL, reviews[i].body);
        CHECK_HAS(front_body(&front), reviews[i].part);
        CHECK_INT(status, reviews[i].status);
        CHECK_INT(front_ask(&front, "GET", reviews[i].resource, NULL, NULL), 405);
    }
}
