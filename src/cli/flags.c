/* Every flag there is (flags.h). */
#include "cli/flags.h"

/* clang-format off */
const struct ls_flag ls_connection_flags[] = {
    {"sandbox", 0, NULL, "the sandbox that runs on this machine, in place of a kubeconfig", false},
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
    {"request-timeout", 0, "TIME", "longest wait for one request, as 30s or 2m, or in seconds (0: no limit)", false},
    {0},
};

const struct ls_flag ls_common_flags[] = {
    {"verbose", 'v', NULL, "say what is done and why, on standard error", false},
    {"help", 'h', NULL, "show this text", false},
    {0},
};

static const struct ls_flag help_flags[] = {
    {"format", 0, "text|man|markdown", "for which reader (text)", false},
    {0},
};
static const struct ls_flag get_flags[] = {
    {"all-namespaces", 'A', NULL, "objects of every namespace", false},
    {"selector", 'l', "SELECTOR", "only objects whose labels match, as app=web,tier in (a,b)", false},
    {"field-selector", 0, "SELECTOR", "only objects whose fields match, as metadata.name=web", false},
    {"output", 'o', "yaml|json|name|wide|jsonpath=|custom-columns=", "in full, wider, or shaped (see above)", false},
    {"allow-missing-template-keys", 0, NULL, "a key that is missing prints nothing; =false: it is an error", false},
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
    {"output", 'o', "name|wide|json", "names, a wider table, or JSON", false},
    {"no-headers", 0, NULL, "no heading line", false},
    {0},
};
static const struct ls_flag sandbox_flags[] = {
    {"port", 0, "N", "listen on this port of 127.0.0.1 (0, the default: any free one)", false},
    {"kubeconfig-out", 0, "FILE", "write the kubeconfig there (else into a new private folder)", false},
    {"nodes", 0, "N", "simulated nodes (3)", false},
    {"workloads", 0, "on|off", "off: a bare API server, no pods run (on)", false},
    {"rbac", 0, NULL, "enforce Roles and bindings (else every user may do everything)", false},
    {"client-ca", 0, "FILE", "accept client certificates of this authority; the common name is the user", false},
    {0},
};
static const struct ls_flag version_flags[] = {
    {"output", 'o', "json", "JSON; else one line", false},
    {0},
};
static const struct ls_flag doctor_flags[] = {
    {"output", 'o', "json", "JSON; else a list for people", false},
    {0},
};

