#include "kube/credentials.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "support_config.h"
#include "support_folder.h"
#include "kube/limits.h"
#include "kube/token_file.h"

#define SECRET "s3cr3t-value"
#define CONFIG struct ls_kube_config *config LS_AUTO(config_free_at)

/* Credentials in a real loop (plugins are real programs) with a clock moved by hand. */
struct stage {
    struct ls_world *world;
    struct ls_virtual_clock clock;
    struct ls_credentials *credentials;
    char certificate[64]; /* the last one */
    int certificate_count;
};

static enum ls_code stage_certificate(void *self, struct ls_slice certificate, struct ls_slice key,
                                      struct ls_err *err)
{
    struct stage *stage = self;
    if (ls_slice_is(certificate, "unusable"))
        return ls_fail(err, LS_E_INVALID, "it is no certificate");
    snprintf(stage->certificate, sizeof stage->certificate, "%.*s %.*s", LS_ARG(certificate),
             LS_ARG(key));
    stage->certificate_count++;
    return LS_OK;
}

static void stage_init(struct stage *stage, const struct ls_kube_config *config)
{
    *stage = (struct stage){.world = ls_world_new()};
    ls_virtual_clock_init(&stage->clock, 1000000);
    stage->world->clock = &stage->clock.clock;
    stage->credentials = ls_credentials_new(stage->world, config, stage_certificate, stage);
}

static void stage_release(struct stage *stage)
{
    ls_credentials_free(stage->credentials);
    ls_world_free(stage->world);
}

static void stage_pass_ms(struct stage *stage, int64_t ms)
{
    ls_virtual_clock_advance_ms(&stage->clock, ms);
}

/* Someone who needs a credential. */
struct asker {
    struct ls_credential_waiter waiter;
    int call_count;
    uint64_t version;
    char authorization[256];
    char error[LS_ERR_TEXT_BYTES];
};

static void asker_keep(struct asker *asker, const struct ls_credential *credential)
{
    asker->version = credential->version;
    snprintf(asker->authorization, sizeof asker->authorization, "%.*s",
             LS_ARG(credential->authorization));
}

static void asker_called(void *self, const struct ls_credential *credential,
                         const struct ls_err *err)
{
    struct asker *asker = self;
    asker->call_count++;
    asker->error[0] = asker->authorization[0] = 0;
    if (err)
        snprintf(asker->error, sizeof asker->error, "%s", err->text);
    else
        asker_keep(asker, credential);
}

static void asker_wait(struct asker *asker, struct stage *stage)
{
    ls_credentials_wait(stage->credentials, &asker->waiter, asker_called, asker);
}

/* What there is at once, or after the plugin has run. */
static const char *stage_ask(struct stage *stage, struct asker *asker)
{
    struct ls_credential credential = {0};
    struct ls_err err;
    int calls_before = asker->call_count;
    switch (ls_credentials_get(stage->credentials, &credential, &err)) {
    case LS_CREDENTIAL_READY:
        asker_keep(asker, &credential);
        return asker->authorization;
    case LS_CREDENTIAL_FAILED:
        snprintf(asker->error, sizeof asker->error, "%s", err.text);
        return "(failed)";
    default:
        asker_wait(asker, stage);
        CHECK_INT(asker->call_count, calls_before);
        while (asker->call_count == calls_before)
            ls_loop_step(stage->world->loop, 1000);
        return asker->error[0] ? "(failed)" : asker->authorization;
    }
}

/* ---- at hand ---- */

static const char *const fixed_rows[][2] = {
    {"{}", ""},
    {"{token: abc}", "Bearer abc"},
    {"{username: me, password: 'p:w'}", "Basic bWU6cDp3"},
    {"{username: me}", "Basic bWU6"},
};

TEST(what_the_configuration_holds_is_at_hand_and_does_not_change)
{
    for (size_t i = 0; i < LS_COUNT(fixed_rows); i++) {
        CONFIG = config_make(fixed_rows[i][0], NULL);
        struct stage stage LS_AUTO(stage_release);
        struct asker asker = {0};
        stage_init(&stage, config);
        CHECK_STR(stage_ask(&stage, &asker), fixed_rows[i][1]);
        CHECK(!ls_credentials_can_change(stage.credentials));
        CHECK(!ls_credentials_refuse(stage.credentials, asker.version));
    }
}

