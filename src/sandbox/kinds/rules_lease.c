/* Rules of Lease. */
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/spot.h"

static void lease_validate(const struct ls_admission *admission, struct ls_node object,
                           struct ls_field_errors *errors)
{
    struct ls_spot lease = ls_spot_root(object, errors);
    struct ls_spot duration = ls_spot_at(&lease, "spec.leaseDurationSeconds");
    (void)admission;
    if (ls_spot_is_there(&duration) && ls_node_int(duration.value, 1) <= 0)
        ls_spot_invalid(&duration, "must be greater than 0");
    ls_spot_not_negative(LS_SPOT_AT(&lease, "spec.leaseTransitions"));
}

const struct ls_kind_rules ls_rules_lease = {
    .put_creates = true,
    .validate = lease_validate,
};
