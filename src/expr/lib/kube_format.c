/* Kubernetes's named formats: names are validated with the messages of its API validation. */
#include <stdarg.h>
#include <string.h>

#include "expr/lib/fn.h"
#include "expr/lib/tables.h"
#include "expr/lib/types.h"
#include "expr/lib/url.h"
#include "value/schema_format.h"

enum { LABEL_BYTES_MAX = 63, SUBDOMAIN_BYTES_MAX = 253, ISSUES_MAX = 6 };

/* The messages about one name. */
struct issues {
    struct ls_arena *arena;
    struct ls_term at[ISSUES_MAX];
    size_t count;
};

static void issue_add(struct issues *issues, const char *format, ...) LS_FORMAT(2, 3);
static void issue_add(struct issues *issues, const char *format, ...)
{
    LS_ASSERT(issues->count < ISSUES_MAX);
    va_list args;
    va_start(args, format);
    const char *text = ls_arena_vprintf(issues->arena, format, args);
    va_end(args);
    issues->at[issues->count++] = ls_term_string(ls_slice_of(text));
}

#define LABEL_SHAPE     "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
#define SUBDOMAIN_SHAPE LABEL_SHAPE "(\\." LABEL_SHAPE ")*"
#define KEY_SHAPE       "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
#define SHAPE_OF(shape) "regex used for validation is '" shape "')"
#define LABEL_TEXT                                                                                 \
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and "   \
    "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', " SHAPE_OF( \
        LABEL_SHAPE)
#define SUBDOMAIN_TEXT                                                                             \
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "   \
    "'.', and must start and end with an alphanumeric character (e.g. 'example.com', " SHAPE_OF(   \
        SUBDOMAIN_SHAPE)
#define LABEL_1035_TEXT                                                                            \
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "   \
    "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or "           \
    "'abc-123', " SHAPE_OF("[a-z]([-a-z0-9]*[a-z0-9])?")
#define KEY_TEXT                                                                                   \
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "    \
    "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', " SHAPE_OF(KEY_SHAPE)
#define VALUE_TEXT                                                                                 \
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "    \
    "'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or "             \
    "'my_value',  or '12345', " SHAPE_OF("(" KEY_SHAPE ")?")

static bool is_lower(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool is_label(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!is_lower(text.at[i]) && (text.at[i] != '-' || i == 0 || i + 1 == text.len))
            return false;
    }
    return text.len > 0;
}

static bool is_subdomain(struct ls_slice text)
{
    struct ls_slice rest = text;
    do {
        if (!is_label(ls_slice_cut(rest, '.', &rest)))
            return false;
    } while (rest.at);
    return true;
}

/* Letters, digits, - _ and ., with a letter or digit at both ends. */
static bool is_key_name(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool is_word = is_lower(c) || (c >= 'A' && c <= 'Z');
        bool is_end = i == 0 || i + 1 == text.len;
        if (!is_word && (is_end || !ls_char_is_any(c, "-_.")))
            return false;
    }
    return text.len > 0;
}

/* Messages about names say characters, those about keys and values of labels bytes; both count
 * bytes. */
static void length_check(struct issues *issues, const char *front, size_t bytes, size_t bytes_max,
                         const char *unit)
{
    if (bytes > bytes_max)
        issue_add(issues, "%smust be no more than %zu %s", front, bytes_max, unit);
}

static void label_check(struct issues *issues, struct ls_slice text)
{
    length_check(issues, "", text.len, LABEL_BYTES_MAX, "characters");
    if (is_label(text))
        return;
    if (is_subdomain(text))
        issue_add(issues, "must not contain dots");
    else
        issue_add(issues, "%s", LABEL_TEXT);
}

static void subdomain_check_as(struct issues *issues, struct ls_slice text, const char *front,
                               const char *unit)
{
    length_check(issues, front, text.len, SUBDOMAIN_BYTES_MAX, unit);
    if (!is_subdomain(text))
        issue_add(issues, "%s%s", front, SUBDOMAIN_TEXT);
}

static void subdomain_check(struct issues *issues, struct ls_slice text)
{
    subdomain_check_as(issues, text, "", "characters");
}

static void label_1035_check(struct issues *issues, struct ls_slice text)
{
    length_check(issues, "", text.len, LABEL_BYTES_MAX, "characters");
    if (!is_label(text) || (text.at[0] >= '0' && text.at[0] <= '9'))
        issue_add(issues, "%s", LABEL_1035_TEXT);
}

static void qualified_name_check(struct issues *issues, struct ls_slice text)
{
    struct ls_slice name;
    struct ls_slice prefix = ls_slice_cut(text, '/', &name);
    if (!name.at) {
        name = prefix;
    } else if (ls_slice_find(name, '/') != SIZE_MAX) {
        issue_add(issues,
                  "a valid label key %s with an optional DNS subdomain prefix and '/' (e.g. "
                  "'example.com/MyName')",
                  KEY_TEXT);
        return;
    } else if (prefix.len == 0) {
        issue_add(issues, "prefix part must be non-empty");
    } else {
        subdomain_check_as(issues, prefix, "prefix part ", "bytes");
    }
    if (name.len == 0)
        issue_add(issues, "name part must be non-empty");
    length_check(issues, "name part ", name.len, LABEL_BYTES_MAX, "bytes");
    if (!is_key_name(name))
        issue_add(issues, "name part %s", KEY_TEXT);
}

static void label_value_check(struct issues *issues, struct ls_slice text)
{
    length_check(issues, "", text.len, LABEL_BYTES_MAX, "bytes");
    if (text.len > 0 && !is_key_name(text))
        issue_add(issues, "%s", VALUE_TEXT);
}

