/* The environments: which libraries and rules each use of CEL has. */
#include "expr/cel/cel.h"

#define LIB(name) LS_CEL_LIBS(LS_CEL_LIB_##name)

void ls_cel_env_full(struct ls_cel_env *env)
{
    *env = (struct ls_cel_env){
        .libraries = LS_CEL_LIBS(LS_CEL_LIB_COUNT) - 1,
        .has_mixed_compare = true,
        .has_optional = true,
        .has_quoted_names = true,
        .is_presence_strict = true,
    };
}

/* k8s.io/apiserver/pkg/cel/environment/base.go of 1.36, without the authorizer, which rules of
 * custom resources cannot name. */
void ls_cel_env_kubernetes(struct ls_cel_env *env)
{
    *env = (struct ls_cel_env){
        .libraries = LIB(STANDARD) | LIB(OPTIONAL) | LIB(STRINGS_0) | LIB(STRINGS_1) | LIB(SETS) |
                     LIB(LISTS) | LIB(TWO_VAR) | LIB(KUBE_LISTS) | LIB(KUBE_REGEX) |
                     LIB(KUBE_URLS) | LIB(KUBE_QUANTITY) | LIB(KUBE_IP) | LIB(KUBE_CIDR) |
                     LIB(KUBE_FORMAT) | LIB(KUBE_SEMVER),
        .has_alike_literals = true,
        .has_mixed_compare = true,
        .has_optional = true,
        .has_literal_checks = true,
    };
}

/* An older set than kube-apiserver's, as boxcutter makes it; a probe returns a bool. */
void ls_cel_env_probe(struct ls_cel_env *env)
{
    *env = (struct ls_cel_env){
        .libraries =
            LIB(STANDARD) | LIB(STRINGS_0) | LIB(KUBE_LISTS) | LIB(KUBE_REGEX) | LIB(KUBE_URLS),
        .result = &ls_cel_bool,
        .has_alike_literals = true,
    };
}
