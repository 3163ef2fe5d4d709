/* Sessions with a real kube-apiserver: does it take us for whom we mean to be? */
#include "kube/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "support_folder.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/world.h"
#include "value/json.h"

/* ---- one session, one question: who am I? ---- */

struct stage {
    struct ls_world *world;
    struct ls_kube_config *config;
    struct ls_session *session;
    struct ls_reply_sink sink;
    int status;
    struct ls_buf body;
    struct ls_err err;
    bool is_done;
};

static const char *cluster_file(const char *name)
{
    static char path[2][512];
    static unsigned next;
    const char *folder = getenv("LS_KUBE_DIR");
    CHECK(folder != NULL);
    char *to = path[next++ % 2];
    snprintf(to, sizeof path[0], "%s/%s", folder, name);
    return to;
}

static void stage_open_in(struct stage *stage, const struct ls_kube_environment *environment,
                          const struct ls_kube_overrides *flags)
{
    struct ls_err err;
    *stage = (struct stage){.world = ls_world_new()};
    CHECK_OK(ls_kube_config_load(environment, flags, &stage->config, &err), err);
    CHECK_OK(ls_session_new(stage->world, stage->config, NULL, &stage->session, &err), err);
}

static void stage_open(struct stage *stage, struct ls_kube_overrides flags)
{
    struct ls_kube_environment environment = {0};
    stage_open_in(stage, &environment, &flags);
}

static void stage_release(struct stage *stage)
{
    ls_session_free(stage->session);
    ls_kube_config_free(stage->config);
    ls_world_free(stage->world);
    ls_buf_release(&stage->body);
}

static void stage_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                       size_t header_count)
{
    (void)headers, (void)header_count;
    LS_HOLDER(sink, struct stage, sink)->status = status;
}

static enum ls_flow stage_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    ls_buf_add_slice(&LS_HOLDER(sink, struct stage, sink)->body, chunk);
    return LS_FLOW_GO;
}

static void stage_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct stage *stage = LS_HOLDER(sink, struct stage, sink);
    stage->is_done = true;
    stage->err = (struct ls_err){0};
    if (outcome->code)
        stage->err = *outcome->err;
}

static void stage_ask(struct stage *stage)
{
    static const struct ls_header json = {{"content-type", 12}, {"application/json", 16}};
    struct ls_wire *wire = ls_session_wire(stage->session);
    struct ls_request request = {
        .method = "POST",
        .target = LS_SLICE("/apis/authentication.k8s.io/v1/selfsubjectreviews"),
        .headers = &json,
        .header_count = 1,
        .body = LS_SLICE(
            "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}"),
        .total_deadline_ms = 30000};
    ls_buf_clear(&stage->body);
    stage->status = 0;
    stage->is_done = false;
    stage->sink = (struct ls_reply_sink){stage_head, stage_data, stage_done, NULL};
    wire->send(wire->self, &request, &stage->sink);
    while (!stage->is_done)
        ls_loop_step(stage->world->loop, 1000);
}

static const struct ls_obj *stage_who(struct stage *stage)
{
    const struct ls_obj *obj;
    struct ls_err err;
    stage_ask(stage);
    CHECK_OK(stage->err.code, stage->err);
    CHECK_INT(stage->status, 201);
    CHECK_OK(ls_json_parse(ls_buf_slice(&stage->body), NULL, &obj, &err), err);
    return obj;
}

static void stage_is(struct stage *stage, const char *name)
{
    const struct ls_obj *who LS_AUTO(ls_obj_unref_at) = stage_who(stage);
    CHECK_STR(ls_node_text(ls_node_at(ls_obj_root(who), "status.userInfo.username")), name);
}

/* ---- ways in ---- */

TEST(a_token_of_a_kubeconfig)
{
    struct stage stage LS_AUTO(stage_release);
    stage_open(&stage, (struct ls_kube_overrides){.kubeconfig = cluster_file("admin.kubeconfig")});
    stage_is(&stage, "admin");
}

TEST(a_client_certificate)
{
    struct stage stage LS_AUTO(stage_release);
    stage_open(&stage,
               (struct ls_kube_overrides){.kubeconfig = cluster_file("admin-cert.kubeconfig")});
    stage_is(&stage, "admin");
}

TEST(flags_without_a_file)
{
    struct stage stage LS_AUTO(stage_release), other LS_AUTO(stage_release);
    stage_open(&stage, (struct ls_kube_overrides){.kubeconfig = cluster_file("admin.kubeconfig")});
    stage_open(&other,
               (struct ls_kube_overrides){.server = stage.config->server,
                                          .certificate_authority = cluster_file("pki/ca.crt"),
                                          .token = stage.config->token});
    stage_is(&other, "admin");
}

