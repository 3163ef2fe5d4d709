/* Kubernetes's functions for semantic versions. */
#include "expr/lib/fn.h"
#include "expr/lib/scalars.h"
#include "expr/lib/tables.h"
#include "expr/lib/types.h"
#include "base/err.h"
#include "value/go_text.h"

/* Texts are borrowed from the arena; both may be empty. */
struct kube_semver_version {
    uint64_t numbers[3]; /* major, minor, patch */
    struct ls_slice pre; /* alpha.1 */
    struct ls_slice build;
};

static const char *const number_names[][2] = {
    {"major", "Major"}, {"minor", "Minor"}, {"patch", "Patch"}};

static bool is_digits(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    }
    return true;
}

static bool is_word(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '-'))
            return false;
    }
    return true;
}

static bool has_zero_in_front(struct ls_slice text)
{
    return text.len > 1 && text.at[0] == '0';
}

static bool refuse(struct ls_err *err, const char *front, struct ls_slice text)
{
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, text);
    (void)ls_fail(err, LS_E_INVALID, "%s %s", front, ls_buf_text(&quoted));
    return false;
}

static bool refuse_number(struct ls_err *err, struct ls_slice text)
{
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, text);
    (void)ls_fail(err, LS_E_INVALID, "strconv.ParseUint: parsing %s: %s", ls_buf_text(&quoted),
                  text.len ? "value out of range" : "invalid syntax");
    return false;
}

static bool number_read(struct ls_slice text, size_t which, uint64_t *out, struct ls_err *err)
{
    struct ls_buf front LS_AUTO(ls_buf_release) = {0};
    if (!is_digits(text)) {
        ls_buf_printf(&front, "Invalid character(s) found in %s number", number_names[which][0]);
        return refuse(err, ls_buf_text(&front), text);
    }
    if (has_zero_in_front(text)) {
        ls_buf_printf(&front, "%s number must not contain leading zeroes", number_names[which][1]);
        return refuse(err, ls_buf_text(&front), text);
    }
    return ls_cel_uint_parse(text, out) || refuse_number(err, text);
}

static bool pre_check(struct ls_slice part, struct ls_err *err)
{
    uint64_t number = 0;
    if (part.len == 0) {
        (void)ls_fail(err, LS_E_INVALID, "Prerelease is empty");
        return false;
    }
    if (!is_word(part))
        return refuse(err, "Invalid character(s) found in prerelease", part);
    if (!is_digits(part))
        return true;
    if (has_zero_in_front(part))
        return refuse(err, "Numeric PreRelease version must not contain leading zeroes", part);
    return ls_cel_uint_parse(part, &number) || refuse_number(err, part);
}

static bool build_check(struct ls_slice part, struct ls_err *err)
{
    if (part.len == 0) {
        (void)ls_fail(err, LS_E_INVALID, "Build meta data is empty");
        return false;
    }
    return is_word(part) || refuse(err, "Invalid character(s) found in build meta data", part);
}

static bool each_part(struct ls_slice parts,
                      bool (*check)(struct ls_slice part, struct ls_err *err), struct ls_err *err)
{
    struct ls_slice rest = parts;
    while (rest.at) {
        if (!check(ls_slice_cut(rest, '.', &rest), err))
            return false;
    }
    return true;
}

static bool version_read(struct ls_slice text, struct kube_semver_version *out, struct ls_err *err)
{
    struct ls_slice minor, patch, build, pre;
    struct kube_semver_version version = {0};
    if (text.len == 0) {
        (void)ls_fail(err, LS_E_INVALID, "Version string empty");
        return false;
    }
    struct ls_slice major = ls_slice_cut(text, '.', &minor);
    minor = ls_slice_cut(minor, '.', &patch);
    if (!patch.at) {
        (void)ls_fail(err, LS_E_INVALID, "No Major.Minor.Patch elements found");
        return false;
    }
    patch = ls_slice_cut(patch, '+', &build);
    patch = ls_slice_cut(patch, '-', &pre);
    if (!number_read(major, 0, &version.numbers[0], err) ||
        !number_read(minor, 1, &version.numbers[1], err) ||
        !number_read(patch, 2, &version.numbers[2], err) || !each_part(pre, pre_check, err) ||
        !each_part(build, build_check, err))
        return false;
    version.pre = pre;
    version.build = build;
    *out = version;
    return true;
}

/* v1.2 becomes 1.2.0, 01 becomes 1. */
static bool normalize(struct ls_slice text, struct ls_buf *out, struct ls_err *err)
{
    struct ls_slice rest = ls_slice_starts(text, "v") ? ls_slice_from(text, 1) : text;
    size_t count = 0;
    while (rest.at && count < 3) {
        struct ls_slice part = rest;
        if (count < 2)
            part = ls_slice_cut(rest, '.', &rest);
        else
            rest.at = NULL;
        bool is_last = rest.at == NULL;
        if (is_last && count < 2 &&
            (ls_slice_find(part, '+') != SIZE_MAX || ls_slice_find(part, '-') != SIZE_MAX)) {
            (void)ls_fail(err, LS_E_INVALID,
                          "short version cannot contain PreRelease/Build meta data");
            return false;
        }
        bool is_long = part.len > 1;
        while (is_long && part.len > 0 && part.at[0] == '0')
            part = ls_slice_from(part, 1);
        if (is_long && (part.len == 0 || part.at[0] < '0' || part.at[0] > '9'))
            ls_buf_add_char(out, '0');
        ls_buf_add_slice(out, part);
        ls_buf_add_text(out, count++ < 2 ? "." : "");
    }
    for (; count < 3; count++)
        ls_buf_add_text(out, count < 2 ? "0." : "0");
    return true;
}

