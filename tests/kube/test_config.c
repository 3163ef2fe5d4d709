#include "kube/config.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "support_folder.h"
#include "base/buf.h"
#include "value/base64.h"

/* `-----BEGIN X-----` is all that is required of PEM here; TLS itself parses it. */
#define PEM_TEXT "-----BEGIN X-----\n"
#define PEM_DATA "LS0tLS1CRUdJTiBYLS0tLS0K"

#define SECRET "s3cr3t-value"

static const char whole_config[] = "apiVersion: v1\n"
                                   "kind: Config\n"
                                   "current-context: prod\n"
                                   "contexts:\n"
                                   "- name: prod\n"
                                   "  context: {cluster: prod, user: admin, namespace: shop}\n"
                                   "- name: dev\n"
                                   "  context: {cluster: dev, user: robot}\n"
                                   "clusters:\n"
                                   "- name: prod\n"
                                   "  cluster:\n"
                                   "    server: https://prod.example:6443/k8s/\n"
                                   "    certificate-authority-data: " PEM_DATA "\n"
                                   "    tls-server-name: api.internal\n"
                                   "    disable-compression: true\n"
                                   "- name: dev\n"
                                   "  cluster:\n"
                                   "    server: https://[fd00::1]\n"
                                   "    insecure-skip-tls-verify: true\n"
                                   "users:\n"
                                   "- name: admin\n"
                                   "  user:\n"
                                   "    client-certificate-data: " PEM_DATA "\n"
                                   "    client-key-data: " PEM_DATA "\n"
                                   "- name: robot\n"
                                   "  user:\n"
                                   "    token: " SECRET "\n";

static struct ls_kube_config *config_of(const char *text, const struct ls_kube_overrides *flags)
{
    struct ls_kube_config *config;
    struct ls_err err;
    CHECK_OK(ls_kube_config_parse(ls_slice_of(text), "/etc/kube/config", flags, &config, &err),
             err);
    return config;
}

static void config_free_at(struct ls_kube_config **config)
{
    ls_kube_config_free(*config);
}
#define CONFIG struct ls_kube_config *config LS_AUTO(config_free_at)

TEST(the_current_context_decides)
{
    CONFIG = config_of(whole_config, NULL);
    CHECK_STR(config->host, "prod.example");
    CHECK_INT(config->port, 6443);
    CHECK(config->is_tls && !config->is_insecure && !config->is_in_cluster);
    CHECK_STR(config->path_prefix, "/k8s");
    CHECK_STR(config->tls_server_name, "api.internal");
    CHECK(ls_slice_is(config->ca.data, PEM_TEXT));
    CHECK(ls_slice_is(config->certificate.data, PEM_TEXT) && !config->certificate.path);
    CHECK(ls_slice_is(config->key.data, PEM_TEXT));
    CHECK_INT(config->credential, LS_CREDENTIAL_NONE);
    CHECK_STR(config->namespace_name, "shop");
    CHECK_STR(config->context_name, "prod");
    CHECK_STR(config->cluster_name, "prod");
    CHECK_STR(config->user_name, "admin");
    CHECK_INT(config->request_timeout_ms, 0);
}

TEST(each_part_says_where_it_came_from)
{
    CONFIG = config_of(whole_config, NULL);
    CHECK_STR(config->context_from, "/etc/kube/config:3");
    CHECK_STR(config->server_from, "/etc/kube/config:12");
    CHECK_STR(config->namespace_from, "/etc/kube/config:6");
    CHECK_STR(config->credential_from, "/etc/kube/config:23");
}

TEST(flags_choose_context_cluster_and_user)
{
    struct ls_kube_overrides flags = {.context = "dev"};
    CONFIG = config_of(whole_config, &flags);
    CHECK_STR(config->host, "fd00::1");
    CHECK_INT(config->port, 443);
    CHECK(config->is_insecure);
    CHECK_STR(config->token, SECRET);
    CHECK_INT(config->credential, LS_CREDENTIAL_TOKEN);
    CHECK_STR(config->namespace_name, "default");
    CHECK_STR(config->context_from, "--context");
    struct ls_kube_overrides mixed = {.cluster = "dev", .user = "robot", .namespace_name = "other"};
    struct ls_kube_config *second LS_AUTO(config_free_at) = config_of(whole_config, &mixed);
    CHECK_STR(second->context_name, "prod");
    CHECK_STR(second->host, "fd00::1");
    CHECK_STR(second->token, SECRET);
    CHECK_STR(second->namespace_name, "other");
    CHECK_STR(second->namespace_from, "--namespace");
}

