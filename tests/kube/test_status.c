#include "kube/status.h"

#include <string.h>

#include "base/buf.h"
#include "check.h"
#include "kube/limits.h"
#include "value/json.h"

/* The error of a refusal with this HTTP status and JSON body. */
static struct ls_err refusal_of(int http_status, const char *json)
{
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_slice_of(json), NULL, &obj, &err), err);
    struct ls_refusal refusal = {.http_status = http_status, .status = ls_obj_root(obj)};
    enum ls_code code = ls_status_fail(&refusal, &err);
    CHECK_INT(code, err.code);
    return err;
}

static struct ls_err text_of(int http_status, const char *body)
{
    struct ls_err err = {0};
    struct ls_refusal refusal = {.http_status = http_status, .text = ls_slice_of(body)};
    CHECK(ls_status_fail(&refusal, &err) != LS_OK);
    return err;
}

TEST(every_row_of_the_table_gives_its_code)
{
    size_t i = 0;
    for (const struct ls_status_row *row; (row = ls_status_row_at(i)); i++) {
        struct ls_buf body LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&body, "{\"kind\":\"Status\",\"code\":%d,\"message\":\"words of the server\"",
                      row->http_status);
        if (row->reason)
            ls_buf_printf(&body, ",\"reason\":\"%s\"", row->reason);
        ls_buf_add_char(&body, '}');
        struct ls_err err = refusal_of(row->http_status, ls_buf_text(&body));
        CHECK_INT(err.code, row->code);
        CHECK_HAS(err.text, "words of the server");
        if (row->hint)
            CHECK_HAS(err.text, row->hint);
        /* In a watch there is no HTTP status: the Status alone must do. */
        CHECK_INT(refusal_of(0, ls_buf_text(&body)).code, row->code);
        CHECK_HAS(text_of(row->http_status, "").text, "(HTTP ");
    }
    CHECK(i > 30);
}

TEST(final_refusals_are_recognized_by_their_words)
{
    struct ls_err err = refusal_of(
        500, "{\"code\":500,\"message\":\"failed to create typed patch object (/d; "
             "apps/v1, Kind=Deployment): .spec.stategy: field not declared in schema\"}");
    CHECK_INT(err.code, LS_E_INVALID);
    CHECK_HAS(err.text, ".spec.stategy: field not declared in schema");
    CHECK_INT(refusal_of(500, "{\"code\":500,\"message\":\"etcd is gone\"}").code, LS_E_SERVER);
    err = refusal_of(500, "{\"code\":500,\"message\":\"etcdserver: request is too large\"}");
    CHECK_INT(err.code, LS_E_TOO_BIG);
    err = refusal_of(500, "{\"code\":500,\"message\":\"failed to convert new object (d/s; /v1, "
                          "Kind=Secret) to proper version: unable to convert unstructured object "
                          "to /v1, Kind=Secret: error decoding from json: illegal base64\"}");
    CHECK_INT(err.code, LS_E_INVALID);
    err = refusal_of(500, "{\"code\":500,\"message\":\"failed to convert new object (d/s; x/v1, "
                          "Kind=S) to proper version: conversion webhook for x/v2 failed\"}");
    CHECK_INT(err.code, LS_E_SERVER);
}

TEST(the_reason_counts_more_than_the_http_status)
{
    CHECK_INT(refusal_of(409, "{\"reason\":\"AlreadyExists\"}").code, LS_E_EXISTS);
    CHECK_INT(refusal_of(409, "{\"reason\":\"Conflict\"}").code, LS_E_CONFLICT);
    CHECK_INT(refusal_of(500, "{\"reason\":\"ServerTimeout\"}").code, LS_E_TIMEOUT);
    CHECK_INT(refusal_of(403, "{\"reason\":\"SomethingNew\"}").code, LS_E_FORBIDDEN);
    CHECK_INT(refusal_of(0, "{}").code, LS_E_PROTOCOL);
}

static const struct {
    int http_status;
    enum ls_code code;
} class_rows[] = {
    {301, LS_E_PROTOCOL}, {302, LS_E_PROTOCOL}, {402, LS_E_INVALID}, {418, LS_E_INVALID},
    {499, LS_E_INVALID},  {501, LS_E_SERVER},   {599, LS_E_SERVER},  {600, LS_E_PROTOCOL},
    {100, LS_E_PROTOCOL}, {0, LS_E_PROTOCOL},   {-5, LS_E_PROTOCOL}, {99999, LS_E_PROTOCOL},
};

