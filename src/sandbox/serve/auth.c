#include "sandbox/serve/auth.h"

#include <openssl/crypto.h>
#include <string.h>

#include "base/mem.h"
#include "base/world.h"
#include "sandbox/access/impersonation.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/store/store.h"

struct ls_auth {
    struct ls_world *world;
    struct ls_collection *accounts;
    char *token; /* NULL: requests need no token */
    unsigned char key[LS_TOKEN_KEY_BYTES];
};

struct ls_auth *ls_auth_new(struct ls_cluster *cluster, const char *token)
{
    struct ls_auth *auth = LS_NEW(struct ls_auth);
    struct ls_world *world = cluster->world;
    auth->world = world;
    auth->accounts = ls_store_collection(cluster->store, "", "serviceaccounts");
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
    {LS_GROUP_MASTERS, sizeof LS_GROUP_MASTERS - 1},
    {LS_GROUP_AUTHENTICATED, sizeof LS_GROUP_AUTHENTICATED - 1},
};
static const struct ls_slice anonymous_groups[] = {
    {LS_GROUP_UNAUTHENTICATED, sizeof LS_GROUP_UNAUTHENTICATED - 1},
};

static const struct ls_slice certified_groups[] = {
    {LS_GROUP_AUTHENTICATED, sizeof LS_GROUP_AUTHENTICATED - 1},
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
    return (struct ls_user){.name = LS_SLICE(LS_USER_ANONYMOUS),
                            .uid = LS_SLICE(""),
                            .groups = anonymous_groups,
                            .group_count = LS_COUNT(anonymous_groups)};
}

/* The common name of a certificate is the user; its organizations, groups elsewhere, are not read.
 */
static struct ls_user user_certified(const char *common_name)
{
    return (struct ls_user){.name = ls_slice_of(common_name),
                            .uid = LS_SLICE(""),
                            .groups = certified_groups,
                            .group_count = LS_COUNT(certified_groups)};
}

static struct ls_user user_account(struct ls_arena *arena, const struct ls_token_claims *claims)
{
    struct ls_slice *groups = ls_account_groups(arena, claims->namespace_name);
    groups[LS_ACCOUNT_GROUPS] = LS_SLICE(LS_GROUP_AUTHENTICATED);
    const char *name = ls_arena_printf(arena, "system:serviceaccount:%.*s:%.*s",
                                       LS_ARG(claims->namespace_name), LS_ARG(claims->name));
    struct ls_user_extra *extra = LS_ARENA_NEW(arena, struct ls_user_extra);
    extra->key = LS_SLICE("authentication.kubernetes.io/credential-id");
    extra->value = ls_slice_of(ls_arena_printf(arena, "JTI=%.*s", LS_ARG(claims->id)));
    return (struct ls_user){.name = ls_slice_of(name),
                            .uid = claims->uid,
                            .groups = groups,
                            .group_count = LS_ACCOUNT_GROUPS + 1,
                            .extras = extra,
                            .extra_count = 1};
}

/* ---- tokens ---- */

static bool is_admin_token(const struct ls_auth *auth, struct ls_slice token)
{
    size_t len = strlen(auth->token);
    return token.len == len && CRYPTO_memcmp(token.at, auth->token, len) == 0;
}

/* The account of the token, not one that was made later under its name. */
static bool is_there(const struct ls_auth *auth, const struct ls_token_claims *claims)
{
    const struct ls_obj *account = ls_collection_get(
        auth->accounts, (struct ls_object_key){claims->namespace_name, claims->name});
    struct ls_node uid = account ? ls_node_at(ls_obj_root(account), "metadata.uid") : LS_ABSENT;
    return account && ls_slice_equal(ls_node_string(uid), claims->uid);
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
    if (!ls_token_read(arena, auth->key, token, now_s, &claims) || !is_there(auth, &claims))
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

const struct ls_failure *ls_auth_check(const struct ls_auth *auth, struct ls_arena *arena,
                                       const struct ls_asked *asked, struct ls_user *out)
{
    struct ls_slice header = ls_header_find(asked->headers, asked->header_count, "authorization");
    struct ls_slice token;
    struct ls_slice scheme = ls_slice_cut(ls_slice_trim(header), ' ', &token);
    token = ls_slice_trim(token);
    if (asked->client_name) {
        *out = user_certified(asked->client_name);
        return NULL;
    }
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