TEST(flags_go_on_top)
{
    struct ls_kube_overrides flags = {.server = "https://10.0.0.1:8443",
                                      .token = "other",
                                      .is_insecure = true,
                                      .request_timeout = "1m30s"};
    CONFIG = config_of(whole_config, &flags);
    CHECK_STR(config->host, "10.0.0.1");
    CHECK_INT(config->port, 8443);
    CHECK_STR(config->server_from, "--server");
    CHECK(config->tls_server_name == NULL);
    CHECK(config->is_insecure && !config->ca.data.at);
    CHECK_STR(config->token, "other");
    CHECK_STR(config->credential_from, "--token");
    CHECK(config->certificate.data.at != NULL);
    CHECK_INT(config->request_timeout_ms, 90000);
}

TEST(a_server_flag_needs_no_file)
{
    struct ls_kube_environment environment = {.home = "/nowhere"};
    struct ls_kube_overrides flags = {.server = "https://10.0.0.1", .token = "t"};
    struct ls_kube_config *config LS_AUTO(config_free_at) = NULL;
    struct ls_err err;
    CHECK_OK(ls_kube_config_load(&environment, &flags, &config, &err), err);
    CHECK_STR(config->host, "10.0.0.1");
    CHECK_STR(config->token, "t");
    CHECK(config->context_name == NULL);
}

TEST(a_context_flag_without_any_file_is_reported)
{
    struct ls_kube_environment environment = {.home = "/nowhere"};
    struct ls_kube_overrides flags = {.context = "x", .server = "https://10.0.0.1"};
    struct ls_kube_config *config = NULL;
    struct ls_err err;
    CHECK_CODE(ls_kube_config_load(&environment, &flags, &config, &err), LS_E_NOT_FOUND, err);
    CHECK_HAS(err.text, "--context: there is no context 'x'; there is: none at all");
    flags = (struct ls_kube_overrides){.cluster = "x", .server = "https://10.0.0.1"};
    CHECK_CODE(ls_kube_config_load(&environment, &flags, &config, &err), LS_E_NOT_FOUND, err);
    flags = (struct ls_kube_overrides){.cluster = "x"};
    CHECK_CODE(ls_kube_config_load(&environment, &flags, &config, &err), LS_E_NOT_FOUND, err);
    flags = (struct ls_kube_overrides){.server = ""};
    CHECK_CODE(ls_kube_config_load(&environment, &flags, &config, &err), LS_E_INVALID, err);
}

struct timeout_row {
    const char *text;
    int64_t ms; /* -2: refused */
};

static const struct timeout_row timeout_rows[] = {
    {"0", -1},  {"0s", -1}, {"30", 30000}, {"30s", 30000}, {"1.5s", 1500},
    {"1ns", 1}, {"-1", -2}, {"-5s", -2},   {"soon", -2},   {"", -2},
};

TEST(request_timeouts_are_seconds_or_durations)
{
    for (size_t i = 0; i < LS_COUNT(timeout_rows); i++) {
        struct ls_kube_overrides flags = {.request_timeout = timeout_rows[i].text};
        struct ls_kube_config *config LS_AUTO(config_free_at) = NULL;
        struct ls_err err;
        enum ls_code code =
            ls_kube_config_parse(ls_slice_of(whole_config), "f", &flags, &config, &err);
        CHECK_INT(code ? -2 : config->request_timeout_ms, timeout_rows[i].ms);
        if (code)
            CHECK_HAS(err.text, "--request-timeout");
    }
}

/* ---- servers ---- */

struct server_row {
    const char *text;
    const char *is; /* scheme host port prefix; NULL: refused */
};

static const struct server_row server_rows[] = {
    {"https://a", "tls a 443 "},
    {"https://a:1/", "tls a 1 "},
    {"HTTPS://A.b-c_d:65535/x/y//", "tls A.b-c_d 65535 /x/y"},
    {"http://a", "plain a 80 "},
    {"http://a:8080?x=1#y", "plain a 8080 "},
    {"https://[::1]:6443/p", "tls ::1 6443 /p"},
    {"https://a/p?q#f", "tls a 443 /p"},
    {"localhost:8080", "plain localhost 8080 "},
    {"ftp://a", NULL},
    {"https://", NULL},
    {"https://:443", NULL},
    {"https://a:", NULL},
    {"https://a:0", NULL},
    {"https://a:65536", NULL},
    {"https://a:b", NULL},
    {"https://[::1", NULL},
    {"https://[::1]x", NULL},
    {"https://[]", NULL},
    {"https://[a.b]:1", NULL},
    {"https://user:" SECRET "@a", NULL},
    {"https://a b", NULL},
    {"https://a/b c", NULL},
    {"https://a/\xc3\xa9", NULL},
    {"https://\xc3\xa9", NULL},
};

