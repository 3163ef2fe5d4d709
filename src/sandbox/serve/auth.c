#include "sandbox/serve/auth.h"

#include <openssl/crypto.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "base/world.h"
#include "sandbox/serve/limits.h"
#include "sandbox/serve/query.h"
#include "value/go_text.h"

static const char impersonate_extra[] = "impersonate-extra-";

struct ls_auth {
    struct ls_world *world;
    char *token; /* NULL: requests need no token */
    unsigned char key[LS_TOKEN_KEY_BYTES];
};

struct ls_auth *ls_auth_new(struct ls_world *world, const char *token)
{
    struct ls_auth *auth = LS_NEW(struct ls_auth);
    auth->world = world;
    auth->token = token ? ls_strdup(token) : NULL;
    if (ls_loop_is_virtual(world->loop))
        ls_random_bytes(&world->random, auth->key, sizeof auth->key);
    else
        ls_random_secret(auth->key, sizeof auth->key);
    return auth;
}

void ls_auth_free(struct ls_auth *auth)
{
    if (!auth)
        return;
    if (auth->token)
        ls_wipe(auth->token, strlen(auth->token));
    ls_free(auth->token);
    ls_wipe(auth->key, sizeof auth->key);
    ls_free(auth);
}

/* ---- users ---- */

static const struct ls_slice admin_groups[] = {
    {"system:masters", sizeof "system:masters" - 1},
    {"system:authenticated", sizeof "system:authenticated" - 1},
};
static const struct ls_slice anonymous_groups[] = {
    {"system:unauthenticated", sizeof "system:unauthenticated" - 1},
};

static struct ls_user user_admin(void)
{
    return (struct ls_user){.name = LS_SLICE("admin"),
                            .uid = LS_SLICE(""),
                            .groups = admin_groups,
                            .group_count = LS_COUNT(admin_groups)};
}

static struct ls_user user_anonymous(void)
{
    return (struct ls_user){.name = LS_SLICE("system:anonymous"),
                            .uid = LS_SLICE(""),
                            .groups = anonymous_groups,
                            .group_count = LS_COUNT(anonymous_groups)};
}

bool ls_user_is_anonymous(const struct ls_user *user)
{
    return ls_slice_is(user->name, "system:anonymous");
}

static bool user_is_in(const struct ls_user *user, const char *group)
{
    for (size_t i = 0; i < user->group_count; i++) {
        if (ls_slice_is(user->groups[i], group))
            return true;
    }
    return false;
}

/* The groups of a service account, and room for one more. */
static struct ls_slice *account_groups(struct ls_arena *arena, struct ls_slice namespace_name)
{
    struct ls_slice *groups = LS_ARENA_ARRAY(arena, struct ls_slice, 3);
    groups[0] = LS_SLICE("system:serviceaccounts");
    groups[1] =
        ls_slice_of(ls_arena_printf(arena, "system:serviceaccounts:%.*s", LS_ARG(namespace_name)));
    return groups;
}

