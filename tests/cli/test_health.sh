#!/usr/bin/env bash
# `lockstep health`: verdicts on files, without a server. LOCKSTEP names the program. The last line is
# `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$HERE/../../build/dev/lockstep}")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-health.XXXXXX")
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

mkdir "$SCRATCH/in"
cat >"$SCRATCH/in/a.yaml" <<'YAML'
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, generation: 1, uid: d1}
spec: {replicas: 1, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}}}
status: {observedGeneration: 1, replicas: 1, updatedReplicas: 1, unavailableReplicas: 1}
---
apiVersion: v1
kind: Pod
metadata: {name: web-1, namespace: shop, labels: {app: web}, creationTimestamp: "2020-01-01T00:00:00Z"}
spec: {containers: [{name: web, image: "nowhere/x:1"}]}
status:
  phase: Pending
  startTime: "2020-01-01T00:00:00Z"
  containerStatuses: [{name: web, image: "nowhere/x:1", ready: false, restartCount: 0, state: {waiting: {reason: ImagePullBackOff}}}]
YAML
cat >"$SCRATCH/in/b.json" <<'JSON'
{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "plain"}},
  {"apiVersion": "x.dev/v1", "kind": "Widget", "status": {"phase": "Turning"}}]}
JSON
cat >"$SCRATCH/ready.yaml" <<'YAML'
{apiVersion: x.dev/v1, kind: Widget, metadata: {name: w}, status: {phase: Ready}}
YAML
cat >"$SCRATCH/unknown.yaml" <<'YAML'
{apiVersion: x.dev/v1, kind: Widget, metadata: {name: w}, status: {phase: Unknown}}
YAML
cat >"$SCRATCH/late.yaml" <<'YAML'
apiVersion: x.dev/v1
kind: Widget
metadata: {name: w}
status: {conditions: [{type: Ready, status: "False", reason: ReconcileError, lastTransitionTime: "2026-01-01T00:00:00Z"}]}
YAML
cat >"$SCRATCH/mine.yaml" <<'YAML'
- group: x.dev
  kinds: [Widget]
  cases:
  - failed: status.phase == "Turning"
    reasonExpression: '"it turns: " + status.phase'
YAML
cat >"$SCRATCH/wrong.yaml" <<'YAML'
- group: x.dev
  kinds: [Widget]
  cases:
  - failed: >-
      status.phase == "Turning" &&
      nobody
YAML

# ---- verdicts and codes ------------------------------------------------------------------------

run health -f "$SCRATCH/in"
expect code_is 4
expect prints "Deployment   shop/web     failed        0 of 1 pod ready; pod web-1: container web: image nowhere/x:1"
expect prints "ConfigMap    plain        ready"
expect prints "Widget       <none>       in progress   phase is Turning"
verdict a_folder_with_companions_and_lists

run health -f "$SCRATCH/ready.yaml"
expect code_is 0
verdict all_ready_is_0
run health -f "$SCRATCH/in/b.json"
expect code_is 3
verdict in_progress_is_3
run health -f "$SCRATCH/unknown.yaml"
expect code_is 3
verdict unknown_is_3

run health -f "$SCRATCH/in" -f "$SCRATCH/ready.yaml" --profile argo
expect code_is 4
expect prints "Degraded"
expect prints "Progressing   phase is Turning"
expect prints "Healthy"
verdict words_of_argo

"$LOCKSTEP" health -f - <"$SCRATCH/ready.yaml" >"$SCRATCH/out" 2>"$SCRATCH/err"
take_output $?
expect code_is 0
verdict standard_input

run health -f "$SCRATCH/ready.yaml" -o json
expect code_is 0
expect prints '"kind": "Widget"'
expect prints '"verdict": "ready"'
run health -f "$SCRATCH/in/b.json" -o json
expect prints '"verdict": "in-progress"'
verdict json

# ---- time --------------------------------------------------------------------------------------

run health -f "$SCRATCH/late.yaml" --now 2026-01-01T00:00:10Z -o json
expect code_is 3
expect prints '"failsAt": "2026-01-01T00:05:00Z"'
verdict trouble_has_a_grace
run health -f "$SCRATCH/late.yaml" --now 2026-01-01T00:05:00Z
expect code_is 4
verdict and_then_it_is_a_failure
run health -f "$SCRATCH/late.yaml" --now 2026-01-01T00:00:10Z --grace 5s
expect code_is 4
verdict the_grace_can_be_set
run health -f "$SCRATCH/late.yaml" --now 2026-01-01T00:00:10Z --profile argo
expect prints Degraded
verdict argo_gives_none

# ---- rules -------------------------------------------------------------------------------------