TEST(server_addresses)
{
    struct ls_kube_environment environment = {0};
    for (size_t i = 0; i < LS_COUNT(server_rows); i++) {
        struct ls_kube_overrides flags = {.server = server_rows[i].text};
        struct ls_kube_config *config LS_AUTO(config_free_at) = NULL;
        struct ls_err err;
        char is[256] = "";
        enum ls_code code = ls_kube_config_load(&environment, &flags, &config, &err);
        if (!code)
            snprintf(is, sizeof is, "%s %s %u %s", config->is_tls ? "tls" : "plain", config->host,
                     config->port, config->path_prefix);
        CHECK_STR(code ? "(refused)" : is, server_rows[i].is ? server_rows[i].is : "(refused)");
        if (code) {
            CHECK_HAS(err.text, "--server: ");
            CHECK(!strstr(err.text, SECRET));
        }
    }
}

TEST(an_address_without_scheme_means_tls_when_tls_was_spoken_of)
{
    struct ls_kube_environment environment = {0};
    struct ls_kube_overrides flags = {.server = "localhost:6443", .is_insecure = true};
    struct ls_kube_config *config LS_AUTO(config_free_at) = NULL;
    struct ls_err err;
    CHECK_OK(ls_kube_config_load(&environment, &flags, &config, &err), err);
    CHECK(config->is_tls);
}

TEST(credentials_stay_home_on_plain_http)
{
    struct ls_kube_overrides flags = {.server = "http://127.0.0.1:8001", .token = SECRET};
    CONFIG = config_of(whole_config, &flags);
    CHECK(!config->is_tls);
    CHECK_INT(config->credential, LS_CREDENTIAL_NONE);
    CHECK(!config->certificate.data.at && !config->key.data.at && !config->token);
    CHECK_HAS(config->credential_from, "only sent over https");
}

/* ---- wrong configurations ---- */

#define HEAD                                                                                       \
    "current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n" /* 2 lines */
#define CLUSTER "clusters: [{name: k, cluster: {server: 'https://a'}}]\n"         /* 1 line */

struct wrong_row {
    const char *text;
    enum ls_code code;
    const char *sentence;
};