TEST(a_status_nobody_knows_goes_by_its_class)
{
    for (size_t i = 0; i < LS_COUNT(class_rows); i++)
        CHECK_INT(text_of(class_rows[i].http_status, "").code, class_rows[i].code);
}

TEST(people_read_one_sentence)
{
    CHECK_STR(refusal_of(404, "{\"reason\":\"NotFound\",\"message\":\"configmaps \\\"a\\\" not "
                              "found\"}")
                  .text,
              "configmaps \"a\" not found");
    CHECK_STR(refusal_of(401, "{\"reason\":\"Unauthorized\",\"message\":\"Unauthorized\"}").text,
              "the server did not accept our credentials (HTTP 401); check the user in the "
              "kubeconfig: its token or certificate may be wrong or expired");
    CHECK_STR(text_of(404, "404 page not found\n").text,
              "the server has no such path (HTTP 404): 404 page not found");
    CHECK_STR(text_of(502, "<html><h1>Bad Gateway</h1></html>").text,
              "a proxy could not reach the server (HTTP 502)");
    CHECK_STR(text_of(500, "two\nlines\t\tand more").text,
              "the server failed (HTTP 500): two lines and more");
    CHECK_STR(text_of(503, "bytes \xff\xfe").text, "the server is not available (HTTP 503)");
    CHECK_STR(refusal_of(0, "{}").text, "the server's answer makes no sense");
}

TEST(what_steers_a_terminal_does_not_come_through)
{
    CHECK_STR(refusal_of(403, "{\"message\":\"a\\u001b[2Jb\\u009b31mc \\u202e d \\u00e4\"}").text,
              "a [2Jb 31mc  d \u00e4");
}

TEST(conflicts_of_managers_come_on_one_line)
{
    const char *json =
        "{\"reason\":\"Conflict\",\"message\":\"Apply failed with 2 conflicts: "
        "conflicts with \\\"m1\\\":\\n- .data.a\\n- .data.b\",\"details\":{\"causes\":"
        "[{\"reason\":\"FieldManagerConflict\",\"message\":\"conflict with "
        "\\\"m1\\\"\",\"field\":\".data.a\"}]}}";
    CHECK_STR(refusal_of(409, json).text,
              "Apply failed with 2 conflicts: conflicts with \"m1\": .data.a, .data.b; .data.a: "
              "conflict with \"m1\"");
}

TEST(causes_that_the_message_lacks_are_appended_and_bounded)
{
    const char *with_causes =
        "{\"reason\":\"Invalid\",\"message\":\"X is invalid: spec.a: Required "
        "value\",\"details\":{\"causes\":[{\"message\":\"Required value\","
        "\"field\":\"spec.a\"}]}}";
    CHECK_STR(refusal_of(422, with_causes).text, "X is invalid: spec.a: Required value");

    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&body, "{\"reason\":\"Invalid\",\"message\":\"no good\",\"details\":"
                           "{\"causes\":[{}");
    for (int i = 0; i < 100; i++)
        ls_buf_printf(&body, ",{\"field\":\"f%d\",\"message\":\"bad %d\"}", i, i);
    ls_buf_add_text(&body, "]}}");
    struct ls_err err = refusal_of(422, ls_buf_text(&body));
    CHECK_HAS(err.text, "no good; f0: bad 0; f1: bad 1");
    CHECK_HAS(err.text, "f7: bad 7; ...");
    CHECK(!strstr(err.text, "f8"));
}

TEST(a_message_without_end_is_cut)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&body, "{\"reason\":\"RequestEntityTooLarge\",\"message\":\"");
    for (int i = 0; i < 100000; i++)
        ls_buf_add_text(&body, "x");
    ls_buf_add_text(&body, "\"}");
    struct ls_err err = refusal_of(413, ls_buf_text(&body));
    CHECK_INT(err.code, LS_E_TOO_BIG);
    CHECK_HAS(err.text, "x...; make the object smaller");
}

