#include "kube/exec_credential.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "support_config.h"
#include "base/world.h"
#include "kube/limits.h"

#define SECRET "s3cr3t-value"
#define V1     "client.authentication.k8s.io/v1"
#define CONFIG struct ls_kube_config *config LS_AUTO(config_free_at)

/* ---- its input ---- */

static void info_is(const struct ls_kube_config *config, bool may_talk, const char *expected)
{
    struct ls_buf info LS_AUTO(ls_buf_release) = {0};
    ls_exec_info_print(&info, config, may_talk);
    CHECK_STR(ls_buf_text(&info), expected);
}

TEST(a_plugin_learns_only_whether_it_may_talk)
{
    CONFIG = config_make_exec("true", "");
    info_is(config, false,
            "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1
            "\",\"spec\":{\"interactive\":false}}");
    info_is(config, true,
            "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1
            "\",\"spec\":{\"interactive\":true}}");
}

TEST(a_plugin_that_asks_learns_about_the_cluster)
{
    CONFIG = config_make("{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: x,"
                         " provideClusterInfo: true}}",
                         "{server: 'https://api.test/p', tls-server-name: name.test,"
                         " certificate-authority-data: LS0tLS1CRUdJTiBYLS0tLS0K, extensions:"
                         " [{name: client.authentication.k8s.io/exec, extension: {audience: a}}]}");
    info_is(config, false,
            "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1beta1\","
            "\"spec\":{\"cluster\":{\"server\":\"https://api.test/"
            "p\",\"tls-server-name\":\"name.test\","
            "\"certificate-authority-data\":\"LS0tLS1CRUdJTiBYLS0tLS0K\","
            "\"config\":{\"audience\":\"a\"}},\"interactive\":false}}");
}

/* ---- what it answers ---- */

#define ANSWER(status)                                                                             \
    "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"status\":" status "}"

struct answer_row {
    const char *output;
    const char *token;
    const char *certificate;
    const char *key;
    int64_t expires_at_ms;
};

static const struct answer_row answer_rows[] = {
    {ANSWER("{\"token\":\"t\"}"), "t", "", "", INT64_MAX},
    {ANSWER("{\"token\":\"t\",\"expirationTimestamp\":null}"), "t", "", "", INT64_MAX},
    {ANSWER("{\"token\":\"t\",\"expirationTimestamp\":\"1970-01-01T00:00:01.5Z\"}"), "t", "", "",
     1500},
    {ANSWER("{\"clientCertificateData\":\"c\",\"clientKeyData\":\"k\"}"), "", "c", "k", INT64_MAX},
    {ANSWER("{\"token\":\"t\",\"clientCertificateData\":\"c\",\"clientKeyData\":\"k\"}"), "t", "c",
     "k", INT64_MAX},
    {"\n" ANSWER("{\"token\":\"t\"}") "\n", "t", "", "", INT64_MAX},
    {"kind: ExecCredential\napiVersion: " V1 "\nstatus:\n  token: t\n", "t", "", "", INT64_MAX},
};

TEST(answers_are_read_as_json_or_yaml)
{
    for (size_t i = 0; i < LS_COUNT(answer_rows); i++) {
        const struct answer_row *row = &answer_rows[i];
        struct ls_exec_answer answer LS_AUTO(ls_exec_answer_release) = {0};
        struct ls_err err;
        CHECK_OK(ls_exec_answer_parse(ls_slice_of(row->output), V1, &answer, &err), err);
        CHECK_STR(ls_buf_text(&answer.token), row->token);
        CHECK_STR(ls_buf_text(&answer.certificate), row->certificate);
        CHECK_STR(ls_buf_text(&answer.key), row->key);
        CHECK_INT(answer.expires_at_ms, row->expires_at_ms);
    }
}

static const char *const wrong_answers[][2] = {
    {"", "it printed nothing"},
    {" \n", "it printed nothing"},
    {"{\"" SECRET, "its output:"},
    {SECRET, "no ExecCredential"},
    {"[]", "no ExecCredential"},
    {"{\"kind\":\"Pod\"}", "no ExecCredential"},
    {"{\"kind\":\"ExecCredential\"}", "it answered in apiVersion '', but the kubeconfig says"},
    {"{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1beta1\","
     "\"status\":{\"token\":\"" SECRET "\"}}",
     "it answered in apiVersion 'client.authentication.k8s.io/v1beta1', but the kubeconfig says "
     "'" V1 "'; change one of them"},
    {"{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\"}", "its output has no status"},
    {ANSWER("[]"), "its output has no status"},
    {ANSWER("{}"), "neither a token nor a certificate"},
    {ANSWER("{\"token\":\"\"}"), "neither a token nor a certificate"},
    {ANSWER("{\"token\":5}"), "status.token must be a string"},
    {ANSWER("{\"token\":\"" SECRET "\\n\"}"), "status.token holds a control character"},
    {ANSWER("{\"clientKeyData\":\"" SECRET "\"}"), "only one of clientCertificateData and"},
    {ANSWER("{\"token\":\"t\",\"clientCertificateData\":\"c\"}"), "only one of"},
    {ANSWER("{\"token\":\"" SECRET "\",\"expirationTimestamp\":\"soon\"}"),
     "status.expirationTimestamp: time 'soon' is not RFC 3339"},
    {ANSWER("{\"token\":\"" SECRET "\",\"expirationTimestamp\":7}"), "status.expirationTimestamp"},
};

