#include "sandbox/access/user.h"

#include "sandbox/kinds/text_rule.h"

static const char account_prefix[] = "system:serviceaccount:";

bool ls_user_is_anonymous(const struct ls_user *user)
{
    return ls_slice_is(user->name, LS_USER_ANONYMOUS);
}

bool ls_user_is_in(const struct ls_user *user, const char *group)
{
    for (size_t i = 0; i < user->group_count; i++) {
        if (ls_slice_is(user->groups[i], group))
            return true;
    }
    return false;
}

static bool is_valid(enum ls_text_rule rule, struct ls_slice text)
{
    return ls_text_flaws(rule, text).count == 0;
}

bool ls_user_account(struct ls_slice name, struct ls_slice *namespace_name,
                     struct ls_slice *account)
{
    if (!ls_slice_starts(name, account_prefix))
        return false;
    *namespace_name = ls_slice_cut(ls_slice_from(name, sizeof account_prefix - 1), ':', account);
    return is_valid(LS_TEXT_DNS_LABEL, *namespace_name) && account->at &&
           is_valid(LS_TEXT_DNS_SUBDOMAIN, *account);
}

static void extras_build(struct ls_build *build, const struct ls_user *user)
{
    ls_build_key(build, LS_SLICE("extra"));
    ls_build_map(build);
    for (size_t i = 0; i < user->extra_count; i++) {
        bool is_first = i == 0 || !ls_slice_equal(user->extras[i - 1].key, user->extras[i].key);
        if (is_first && i > 0)
            ls_build_end(build);
        if (is_first) {
            ls_build_key(build, user->extras[i].key);
            ls_build_list(build);
        }
        ls_build_string(build, user->extras[i].value);
    }
    ls_build_end(build);
    ls_build_end(build);
}

void ls_user_build(struct ls_build *build, const struct ls_user *user)
{
    ls_build_key(build, LS_SLICE("username"));
    ls_build_string(build, user->name);
    if (user->uid.len > 0) {
        ls_build_key(build, LS_SLICE("uid"));
        ls_build_string(build, user->uid);
    }
    if (user->group_count > 0) {
        ls_build_key(build, LS_SLICE("groups"));
        ls_build_list(build);
        for (size_t i = 0; i < user->group_count; i++)
            ls_build_string(build, user->groups[i]);
        ls_build_end(build);
    }
    if (user->extra_count > 0)
        extras_build(build, user);
}