TEST(acting_as_somebody_with_groups_and_odd_extra_keys)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct stage admin LS_AUTO(stage_release), stage LS_AUTO(stage_release);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    stage_open(&admin, (struct ls_kube_overrides){.kubeconfig = cluster_file("admin.kubeconfig")});
    ls_buf_printf(&text,
                  "current-context: c\n"
                  "contexts: [{name: c, context: {cluster: k, user: u}}]\n"
                  "clusters: [{name: k, cluster: {server: '%s', certificate-authority: %s}}]\n"
                  "users: [{name: u, user: {token: %s, as: jane, as-groups: [dev, ops],\n"
                  "  as-user-extra: {'acme.com/x y%%': [one, two]}}}]\n",
                  admin.config->server, cluster_file("pki/ca.crt"), admin.config->token);
    const char *path = folder_write(&folder, "config", ls_buf_text(&text));
    stage_open(&stage, (struct ls_kube_overrides){.kubeconfig = path});
    const struct ls_obj *who LS_AUTO(ls_obj_unref_at) = stage_who(&stage);
    struct ls_node info = ls_node_at(ls_obj_root(who), "status.userInfo");
    struct ls_node extra = ls_node_get(ls_node_at(info, "extra"), LS_SLICE("acme.com/x y%"));
    CHECK_STR(ls_node_text(ls_node_at(info, "username")), "jane");
    CHECK_STR(ls_node_text(ls_node_item(ls_node_at(info, "groups"), 1)), "ops");
    CHECK_STR(ls_node_text(ls_node_item(extra, 1)), "two");
}

/* The service account's folder, made by hand. */
TEST(inside_a_pod)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct stage admin LS_AUTO(stage_release), stage LS_AUTO(stage_release);
    struct ls_buf ca LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    char port[8];
    stage_open(&admin, (struct ls_kube_overrides){.kubeconfig = cluster_file("admin.kubeconfig")});
    CHECK_OK(ls_file_read(cluster_file("pki/ca.crt"), 1 << 20, &ca, &err), err);
    folder_write(&folder, "token", admin.config->token);
    folder_write(&folder, "ca.crt", ls_buf_text(&ca));
    folder_write(&folder, "namespace", "team-a");
    snprintf(port, sizeof port, "%u", admin.config->port);
    struct ls_kube_environment environment = {.service_host = admin.config->host,
                                              .service_port = port,
                                              .service_account_dir = folder.path};
    stage_open_in(&stage, &environment, NULL);
    CHECK_STR(stage.config->namespace_name, "team-a");
    stage_is(&stage, "admin");
}

/* ---- credentials that change ---- */

/* A kubeconfig of one server, whose user is given. */
static const char *kubeconfig_write(const struct folder *folder, const struct stage *admin,
                                    const char *user)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text,
                  "current-context: c\n"
                  "contexts: [{name: c, context: {cluster: k, user: u}}]\n"
                  "clusters: [{name: k, cluster: {server: '%s', certificate-authority: %s}}]\n"
                  "users: [{name: u, user: %s}]\n",
                  admin->config->server, cluster_file("pki/ca.crt"), user);
    return folder_write(folder, "config", ls_buf_text(&text));
}

TEST(a_renewed_token_file_needs_no_restart)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct stage admin LS_AUTO(stage_release), stage LS_AUTO(stage_release);
    stage_open(&admin, (struct ls_kube_overrides){.kubeconfig = cluster_file("admin.kubeconfig")});
    folder_write(&folder, "token", "expired");
    stage_open(&stage, (struct ls_kube_overrides){
                           .kubeconfig = kubeconfig_write(&folder, &admin, "{tokenFile: token}")});
    stage_ask(&stage);
    CHECK_INT(stage.status, 401);
    CHECK_HAS(ls_buf_text(&stage.body), "Unauthorized");
    folder_write(&folder, "token", admin.config->token);
    stage_is(&stage, "admin");
}

TEST(a_plugin_supplies_the_token)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct stage admin LS_AUTO(stage_release), stage LS_AUTO(stage_release);
    stage_open(&admin, (struct ls_kube_overrides){.kubeconfig = cluster_file("admin.kubeconfig")});
    folder_write(&folder, "token", admin.config->token);
    folder_write(&folder, "plugin",
                 "printf '{\"kind\":\"ExecCredential\",\"apiVersion\":"
                 "\"client.authentication.k8s.io/v1\",\"status\":{\"token\":\"%s\"}}'"
                 " \"$(cat \"$(dirname \"$0\")/token\")\"\n");
    char user[512];
    snprintf(user, sizeof user,
             "{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never,"
             " command: sh, args: [%s], provideClusterInfo: true}}",
             folder_file(&folder, "plugin"));
    stage_open(&stage,
               (struct ls_kube_overrides){.kubeconfig = kubeconfig_write(&folder, &admin, user)});
    stage_is(&stage, "admin");
    stage_is(&stage, "admin");
}

/* ---- ways that lead nowhere ---- */

TEST(a_wrong_token_is_refused_by_the_server)
{
    struct stage stage LS_AUTO(stage_release);
    stage_open(&stage, (struct ls_kube_overrides){.kubeconfig = cluster_file("admin.kubeconfig"),
                                                  .token = "wrong"});
    stage_ask(&stage);
    CHECK_INT(stage.status, 401);
}

TEST(a_server_that_nobody_vouches_for_is_refused_by_us)
{
    struct stage admin LS_AUTO(stage_release), stage LS_AUTO(stage_release);
    stage_open(&admin, (struct ls_kube_overrides){.kubeconfig = cluster_file("admin.kubeconfig")});
    stage_open(&stage, (struct ls_kube_overrides){.server = admin.config->server, .token = "t"});
    stage_ask(&stage);
    CHECK_INT(stage.status, 0);
    CHECK_HAS(stage.err.text, "certificate");
}
