#include "sandbox/keep/service_accounts.h"

#include "sandbox/store/store.h"
#include "value/build.h"

static const char root_ca_description[] =
    "Contains a CA bundle that can be used to verify the kube-apiserver when using internal "
    "endpoints such as the internal service IP or kubernetes.default.svc. No other usage is "
    "guaranteed across distributions of Kubernetes clusters.";

static bool is_there(const struct ls_kind *kind, struct ls_slice namespace_name, const char *name)
{
    return ls_collection_get(kind->collection,
                             (struct ls_object_key){namespace_name, ls_slice_of(name)});
}

void ls_service_account_ensure(const struct ls_keep_step *step, struct ls_slice namespace_name)
{
    LS_ASSERT(namespace_name.len > 0);
    const struct ls_kind *kind = ls_keep_step_kind(step, "", "serviceaccounts");
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (is_there(kind, namespace_name, "default"))
        return;
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "name", "default");
    ls_build_end(&build);
    ls_build_end(&build);
    ls_keep_step_create(step, kind, namespace_name, ls_build_arena(&build, step->arena));
}

static struct ls_node root_ca(const struct ls_keep_step *step)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "name", "kube-root-ca.crt");
    ls_build_key(&build, LS_SLICE("annotations"));
    ls_build_map(&build);
    ls_build_member_text(&build, "kubernetes.io/description", root_ca_description);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_key(&build, LS_SLICE("data"));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("ca.crt"));
    ls_build_string(&build, step->cluster->ca_pem);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, step->arena);
}

void ls_root_ca_ensure(const struct ls_keep_step *step, struct ls_slice namespace_name)
{
    LS_ASSERT(namespace_name.len > 0);
    const struct ls_kind *kind = ls_keep_step_kind(step, "", "configmaps");
    if (!is_there(kind, namespace_name, "kube-root-ca.crt"))
        ls_keep_step_create(step, kind, namespace_name, root_ca(step));
}