static bool version_of_args(struct ls_cel_call *call, const struct ls_term *args, size_t arg_count,
                            struct kube_semver_version *out, struct ls_err *err)
{
    if (arg_count < 2 || !args[1].truth)
        return version_read(args[0].text, out, err);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    return normalize(args[0].text, &text, err) &&
           version_read(ls_arena_slice(call->arena, ls_buf_slice(&text)), out, err);
}

/* Numbers come before words; numbers by value, words by their bytes. */
static int pre_part_compare(struct ls_slice a, struct ls_slice b)
{
    uint64_t left = 0;
    uint64_t right = 0;
    bool is_left = is_digits(a) && ls_cel_uint_parse(a, &left);
    bool is_right = is_digits(b) && ls_cel_uint_parse(b, &right);
    if (is_left != is_right)
        return is_left ? -1 : 1;
    return is_left ? (left > right) - (left < right) : ls_slice_compare(a, b);
}

static int pre_compare(struct ls_slice a, struct ls_slice b)
{
    if (!a.at || !b.at)
        return (a.at == NULL) - (b.at == NULL); /* a release is above its pre-releases */
    while (a.at && b.at) {
        int order = pre_part_compare(ls_slice_cut(a, '.', &a), ls_slice_cut(b, '.', &b));
        if (order)
            return order;
    }
    return (a.at != NULL) - (b.at != NULL);
}

static int version_compare(const struct kube_semver_version *a, const struct kube_semver_version *b)
{
    for (size_t i = 0; i < 3; i++) {
        if (a->numbers[i] != b->numbers[i])
            return a->numbers[i] > b->numbers[i] ? 1 : -1;
    }
    int order = pre_compare(a->pre, b->pre);
    return (order > 0) - (order < 0);
}

static bool version_equal(const void *a, const void *b)
{
    return version_compare(a, b) == 0;
}

static void version_print(struct ls_buf *out, const void *value)
{
    const struct kube_semver_version *version = value;
    ls_buf_printf(out, "%llu.%llu.%llu", (unsigned long long)version->numbers[0],
                  (unsigned long long)version->numbers[1], (unsigned long long)version->numbers[2]);
    if (version->pre.at)
        ls_buf_printf(out, "-%.*s", LS_ARG(version->pre));
    if (version->build.at)
        ls_buf_printf(out, "+%.*s", LS_ARG(version->build));
}

static const struct ls_opaque_class version_class = {
    .type = &ls_cel_semver_type, .equal = version_equal, .print = version_print};

static const struct kube_semver_version *version_of(struct ls_term term)
{
    LS_ASSERT(term.opaque.class_ == &version_class);
    return term.opaque.value;
}

LS_CEL_FN(string_to_semver)
{
    struct kube_semver_version *version = LS_ARENA_NEW(call->arena, struct kube_semver_version);
    struct ls_err err = {0};
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, args[0].text.len, &mistake))
        return mistake;
    if (!version_of_args(call, args, arg_count, version, &err))
        return ls_term_error(call->arena, "%s", err.text);
    return ls_term_opaque(&version_class, version);
}

LS_CEL_FN(is_semver)
{
    struct kube_semver_version version;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, args[0].text.len, &mistake))
        return mistake;
    return ls_term_bool(version_of_args(call, args, arg_count, &version, NULL));
}

static struct ls_term number_term(struct ls_term term, size_t which)
{
    return ls_term_int((int64_t)version_of(term)->numbers[which]);
}

LS_CEL_SIMPLE_FN(major, number_term(args[0], 0))
LS_CEL_SIMPLE_FN(minor, number_term(args[0], 1))
LS_CEL_SIMPLE_FN(patch, number_term(args[0], 2))

LS_CEL_FN(is_less)
{
    LS_CEL_UNUSED;
    return ls_term_bool(version_compare(version_of(args[0]), version_of(args[1])) < 0);
}

LS_CEL_FN(is_greater)
{
    LS_CEL_UNUSED;
    return ls_term_bool(version_compare(version_of(args[0]), version_of(args[1])) > 0);
}

LS_CEL_SIMPLE_FN(compare, ls_term_int(version_compare(version_of(args[0]), version_of(args[1]))))

#define ROW(name, id, signature, fn, cost) LS_CEL_ROW(KUBE_SEMVER, name, id, signature, fn, cost)
#define V                                  "kubernetes.Semver"
/* clang-format off */
const struct ls_cel_overload ls_cel_kube_semver_table[] = {
    ROW("semver",        "string_to_semver",       "(string) " V,       string_to_semver, SPECIAL),
    ROW("semver",        "string_bool_to_semver",  "(string, bool) " V, string_to_semver, SPECIAL),
    ROW("isSemver",      "is_semver_string",       "(string) bool",     is_semver,        SPECIAL),
    ROW("isSemver",      "is_semver_string_bool",  "(string, bool) bool", is_semver,      SPECIAL),
    ROW("isGreaterThan", "semver_is_greater_than", V ".(" V ") bool",   is_greater,       CALL),
    ROW("isLessThan",    "semver_is_less_than",    V ".(" V ") bool",   is_less,          CALL),
    ROW("compareTo",     "semver_compare_to",      V ".(" V ") int",    compare,          CALL),
    ROW("major",         "semver_major",           V ".() int",         major,            CALL),
    ROW("minor",         "semver_minor",           V ".() int",         minor,            CALL),
    ROW("patch",         "semver_patch",           V ".() int",         patch,            CALL),
    {0},
};
/* clang-format on */