/* ---- token files ---- */

struct token_stage {
    struct folder folder;
    struct ls_kube_config *config;
    struct stage stage;
    struct asker asker;
};

static void token_stage_init(struct token_stage *it, const char *token, const char *more)
{
    char user[256];
    *it = (struct token_stage){.folder = folder_make()};
    if (token)
        folder_write(&it->folder, "token", token);
    snprintf(user, sizeof user, "{tokenFile: %s%s}", folder_file(&it->folder, "token"), more);
    it->config = config_make(user, NULL);
    stage_init(&it->stage, it->config);
}

static void token_stage_release(struct token_stage *it)
{
    stage_release(&it->stage);
    ls_kube_config_free(it->config);
    folder_release(&it->folder);
}

TEST(a_token_file_is_trimmed_and_read_again_after_fifty_seconds)
{
    struct token_stage it LS_AUTO(token_stage_release);
    token_stage_init(&it, " one \n", "");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    folder_write(&it.folder, "token", "two\n");
    stage_pass_ms(&it.stage, LS_TOKEN_FILE_MS - LS_TOKEN_FILE_LEEWAY_MS - 1);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    stage_pass_ms(&it.stage, 1);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer two");
}

TEST(a_token_file_that_cannot_be_read_leaves_the_last_token)
{
    struct token_stage it LS_AUTO(token_stage_release);
    token_stage_init(&it, "one", "");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    unlink(folder_file(&it.folder, "token"));
    stage_pass_ms(&it.stage, LS_TOKEN_FILE_MS);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    folder_write(&it.folder, "token", "\n");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    folder_write(&it.folder, "token", "two");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer two");
}

struct token_wrong {
    const char *text;
    const char *sentence;
};

static const struct token_wrong token_wrong_rows[] = {
    {NULL, "/token does not exist"},
    {"", "/token holds no token"},
    {" \n ", "/token holds no token"},
    {SECRET " " SECRET, "/token holds more than one word"},
    {SECRET "\n" SECRET, "/token holds more than one word"},
};

TEST(a_token_file_that_never_held_a_token_is_named)
{
    for (size_t i = 0; i < LS_COUNT(token_wrong_rows); i++) {
        struct token_stage it LS_AUTO(token_stage_release);
        token_stage_init(&it, token_wrong_rows[i].text, "");
        CHECK_STR(stage_ask(&it.stage, &it.asker), "(failed)");
        CHECK_HAS(it.asker.error, "no token: /tmp/");
        CHECK_HAS(it.asker.error, token_wrong_rows[i].sentence);
        CHECK(!strstr(it.asker.error, SECRET));
    }
}

TEST(a_token_beside_the_file_is_used_until_the_file_can_be_read)
{
    struct token_stage it LS_AUTO(token_stage_release);
    token_stage_init(&it, NULL, ", token: spare");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer spare");
    folder_write(&it.folder, "token", "one");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
}

TEST(a_refused_token_is_read_anew_at_once)
{
    struct token_stage it LS_AUTO(token_stage_release);
    token_stage_init(&it, "one", "");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    CHECK(ls_credentials_can_change(it.stage.credentials));
    CHECK(!ls_credentials_refuse(it.stage.credentials, it.asker.version));
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    uint64_t old = it.asker.version;
    folder_write(&it.folder, "token", "two");
    CHECK(ls_credentials_refuse(it.stage.credentials, old));
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer two");
    CHECK(ls_credentials_refuse(it.stage.credentials, old));
}

TEST(a_refused_token_is_dropped_when_its_file_is_gone)
{
    struct token_stage it LS_AUTO(token_stage_release);
    token_stage_init(&it, "one", "");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    unlink(folder_file(&it.folder, "token"));
    CHECK(!ls_credentials_refuse(it.stage.credentials, it.asker.version));
    CHECK_STR(stage_ask(&it.stage, &it.asker), "(failed)");
}

