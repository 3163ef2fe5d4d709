#include "sandbox/status/failure.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "value/go_text.h"

/* "deployments.apps", or "configmaps" in the core group. */
static void qualified_add(struct ls_buf *out, const char *thing, const char *group)
{
    ls_buf_add_text(out, thing);
    if (group[0] != '\0')
        ls_buf_printf(out, ".%s", group);
}

/* `deployments.apps "web"` */
static void about_add(struct ls_buf *out, struct ls_about about)
{
    qualified_add(out, about.plural, about.group);
    ls_buf_add_char(out, ' ');
    ls_go_quote(out, about.name);
}

static struct ls_failure *failure_make(struct ls_arena *arena, int code, const char *reason,
                                       const char *message)
{
    struct ls_failure *failure = LS_ARENA_NEW(arena, struct ls_failure);
    *failure = (struct ls_failure){.code = code,
                                   .reason = reason,
                                   .message = message,
                                   .name = "",
                                   .group = "",
                                   .kind = "",
                                   .uid = ""};
    return failure;
}

static struct ls_failure *failure_about(struct ls_arena *arena, int code, const char *reason,
                                        struct ls_about about, const struct ls_buf *message)
{
    struct ls_failure *failure =
        failure_make(arena, code, reason, ls_arena_dup(arena, ls_buf_slice(message)));
    failure->name = ls_arena_dup(arena, about.name);
    failure->group = ls_arena_dup(arena, ls_slice_of(about.group));
    failure->kind = ls_arena_dup(arena, ls_slice_of(about.plural));
    failure->has_details = true;
    return failure;
}

const struct ls_failure *ls_failure_not_found(struct ls_arena *arena, struct ls_about about)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    about_add(&text, about);
    ls_buf_add_text(&text, " not found");
    return failure_about(arena, 404, "NotFound", about, &text);
}

const struct ls_failure *ls_failure_exists(struct ls_arena *arena, struct ls_about about)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    about_add(&text, about);
    ls_buf_add_text(&text, " already exists");
    return failure_about(arena, 409, "AlreadyExists", about, &text);
}

const struct ls_failure *ls_failure_conflict(struct ls_arena *arena, struct ls_about about,
                                             const char *why)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "Operation cannot be fulfilled on ");
    about_add(&text, about);
    ls_buf_printf(&text, ": %s", why);
    return failure_about(arena, 409, "Conflict", about, &text);
}

const struct ls_failure *ls_failure_forbidden(struct ls_arena *arena, struct ls_about about,
                                              const char *why)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    bool is_nothing = about.plural[0] == '\0' && about.group[0] == '\0';
    if (!is_nothing && about.name.len > 0)
        about_add(&text, about);
    else if (!is_nothing)
        qualified_add(&text, about.plural, about.group);
    ls_buf_printf(&text, is_nothing ? "forbidden: %s" : " is forbidden: %s", why);
    return failure_about(arena, 403, "Forbidden", about, &text);
}

const struct ls_failure *ls_failure_new(struct ls_arena *arena, int code, const char *reason,
                                        const char *format, ...)
{
    LS_ASSERT(code >= 400);
    LS_ASSERT(code <= 599);
    va_list args;
    va_start(args, format);
    struct ls_failure *failure =
        failure_make(arena, code, reason, ls_arena_vprintf(arena, format, args));
    va_end(args);
    return failure;
}

const struct ls_failure *ls_failure_bad_request(struct ls_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct ls_failure *failure =
        failure_make(arena, 400, "BadRequest", ls_arena_vprintf(arena, format, args));
    va_end(args);
    return failure;
}

const struct ls_failure *ls_failure_internal(struct ls_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *why = ls_arena_vprintf(arena, format, args);
    va_end(args);
    struct ls_failure *failure = failure_make(
        arena, 500, "InternalError", ls_arena_printf(arena, "Internal error occurred: %s", why));
    struct ls_failure_cause *cause = LS_ARENA_NEW(arena, struct ls_failure_cause);
    *cause = (struct ls_failure_cause){.reason = "", .message = why, .field = ""};
    failure->causes = cause;
    failure->cause_count = 1;
    return failure;
}

static bool is_set(const char *text)
{
    return text && text[0] != '\0';
}

/* Go's JSON encoder replaces each byte that is not valid UTF-8 with U+FFFD. */
static void valid_text_add(struct ls_buf *out, struct ls_slice text)
{
    while (text.len > 0) {
        uint32_t character = 0;
        size_t len = ls_utf8_decode(text, &character);
        ls_buf_add(out, len > 0 ? text.at : "\xEF\xBF\xBD", len > 0 ? len : 3);
        text = ls_slice_from(text, len > 0 ? len : 1);
    }
}

static void text_build(struct ls_build *build, const char *key, const char *text)
{
    if (!is_set(text))
        return;
    if (ls_utf8_is_valid(ls_slice_of(text))) {
        ls_build_member_text(build, key, text);
        return;
    }
    struct ls_buf valid LS_AUTO(ls_buf_release) = {0};
    valid_text_add(&valid, ls_slice_of(text));
    ls_build_member_text(build, key, ls_buf_text(&valid));
}

static void causes_build(struct ls_build *build, const struct ls_failure *failure)
{
    ls_build_key(build, LS_SLICE("causes"));
    ls_build_list(build);
    for (size_t i = 0; i < failure->cause_count; i++) {
        const struct ls_failure_cause *cause = &failure->causes[i];
        ls_build_map(build);
        text_build(build, "reason", cause->reason);
        text_build(build, "message", cause->message);
        text_build(build, "field", cause->field);
        ls_build_end(build);
    }
    ls_build_end(build);
}

static bool has_details(const struct ls_failure *failure)
{
    return failure->has_details || failure->cause_count > 0 || failure->retry_after_s != 0 ||
           is_set(failure->name) || is_set(failure->group) || is_set(failure->kind) ||
           is_set(failure->uid);
}

static void details_build(struct ls_build *build, const struct ls_failure *failure)
{
    ls_build_key(build, LS_SLICE("details"));
    ls_build_map(build);
    text_build(build, "name", failure->name);
    text_build(build, "group", failure->group);
    text_build(build, "kind", failure->kind);
    text_build(build, "uid", failure->uid);
    if (failure->cause_count > 0)
        causes_build(build, failure);
    if (failure->retry_after_s != 0) {
        ls_build_key(build, LS_SLICE("retryAfterSeconds"));
        ls_build_int(build, failure->retry_after_s);
    }
    ls_build_end(build);
}

void ls_failure_build(struct ls_build *build, const struct ls_failure *failure)
{
    LS_ASSERT(failure->code >= 400);
    LS_ASSERT(failure->cause_count == 0 || failure->causes);
    ls_build_map(build);
    ls_build_member_text(build, "kind", "Status");
    ls_build_member_text(build, "apiVersion", "v1");
    ls_build_key(build, LS_SLICE("metadata"));
    ls_build_map(build);
    text_build(build, "continue", failure->continue_token);
    ls_build_end(build);
    ls_build_member_text(build, "status", "Failure");
    text_build(build, "message", failure->message);
    text_build(build, "reason", failure->reason);
    if (has_details(failure))
        details_build(build, failure);
    ls_build_key(build, LS_SLICE("code"));
    ls_build_int(build, failure->code);
    ls_build_end(build);
}