TEST(the_longer_of_both_wishes_to_wait_counts)
{
    const char *json = "{\"reason\":\"TooManyRequests\",\"details\":{\"retryAfterSeconds\":3}}";
    CHECK_INT(refusal_of(429, json).retry_after_ms, 3000);
    CHECK_INT(refusal_of(429, "{\"details\":{\"retryAfterSeconds\":-3}}").retry_after_ms, 0);
    struct ls_err err = {0};
    struct ls_refusal refusal = {.http_status = 429, .retry_after_ms = 7000};
    CHECK_CODE(ls_status_fail(&refusal, &err), LS_E_TOO_MANY, err);
    CHECK_INT(err.retry_after_ms, 7000);
}

static void root_check(const char *json, bool is_version_unknown, bool names_object)
{
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_slice_of(json), NULL, &obj, &err), err);
    CHECK(ls_status_is_version_unknown(ls_obj_root(obj)) == is_version_unknown);
    CHECK(ls_status_names_object(ls_obj_root(obj)) == names_object);
}

TEST(what_programs_read_in_a_status)
{
    root_check("{\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\"}]}}", true,
               false);
    root_check("{\"message\":\"Timeout: Too large resource version: 9, current: 5\"}", true, false);
    root_check("{\"details\":{\"name\":\"a\",\"kind\":\"configmaps\"}}", false, true);
    root_check("{\"message\":\"the server could not find the requested resource\",\"details\":{}}",
               false, false);
}

#define WRITE true
#define READ  false
/* clang-format off */
static const struct {
    enum ls_delivery delivery;
    enum ls_code transport;
    bool is_write;
    enum ls_code code;
} outcome_rows[] = {
    {LS_DELIVERY_NOT_SENT, LS_E_IO,             READ,  LS_E_NOT_SENT},
    {LS_DELIVERY_NOT_SENT, LS_E_IO,             WRITE, LS_E_NOT_SENT},
    {LS_DELIVERY_NOT_SENT, LS_E_TIMEOUT,        WRITE, LS_E_NOT_SENT},
    {LS_DELIVERY_NOT_SENT, LS_E_PROTOCOL,       WRITE, LS_E_PROTOCOL},
    {LS_DELIVERY_NOT_SENT, LS_E_UNAUTHORIZED,   WRITE, LS_E_UNAUTHORIZED},
    {LS_DELIVERY_NOT_SENT, LS_E_CANCELLED,      WRITE, LS_E_CANCELLED},
    {LS_DELIVERY_REFUSED,  LS_E_NOT_SENT,       WRITE, LS_E_NOT_SENT},
    {LS_DELIVERY_UNKNOWN,  LS_E_IO,             WRITE, LS_E_UNKNOWN_RESULT},
    {LS_DELIVERY_UNKNOWN,  LS_E_TIMEOUT,        WRITE, LS_E_UNKNOWN_RESULT},
    {LS_DELIVERY_UNKNOWN,  LS_E_UNKNOWN_RESULT, WRITE, LS_E_UNKNOWN_RESULT},
    {LS_DELIVERY_ANSWERED, LS_E_IO,             WRITE, LS_E_UNKNOWN_RESULT},
    {LS_DELIVERY_UNKNOWN,  LS_E_IO,             READ,  LS_E_IO},
    {LS_DELIVERY_UNKNOWN,  LS_E_TIMEOUT,        READ,  LS_E_TIMEOUT},
    {LS_DELIVERY_UNKNOWN,  LS_E_UNKNOWN_RESULT, READ,  LS_E_IO},
    {LS_DELIVERY_ANSWERED, LS_E_PROTOCOL,       READ,  LS_E_PROTOCOL},
};
/* clang-format on */

TEST(a_request_without_an_answer_has_a_code_too)
{
    for (size_t i = 0; i < LS_COUNT(outcome_rows); i++) {
        struct ls_err why = {0};
        (void)ls_fail(&why, outcome_rows[i].transport, "the cable was cut");
        struct ls_outcome outcome = {outcome_rows[i].delivery, outcome_rows[i].transport, &why};
        struct ls_err err = {0};
        CHECK_CODE(ls_outcome_fail(&outcome, outcome_rows[i].is_write, &err), outcome_rows[i].code,
                   err);
        CHECK_HAS(err.text, "the cable was cut");
    }
}
