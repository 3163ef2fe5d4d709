#include "sandbox/serve/impersonate.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "sandbox/serve/limits.h"
#include "sandbox/serve/query.h"
#include "value/go_text.h"

static const char impersonate_extra[] = "impersonate-extra-";

struct impersonation {
    struct ls_slice name;
    struct ls_slice uid;
    struct ls_slice groups[LS_SERVE_IMPERSONATED_MAX];
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

static bool is_impersonation(const struct ls_asked *asked)
{
    for (size_t i = 0; i < asked->header_count; i++) {
        if (ls_slice_starts(asked->headers[i].name, "impersonate-"))
            return true;
    }
    return false;
}

const struct ls_failure *ls_impersonation_read(struct ls_arena *arena, const struct ls_asked *asked,
                                               struct ls_user *out)
{
    *out = (struct ls_user){.name = LS_SLICE("")};
    if (!is_impersonation(asked))
        return NULL;
    struct impersonation *as = LS_ARENA_NEW(arena, struct impersonation);
    for (size_t i = 0; i < asked->header_count; i++) {
        if (ls_utf8_is_valid(asked->headers[i].value))
            impersonation_add(arena, as, &asked->headers[i]);
    }
    if (as->name.len == 0 && (as->uid.len > 0 || as->group_count > 0 || as->extra_count > 0))
        return nobody_named(arena, as);
    if (as->name.len == 0)
        return NULL;
    *out = (struct ls_user){.name = as->name,
                            .uid = as->uid,
                            .groups = as->groups,
                            .group_count = as->group_count,
                            .extras = as->extras,
                            .extra_count = as->extra_count};
    return NULL;
}