run health -f "$SCRATCH/in/b.json" --health-rules "$SCRATCH/mine.yaml"
expect code_is 4
expect prints "failed    it turns: Turning"
verdict rules_of_the_user
run health -f "$SCRATCH/in/b.json" --health-rules "$SCRATCH/wrong.yaml"
expect code_is 1
expect says "wrong.yaml:6:7: undeclared reference to 'nobody'"
expect prints_nothing
verdict a_mistake_in_a_rule_names_its_place
run health -f "$SCRATCH/in/b.json" --health-rules "$SCRATCH/nothing.yaml"
expect code_is 1
expect says "nothing.yaml"
verdict a_file_of_rules_that_is_not_there

# ---- Package Operator's probes -----------------------------------------------------------------

cat >"$SCRATCH/set.yaml" <<'YAML'
apiVersion: package-operator.run/v1alpha1
kind: ObjectSet
metadata: {name: shop}
spec:
  availabilityProbes:
  - selector: {kind: {group: apps, kind: Deployment}}
    probes:
    - condition: {type: Available}
    - fieldsEqual: {fieldA: .status.updatedReplicas, fieldB: .status.replicas}
  - selector: {kind: {group: x.dev, kind: Widget}}
    probes:
    - cel: {rule: 'self.status.phase == "Ready"', message: it still turns}
YAML
run health -f "$SCRATCH/in" --probes "$SCRATCH/set.yaml"
expect code_is 3
expect prints "Deployment   shop/web     Unknown   missing .status.conditions"
expect prints "Pod          shop/web-1   True      no probe is for it"
expect prints "Widget       <none>       False     it still turns"
verdict probes_of_an_object_set
run health -f "$SCRATCH/ready.yaml" --probes "$SCRATCH/set.yaml" -o json
expect code_is 0
expect prints '"verdict": "True"'
verdict probes_that_pass
sed -n '/^  - selector/,$p' "$SCRATCH/set.yaml" >"$SCRATCH/list.yaml"
run health -f "$SCRATCH/ready.yaml" --probes "$SCRATCH/list.yaml"
expect code_is 0
verdict probes_as_a_list
run health -f "$SCRATCH/ready.yaml" --probes "$SCRATCH/ready.yaml"
expect code_is 1
expect says "ready.yaml: neither an ObjectSet with spec.availabilityProbes nor a list of them"
verdict a_file_without_probes
sed 's/fieldB/field/' "$SCRATCH/set.yaml" >"$SCRATCH/slip.yaml"
run health -f "$SCRATCH/ready.yaml" --probes "$SCRATCH/slip.yaml"
expect code_is 1
expect says "slip.yaml: availabilityProbes[0].probes[1].fieldsEqual.fieldB: is missing"
expect prints_nothing
verdict a_mistake_in_a_probe_names_its_place

# ---- what is not among the files ---------------------------------------------------------------

cat >"$SCRATCH/svc.yaml" <<'YAML'
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}
YAML
run health -f "$SCRATCH/svc.yaml" -f "$SCRATCH/in/a.yaml"
expect prints "Service      shop/web     ready     its endpoints were not read"
verdict a_service_without_its_slices

cat >"$SCRATCH/widget.yaml" <<'YAML'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.x.dev}
spec:
  group: x.dev
  names: {kind: Widget, plural: widgets, singular: widget}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]
---
{apiVersion: x.dev/v1, kind: Widget, metadata: {name: w}, spec: {bad: true}}
YAML
cat >"$SCRATCH/bad.yaml" <<'YAML'
- group: x.dev
  kinds: [Widget]
  cases:
  - failed: spec.bad == true
    reason: it is bad by its own word
    final: true
YAML
run apply -f "$SCRATCH/widget.yaml" --sandbox --no-progress
expect code_is 0
expect prints "Widget default/w ready, created: has no status; it is not waited for"
verdict a_rollout_does_not_wait_for_what_never_reports
run apply -f "$SCRATCH/widget.yaml" --sandbox --no-progress --health-rules "$SCRATCH/bad.yaml"
expect code_is 4
expect says "Widget default/w has failed: it is bad by its own word"
verdict a_rollout_goes_by_rules_of_the_user

# ---- mistakes ----------------------------------------------------------------------------------

wrong_line no_file "-f names the objects" health
wrong_line a_word "takes no arguments, not 'web'" health web
wrong_line a_profile "--profile is lockstep or argo, not 'flux'" health -f x --profile flux
wrong_line a_form "-o is json, not 'yaml'" health -f x -o yaml
wrong_line a_time "--now is a time such as" health -f x --now yesterday
: >"$SCRATCH/empty.yaml"
run health -f "$SCRATCH/empty.yaml"
expect code_is 1
expect says "there is no object"
verdict nothing_in_the_files
printf 'a: [1\n' >"$SCRATCH/broken.yaml"
run health -f "$SCRATCH/broken.yaml"
expect code_is 1
expect says "broken.yaml:2:1:"
verdict a_file_that_is_no_yaml

cases_end