static const struct wrong_row wrong_rows[] = {
    {"", LS_E_INVALID, "/etc/kube/config:1: the kubeconfig is empty"},
    {"{}", LS_E_INVALID, "/etc/kube/config:1: the kubeconfig is empty"},
    {"a: [", LS_E_INVALID, "/etc/kube/config:"},
    {"a\n\t- b: \"", LS_E_INVALID, "/etc/kube/config:"},
    {"- a", LS_E_INVALID, "/etc/kube/config:1: a kubeconfig is a map, not a list"},
    {"kind: Pod\n", LS_E_INVALID, ":1: this is no kubeconfig: its kind is 'Pod', not Config"},
    {"kind: Config\napiVersion: v2\n", LS_E_UNSUPPORTED, ":2: apiVersion of a kubeconfig is v1"},
    {"current-context: [a]\n", LS_E_INVALID, ":1: current-context must be a string, not a list"},
    {"clusters: {}\n", LS_E_INVALID, ":1: clusters must be a list, not a map"},
    {"users:\n- user: {}\n", LS_E_INVALID, ":2: an item of users has no name"},
    {"users:\n- name: 7\n", LS_E_INVALID, ":2: an item of users has no name"},
    {"users: [7]\n", LS_E_INVALID, ":1: an item of users has no name"},
    {"contexts:\n- name: c\n  context: 5\n", LS_E_INVALID, ":3: context 'c' must be a map"},
    {"kind: Config\n---\nkind: Config\n", LS_E_INVALID, "one document"},
    {CLUSTER, LS_E_INVALID,
     "/etc/kube/config: current-context is not set; pass --context (there is: none at all)"},
    {"contexts: [{name: x}, {name: z2}]\n", LS_E_INVALID, "(there is: x, z2)"},
    {"current-context: z\ncontexts: [{name: x}, {name: z2}]\n", LS_E_NOT_FOUND,
     "/etc/kube/config:1: there is no context 'z'; there is: x, z2"},
    {HEAD "contexts: [{name: c}, {name: c}]\n", LS_E_INVALID, "stands here a second time"},
    {"current-context: c\ncontexts:\n- name: c\n  context: {user: u}\n", LS_E_NOT_FOUND,
     ":4: context 'c': user: there is no user 'u'; there is: none at all"},
    {"current-context: c\ncontexts:\n- name: c\n  context: {}\n", LS_E_INVALID,
     ":4: context 'c': it names no cluster; add one, or pass --cluster or --server"},
    {HEAD, LS_E_NOT_FOUND, ":2: context 'c': cluster: there is no cluster 'k'"},
    {HEAD CLUSTER, LS_E_NOT_FOUND, ":2: context 'c': user: there is no user 'u'"},
    {HEAD "users: [{name: u}]\nclusters:\n- name: k\n  cluster: {}\n", LS_E_INVALID,
     ":6: cluster 'k': it has no server; add one or pass --server"},
    {HEAD "users: [{name: u}]\nclusters:\n- name: k\n  cluster: {server: 5}\n", LS_E_INVALID,
     ":6: cluster 'k': server: must be a string, not a"},
    {HEAD "users: [{name: u}]\nclusters:\n- name: k\n  cluster: {server: 'nope://x'}\n",
     LS_E_UNSUPPORTED, ":6: cluster 'k': server: must begin with https:// or http://"},
    {HEAD "users: [{name: u}]\nclusters:\n- name: k\n  cluster:\n    server: https://a\n"
          "    certificate-authority-data: '%%%'\n",
     LS_E_INVALID, ":8: cluster 'k': certificate-authority-data: character 1 is not base64"},
    {HEAD "users: [{name: u}]\nclusters:\n- name: k\n  cluster:\n    server: https://a\n"
          "    certificate-authority: ca.pem\n",
     LS_E_NOT_FOUND, ":8: cluster 'k': certificate-authority: /etc/kube/ca.pem does not exist"},
    {HEAD "users: [{name: u}]\nclusters:\n- name: k\n  cluster:\n    server: https://a\n"
          "    insecure-skip-tls-verify: true\n    certificate-authority-data: " PEM_DATA "\n",
     LS_E_INVALID,
     ":8: cluster 'k': insecure-skip-tls-verify: cannot be true when a certificate authority"},
    {HEAD "users: [{name: u}]\nclusters:\n- name: k\n  cluster:\n    server: https://a\n"
          "    insecure-skip-tls-verify: 'yes'\n",
     LS_E_INVALID,
     ":8: cluster 'k': insecure-skip-tls-verify: must be true or false, not a string"},
    {HEAD "users: [{name: u}]\nclusters:\n- name: k\n  cluster:\n    server: https://a\n"
          "    proxy-url: http://p:3128\n",
     LS_E_UNSUPPORTED, ":8: cluster 'k': proxy-url: proxies are not supported yet"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    client-certificate-data: " PEM_DATA "\n",
     LS_E_INVALID, ":6: user 'u': it has a client-certificate but no client-key; both are needed"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    client-key-data: " PEM_DATA "\n", LS_E_INVALID,
     "it has a client-key but no client-certificate"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    client-key-data: '" SECRET "'\n", LS_E_INVALID,
     ":7: user 'u': client-key-data: character 7 is not base64"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    client-certificate: /nope/cert\n",
     LS_E_NOT_FOUND, ":7: user 'u': client-certificate: /nope/cert does not exist"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    client-certificate: /dev/null\n", LS_E_IO,
     "is a device"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    token: 12345\n", LS_E_INVALID,
     ":7: user 'u': token: must be a string, not a"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    token: \"" SECRET "\\n" SECRET "\"\n",
     LS_E_INVALID, ":7: user 'u': token: holds a line break"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    token: \"" SECRET "\\0\"\n", LS_E_INVALID,
     "user 'u': token: holds a NUL character"},
    {HEAD CLUSTER "users:\n- name: u\n  user: {token: " SECRET ", username: me}\n", LS_E_INVALID,
     ":6: user 'u': it has a token and a username; only one can be used"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    auth-provider: {name: gcp}\n", LS_E_UNSUPPORTED,
     ":7: user 'u': auth-provider: the gcp provider was removed from Kubernetes in 1.26"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    auth-provider: {name: azure}\n",
     LS_E_UNSUPPORTED, "kubelogin convert-kubeconfig"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    auth-provider: {name: oidc, config: {"
                  "id-token: " SECRET "}}\n",
     LS_E_UNSUPPORTED, "the provider 'oidc' is not supported; use an exec credential plugin"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    exec: aws\n", LS_E_INVALID,
     ":7: user 'u': exec: must be a map, not a string"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    exec: {apiVersion: x}\n", LS_E_INVALID,
     ":7: user 'u': exec: it has no command"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    exec: {command: x}\n", LS_E_UNSUPPORTED,
     ":7: user 'u': exec: it has no apiVersion; write client.authentication.k8s.io/v1"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    exec:\n      command: x\n"
                  "      apiVersion: client.authentication.k8s.io/v1alpha1\n",
     LS_E_UNSUPPORTED, ":9: user 'u': exec.apiVersion: 'client.authentication.k8s.io/v1alpha1' is"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    exec:\n      command: x\n"
                  "      apiVersion: client.authentication.k8s.io/v1\n",
     LS_E_INVALID, ":7: user 'u': exec: interactiveMode must be Never, IfAvailable or Always"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    exec: {command: x, args: a, apiVersion: "
                  "client.authentication.k8s.io/v1beta1}\n",
     LS_E_INVALID, "user 'u': exec.args: must be a list, not a string"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    exec: {command: x, args: [1], apiVersion: "
                  "client.authentication.k8s.io/v1beta1}\n",
     LS_E_INVALID, "user 'u': exec.args: must be a string, not a"},
    {HEAD CLUSTER "users:\n- name: u\n  user:\n    exec: {command: x, env: [{name: 'A=B'}], "
                  "apiVersion: client.authentication.k8s.io/v1beta1}\n",
     LS_E_INVALID, "user 'u': exec.env: 'A=B' is no name of a variable"},
    {HEAD CLUSTER "users:\n- name: u\n  user: {as-groups: [a]}\n", LS_E_INVALID,
     ":6: user 'u': groups, a uid or extra values to act as need a user too"},
    {HEAD CLUSTER "users:\n- name: u\n  user: {as: a, as-groups: a}\n", LS_E_INVALID,
     "user 'u': as-groups: must be a list of strings"},
    {HEAD CLUSTER "users:\n- name: u\n  user: {as: a, as-user-extra: [a]}\n", LS_E_INVALID,
     "user 'u': as-user-extra: must be a map of lists"},
    {HEAD CLUSTER "users:\n- name: u\n  user: {as: \"a\\r\\nx: y\"}\n", LS_E_INVALID,
     "user 'u': as: holds a line break"},
    {"current-context: c\ncontexts: [{name: c, context: {cluster: k, namespace: 'A b'}}]\n" CLUSTER,
     LS_E_INVALID, "/etc/kube/config:2: 'A b' is no name of a namespace"},
};

TEST(wrong_configurations_say_where_and_what_and_no_secret)
{
    for (size_t i = 0; i < LS_COUNT(wrong_rows); i++) {
        struct ls_kube_config *config = NULL;
        struct ls_err err;
        enum ls_code code = ls_kube_config_parse(ls_slice_of(wrong_rows[i].text),
                                                 "/etc/kube/config", NULL, &config, &err);
        if (!code)
            CHECK_STR(wrong_rows[i].text, "a text that is refused");
        CHECK_HAS(err.text, wrong_rows[i].sentence);
        CHECK_CODE(code, wrong_rows[i].code, err);
        CHECK(!strstr(err.text, SECRET));
    }
}

struct wrong_flags_row {
    struct ls_kube_overrides flags;
    enum ls_code code;
    const char *sentence;
};

static const char *const odd_groups[] = {"ok", "not\nok"};

static const struct wrong_flags_row wrong_flags_rows[] = {
    {{.context = "x"}, LS_E_NOT_FOUND, "--context: there is no context 'x'; there is: prod, dev"},
    {{.cluster = "x"}, LS_E_NOT_FOUND, "--cluster: there is no cluster 'x'; there is: prod, dev"},
    {{.user = "x"}, LS_E_NOT_FOUND, "--user: there is no user 'x'; there is: admin, robot"},
    {{.namespace_name = "Shop"}, LS_E_INVALID, "--namespace: 'Shop' is no name of a namespace"},
    {{.certificate_authority = "/nope"},
     LS_E_NOT_FOUND,
     "--certificate-authority: /nope does not exist"},
    {{.certificate_authority = "/nope", .is_insecure = true},
     LS_E_USAGE,
     "exclude each other; give one"},
    {{.client_certificate = "/nope"}, LS_E_NOT_FOUND, "--client-certificate: /nope does not exist"},
    {{.token = SECRET "\n"}, LS_E_INVALID, "--token: holds a line break"},
    {{.as_uid = "7"}, LS_E_INVALID, "need a user too; add `as` or pass --as"},
    {{.as_user = "a\n"}, LS_E_INVALID, "--as: holds a line break"},
    {{.as_user = "a", .as_groups = odd_groups, .as_group_count = 2},
     LS_E_INVALID,
     "--as-group: holds a line break"},
};

TEST(wrong_flags_are_named)
{
    for (size_t i = 0; i < LS_COUNT(wrong_flags_rows); i++) {
        const struct wrong_flags_row *row = &wrong_flags_rows[i];
        struct ls_kube_config *config = NULL;
        struct ls_err err;
        CHECK_CODE(ls_kube_config_parse(ls_slice_of(whole_config), "f", &row->flags, &config, &err),
                   row->code, err);
        CHECK_HAS(err.text, row->sentence);
        CHECK(!strstr(err.text, SECRET));
    }
}

/* ---- users ---- */

static struct ls_kube_config *config_of_user(const char *user)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, HEAD CLUSTER "users:\n- name: u\n  user: %s\n", user);
    return config_of(ls_buf_text(&text), NULL);
}

struct user_row {
    const char *user;
    enum ls_credential_kind kind;
};

#define EXEC "exec: {command: x, apiVersion: client.authentication.k8s.io/v1beta1}"

static const struct user_row user_rows[] = {
    {"{}", LS_CREDENTIAL_NONE},
    {"{token: ''}", LS_CREDENTIAL_NONE},
    {"{token: t}", LS_CREDENTIAL_TOKEN},
    {"{tokenFile: t}", LS_CREDENTIAL_TOKEN_FILE},
    {"{token: t, tokenFile: t}", LS_CREDENTIAL_TOKEN_FILE},
    {"{username: a, password: b}", LS_CREDENTIAL_BASIC},
    {"{" EXEC "}", LS_CREDENTIAL_EXEC},
    {"{token: t, " EXEC "}", LS_CREDENTIAL_TOKEN},
    {"{username: t, " EXEC "}", LS_CREDENTIAL_BASIC},
    {"{client-certificate-data: " PEM_DATA ", client-key-data: " PEM_DATA ", " EXEC "}",
     LS_CREDENTIAL_NONE},
    {"{token: t, auth-provider: {name: gcp}}", LS_CREDENTIAL_TOKEN},
};

TEST(the_first_credential_counts_and_a_plugin_comes_last)
{
    for (size_t i = 0; i < LS_COUNT(user_rows); i++) {
        CONFIG = config_of_user(user_rows[i].user);
        if (config->credential != user_rows[i].kind)
            CHECK_STR(user_rows[i].user, ls_credential_kind_name(config->credential));
    }
}

TEST(a_plugin_is_described_whole)
{
    CONFIG = config_of("current-context: c\n"
                       "contexts: [{name: c, context: {cluster: k, user: u}}]\n"
                       "clusters:\n"
                       "- name: k\n"
                       "  cluster:\n"
                       "    server: https://a\n"
                       "    extensions:\n"
                       "    - {name: other, extension: {}}\n"
                       "    - {name: client.authentication.k8s.io/exec, extension: {audience: x}}\n"
                       "users:\n"
                       "- name: u\n"
                       "  user:\n"
                       "    exec:\n"
                       "      apiVersion: client.authentication.k8s.io/v1\n"
                       "      command: bin/plugin\n"
                       "      args: [get-token, --cluster, a b]\n"
                       "      env: [{name: A, value: '1'}, {name: B}]\n"
                       "      installHint: \"get \\e[31mit\\nhere\"\n"
                       "      interactiveMode: Always\n"
                       "      provideClusterInfo: true\n",
                       NULL);
    const struct ls_exec_spec *exec = config->exec;
    CHECK_STR(exec->argv[0], "/etc/kube/bin/plugin");
    CHECK_STR(exec->argv[1], "get-token");
    CHECK_STR(exec->argv[3], "a b");
    CHECK(exec->argv[4] == NULL);
    CHECK_STR(exec->environment[0], "A=1");
    CHECK_STR(exec->environment[1], "B=");
    CHECK(exec->environment[2] == NULL);
    CHECK_STR(exec->api_version, "client.authentication.k8s.io/v1");
    CHECK_STR(exec->install_hint, "get [31mit here");
    CHECK(exec->wants_cluster);
    CHECK_INT(exec->talk, LS_EXEC_TALK_ALWAYS);
    CHECK(ls_slice_is(exec->cluster_config, "{\"audience\":\"x\"}"));
}

TEST(an_older_plugin_may_talk_if_it_can)
{
    CONFIG = config_of_user("{" EXEC "}");
    CHECK_INT(config->exec->talk, LS_EXEC_TALK_IF_AVAILABLE);
    CHECK_STR(config->exec->argv[0], "x");
}

static void headers_are(const struct ls_kube_config *config, const char *expected)
{
    struct ls_buf all LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < config->as_header_count; i++)
        ls_buf_printf(&all, "%.*s: %.*s\n", LS_ARG(config->as_headers[i].name),
                      LS_ARG(config->as_headers[i].value));
    CHECK_STR(ls_buf_text(&all), expected);
}

TEST(acting_as_another_becomes_headers)
{
    CONFIG = config_of_user("{token: t, as: jane, as-uid: '7', as-groups: [dev, ops],"
                            " as-user-extra: {Scopes: [a, b], 'acme.com/x y%': [c]}}");
    CHECK_STR(config->as_user, "jane");
    headers_are(config, "impersonate-user: jane\n"
                        "impersonate-uid: 7\n"
                        "impersonate-group: dev\n"
                        "impersonate-group: ops\n"
                        "impersonate-extra-scopes: a\n"
                        "impersonate-extra-scopes: b\n"
                        "impersonate-extra-acme.com%2fx%20y%25: c\n");
}

TEST(flags_to_act_as_another_replace_those_of_the_file)
{
    static const char *const groups[] = {"system:masters"};
    struct ls_kube_overrides flags = {
        .as_user = "root", .as_uid = "0", .as_groups = groups, .as_group_count = 1};
    CONFIG = config_of(whole_config, &flags);
    CHECK_STR(config->as_user, "root");
    headers_are(config, "impersonate-user: root\n"
                        "impersonate-uid: 0\n"
                        "impersonate-group: system:masters\n");
}

/* ---- files ---- */

TEST(relative_paths_start_at_the_file_that_holds_them)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_kube_config *config LS_AUTO(config_free_at) = NULL;
    struct ls_err err;
    folder_write(&folder, "ca.pem", PEM_TEXT);
    folder_write(&folder, "cert.pem", PEM_TEXT);
    folder_write(&folder, "key.pem", PEM_TEXT);
    const char *path = folder_write(
        &folder, "config",
        HEAD
        "clusters: [{name: k, cluster: {server: 'https://a', certificate-authority: ca.pem}}]\n"
        "users: [{name: u, user: {client-certificate: cert.pem, client-key: ./key.pem,"
        " tokenFile: sub/token}}]\n");
    struct ls_kube_overrides flags = {.kubeconfig = path};
    struct ls_kube_environment environment = {0};
    CHECK_OK(ls_kube_config_load(&environment, &flags, &config, &err), err);
    CHECK_STR(config->ca.path, folder_file(&folder, "ca.pem"));
    CHECK(ls_slice_is(config->ca.data, PEM_TEXT));
    CHECK_STR(config->certificate.path, folder_file(&folder, "cert.pem"));
    CHECK_STR(config->token_file, folder_file(&folder, "sub/token"));
}

