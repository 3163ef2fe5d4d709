#include "cli/verb.h"

#include <string.h>

#include "cli/verbs.h"

/* clang-format off */
const struct ls_flag ls_connection_flags[] = {
    {"kubeconfig", 0, "FILE", "kubeconfig to use (else $KUBECONFIG, ~/.kube/config, in-cluster)", false},
    {"context", 0, "NAME", "context of the kubeconfig", false},
    {"cluster", 0, "NAME", "cluster of the kubeconfig, in place of the context's", false},
    {"user", 0, "NAME", "user of the kubeconfig, in place of the context's", false},
    {"namespace", 'n', "NS", "namespace, in place of the context's", false},
    {"server", 's', "URL", "address of the API server", false},
    {"token", 0, "TOKEN", "bearer token", false},
    {"as", 0, "USER", "act as this user", false},
    {"as-group", 0, "GROUP", "act as a member of this group; repeatable", true},
    {"as-uid", 0, "UID", "act as this uid", false},
    {"certificate-authority", 0, "FILE", "whom to trust, PEM", false},
    {"client-certificate", 0, "FILE", "our certificate, PEM", false},
    {"client-key", 0, "FILE", "its key, PEM", false},
    {"tls-server-name", 0, "NAME", "name to expect in the server's certificate", false},
    {"insecure-skip-tls-verify", 0, NULL, "accept any server certificate (for tests only)", false},
    {"request-timeout", 0, "TIME", "longest wait for one request, as 30s or 2m (0: no limit)", false},
    {0},
};

const struct ls_flag ls_common_flags[] = {
    {"verbose", 'v', NULL, "say what is done and why, on standard error", false},
    {"help", 'h', NULL, "show this text", false},
    {0},
};

static const struct ls_flag help_flags[] = {
    {"format", 0, "FORM", "text, man or markdown", false},
    {0},
};
static const struct ls_flag get_flags[] = {
    {"all-namespaces", 'A', NULL, "objects of every namespace", false},
    {"selector", 'l', "SELECTOR", "only objects whose labels match, as app=web,tier in (a,b)", false},
    {"field-selector", 0, "SELECTOR", "only objects whose fields match, as metadata.name=web", false},
    {"output", 'o', "FORM", "yaml, json, name or wide; else a table", false},
    {"watch", 'w', NULL, "stay and show every change", false},
    {"watch-only", 0, NULL, "show changes only, not what is there", false},
    {"output-watch-events", 0, NULL, "with -w: say ADDED, MODIFIED or DELETED with each object", false},
    {"no-headers", 0, NULL, "no heading line", false},
    {"show-labels", 0, NULL, "labels as the last column", false},
    {"show-managed-fields", 0, NULL, "keep managedFields in yaml and json", false},
    {"raw", 0, "PATH", "print the server's answer to GET PATH as it is", false},
    {"ignore-not-found", 0, NULL, "a missing object is no error", false},
    {0},
};
static const struct ls_flag api_resources_flags[] = {
    {"api-group", 0, "GROUP", "only kinds of this group (\"\" for the core group)", false},
    {"namespaced", 0, NULL, "only namespaced kinds; =false for cluster-wide ones", false},
    {"output", 'o', "FORM", "name, wide or json; else a table", false},
    {"no-headers", 0, NULL, "no heading line", false},
    {0},
};
static const struct ls_flag sandbox_flags[] = {
    {"port", 0, "N", "listen on this port of 127.0.0.1 (0, the default: any free one)", false},
    {"kubeconfig-out", 0, "FILE", "write the kubeconfig there (else into a new private folder)", false},
    {"nodes", 0, "N", "simulated nodes (3)", false},
    {"workloads", 0, "on|off", "off: a bare API server, no pods run (on)", false},
    {0},
};
static const struct ls_flag version_flags[] = {
    {"output", 'o', "FORM", "json; else one line", false},
    {0},
};
static const struct ls_flag doctor_flags[] = {
    {"output", 'o', "FORM", "json; else a list for people", false},
    {0},
};

