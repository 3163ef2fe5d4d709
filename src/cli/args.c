#include "cli/args.h"

#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/slice.h"

enum { NEAREST_KNOWN_MAX = 128 };

bool ls_flag_value_is_optional(const struct ls_flag *flag)
{
    return flag->value && flag->value[0] == '[';
}

static const struct ls_flag *flag_by_name(const struct ls_flag_group *groups, struct ls_slice name)
{
    for (; groups->title; groups++)
        for (const struct ls_flag *flag = groups->flags; flag->name; flag++)
            if (ls_slice_is(name, flag->name))
                return flag;
    return NULL;
}

static const struct ls_flag *flag_by_letter(const struct ls_flag_group *groups, char letter)
{
    for (; groups->title; groups++)
        for (const struct ls_flag *flag = groups->flags; flag->name; flag++)
            if (flag->letter == letter)
                return flag;
    return NULL;
}

static enum ls_code unknown_flag(const struct ls_flag_group *groups, struct ls_slice name,
                                 struct ls_err *err)
{
    const char *known[NEAREST_KNOWN_MAX + 1];
    size_t count = 0;
    for (; groups->title; groups++)
        for (const struct ls_flag *flag = groups->flags; flag->name; flag++)
            if (count < NEAREST_KNOWN_MAX)
                known[count++] = flag->name;
    known[count] = NULL;
    char typed[LS_NEAREST_BYTES_MAX + 1];
    size_t len = LS_MIN(name.len, (size_t)LS_NEAREST_BYTES_MAX);
    memcpy(typed, name.at, len);
    typed[len] = '\0';
    const char *near = ls_nearest(typed, known);
    if (near)
        return ls_fail(err, LS_E_USAGE, "unknown flag --%s; did you mean --%s?", typed, near);
    return ls_fail(err, LS_E_USAGE, "unknown flag --%s", typed);
}

/* The values of a flag, with | between; empty: any text is one. */
static struct ls_slice choices_of(const struct ls_flag *flag)
{
    const char *value = flag->value ? flag->value : "";
    const char *first = ls_flag_value_is_optional(flag) ? value + strlen("[=") : value;
    size_t len = strspn(first, "abcdefghijklmnopqrstuvwxyz-|");
    bool has_all = !first[len] || first[len] == ']';
    return (struct ls_slice){first, has_all ? len : 0};
}

static enum ls_code choice_check(const struct ls_flag *flag, const char *value, struct ls_err *err)
{
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    struct ls_slice rest = choices_of(flag);
    if (rest.len == 0 || (!*value && ls_flag_value_is_optional(flag)))
        return LS_OK;
    while (rest.at) {
        struct ls_slice word = ls_slice_cut(rest, '|', &rest);
        if (ls_slice_is(word, value))
            return LS_OK;
        ls_buf_printf(&list, "%s%.*s", list.len == 0 ? "" : rest.at ? ", " : " or ", LS_ARG(word));
    }
    if (flag->letter)
        return ls_fail(err, LS_E_USAGE, "-%c is %s, not '%s'", flag->letter, ls_buf_text(&list),
                       value);
    return ls_fail(err, LS_E_USAGE, "--%s is %s, not '%s'", flag->name, ls_buf_text(&list), value);
}

static enum ls_code args_add(struct ls_args *args, const struct ls_flag *flag, const char *value,
                             struct ls_err *err)
{
    if (choice_check(flag, value, err))
        return err->code;
    if (args->given_count == LS_ARGS_FLAGS_MAX)
        return ls_fail(err, LS_E_USAGE, "more than %d flags; name folders in place of single files",
                       LS_ARGS_FLAGS_MAX);
    args->given[args->given_count].flag = flag;
    args->given[args->given_count++].value = value;
    return LS_OK;
}

static enum ls_code switch_value(const struct ls_flag *flag, const char *text, const char **out,
                                 struct ls_err *err)
{
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        return ls_fail(err, LS_E_USAGE, "--%s is true or false, not '%s'", flag->name, text);
    *out = text;
    return LS_OK;
}

/* Where the parser stands in argv. */
struct cursor {
    const char *const *argv;
    int argc;
    int at;
};

static enum ls_code next_value(struct cursor *cursor, const struct ls_flag *flag, const char **out,
                               struct ls_err *err)
{
    if (cursor->at + 1 >= cursor->argc)
        return ls_fail(err, LS_E_USAGE, "--%s needs a value (%s)", flag->name, flag->value);
    *out = cursor->argv[++cursor->at];
    return LS_OK;
}