TEST(what_is_no_pem_is_refused_early)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_kube_config *config = NULL;
    struct ls_err err;
    struct ls_kube_environment environment = {0};
    struct ls_kube_overrides flags = {.server = "https://a",
                                      .certificate_authority = folder_write(&folder, "ca", SECRET)};
    CHECK_CODE(ls_kube_config_load(&environment, &flags, &config, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "/ca is not PEM");
    CHECK(!strstr(err.text, SECRET));
}

TEST(an_explicit_file_must_exist)
{
    struct ls_kube_environment environment = {.home = "/nowhere"};
    struct ls_kube_overrides flags = {.kubeconfig = "/nowhere/config"};
    struct ls_kube_config *config = NULL;
    struct ls_err err;
    CHECK_CODE(ls_kube_config_load(&environment, &flags, &config, &err), LS_E_NOT_FOUND, err);
    CHECK_STR(err.text, "--kubeconfig: /nowhere/config does not exist");
}

TEST(without_any_file_the_places_are_named)
{
    struct ls_kube_environment environment = {.home = "/nowhere"};
    struct ls_kube_config *config = NULL;
    struct ls_err err;
    CHECK_CODE(ls_kube_config_load(&environment, NULL, &config, &err), LS_E_NOT_FOUND, err);
    CHECK_STR(err.text, "no kubeconfig found: looked at /nowhere/.kube/config; set KUBECONFIG or "
                        "pass --kubeconfig");
    environment.kubeconfig = "/a:/b";
    CHECK_CODE(ls_kube_config_load(&environment, NULL, &config, &err), LS_E_NOT_FOUND, err);
    CHECK_HAS(err.text, "looked at /a, /b (from KUBECONFIG)");
    environment = (struct ls_kube_environment){0};
    CHECK_CODE(ls_kube_config_load(&environment, NULL, &config, &err), LS_E_NOT_FOUND, err);
    CHECK_HAS(err.text, "HOME is not set");
}