/* What the verbs that roll sets out and take them down share. */
static const struct ls_flag source_flags[] = {
    {"filename", 'f', "PATH", "manifests: a file, a folder, or - for standard input; repeatable", true},
    {"recursive", 'R', NULL, "also folders inside folders", false},
    {0},
};
static const struct ls_flag kustomize_flags[] = {
    {"kustomize", 'k', "DIR", "in place of -f: this folder, rendered by kustomize or kubectl", true},
    {0},
};
static const struct ls_flag named_source_flags[] = {
    {"filename", 'f', "PATH", "the set that is named after this file or folder", true},
    {"kustomize", 'k', "DIR", "the same for a set that was applied with -k", true},
    {0},
};
static const struct ls_flag dry_run_flags[] = {
    {"dry-run", 0, "[=client|server|none]", "show what would be done, as plan does (server: with --server-check)", false},
    {0},
};
static const struct ls_flag set_flags[] = {
    {"set", 0, "SET", "name of the set (default: that of the folder, or of the one file)", false},
    {"parent-namespace", 0, "NS", "where the set is remembered (default: as -n, else the context's)", false},
    {0},
};
static const struct ls_flag named_set_flags[] = {
    {"set", 0, "SET", "name of the set, in place of the word or of what -f calls it", false},
    {"parent-namespace", 0, "NS", "where the set is remembered (default: as -n, else the context's)", false},
    {0},
};
static const struct ls_flag rollout_flags[] = {
    {"wait", 0, "annotated|all|none", "what is waited for (annotated if any object says so, else all)", false},
    {"no-adopt", 0, NULL, "refuse objects that exist and belong to nobody", false},
    {"force-conflicts", 0, NULL, "take fields that others own, unless another set does", false},
    {"keep-foreign", 0, NULL, "refuse where others have set a field, instead of setting it back", false},
    {"server-check", 0, NULL, "ask the server by dry runs before the first write, and list all refusals", false},
    {0},
};
static const struct ls_flag removal_flags[] = {
    {"delete-adopted", 0, NULL, "delete adopted objects, too, instead of releasing them", false},
    {"delete-instances", 0, NULL, "delete CustomResourceDefinitions though others have objects of them", false},
    {0},
};
static const struct ls_flag prune_flags[] = {
    {"allow-prune", 0, NULL, "delete what left the manifests, also where it is refused as a likely mistake", false},
    {"no-prune", 0, NULL, "delete nothing that left the manifests: it stays in the set", false},
    {0},
};
static const struct ls_flag time_flags[] = {
    {"timeout", 0, "TIME", "longest time for all of it, as 90s, 1h or seconds, as 90 (30m; 0: no limit)", false},
    {"phase-timeout", 0, "TIME", "longest time for each phase (no limit of its own)", false},
    {0},
};
static const struct ls_flag grace_flags[] = {
    {"grace", 0, "TIME", "how long trouble may last before it is a failure (3m to 10m, by kind)", false},
    {0},
};
static const struct ls_flag rules_flags[] = {
    {"health-rules", 0, "FILE", "health rules of your own, before those compiled in; repeatable", true},
    {0},
};
static const struct ls_flag health_flags[] = {
    {"probes", 0, "FILE", "ask Package Operator's probes, of an ObjectSet or a list, instead", false},
    {"profile", 0, "lockstep|argo", "argo: the words of Argo CD, and no grace (lockstep)", false},
    {"now", 0, "TIME", "the time to judge by, as 2006-01-02T15:04:05Z (the clock)", false},
    {"output", 'o', "json", "one JSON document; else a table", false},
    {0},
};
static const struct ls_flag show_flags[] = {
    {"output", 'o', "json", "one JSON value per line; else for people", false},
    {"color", 0, "auto|always|never", "colours (auto: on a terminal, unless NO_COLOR is set)", false},
    {"no-progress", 0, NULL, "no live tree on a terminal: one line per event", false},
    {0},
};
static const struct ls_flag record_flags[] = {
    {"record", 0, "FILE", "keep what was seen and decided in this new file, secrets masked, for `replay`", false},
    {0},
};
static const struct ls_flag delete_flags[] = {
    {"ignore-not-found", 0, NULL, "a set that is not there is no error", false},
    {"without-parent", 0, NULL, "if the set's ConfigMap is gone: find its objects by their label", false},
    {0},
};
static const struct ls_flag plan_flags[] = {
    {"delete", 0, "SET", "plan taking this set down, in place of a rollout", false},
    {"without-parent", 0, NULL, "with --delete: though the set's ConfigMap is gone, as of delete", false},
    {"exit-code", 0, NULL, "end with code 3 when something is to be done", false},
    {"output", 'o', "json", "one JSON document; else for people", false},
    {"color", 0, "auto|always|never", "colours (auto: on a terminal, unless NO_COLOR is set)", false},
    {0},
};
static const struct ls_flag rehearse_flags[] = {
    {"outcome", 0, "KIND[/NAME]=OUTCOME", "what becomes of these objects: never, fail or ready; repeatable", true},
    {"from-cluster", 0, NULL, "begin with what the cluster holds of the set; it is only read", false},
    {"faults", 0, "[=TRIES]", "then try crashes, lost replies, slow replies and slow pods (12 to 200 tries)", false},
    {"requests", 0, NULL, "list every request, too", false},
    {"output", 'o', "json|html", "one JSON document, or one page for a browser; else for people", false},
    {"color", 0, "auto|always|never", "colours (auto: on a terminal, unless NO_COLOR is set)", false},
    {0},
};
static const struct ls_flag status_flags[] = {
    {"watch", 'w', NULL, "stay and show every change, until Ctrl-C", false},
    {"wait", 0, NULL, "stay until all objects are ready, as `lockstep wait` does", false},
    {"timeout", 0, "TIME", "with --wait: the longest wait, as 90s or 1h (30m; 0: no limit)", false},
    {0},
};
static const struct ls_flag wait_flags[] = {
    {"timeout", 0, "TIME", "the longest wait, as 90s or 1h (30m; 0: no limit)", false},
    {0},
};
static const struct ls_flag list_flags[] = {
    {"all-namespaces", 'A', NULL, "sets of every namespace", false},
    {"output", 'o', "json|name", "JSON, or names alone; else a table", false},
    {"no-headers", 0, NULL, "no heading line", false},
    {0},
};
static const struct ls_flag replay_flags[] = {
    {"step", 0, NULL, "wait for Enter after each decision", false},
    {"object", 0, "KIND/NAME", "only what is about this object", false},
    {"from", 0, "TIME", "only from this time after the beginning on, as 90s or 2m", false},
    {"to", 0, "TIME", "only up to this time after the beginning", false},
    {"output", 'o', "json", "one JSON value per decision; else for people", false},
    {"scenario", 0, NULL, "print a scenario for the simulated world, in place of all this", false},
    {0},
};
static const struct ls_flag eval_flags[] = {
    {"cel", 0, "EXPR", "an expression in CEL", false},
    {"jsonpath", 0, "EXPR", "a JSONPath template, or a path without braces", false},
    {"filename", 'f', "FILE", "what to try it on, YAML or JSON, or - for standard input; repeatable", true},
    {"old", 0, "FILE", "CEL: the object before, as oldSelf", false},
    {"env", 0, "full|kubernetes|probe", "CEL: functions of lockstep, of CRD rules, or of probes (full)", false},
    {"missing", 0, "empty|error", "JSONPath: what a key that is not there gives (empty)", false},
    {"output", 'o', "cel|json", "how to write the answer (cel; JSONPath: as kubectl)", false},
    {"type", 0, NULL, "CEL: the type of the answer, too", false},
    {"cost", 0, NULL, "CEL: what it cost, as kube-apiserver counts, too", false},
    {0},
};