/* A prefix of a name may end in a dash; kube-apiserver checks it with its last two characters
 * replaced. */
static struct ls_slice front_of(struct ls_arena *arena, struct ls_slice text)
{
    if (text.len < 2 || text.at[text.len - 1] != '-')
        return text;
    return ls_slice_of(ls_arena_printf(arena, "%.*sa", (int)(text.len - 2), text.at));
}

static void label_front_check(struct issues *issues, struct ls_slice text)
{
    label_check(issues, front_of(issues->arena, text));
}

static void subdomain_front_check(struct issues *issues, struct ls_slice text)
{
    subdomain_check(issues, front_of(issues->arena, text));
}

static void label_1035_front_check(struct issues *issues, struct ls_slice text)
{
    label_1035_check(issues, front_of(issues->arena, text));
}

static void uri_check(struct issues *issues, struct ls_slice text)
{
    struct ls_err err = {0};
    if (ls_url_check(issues->arena, text, &err))
        issue_add(issues, "%s", err.text);
}

static void shape_check(struct issues *issues, struct ls_slice text, const char *format,
                        const char *why)
{
    if (!ls_format_find(ls_slice_of(format))(text))
        issue_add(issues, "%s", why);
}

static void uuid_check(struct issues *issues, struct ls_slice text)
{
    shape_check(issues, text, "uuid", "does not match the UUID format");
}

static void byte_check(struct issues *issues, struct ls_slice text)
{
    shape_check(issues, text, "byte", "invalid base64");
}

static void date_check(struct issues *issues, struct ls_slice text)
{
    shape_check(issues, text, "date", "invalid date");
}

static void datetime_check(struct issues *issues, struct ls_slice text)
{
    shape_check(issues, text, "datetime", "invalid datetime");
}

struct named_format {
    const char *name;
    void (*check)(struct issues *issues, struct ls_slice text);
    uint64_t pattern_size; /* of the pattern, as kube-apiserver counts it */
};
static const struct named_format formats[] = {
    {"dns1123Label", label_check, 30},
    {"dns1123Subdomain", subdomain_check, 60},
    {"dns1035Label", label_1035_check, 30},
    {"qualifiedName", qualified_name_check, 60},
    {"dns1123LabelPrefix", label_front_check, 30},
    {"dns1123SubdomainPrefix", subdomain_front_check, 60},
    {"dns1035LabelPrefix", label_1035_front_check, 30},
    {"labelValue", label_value_check, 40},
    {"uri", uri_check, 1103},
    {"uuid", uuid_check, 70},
    {"byte", byte_check, 84},
    {"date", date_check, 71},
    {"datetime", datetime_check, 71},
};

static bool format_equal(const void *a, const void *b)
{
    return a == b;
}

static void format_print(struct ls_buf *out, const void *value)
{
    const struct named_format *format = value;
    ls_buf_printf(out, "format.%s()", format->name);
}

static uint64_t format_size(const void *value)
{
    const struct named_format *format = value;
    return format->pattern_size;
}

static const struct ls_opaque_class format_class = {
    .type = &ls_cel_format_type, .equal = format_equal, .print = format_print, .size = format_size};

static const struct named_format *format_named(struct ls_slice name)
{
    for (size_t i = 0; i < LS_COUNT(formats); i++) {
        if (ls_slice_is(name, formats[i].name))
            return &formats[i];
    }
    return NULL;
}

LS_CEL_FN(named)
{
    LS_CEL_UNUSED;
    const struct named_format *format = format_named(args[0].text);
    if (!format)
        return ls_term_none();
    return ls_term_some(call->arena, ls_term_opaque(&format_class, format));
}

/* format.dns1123Label(): the name of the row selects the format. */
LS_CEL_FN(constant)
{
    LS_CEL_UNUSED;
    const char *name = call->overload->name + strlen("format.");
    const struct named_format *format = format_named(ls_slice_of(name));
    LS_ASSERT(format);
    return ls_term_opaque(&format_class, format);
}

LS_CEL_FN(validate)
{
    LS_CEL_UNUSED;
    LS_ASSERT(args[0].opaque.class_ == &format_class);
    const struct named_format *format = args[0].opaque.value;
    struct issues issues = {.arena = call->arena};
    format->check(&issues, args[1].text);
    if (issues.count == 0)
        return ls_term_none();
    struct ls_term *texts = LS_ARENA_ARRAY(call->arena, struct ls_term, issues.count);
    memcpy(texts, issues.at, issues.count * sizeof *texts);
    return ls_term_some(call->arena, ls_term_list(call->arena, texts, issues.count));
}

#define ROW(name, id, signature, fn, cost) LS_CEL_ROW(KUBE_FORMAT, name, id, signature, fn, cost)
#define CONSTANT(name)                                                                             \
    ROW("format." name, "format." name, "() kubernetes.NamedFormat", constant, CALL)
const struct ls_cel_overload ls_cel_kube_format_table[] = {
    ROW("format.named", "format-named", "(string) optional(kubernetes.NamedFormat)", named, CALL),
    ROW("validate", "format-validate", "kubernetes.NamedFormat.(string) optional(list(string))",
        validate, SPECIAL),
    CONSTANT("dns1123Label"),
    CONSTANT("dns1123Subdomain"),
    CONSTANT("dns1035Label"),
    CONSTANT("qualifiedName"),
    CONSTANT("dns1123LabelPrefix"),
    CONSTANT("dns1123SubdomainPrefix"),
    CONSTANT("dns1035LabelPrefix"),
    CONSTANT("labelValue"),
    CONSTANT("uri"),
    CONSTANT("uuid"),
    CONSTANT("byte"),
    CONSTANT("date"),
    CONSTANT("datetime"),
    {0},
};