/* KUBECONFIG with two files and one that is missing. */
static enum ls_code load_list(struct folder *folder, const char *first, const char *second,
                              struct ls_kube_config **out, struct ls_err *err)
{
    char list[1024];
    folder_write(folder, "first", first);
    folder_write(folder, "second", second);
    snprintf(list, sizeof list, "%s::%s:%s:%s", folder_file(folder, "first"),
             folder_file(folder, "missing"), folder_file(folder, "second"),
             folder_file(folder, "first"));
    struct ls_kube_environment environment = {.kubeconfig = list, .home = "/nowhere"};
    return ls_kube_config_load(&environment, NULL, out, err);
}

TEST(in_a_list_the_first_file_wins_per_name_and_entries_do_not_mix)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_kube_config *config LS_AUTO(config_free_at) = NULL;
    struct ls_err err;
    CHECK_OK(load_list(&folder,
                       "current-context: ''\n"
                       "clusters: [{name: k, cluster: {server: 'https://first'}}]\n",
                       HEAD "clusters: [{name: k, cluster: {server: 'https://second',"
                            " tls-server-name: second}}]\n"
                            "users: [{name: u, user: {token: t}}]\n",
                       &config, &err),
             err);
    CHECK_STR(config->host, "first");
    CHECK(config->tls_server_name == NULL);
    CHECK_STR(config->token, "t");
    CHECK_HAS(config->context_from, "/second:1");
    CHECK_HAS(config->server_from, "/first:2");
}

