# shellcheck shell=bash disable=SC2154 # lockstep, root and work are set by those who source it
# What both demos show: examples/shop rolled out, changed, a phase that fails and is fixed, taken
# down. Sourced by demo and demo-kube, which set lockstep, root, work and KUBECONFIG.

say() {
    if [[ -t 1 ]]; then printf '\n\033[1m%s\033[0m\n' "$*"; else printf '\n%s\n' "$*"; fi
}
show() {
    printf '$ lockstep %s\n' "${*//$root\//}"
    "$lockstep" "$@"
}
fail() {
    printf '\nDemo failed: %s\n' "$*"
    exit 1
}

# SED-EXPRESSION: edits the copy of the shop as a person would, and shows what has changed.
shop_edit() {
    local file
    for file in "$work"/shop/*.yaml; do
        cp "$file" "$work/old"
        sed -i "$1" "$file"
        cmp -s "$work/old" "$file" || diff -U 0 "$work/old" "$file" | grep '^[-+] ' | sed "s|^|$(basename "$file"): |; s|  *| |g"
    done
}

# CODE WORDS...: lockstep, which has to end with that code.
expect() {
    local code=$1 got
    shift
    show "$@"
    got=$?
    [[ $got == "$code" ]] || fail "lockstep $1 ended with code $got, not $code"
}

images() { "$lockstep" get deployments -n shop -o json | sed -n 's/^ *"image": "\(.*\)",*$/\1/p' | sort -u | xargs; }

tour_up() {
    say "What would happen: nine phases"
    expect 0 plan -f "$root/examples/shop"
    say "Rolling it out: each phase waits until the phases before it are ready"
    expect 0 apply -f "$root/examples/shop"
    show get -n shop statefulsets,jobs,deployments
}

tour_change() {
    cp -r "$root/examples/shop" "$work/shop"
    say "A new version: images and a setting are edited, the same command again"
    shop_edit 's/:1\.0$/:2.0/; s/Welcome to/Tea is 10 % off in/'
    expect 0 apply -f "$work/shop"
    say "Once more: nothing has changed, nothing is written"
    expect 0 apply -f "$work/shop"
}

tour_fail_and_mend() {
    say "A version whose migration fails: the rollout stops there, and the old version keeps running"
    shop_edit 's/:2\.0$/:3.0/; s/# \(sandbox.lockstep.dev.fail\)/\1/'
    expect 4 apply -f "$work/shop"
    printf 'Images that run: %s\n' "$(images)"
    [[ $(images) == *shop-api:2.0* && $(images) != *:3.0* ]] || fail "something behind the failed phase was changed"
    say "Fixed: the same command continues from there"
    shop_edit 's/^\( *\)\(sandbox.lockstep.dev.fail\)/\1# \2/'
    expect 0 apply -f "$work/shop"
    [[ $(images) == *shop-web:3.0* ]] || fail "the new version does not run"
}

tour_down() {
    say "Taking it down: the ingress first, the namespace last; the files are not needed for it"
    expect 0 delete shop
    ! "$lockstep" get namespace shop >/dev/null 2>&1 || fail "the namespace is still there"
    expect 0 list
}
