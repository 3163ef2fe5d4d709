# shellcheck shell=bash disable=SC2034 # what is set here is used by those who source it
# The real API server of a benchmark, and its counters of requests. Sourced after lib.sh.

# LS_KUBE_DIR names a cluster to use (tests/kube/cluster up --bare DIR); else one is started here.
# Leaves API_PORT, CA and TOKEN.
real_ensure() {
    if [[ -z ${LS_KUBE_DIR-} ]]; then
        LS_KUBE_DIR=$FOLDER/cluster
        trap '"$ROOT/tests/kube/cluster" down "$LS_KUBE_DIR"; bench_leave' EXIT
    fi
    "$ROOT/tests/kube/cluster" up --bare "$LS_KUBE_DIR" || bench_fail "the cluster does not start"
    # shellcheck source=/dev/null
    API_PORT=$(. "$LS_KUBE_DIR/cluster" && printf '%s' "$API_PORT")
    CA=$LS_KUBE_DIR/pki/ca.crt
    TOKEN=$(<"$LS_KUBE_DIR/pki/admin.token")
}

# METHOD PATH CURL-ARGUMENTS...
api() {
    local method=$1 path=$2
    shift 2
    curl -sS --cacert "$CA" -H @"$LS_KUBE_DIR/pki/admin.header" -X "$method" "$@" \
        "https://127.0.0.1:$API_PORT$path"
}

namespace_make() {
    api POST /api/v1/namespaces -H 'Content-Type: application/json' -d '{"metadata":{"name":"'"$1"'"}}' >/dev/null
}

# The server's own counters, one `VERB RESOURCE-OR-PATH CODE COUNT` per line.
requests_counted() {
    api GET /metrics | sed -n 's/^apiserver_request_total{\(.*\)} /\1 /p' |
        awk '{ split("", of); n = split($1, pairs, ","); for (i = 1; i <= n; i++) {
                   split(pairs[i], pair, "="); gsub(/"/, "", pair[2]); of[pair[1]] = pair[2] }
               sum[of["verb"] " " (of["resource"] != "" ? of["resource"] : of["subresource"]) " " of["code"]] += $NF }
             END { for (key in sum) print key, sum[key] }' | sort
}

# BEFORE AFTER: what was added, one `COUNT VERB RESOURCE CODE` per line, without the reading of the counters
# and without the server's own requests: its lease, Service addresses, OpenAPI
# documents, flow schemas, watches that start again.
requests_added() {
    awk 'NR == FNR { before[$1 " " $2 " " $3] = $4; next }
         { more = $4 - before[$1 " " $2 " " $3] }
         $2 == "/metrics" || $2 == "leases" || $2 == "services" || $2 == "openapi/v3" { next }
         $2 ~ "^/readyz" || $2 == "servicecidrs" || $2 == "flowschemas" || $2 == "prioritylevelconfigurations" { next }
         $1 == "WATCH" && $2 != "configmaps" { next }
         more > 0 { print more, $1, $2, $3 }' "$1" "$2"
}

# BEFORE AFTER: the same as one line for people.
requests_between() {
    requests_added "$1" "$2" | awk '{ printf "%s%d %s %s (%s)", comma, $1, $2, $3, $4; comma = ", " } END { print "" }'
}

# PORT: certificate, key and kubeconfig for the harness of first_request on that port.
harness_write() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost \
        -addext subjectAltName=IP:127.0.0.1 -keyout "$FOLDER/key.pem" -out "$FOLDER/cert.pem" 2>/dev/null ||
        bench_fail "openssl cannot make a certificate"
    sed -e "s/127.0.0.1:$API_PORT/127.0.0.1:$1/" \
        -e "s/certificate-authority-data:.*/certificate-authority-data: $(base64 -w 0 "$FOLDER/cert.pem")/" \
        "$LS_KUBE_DIR/admin.kubeconfig" >"$FOLDER/kubeconfig"
}