/* ---- plugins ---- */

struct plugin_stage {
    struct folder folder;
    struct ls_kube_config *config;
    struct stage stage;
    struct asker asker;
};

#define V1 "client.authentication.k8s.io/v1"

/* Each run appends a line to the file `runs`; the answer is the file `answer`, if it is there. */
static void plugin_stage_init(struct plugin_stage *it)
{
    char script[512];
    *it = (struct plugin_stage){.folder = folder_make()};
    snprintf(script, sizeof script, "echo run >> %s/runs; test -f %s/answer && cat %s/answer",
             it->folder.path, it->folder.path, it->folder.path);
    it->config = config_make_exec(script, "");
    stage_init(&it->stage, it->config);
}

static void plugin_stage_release(struct plugin_stage *it)
{
    stage_release(&it->stage);
    ls_kube_config_free(it->config);
    folder_release(&it->folder);
}

static void plugin_answers(struct plugin_stage *it, const char *status)
{
    char text[512];
    snprintf(text, sizeof text,
             "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"status\":%s}", status);
    folder_write(&it->folder, "answer", text);
}

static int plugin_runs(struct plugin_stage *it)
{
    FILE *file = fopen(folder_file(&it->folder, "runs"), "r");
    int lines = 0;
    for (int c; file && (c = fgetc(file)) != EOF;)
        lines += c == '\n';
    if (file)
        fclose(file);
    return lines;
}

TEST(a_plugin_runs_once_and_its_answer_is_kept)
{
    struct plugin_stage it LS_AUTO(plugin_stage_release);
    plugin_stage_init(&it);
    plugin_answers(&it, "{\"token\":\"one\"}");
    CHECK_INT(plugin_runs(&it), 0);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    stage_pass_ms(&it.stage, 365 * 86400 * INT64_C(1000));
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    CHECK_INT(plugin_runs(&it), 1);
}

TEST(an_answer_is_used_until_it_expires)
{
    struct plugin_stage it LS_AUTO(plugin_stage_release);
    plugin_stage_init(&it);
    /* The clock of the stage starts at 00:16:40. */
    plugin_answers(&it, "{\"token\":\"one\",\"expirationTimestamp\":\"1970-01-01T00:16:50Z\"}");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    plugin_answers(&it, "{\"token\":\"two\"}");
    stage_pass_ms(&it.stage, 9999);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    stage_pass_ms(&it.stage, 1);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer two");
    CHECK_INT(plugin_runs(&it), 2);
}

TEST(an_answer_that_has_expired_already_serves_those_who_waited)
{
    struct plugin_stage it LS_AUTO(plugin_stage_release);
    plugin_stage_init(&it);
    plugin_answers(&it, "{\"token\":\"old\",\"expirationTimestamp\":\"1970-01-01T00:00:00Z\"}");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer old");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer old");
    CHECK_INT(plugin_runs(&it), 2);
}

TEST(all_who_wait_share_one_run)
{
    struct plugin_stage it LS_AUTO(plugin_stage_release);
    struct asker askers[5] = {0};
    plugin_stage_init(&it);
    plugin_answers(&it, "{\"token\":\"one\"}");
    for (size_t i = 0; i < 5; i++)
        asker_wait(&askers[i], &it.stage);
    ls_credentials_unwait(&askers[2].waiter);
    ls_credentials_unwait(&askers[2].waiter);
    while (!askers[4].call_count)
        ls_loop_step(it.stage.world->loop, 1000);
    for (size_t i = 0; i < 5; i++) {
        CHECK_INT(askers[i].call_count, i != 2);
        CHECK_STR(askers[i].authorization, i == 2 ? "" : "Bearer one");
    }
    CHECK_INT(plugin_runs(&it), 1);
}

