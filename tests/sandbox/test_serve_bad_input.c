#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "support_sandbox.h"

#define MAPS "/api/v1/namespaces/default/configmaps"

static void check_lives(struct front *front)
{
    CHECK_INT(front_ask(front, "GET", "/readyz", NULL, NULL), 200);
}

TEST(broken_bodies_are_refused_and_forgotten)
{
    static const char *const bodies[] = {
        "",
        "{",
        "}",
        "[",
        "[]",
        "null",
        "3",
        "\"x\"",
        "{\"metadata\":",
        "{\"metadata\":3}",
        "{\"metadata\":{\"name\":3}}",
        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}",
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v7\"}",
        "\xff\xfe",
        "{\"a\":\"\xff\"}",
        "- a\n- b",
        "{\"metadata\":{\"name\":\"x\"},\"data\":[]}",
    };
    static const char *const types[] = {
        "application/json",
        "application/yaml",
        "application/vnd.kubernetes.protobuf",
        "text/html",
        "application/json; charset=\"",
        ";;;",
    };
    static const char *const methods[] = {"POST", "PUT", "PATCH", "DELETE"};
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (size_t i = 0; i < LS_COUNT(bodies) * LS_COUNT(types) * LS_COUNT(methods); i++) {
        struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
        const char *method = methods[i % LS_COUNT(methods)];
        const char *body = bodies[i / LS_COUNT(methods) % LS_COUNT(bodies)];
        ls_buf_printf(&headers, ADMIN "content-type: %s\n",
                      types[i / LS_COUNT(methods) / LS_COUNT(bodies)]);
        const char *target = strcmp(method, "POST") == 0 ? MAPS : MAPS "/x";
        int status = front_ask(&front, method, target, ls_buf_text(&headers), body);
        CHECK(status >= 400 && status < 500);
        CHECK_STR(front_text(&front, "kind"), "Status");
        CHECK(front_text(&front, "message")[0] != '\0');
    }
    check_lives(&front);
}

TEST(patches_of_the_wrong_shape_are_named)
{
    static const struct {
        const char *type;
        const char *body;
        const char *message;
    } rows[] = {
        /* clang-format off */
        {"json-patch+json", "", "error decoding patch: unexpected end of JSON input"},
        {"json-patch+json", "x", "error decoding patch: invalid character 'x' looking for beginning of value"},
        {"json-patch+json", "3", "error decoding patch: json: cannot unmarshal number into Go value of type []handlers.jsonPatchOp"},
        {"json-patch+json", "[1]", "error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp"},
        {"merge-patch+json", "[1]", "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}"},
        {"merge-patch+json", "null", "Invalid JSON Patch"},
        {"strategic-merge-patch+json", "\"s\"", "json: cannot unmarshal string into Go value of type map[string]interface {}"},
        {"apply-patch+yaml", "", "invalid object type: /, Kind="},
        {"apply-patch+yaml", "[1]", "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}"},
        /* clang-format on */
    };
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&headers, ADMIN "content-type: application/%s\n", rows[i].type);
        CHECK_INT(front_ask(&front, "PATCH", "/api/v1/nodes/n?fieldManager=x",
                            ls_buf_text(&headers), rows[i].body),
                  strcmp(rows[i].type, "apply-patch+yaml") == 0 ? 400 : 404);
        front_ask(&front, "POST", "/api/v1/nodes", NULL, "{\"metadata\":{\"name\":\"m\"}}");
        CHECK_INT(front_ask(&front, "PATCH", "/api/v1/nodes/m?fieldManager=x",
                            ls_buf_text(&headers), rows[i].body),
                  400);
        CHECK_STR(front_text(&front, "message"), rows[i].message);
    }
}

TEST(a_body_beyond_the_limit_is_too_large)
{
    enum { BYTES = (3 << 20) + 1 };
    struct front front LS_AUTO(front_release);
    char *body LS_AUTO(ls_free_at) = ls_alloc(BYTES);
    memset(body, ' ', BYTES);
    front_init(&front);
    struct ls_slice bytes = {body, BYTES};
    CHECK_INT(front_ask_bytes(&front, "POST", MAPS, NULL, bytes), 413);
    CHECK_STR(front_text(&front, "message"), "Request entity too large: limit is 3145728");
    CHECK_STR(front_text(&front, "reason"), "RequestEntityTooLarge");
    CHECK_INT(front_ask_bytes(&front, "PATCH", MAPS "/x",
                              ADMIN "content-type: application/merge-patch+json\n", bytes),
              404);
    check_lives(&front);
}

TEST(nesting_has_an_end)
{
    enum { DEPTH = 1 << 20 };
    struct front front LS_AUTO(front_release);
    char *body LS_AUTO(ls_free_at) = ls_alloc(DEPTH);
    front_init(&front);
    static const char openers[] = {'[', '{'};
    for (size_t i = 0; i < LS_COUNT(openers); i++) {
        memset(body, openers[i], DEPTH);
        struct ls_slice bytes = {body, DEPTH};
        CHECK_INT(front_ask_bytes(&front, "POST", MAPS, NULL, bytes), 400);
        CHECK_INT(
            front_ask_bytes(&front, "POST", MAPS, ADMIN "content-type: application/yaml\n", bytes),
            400);
    }
    check_lives(&front);
}

TEST(queries_and_paths_of_noise_are_answered)
{
    static const char *const targets[] = {
        MAPS "?labelSelector=%21%21",
        MAPS "?labelSelector=a%20in%20(",
        MAPS "?fieldSelector=data.x%3Dy",
        MAPS "?fieldSelector=%3D",
        MAPS "?continue=garbage&limit=1",
        MAPS "?limit=1&continue=e30",
        MAPS "?watch=1&resourceVersion=-7",
        MAPS "?&&&&====&%",
        MAPS "/%00",
        "/api/v1/namespaces/%2e%2e/pods",
        "//////",
        "/apis/%20/v1/x",
        "/api/v1/namespaces/default/pods/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p",
    };
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (size_t i = 0; i < LS_COUNT(targets); i++) {
        int status = front_ask(&front, "GET", targets[i], NULL, NULL);
        CHECK((status >= 200 && status < 300) || (status >= 400 && status <= 500));
    }
    check_lives(&front);
}

TEST(memory_does_not_grow_with_refusals)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (int i = 0; i < 20000; i++) {
        char target[64];
        snprintf(target, sizeof target, "/api/v1/namespaces/default/pods/p%d", i);
        CHECK_INT(front_ask(&front, "GET", target, NULL, NULL), 404);
    }
    CHECK_INT(front_ask(&front, "GET", "/metrics", NULL, NULL), 200);
    CHECK_HAS(front_body(&front), "verb=\"GET\",version=\"v1\"} 20000\n");
    CHECK(front.answer.body.len < 16 << 10);
}