TEST(a_broken_file_in_a_list_is_named)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_kube_config *config = NULL;
    struct ls_err err;
    CHECK_CODE(load_list(&folder, HEAD CLUSTER, "clusters: 7\n", &config, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "/second:1: clusters must be a list");
}

TEST(an_empty_explicit_file_differs_from_a_missing_one)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_kube_environment environment = {0};
    struct ls_kube_overrides flags = {.kubeconfig = folder_write(&folder, "config", "# nothing\n")};
    struct ls_kube_config *config = NULL;
    struct ls_err err;
    CHECK_CODE(ls_kube_config_load(&environment, &flags, &config, &err), LS_E_NOT_FOUND, err);
    CHECK_HAS(err.text, "the kubeconfig is empty, it names no cluster");
}

/* ---- inside a pod ---- */

TEST(inside_a_pod_the_service_account_is_used)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_kube_environment environment = {.home = "/nowhere",
                                              .service_host = "fd00::1",
                                              .service_port = "6443",
                                              .service_account_dir = folder.path};
    struct ls_kube_config *config LS_AUTO(config_free_at) = NULL;
    struct ls_err err;
    folder_write(&folder, "token", SECRET);
    folder_write(&folder, "ca.crt", PEM_TEXT);
    folder_write(&folder, "namespace", "team-a\n");
    CHECK_OK(ls_kube_config_load(&environment, NULL, &config, &err), err);
    CHECK(config->is_in_cluster && config->is_tls);
    CHECK_STR(config->server, "https://[fd00::1]:6443");
    CHECK_STR(config->host, "fd00::1");
    CHECK_INT(config->port, 6443);
    CHECK_INT(config->credential, LS_CREDENTIAL_TOKEN_FILE);
    CHECK_STR(config->token_file, folder_file(&folder, "token"));
    CHECK_STR(config->ca.path, folder_file(&folder, "ca.crt"));
    CHECK_STR(config->namespace_name, "team-a");
    CHECK_HAS(config->server_from, "KUBERNETES_SERVICE_HOST");
}

