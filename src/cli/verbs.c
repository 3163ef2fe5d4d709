#include "cli/verb.h"

#include <string.h>

#include "cli/flags.h"
#include "cli/verbs.h"

/* clang-format off */
const struct ls_cli_verb ls_cli_verbs[] = {
    {"apply", "-f PATH... | -k DIR", "roll a set of objects out, phase by phase",
     "Brings the objects of the manifests to their wanted state, phase by phase: the annotation\n"
     "kots.io/creation-phase names the phase, and inside a phase Helm's order of kinds counts. A phase begins\n"
     "when the gates of the earlier ones are open. What left the manifests is deleted at the end.\n\n"
     "What is unchanged costs no write. A run that was stopped or killed is finished by the same command.\n"
     "Two runs of one set never mix: the second waits for the first. An object that belongs to another set\n"
     "or controller is never changed; one that belongs to nobody is adopted, and released instead of deleted.\n\n"
     "Fields that others own with other values are listed before the first write: on objects that would be\n"
     "adopted they are refused; on objects of the set what was changed by hand is set back, and what is held\n"
     "through scale or by another manager's apply is left.\n\n"
     "With --sandbox, if none runs, apply and plan start one that ends with the command.\n\n"
     "A set is remembered in the ConfigMap lockstep-set-NAME. It is named after the folder or the file\n"
     "unless --set says otherwise, which standard input and several -f need.",
     "lockstep apply -f shop/                        # every manifest of the folder, as set shop\n"
     "lockstep apply -f shop/ --sandbox              # the same on a sandbox of this machine\n"
     "lockstep apply -f a.yaml -f b.yaml --set shop  # several files as one set\n"
     "lockstep apply -k overlays/prod --set shop     # what kustomize makes of a folder\n"
     "lockstep apply -f shop/ --dry-run              # only show what it would do\n"
     "helm template shop ./chart | lockstep apply -f - --set shop --timeout 10m",
     ls_apply_groups, ls_cli_verb_apply},
    {"delete", "SET | -f PATH | -k DIR", "take a set down, in reverse",
     "Deletes the objects of a set by their deletion phases, which are the creation phases in reverse unless\n"
     "kots.io/deletion-phase says otherwise. It needs no manifests: the order is stored with the objects. Each\n"
     "batch waits until its objects are gone, and says what holds one up.\n\n"
     "Objects that were adopted, or have lockstep.dev/keep, are released, not deleted.",
     "lockstep delete shop                # by name\n"
     "lockstep delete -f shop/            # the set that is named after the folder\n"
     "lockstep delete shop --dry-run      # only show what would be deleted, in which order\n"
     "lockstep delete shop --timeout 5m   # not longer than that",
     ls_delete_groups, ls_cli_verb_delete},
    {"plan", "-f PATH... | -k DIR | --delete SET", "show what apply or delete would do",
     "Reads the cluster and shows, phase by phase and batch by batch, what a rollout would do with each\n"
     "object: create, change, same, adopt, replace, release or delete. Nothing is written.",
     "lockstep plan -f shop/               # what apply would do\n"
     "lockstep plan --delete shop          # what delete would do, in which order\n"
     "lockstep plan -f shop/ --exit-code   # code 3 when the cluster is not as the files say",
     ls_plan_groups, ls_cli_verb_plan},
    {"rehearse", "-f PATH... | -k DIR", "try a rollout and its teardown without a cluster",
     "Rolls the set out, applies it once more later, and takes it down, all in a simulated world in this\n"
     "process and in virtual time: order, what waits for what, how long, which requests, and what would go\n"
     "wrong, each problem with file and line. Nothing outside of it is touched; --from-cluster reads what the\n"
     "cluster holds of the set, and begins with that.\n\n"
     "Problems are: an object before its CustomResourceDefinition or Namespace, an object that is claimed\n"
     "twice, a gate that nothing opens, an object that fails, a Job that runs again, an object that every\n"
     "apply writes again, a teardown that hangs or goes in the wrong order, and with --as a right that the\n"
     "Roles of the set do not give to that user.\n\n"
     "The simulated world has no operators: custom resources are assumed ready and marked so. --outcome\n"
     "says otherwise. A kind that neither the set nor Kubernetes defines is assumed to be installed.\n\n"
     "Ends with 0 when all came through, with 3 when it did and there are warnings, with 4 when the rollout\n"
     "or the teardown would not come through.",
     "lockstep rehearse -f shop/                              # a timeline, and what is wrong\n"
     "lockstep rehearse -f shop/ -o html > shop.html          # the same as a page for a browser\n"
     "lockstep rehearse -f shop/ -o json                      # for programs\n"
     "lockstep rehearse -f shop/ --outcome Discount=never     # what if its operator never answers?\n"
     "lockstep rehearse -f shop/ --outcome Job/migration=fail # what if this one fails?\n"
     "lockstep rehearse -f shop/ --from-cluster               # the change to what the cluster holds\n"
     "lockstep rehearse -f shop/ --faults                     # does it survive crashes and lost replies?\n"
     "lockstep rehearse -f shop/ --as ci                      # do the roles of the set suffice for it?",
     ls_rehearse_groups, ls_cli_verb_rehearse},
    {"status", "SET | -f PATH | -k DIR", "show how a set is doing",
     "Shows the objects of a set as they are in the cluster, and whether they are ready. Ends with 0 when\n"
     "all are, with 3 when some are not yet, with 4 when one has failed.",
     "lockstep status shop            # once\n"
     "lockstep status shop -w         # until Ctrl-C\n"
     "lockstep status shop -o json    # for programs",
     ls_status_groups, ls_cli_verb_status},
    {"wait", "SET | -f PATH", "wait until all objects of a set are ready",
     "Waits until all objects of a set are ready in the cluster, and shows what happens meanwhile. Nothing is\n"
     "written, and no manifests are needed. While another run works on the set it is waited for, too. Ends\n"
     "with 0 when all are ready, with 4 as soon as one has failed, with 3 when the time is over.",
     "lockstep wait shop                 # at most 30 minutes\n"
     "lockstep wait shop --timeout 5m    # at most 5\n"
     "lockstep wait shop -o json         # for programs",
     ls_wait_groups, ls_cli_verb_wait},
    {"list", "", "list the sets there are",
     "Lists the sets that are remembered in a namespace: how many objects they had after the last rollout\n"
     "that ended, of how many kinds, and who works on them.",
     "lockstep list        # of the context's namespace\n"
     "lockstep list -A     # of all",
     ls_list_groups, ls_cli_verb_list},
    {"replay", "FILE", "show a recorded rollout again, decision by decision",
     "Shows what a run saw and decided, from the file that `apply --record` or `delete --record` has made:\n"
     "before each decision the requests, answers and events since the last one, then the state of the run,\n"
     "its intents, and what it waits for and why. No server is asked.\n\n"
     "The record of a run that was killed is shown up to there. Secrets are not in it: a masked value reads\n"
     "***N, with the same N wherever it stands.",
     "lockstep apply -f shop/ --record shop.rec          # keeps what it sees and decides\n"
     "lockstep replay shop.rec                           # shows it again\n"
     "lockstep replay shop.rec --step                    # one decision at a time\n"
     "lockstep replay shop.rec --object Deployment/web   # only what is about one object\n"
     "lockstep replay shop.rec --from 10s --to 1m -o json\n"
     "lockstep replay shop.rec --scenario > shop.yaml    # for the tests of lockstep",
     ls_replay_groups, ls_cli_verb_replay},
    {"health", "-f PATH...", "tell whether the objects of files are ready, and why not",
     "Judges every object of the files by itself, without a server: ready, in progress, failed or unknown,\n"
     "with the reason. The files hold objects as a server gives them, with their\n"
     "status (`kubectl get -o yaml`); pods, endpoint slices and events among them tell more about the others.\n\n"
     "Kinds that Kubernetes brings are judged by rules of their own, those of well-known projects by rules in\n"
     "CEL, all others by their conditions, phase and state words, counts and generations. --health-rules adds\n"
     "rules of your own; an error in them is reported with line and column.\n\n"
     "Ends with 0 when all are ready, with 3 when some are not or are unknown, with 4 when one has failed.",
     "lockstep health -f pod.yaml                          # one object\n"
     "kubectl get deploy,pods -o yaml | lockstep health -f -\n"
     "lockstep health -f objects/ -o json                  # for programs\n"
     "lockstep health -f app.yaml --profile argo           # Healthy, Progressing, Degraded ...\n"
     "lockstep health -f db.yaml --health-rules mine.yaml  # with rules of your own\n"
     "lockstep health -f db.yaml --probes objectset.yaml   # True, False or Unknown",
     ls_health_groups, ls_cli_verb_health},
    {"get", "KIND [NAME...] | KIND/NAME...", "show objects, and watch them change",
     "Shows objects of one kind, as the server's own table or in full. KIND is a plural, a singular, a\n"
     "short name or Kind, followed by .GROUP or .VERSION.GROUP where two groups share a name.\n\n"
     "With -w it stays until Ctrl-C: every change is shown once, and a lost connection or a restarted\n"
     "server is picked up where it stopped. What was deleted meanwhile shows as <deleted>.\n\n"
     "-o jsonpath=TEMPLATE prints a JSONPath template, custom-columns=HEADING:PATH,... a table of one's\n"
     "own, both as kubectl does; jsonpath-file=FILE and custom-columns-file=FILE read them from a file,\n"
     "jsonpath-as-json=TEMPLATE prints the results as JSON. Several objects are one List: .items[*].",
     "lockstep get pods -n shop               # a table of the pods in namespace shop\n"
     "lockstep get deploy web -o yaml         # one object in full\n"
     "lockstep get cm -A -l app=web -o name   # names only, from every namespace\n"
     "lockstep get pods -w                    # and every change from now on\n"
     "lockstep get pod a -o 'jsonpath={.status.conditions[?(@.type==\"Ready\")].status}'\n"
     "lockstep get pods -o custom-columns=NAME:.metadata.name,NODE:.spec.nodeName",
     ls_get_groups, ls_cli_verb_get},
    {"eval", "--cel EXPR | --jsonpath EXPR [-f FILE]", "try an expression on a file",
     "Evaluates a CEL expression or a JSONPath on each document of a file and prints one answer each. In\n"
     "CEL the document is `self`, also `object`; `oldSelf` is that of --old. Without -f a CEL expression is\n"
     "evaluated on its own. An error is shown with a caret under its place, also one that appears\n"
     "only with some document. No server is asked.\n\n"
     "--env says what an expression may use: every function lockstep has, those of validation rules in\n"
     "CustomResourceDefinitions, or those of Package Operator's probes.",
     "lockstep eval --cel 'self.spec.replicas <= 5' -f deploy.yaml\n"
     "lockstep eval --cel 'self.items.map(i, i.metadata.name)' -f list.yaml -o json\n"
     "lockstep eval --cel '\"10Gi\".matches(\"^[0-9]+Gi$\")' --cost   # no file, and what it cost\n"
     "kubectl get pod web -o yaml | lockstep eval --jsonpath '{.status.podIP}' -f -",
     ls_eval_groups, ls_cli_verb_eval},
    {"api-resources", "", "list the kinds the server knows",
     "Lists every kind the server serves with its short names, group and version, and whether it is\n"
     "namespaced.",
     "lockstep api-resources --api-group apps   # kinds of one group\n"
     "lockstep api-resources --namespaced=false # cluster-wide kinds",
     ls_api_resources_groups, ls_cli_verb_api_resources},
    {"doctor", "", "check configuration, connection and rights",
     "Goes from the kubeconfig to the server: which files and context are used, whether the\n"
     "server answers and is ready, its version, who it takes us for, and whether we may apply objects in\n"
     "this namespace. Each step that fails says what to do about it.",
     "lockstep doctor                 # the current context\n"
     "lockstep doctor --context prod  # another one",
     ls_doctor_groups, ls_cli_verb_doctor},
    {"sandbox", "[-- COMMAND...]", "run a Kubernetes API server on this machine",
     "Starts an API server of its own in this process: real kubectl, helm and client libraries work on\n"
     "it. It listens on 127.0.0.1 with TLS, its own authority and a random token, keeps everything in\n"
     "memory, and simulates nodes and what runs on them. Ctrl-C or SIGTERM ends it; all is gone then.\n\n"
     "With a COMMAND it runs that with KUBECONFIG set, prints nothing of its own, and ends with the exit\n"
     "code of the command.\n\n"
     "Annotations on a pod or its template say how it behaves: sandbox.lockstep.dev/ready-after: 3s,\n"
     "sandbox.lockstep.dev/fail: crash, image-pull or exit, sandbox.lockstep.dev/never-ready: \"true\".\n"
     "An image whose name contains `invalid` is never pulled.\n\n"
     "With --rbac the server enforces Roles, ClusterRoles and their bindings, with the default roles of a\n"
     "new cluster. The token of the kubeconfig belongs to system:masters, which may do everything; `--as`\n"
     "and tokens of service accounts show what others may. --client-ca FILE accepts certificates that this\n"
     "authority signed; the common name is the user.",
     "lockstep sandbox                                  # until Ctrl-C\n"
     "lockstep sandbox -- kubectl get nodes             # one command with a cluster of its own\n"
     "lockstep sandbox --port 7443 --kubeconfig-out k   # a fixed place, for other terminals\n"
     "lockstep sandbox --workloads off -- ./my-tests.sh # a bare API server, as in unit tests\n"
     "lockstep sandbox --rbac                           # roles count, as in a real cluster",
     ls_sandbox_groups, ls_cli_verb_sandbox},
    {"completion", "bash|zsh|fish", "print the script that makes a shell complete",
     "Prints a script for the shell that completes verbs, flags, their values, and the names of sets and\n"
     "kinds, asked of the cluster and the namespace that the flags of the line name.",
     "source <(lockstep completion bash)                                   # for this bash\n"
     "lockstep completion bash > ~/.local/share/bash-completion/completions/lockstep\n"
     "lockstep completion fish > ~/.config/fish/completions/lockstep.fish",
     ls_completion_groups, ls_cli_verb_completion},
    {"version", "", "print the version of this program",
     "Prints the version of lockstep and of the libraries it runs with. No server is asked.",
     "lockstep version", ls_version_groups, ls_cli_verb_version},
    {"help", "[VERB]", "explain lockstep or one verb",
     "Prints the list of verbs, or everything about one.",
     "lockstep help get\nlockstep help get --format man | man -l -", ls_help_groups, ls_cli_verb_help},
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