#define GROUPS(name, ...) static const struct ls_flag_group name[] = {__VA_ARGS__, {NULL, NULL}}
GROUPS(help_groups, {"Flags", help_flags}, {"Common flags", ls_common_flags});
GROUPS(version_groups, {"Flags", version_flags}, {"Common flags", ls_common_flags});
GROUPS(sandbox_groups, {"Flags", sandbox_flags}, {"Common flags", ls_common_flags});
GROUPS(get_groups, {"Flags", get_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(api_resources_groups, {"Flags", api_resources_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(doctor_groups, {"Flags", doctor_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});

const struct ls_cli_verb ls_cli_verbs[] = {
    {"get", "KIND [NAME...] | KIND/NAME...", "show objects, and watch them change",
     "Shows objects of one kind, as the server's own table or in full. KIND is a plural, a singular, a\n"
     "short name or Kind, with .GROUP or .VERSION.GROUP behind it where two groups share a name.\n\n"
     "With -w it stays until Ctrl-C: every change is shown once, and a lost connection or a restarted\n"
     "server is picked up where it stopped. What was deleted meanwhile shows as <deleted>.",
     "lockstep get pods -n shop               # a table of the pods in namespace shop\n"
     "lockstep get deploy web -o yaml         # one object in full\n"
     "lockstep get cm -A -l app=web -o name   # names only, from every namespace\n"
     "lockstep get pods -w                    # and every change from now on",
     get_groups, ls_cli_verb_get},
    {"api-resources", "", "list the kinds the server knows",
     "Lists every kind the server serves with its short names, group and version, and whether it lives\n"
     "in a namespace.",
     "lockstep api-resources --api-group apps   # kinds of one group\n"
     "lockstep api-resources --namespaced=false # cluster-wide kinds",
     api_resources_groups, ls_cli_verb_api_resources},
    {"doctor", "", "check configuration, connection and rights",
     "Walks the way from the kubeconfig to the server: which files and context are used, whether the\n"
     "server answers and is ready, its version, who it takes us for, and whether we may apply objects in\n"
     "this namespace. Each step that fails says what to do about it.",
     "lockstep doctor                 # the current context\n"
     "lockstep doctor --context prod  # another one",
     doctor_groups, ls_cli_verb_doctor},
    {"sandbox", "[-- COMMAND...]", "run a Kubernetes API server on this machine",
     "Starts an API server of its own in this process: real kubectl, helm and client libraries work on\n"
     "it. It listens on 127.0.0.1 with TLS, its own authority and a random token, keeps everything in\n"
     "memory, and simulates nodes and what runs on them. Ctrl-C or SIGTERM ends it; all is gone then.\n\n"
     "With a COMMAND it runs that with KUBECONFIG set, prints nothing of its own, and ends with the exit\n"
     "code of the command.\n\n"
     "Annotations on a pod or its template say how it goes: sandbox.lockstep.dev/ready-after: 3s,\n"
     "sandbox.lockstep.dev/fail: crash, image-pull or exit, sandbox.lockstep.dev/never-ready: \"true\".\n"
     "An image whose name contains `invalid` is never pulled.",
     "lockstep sandbox                                  # until Ctrl-C\n"
     "lockstep sandbox -- kubectl get nodes             # one command with a cluster of its own\n"
     "lockstep sandbox --port 7443 --kubeconfig-out k   # a fixed place, for other terminals\n"
     "lockstep sandbox --workloads off -- ./my-tests.sh # a bare API server, as in unit tests",
     sandbox_groups, ls_cli_verb_sandbox},
    {"version", "", "print the version of this program",
     "Prints the version of lockstep and of the libraries it runs with. No server is asked.",
     "lockstep version", version_groups, ls_cli_verb_version},
    {"help", "[VERB]", "explain lockstep or one verb",
     "Prints the list of verbs, or everything about one.",
     "lockstep help get\nlockstep help get --format man | man -l -", help_groups, ls_cli_verb_help},
    {0},
};
/* clang-format on */

const struct ls_cli_verb *ls_cli_verb_find(const char *name)
{
    for (const struct ls_cli_verb *verb = ls_cli_verbs; verb->name; verb++)
        if (strcmp(verb->name, name) == 0)
            return verb;
    return NULL;
}