static enum ls_code parse_long(struct ls_args *args, const struct ls_flag_group *groups,
                               struct cursor *cursor, struct ls_err *err)
{
    struct ls_slice value;
    struct ls_slice name = ls_slice_cut(ls_slice_of(cursor->argv[cursor->at] + 2), '=', &value);
    const struct ls_flag *flag = flag_by_name(groups, name);
    if (!flag)
        return unknown_flag(groups, name, err);
    const char *text = value.at;
    enum ls_code code = LS_OK;
    if (ls_flag_value_is_optional(flag))
        text = text ? text : "";
    else if (flag->value && !text)
        code = next_value(cursor, flag, &text, err);
    else if (!flag->value)
        code = switch_value(flag, text ? text : "true", &text, err);
    return code ? code : args_add(args, flag, text, err);
}

static enum ls_code parse_letters(struct ls_args *args, const struct ls_flag_group *groups,
                                  struct cursor *cursor, struct ls_err *err)
{
    for (const char *at = cursor->argv[cursor->at] + 1; *at; at++) {
        const struct ls_flag *flag = flag_by_letter(groups, *at);
        if (!flag)
            return ls_fail(err, LS_E_USAGE, "unknown flag -%c", *at);
        if (!flag->value) {
            if (args_add(args, flag, "true", err))
                return err->code;
            continue;
        }
        const char *text = at[1] == '=' ? at + 2 : at + 1;
        if (!at[1] && next_value(cursor, flag, &text, err))
            return err->code;
        return args_add(args, flag, text, err);
    }
    return LS_OK;
}

enum ls_code ls_args_parse(struct ls_args *args, const struct ls_flag_group *groups, int argc,
                           const char *const *argv, struct ls_err *err)
{
    LS_ASSERT(argc >= 0);
    LS_ASSERT(!args->words && args->given_count == 0);
    if (argc > LS_ARGS_WORDS_MAX)
        return ls_fail(err, LS_E_USAGE, "more than %d words on the command line",
                       LS_ARGS_WORDS_MAX);
    args->words = ls_alloc(((size_t)argc + 1) * sizeof *args->words);
    bool flags_ended = false;
    struct cursor cursor = {argv, argc, 0};
    for (; cursor.at < argc; cursor.at++) {
        const char *word = argv[cursor.at];
        enum ls_code code = LS_OK;
        if (flags_ended || word[0] != '-' || !word[1]) {
            args->words[args->word_count++] = word;
            args->words_after_dashes += flags_ended;
        } else if (strcmp(word, "--") == 0) {
            flags_ended = true;
        } else if (word[1] == '-') {
            code = parse_long(args, groups, &cursor, err);
        } else {
            code = parse_letters(args, groups, &cursor, err);
        }
        if (code)
            return code;
    }
    return LS_OK;
}

/* Does the flag at this place take the next word as its value? */
static bool takes_next(const struct ls_flag_group *groups, const char *word)
{
    if (word[1] == '-') {
        const struct ls_flag *flag = flag_by_name(groups, ls_slice_of(word + 2));
        return flag && flag->value && !ls_flag_value_is_optional(flag);
    }
    for (const char *at = word + 1; *at; at++) {
        const struct ls_flag *flag = flag_by_letter(groups, *at);
        if (flag && flag->value)
            return !at[1];
    }
    return false;
}

int ls_args_first_word(const struct ls_flag_group *groups, int argc, const char *const *argv)
{
    int at = 0;
    while (at < argc && argv[at][0] == '-' && argv[at][1])
        at += takes_next(groups, argv[at]) ? 2 : 1;
    return LS_MIN(at, argc);
}

void ls_args_release(struct ls_args *args)
{
    ls_free(args->words);
    *args = (struct ls_args){0};
}

const char *ls_args_nth(const struct ls_args *args, const char *name, size_t i)
{
    for (size_t at = 0; at < args->given_count; at++) {
        if (strcmp(args->given[at].flag->name, name) != 0)
            continue;
        LS_ASSERT(args->given[at].flag->repeats);
        if (i-- == 0)
            return args->given[at].value;
    }
    return NULL;
}

const char *ls_args_text(const struct ls_args *args, const char *name)
{
    for (size_t at = args->given_count; at-- > 0;)
        if (strcmp(args->given[at].flag->name, name) == 0)
            return args->given[at].value;
    return NULL;
}

bool ls_args_is(const struct ls_args *args, const char *name, const char *value)
{
    const char *given = ls_args_text(args, name);
    return given && strcmp(given, value) == 0;
}

size_t ls_args_choice(const struct ls_args *args, const char *name, const char *const *words,
                      size_t count)
{
    const char *given = ls_args_text(args, name);
    size_t i = 0;
    while (given && i < count && strcmp(given, words[i]) != 0)
        i++;
    LS_ASSERT(!given || i < count);
    return given ? i : count;
}

bool ls_args_is_on(const struct ls_args *args, const char *name)
{
    return ls_args_is(args, name, "true");
}