TEST(a_plugin_that_failed_rests_for_a_moment)
{
    struct plugin_stage it LS_AUTO(plugin_stage_release);
    plugin_stage_init(&it);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "(failed)");
    CHECK_HAS(it.asker.error, "credential plugin /bin/sh: failed with exit code 1");
    plugin_answers(&it, "{\"token\":\"one\"}");
    stage_pass_ms(&it.stage, LS_EXEC_PAUSE_MS - 1);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "(failed)");
    CHECK_INT(plugin_runs(&it), 1);
    stage_pass_ms(&it.stage, 1);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    CHECK_INT(plugin_runs(&it), 2);
}

TEST(a_missing_plugin_is_reported_later_not_at_once)
{
    CONFIG = config_make("{exec: {apiVersion: client.authentication.k8s.io/v1beta1,"
                         " command: no-such-plugin}}",
                         NULL);
    struct stage stage LS_AUTO(stage_release);
    struct asker asker = {0};
    stage_init(&stage, config);
    CHECK_STR(stage_ask(&stage, &asker), "(failed)");
    CHECK_HAS(asker.error, "no-such-plugin: was not found");
    CHECK_STR(stage_ask(&stage, &asker), "(failed)");
    CHECK_INT(asker.call_count, 1);
}

TEST(a_refused_answer_is_replaced_by_another_run)
{
    struct plugin_stage it LS_AUTO(plugin_stage_release);
    plugin_stage_init(&it);
    plugin_answers(&it, "{\"token\":\"one\"}");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer one");
    uint64_t old = it.asker.version;
    CHECK(!ls_credentials_refuse(it.stage.credentials, old));
    stage_pass_ms(&it.stage, LS_EXEC_PAUSE_MS);
    plugin_answers(&it, "{\"token\":\"two\"}");
    CHECK(ls_credentials_refuse(it.stage.credentials, old));
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer two");
    CHECK(ls_credentials_refuse(it.stage.credentials, old));
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer two");
    CHECK_INT(plugin_runs(&it), 2);
}

TEST(certificates_of_a_plugin_are_reported_when_they_change)
{
    struct plugin_stage it LS_AUTO(plugin_stage_release);
    plugin_stage_init(&it);
    plugin_answers(&it, "{\"clientCertificateData\":\"c1\",\"clientKeyData\":\"k1\","
                        "\"expirationTimestamp\":\"1970-01-01T00:16:50Z\"}");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "");
    CHECK_STR(it.stage.certificate, "c1 k1");
    stage_pass_ms(&it.stage, 10000);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "");
    CHECK_INT(it.stage.certificate_count, 1);
    plugin_answers(&it,
                   "{\"clientCertificateData\":\"c2\",\"clientKeyData\":\"k2\",\"token\":\"t\"}");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "Bearer t");
    CHECK_STR(it.stage.certificate, "c2 k2");
    CHECK_INT(it.stage.certificate_count, 2);
    CHECK_INT(plugin_runs(&it), 3);
}

/* Without it the request would go out as nobody. */
TEST(a_certificate_that_cannot_be_used_makes_the_run_a_failure)
{
    struct plugin_stage it LS_AUTO(plugin_stage_release);
    plugin_stage_init(&it);
    plugin_answers(&it, "{\"clientCertificateData\":\"unusable\",\"clientKeyData\":\"k\"}");
    CHECK_STR(stage_ask(&it.stage, &it.asker), "(failed)");
    CHECK_HAS(it.asker.error, "its certificate cannot be used: it is no certificate");
    plugin_answers(&it, "{\"clientCertificateData\":\"c\",\"clientKeyData\":\"k\"}");
    stage_pass_ms(&it.stage, LS_EXEC_PAUSE_MS);
    CHECK_STR(stage_ask(&it.stage, &it.asker), "");
    CHECK_STR(it.stage.certificate, "c k");
}

TEST(credentials_may_go_while_a_plugin_runs)
{
    CONFIG = config_make_exec("sleep 60", "");
    struct stage stage LS_AUTO(stage_release);
    struct asker asker = {0};
    stage_init(&stage, config);
    asker_wait(&asker, &stage);
    ls_loop_step(stage.world->loop, 0);
    ls_credentials_free(ls_steal(&stage.credentials));
    CHECK_INT(asker.call_count, 0);
}
