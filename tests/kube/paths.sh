# shellcheck shell=bash disable=SC2034 # what is set here is used by those who source it
# Where the programs of the real cluster are kept; sourced by build, cluster and run.
# Promises: KUBE_CACHE, KUBE_BIN and KUBE_STAGES are absolute and outside the tree.

KUBE_HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=versions
. "$KUBE_HERE/versions"

kube_version_name() {
    printf 'kubernetes-%s_etcd-%s_kwok-%s\n' \
        "${LS_KUBERNETES_VERSION#v}" "${LS_ETCD_VERSION#v}" "${LS_KWOK_VERSION#v}"
}

KUBE_CACHE=${LS_KUBE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lockstep/kube}/$(kube_version_name)
KUBE_BIN=$KUBE_CACHE/bin
KUBE_STAGES=$KUBE_CACHE/kwok-stages.yaml
# Programs that tests run on a cluster, apart from it: helm, and a controller of tests/kube/same.
KUBE_CLIENTS=${LS_KUBE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lockstep/kube}/clients_helm-${LS_HELM_VERSION#v}
# Programs that bench/rollout runs beside lockstep, apart from helm.
KUBE_PEERS=${LS_KUBE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/lockstep/kube}/peers_kapp-${LS_KAPP_VERSION#v}
KUBE_PROGRAMS=(kube-apiserver kube-controller-manager kube-scheduler kubectl etcd kwok)

# Exit code of build, cluster and run's pieces when this machine lacks what they need.
KUBE_UNAVAILABLE=3

kube_is_built() {
    local program
    for program in "${KUBE_PROGRAMS[@]}"; do
        [[ -x $KUBE_BIN/$program ]] || return 1
    done
    [[ -s $KUBE_STAGES ]]
}
