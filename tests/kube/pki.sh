# shellcheck shell=bash
# Credentials of one cluster, by openssl; sourced by cluster.
#
# Makes in DIR/pki: ca, server (127.0.0.1, localhost), sa (service accounts), admin (client
# certificate), NAME.token, tokens.csv, NAME.header (for curl: keeps the token off command lines); and
# in DIR one kubeconfig for each way in, with all data inline.

CERTIFICATE_DAYS=30

pki_key() { openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1" 2>/dev/null; }

pki_authority() {
    pki_key ca.key
    openssl req -x509 -new -key ca.key -days "$CERTIFICATE_DAYS" -subj /CN=lockstep-test-ca \
        -addext basicConstraints=critical,CA:true \
        -addext keyUsage=critical,keyCertSign,cRLSign,digitalSignature -out ca.crt
}

# NAME SUBJECT EXTENSIONS: a key and a certificate signed by the authority.
pki_certificate() {
    local name=$1 subject=$2 extensions=$3
    pki_key "$name.key"
    openssl req -new -key "$name.key" -subj "$subject" -out "$name.csr"
    openssl x509 -req -in "$name.csr" -CA ca.crt -CAkey ca.key -CAcreateserial \
        -days "$CERTIFICATE_DAYS" -extfile <(printf '%b' "$extensions") -out "$name.crt" 2>/dev/null
    rm -f "$name.csr"
}

pki_service_accounts() {
    pki_key sa.key
    openssl pkey -in sa.key -pubout -out sa.pub
}

pki_tokens() {
    local name
    for name in admin user nobody; do
        openssl rand -hex 16 >"$name.token"
        printf 'Authorization: Bearer %s\n' "$(<"$name.token")" >"$name.header"
    done
    printf '%s,admin,admin-uid,"system:masters"\n' "$(<admin.token)" >tokens.csv
    printf '%s,user,user-uid\n%s,nobody,nobody-uid\n' "$(<user.token)" "$(<nobody.token)" >>tokens.csv
}

base64_line() { base64 -w 0 "$1"; }

# FILE SERVER USER-LINES: the authority's certificate is inline, so the file can be moved.
write_kubeconfig() {
    local file=$1 server=$2 user=$3
    cat >"$file" <<END
apiVersion: v1
kind: Config
clusters:
- name: lockstep-test
  cluster:
    server: $server
    certificate-authority-data: $(base64_line ca.crt)
contexts:
- name: lockstep-test
  context:
    cluster: lockstep-test
    user: me
    namespace: default
current-context: lockstep-test
users:
- name: me
  user:
$user
END
}

user_by_token() { printf '    token: %s' "$(<"$1.token")"; }

user_by_certificate() {
    printf '    client-certificate-data: %s\n' "$(base64_line "$1.crt")"
    printf '    client-key-data: %s' "$(base64_line "$1.key")"
}

# DIR SERVER: all of the above, anew.
write_credentials() (
    umask 077
    cd "$1/pki" || exit
    pki_authority
    pki_certificate server /CN=kube-apiserver \
        'subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth\n'
    pki_certificate admin /O=system:masters/CN=admin 'extendedKeyUsage=clientAuth\n'
    pki_service_accounts
    pki_tokens
    write_kubeconfig ../admin.kubeconfig "$2" "$(user_by_token admin)"
    write_kubeconfig ../admin-cert.kubeconfig "$2" "$(user_by_certificate admin)"
    write_kubeconfig ../user.kubeconfig "$2" "$(user_by_token user)"
    write_kubeconfig ../viewer.kubeconfig "$2" "$(user_by_token nobody)"
)