TEST(inside_a_pod_flags_and_variables_count_and_the_authority_may_be_missing)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_kube_environment environment = {.service_host = "10.0.0.1",
                                              .service_port = "443",
                                              .pod_namespace = "mine",
                                              .service_account_dir = folder.path};
    struct ls_kube_overrides flags = {.token = "t", .as_user = "jane"};
    struct ls_kube_config *config LS_AUTO(config_free_at) = NULL;
    struct ls_err err;
    folder_write(&folder, "token", SECRET);
    CHECK_OK(ls_kube_config_load(&environment, &flags, &config, &err), err);
    CHECK_STR(config->token, "t");
    CHECK_INT(config->credential, LS_CREDENTIAL_TOKEN);
    CHECK_STR(config->as_user, "jane");
    CHECK_STR(config->namespace_name, "mine");
    CHECK(!config->ca.data.at);
}

TEST(a_kubeconfig_wins_over_the_pod)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_kube_environment environment = {.kubeconfig =
                                                  folder_write(&folder, "config", whole_config),
                                              .service_host = "10.0.0.1",
                                              .service_port = "443",
                                              .service_account_dir = folder.path};
    struct ls_kube_config *config LS_AUTO(config_free_at) = NULL;
    struct ls_err err;
    folder_write(&folder, "token", SECRET);
    CHECK_OK(ls_kube_config_load(&environment, NULL, &config, &err), err);
    CHECK(!config->is_in_cluster);
    CHECK_STR(config->host, "prod.example");
}

TEST(variables_without_a_token_file_are_no_pod)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_kube_environment environment = {
        .service_host = "10.0.0.1", .service_port = "443", .service_account_dir = folder.path};
    struct ls_kube_config *config = NULL;
    struct ls_err err;
    CHECK_CODE(ls_kube_config_load(&environment, NULL, &config, &err), LS_E_NOT_FOUND, err);
    CHECK_HAS(err.text, "no kubeconfig found");
}

TEST(every_kind_of_credential_has_a_name)
{
    for (int kind = 0; kind < LS_CREDENTIAL_KIND_COUNT; kind++)
        CHECK(ls_credential_kind_name((enum ls_credential_kind)kind)[0] != 0);
    CHECK(ls_kube_environment_read().service_account_dir != NULL);
}