TEST(wrong_answers_are_refused_without_showing_them)
{
    for (size_t i = 0; i < LS_COUNT(wrong_answers); i++) {
        struct ls_exec_answer answer = {0};
        struct ls_err err;
        CHECK_CODE(ls_exec_answer_parse(ls_slice_of(wrong_answers[i][0]), V1, &answer, &err),
                   LS_E_INVALID, err);
        CHECK_HAS(err.text, wrong_answers[i][1]);
        CHECK(!strstr(err.text, SECRET));
        CHECK(answer.token.at == NULL);
    }
}

TEST(a_token_past_the_limit_is_refused)
{
    struct ls_buf output LS_AUTO(ls_buf_release) = {0};
    struct ls_exec_answer answer = {0};
    struct ls_err err;
    ls_buf_add_text(&output, "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1
                             "\",\"status\":{\"token\":\"");
    for (int i = 0; i <= LS_TOKEN_BYTES_MAX; i++)
        ls_buf_add_char(&output, 'x');
    ls_buf_add_text(&output, "\"}}");
    CHECK_CODE(ls_exec_answer_parse(ls_buf_slice(&output), V1, &answer, &err), LS_E_TOO_BIG, err);
}

/* ---- runs ---- */

struct outcome {
    bool is_over;
    struct ls_err err;
    char token[256];
};

static void outcome_take(void *self, struct ls_exec_answer *answer, const struct ls_err *err)
{
    struct outcome *outcome = self;
    outcome->is_over = true;
    if (err)
        outcome->err = *err;
    else
        strncat(outcome->token, ls_buf_text(&answer->token), sizeof outcome->token - 1);
}

/* Runs a plugin to its end, with nobody at the terminal. */
static struct outcome outcome_of(const struct ls_kube_config *config)
{
    struct ls_world *world = ls_world_new();
    struct outcome outcome = {0};
    struct ls_exec_run *run = NULL;
    int nobody = open("/dev/null", O_RDONLY);
    CHECK(dup2(nobody, STDIN_FILENO) >= 0);
    if (ls_exec_run_start(world, config, outcome_take, &outcome, &run, &outcome.err))
        outcome.is_over = true;
    while (!outcome.is_over)
        ls_loop_step(world->loop, 1000);
    ls_exec_run_free(run);
    ls_world_free(world);
    close(nobody);
    return outcome;
}

#define PRINT(token)                                                                               \
    "printf '{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1                                    \
    "\",\"status\":{\"token\":\"%s\"}}' \"" token "\""

TEST(a_plugin_runs_with_its_variables_and_ours)
{
    CONFIG = config_make_exec("test -n \"$PATH\" && case $KUBERNETES_EXEC_INFO in "
                              "*interactive*false*) " PRINT("got-$WHO") ";; esac",
                              ", env: [{name: WHO, value: 'a b'}]");
    struct outcome outcome = outcome_of(config);
    CHECK_OK(outcome.err.code, outcome.err);
    CHECK_STR(outcome.token, "got-a b");
}

TEST(its_standard_input_is_empty)
{
    CONFIG = config_make_exec("read line; " PRINT("<$line>"), "");
    struct outcome outcome = outcome_of(config);
    CHECK_STR(outcome.token, "<>");
}

TEST(a_plugin_that_fails_is_named_with_its_exit_code)
{
    CONFIG = config_make_exec("echo " SECRET "; exit 3", "");
    struct outcome outcome = outcome_of(config);
    CHECK_HAS(outcome.err.text, "credential plugin /bin/sh: failed with exit code 3");
    CHECK(!strstr(outcome.err.text, SECRET));
}

TEST(a_plugin_that_prints_nonsense_is_named)
{
    CONFIG = config_make_exec("echo " SECRET, "");
    struct outcome outcome = outcome_of(config);
    CHECK_HAS(outcome.err.text, "credential plugin /bin/sh: its output is no ExecCredential");
    CHECK(!strstr(outcome.err.text, SECRET));
}

TEST(a_plugin_that_never_stops_printing_is_cut_off)
{
    CONFIG = config_make_exec("yes", "");
    struct outcome outcome = outcome_of(config);
    CHECK_INT(outcome.err.code, LS_E_TOO_BIG);
    CHECK_HAS(outcome.err.text, "credential plugin /bin/sh: ");
}

TEST(a_missing_plugin_comes_with_its_hint)
{
    CONFIG = config_make("{exec: {apiVersion: client.authentication.k8s.io/v1beta1,"
                         " command: no-such-plugin, installHint: get it from the shop}}",
                         NULL);
    struct outcome outcome = outcome_of(config);
    CHECK_STR(outcome.err.text,
              "credential plugin no-such-plugin: was not found; get it from the shop");
    struct ls_kube_config *bare LS_AUTO(config_free_at) =
        config_make("{exec: {apiVersion: client.authentication.k8s.io/v1beta1,"
                    " command: no-such-plugin}}",
                    NULL);
    outcome = outcome_of(bare);
    CHECK_HAS(outcome.err.text, "was not found; install it, or add its folder to PATH");
}

TEST(a_plugin_that_must_talk_needs_a_terminal)
{
    CONFIG = config_make("{exec: {apiVersion: client.authentication.k8s.io/v1, command: /bin/true,"
                         " interactiveMode: Always}}",
                         NULL);
    struct outcome outcome = outcome_of(config);
    CHECK_HAS(outcome.err.text, "must talk to a person (interactiveMode: Always), but standard "
                                "input is no terminal");
}

TEST(a_run_can_be_given_up)
{
    CONFIG = config_make_exec("sleep 60", "");
    struct ls_world *world = ls_world_new();
    struct ls_exec_run *run = NULL;
    struct outcome outcome = {0};
    struct ls_err err;
    CHECK_OK(ls_exec_run_start(world, config, outcome_take, &outcome, &run, &err), err);
    ls_exec_run_free(run);
    ls_world_free(world);
    CHECK(!outcome.is_over);
}