static struct ls_user user_account(struct ls_arena *arena, const struct ls_token_claims *claims)
{
    struct ls_slice *groups = account_groups(arena, claims->namespace_name);
    groups[2] = LS_SLICE("system:authenticated");
    const char *name = ls_arena_printf(arena, "system:serviceaccount:%.*s:%.*s",
                                       LS_ARG(claims->namespace_name), LS_ARG(claims->name));
    return (struct ls_user){
        .name = ls_slice_of(name), .uid = claims->uid, .groups = groups, .group_count = 3};
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

/* ---- tokens ---- */

static bool is_admin_token(const struct ls_auth *auth, struct ls_slice token)
{
    size_t len = strlen(auth->token);
    return token.len == len && CRYPTO_memcmp(token.at, auth->token, len) == 0;
}

bool ls_auth_token_user(const struct ls_auth *auth, struct ls_arena *arena, struct ls_slice token,
                        struct ls_user *out)
{
    struct ls_token_claims claims;
    int64_t now_s = ls_clock_wall_ms(auth->world->clock) / 1000;
    if (auth->token && is_admin_token(auth, token)) {
        *out = user_admin();
        return true;
    }
    if (!ls_token_read(arena, auth->key, token, now_s, &claims))
        return false;
    *out = user_account(arena, &claims);
    return true;
}

struct ls_slice ls_auth_issue(const struct ls_auth *auth, struct ls_arena *arena,
                              const struct ls_token_claims *claims)
{
    LS_ASSERT(claims->name.len > 0);
    return ls_token_print(arena, auth->key, claims);
}

static const struct ls_failure *bearer_check(const struct ls_auth *auth, struct ls_arena *arena,
                                             const struct ls_asked *asked, struct ls_user *out)
{
    struct ls_slice header = ls_header_find(asked->headers, asked->header_count, "authorization");
    struct ls_slice token;
    struct ls_slice scheme = ls_slice_cut(ls_slice_trim(header), ' ', &token);
    token = ls_slice_trim(token);
    if (!ls_slice_is_nocase(scheme, "bearer") || token.len == 0) {
        *out = auth->token ? user_anonymous() : user_admin();
        return NULL;
    }
    if (ls_auth_token_user(auth, arena, token, out))
        return NULL;
    if (!auth->token) {
        *out = user_admin();
        return NULL;
    }
    return ls_failure_new(arena, 401, "Unauthorized", "Unauthorized");
}

/* ---- impersonation ---- */

struct impersonation {
    struct ls_slice name;
    struct ls_slice uid;
    struct ls_slice groups[LS_SERVE_IMPERSONATED_MAX + 1];
    size_t group_count;
    struct ls_user_extra extras[LS_SERVE_IMPERSONATED_MAX];
    size_t extra_count;
};

/* Sorted by key; values of one key keep their order. */
static void extra_add(struct impersonation *as, struct ls_slice key, struct ls_slice value)
{
    if (as->extra_count == LS_SERVE_IMPERSONATED_MAX)
        return;
    size_t at = as->extra_count++;
    for (; at > 0 && ls_slice_compare(as->extras[at - 1].key, key) > 0; at--)
        as->extras[at] = as->extras[at - 1];
    as->extras[at] = (struct ls_user_extra){key, value};
}

static void impersonation_add(struct ls_arena *arena, struct impersonation *as,
                              const struct ls_header *header)
{
    struct ls_slice key;
    if (ls_slice_is(header->name, "impersonate-user"))
        as->name = header->value;
    else if (ls_slice_is(header->name, "impersonate-uid"))
        as->uid = header->value;
    else if (ls_slice_is(header->name, "impersonate-group") &&
             as->group_count < LS_SERVE_IMPERSONATED_MAX)
        as->groups[as->group_count++] = header->value;
    else if (ls_slice_starts(header->name, impersonate_extra)) {
        struct ls_slice sent = ls_slice_from(header->name, sizeof impersonate_extra - 1);
        if (!ls_percent_decode(arena, sent, false, &key) || !ls_utf8_is_valid(key))
            key = sent;
        extra_add(as, key, header->value);
    }
}

/* The real server prints a Go value here; clients match on the end of the message. */
static const struct ls_failure *nobody_named(struct ls_arena *arena, const struct impersonation *as)
{
    struct ls_buf groups LS_AUTO(ls_buf_release) = {0};
    struct ls_buf uid LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&groups, as->group_count > 0 ? "[]string{" : "[]string(nil)");
    for (size_t i = 0; i < as->group_count; i++) {
        ls_buf_add_text(&groups, i > 0 ? ", " : "");
        ls_go_quote(&groups, as->groups[i]);
    }
    ls_buf_add_text(&groups, as->group_count > 0 ? "}" : "");
    ls_go_quote(&uid, as->uid);
    return ls_failure_bad_request(arena,
                                  "requested &user.DefaultInfo{Name:\"\", UID:%s, Groups:%s, "
                                  "Extra:map[string][]string(nil)} without impersonating a user "
                                  "name",
                                  ls_buf_text(&uid), ls_buf_text(&groups));
}

/* "system:serviceaccount:NS:NAME" gives NS. */
static bool account_namespace(struct ls_slice name, struct ls_slice *out)
{
    static const char prefix[] = "system:serviceaccount:";
    struct ls_slice account;
    if (!ls_slice_starts(name, prefix))
        return false;
    *out = ls_slice_cut(ls_slice_from(name, sizeof prefix - 1), ':', &account);
    return out->len > 0 && account.len > 0 && ls_slice_find(account, ':') == SIZE_MAX;
}

static void groups_complete(struct ls_arena *arena, struct impersonation *as)
{
    struct ls_slice namespace_name;
    if (as->group_count == 0 && account_namespace(as->name, &namespace_name)) {
        memcpy(as->groups, account_groups(arena, namespace_name), 2 * sizeof as->groups[0]);
        as->group_count = 2;
    }
    struct ls_user so_far = {.groups = as->groups, .group_count = as->group_count};
    bool is_anonymous = ls_slice_is(as->name, "system:anonymous");
    bool is_shown = user_is_in(&so_far, "system:unauthenticated") ||
                    (!is_anonymous && user_is_in(&so_far, "system:authenticated"));
    if (!is_shown)
        as->groups[as->group_count++] =
            is_anonymous ? LS_SLICE("system:unauthenticated") : LS_SLICE("system:authenticated");
}

static bool is_impersonation(const struct ls_asked *asked)
{
    for (size_t i = 0; i < asked->header_count; i++) {
        if (ls_slice_starts(asked->headers[i].name, "impersonate-"))
            return true;
    }
    return false;
}

static const struct ls_failure *impersonate(struct ls_arena *arena, const struct ls_asked *asked,
                                            struct ls_user *out)
{
    struct impersonation *as = LS_ARENA_NEW(arena, struct impersonation);
    for (size_t i = 0; i < asked->header_count; i++) {
        if (ls_utf8_is_valid(asked->headers[i].value))
            impersonation_add(arena, as, &asked->headers[i]);
    }
    if (as->name.len == 0 && (as->uid.len > 0 || as->group_count > 0 || as->extra_count > 0))
        return nobody_named(arena, as);
    if (as->name.len == 0)
        return NULL;
    groups_complete(arena, as);
    *out = (struct ls_user){.name = as->name,
                            .uid = as->uid,
                            .groups = as->groups,
                            .group_count = as->group_count,
                            .extras = as->extras,
                            .extra_count = as->extra_count};
    return NULL;
}

const struct ls_failure *ls_auth_check(const struct ls_auth *auth, struct ls_arena *arena,
                                       const struct ls_asked *asked, struct ls_user *out)
{
    const struct ls_failure *failure = bearer_check(auth, arena, asked, out);
    if (failure || !is_impersonation(asked) || ls_user_is_anonymous(out))
        return failure;
    return impersonate(arena, asked, out);
}