#define GROUPS(name, ...) const struct ls_flag_group ls_##name[] = {__VA_ARGS__, {NULL, NULL}}
GROUPS(help_groups, {"Flags", help_flags}, {"Common flags", ls_common_flags});
GROUPS(version_groups, {"Flags", version_flags}, {"Common flags", ls_common_flags});
GROUPS(sandbox_groups, {"Flags", sandbox_flags}, {"Common flags", ls_common_flags});
GROUPS(get_groups, {"Flags", get_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(api_resources_groups, {"Flags", api_resources_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(doctor_groups, {"Flags", doctor_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(completion_groups, {"Common flags", ls_common_flags});
GROUPS(apply_groups, {"Manifests", source_flags}, {"Kustomize", kustomize_flags}, {"Dry run", dry_run_flags}, {"The set", set_flags}, {"Rollout", rollout_flags}, {"What leaves the set", prune_flags}, {"What is deleted", removal_flags}, {"Time", time_flags}, {"Failures", grace_flags}, {"Rules", rules_flags}, {"Output", show_flags}, {"Record", record_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(delete_groups, {"Flags", delete_flags}, {"Dry run", dry_run_flags}, {"By files", named_source_flags}, {"The set", named_set_flags}, {"What is deleted", removal_flags}, {"Time", time_flags}, {"Output", show_flags}, {"Record", record_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(plan_groups, {"Flags", plan_flags}, {"Manifests", source_flags}, {"Kustomize", kustomize_flags}, {"The set", set_flags}, {"Rollout", rollout_flags}, {"What leaves the set", prune_flags}, {"What is deleted", removal_flags}, {"Rules", rules_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(rehearse_groups, {"Flags", rehearse_flags}, {"Manifests", source_flags}, {"Kustomize", kustomize_flags}, {"The set", set_flags}, {"Rollout", rollout_flags}, {"What is deleted", removal_flags}, {"Time", time_flags}, {"Failures", grace_flags}, {"Rules", rules_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(status_groups, {"Flags", status_flags}, {"By files", named_source_flags}, {"The set", named_set_flags}, {"Failures", grace_flags}, {"Rules", rules_flags}, {"Output", show_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(wait_groups, {"Flags", wait_flags}, {"By files", named_source_flags}, {"The set", named_set_flags}, {"Failures", grace_flags}, {"Rules", rules_flags}, {"Output", show_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
GROUPS(health_groups, {"Flags", health_flags}, {"Manifests", source_flags}, {"Rules", rules_flags}, {"Failures", grace_flags}, {"Common flags", ls_common_flags});
GROUPS(replay_groups, {"Flags", replay_flags}, {"Common flags", ls_common_flags});
GROUPS(eval_groups, {"Flags", eval_flags}, {"Common flags", ls_common_flags});
GROUPS(list_groups, {"Flags", list_flags}, {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags});
/* clang-format on */
