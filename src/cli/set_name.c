#include "cli/set_name.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/slice.h"
#include "phase/set/parent.h"

/* The last part of a path, as people see it: `shop` of `./shop/`. */
static struct ls_slice last_part(const char *path)
{
    struct ls_slice text = ls_slice_of(path);
    while (text.len > 0 && text.at[text.len - 1] == '/')
        text.len--;
    size_t start = text.len;
    while (start > 0 && text.at[start - 1] != '/')
        start--;
    return ls_slice_from(text, start);
}

static bool is_dots(struct ls_slice part)
{
    return part.len == 0 || ls_slice_is(part, ".") || ls_slice_is(part, "..");
}

static struct ls_slice without_ending(struct ls_slice name)
{
    static const char *const endings[] = {".yaml", ".yml", ".json"};
    for (size_t i = 0; i < LS_COUNT(endings); i++)
        if (ls_slice_ends(name, endings[i]))
            return (struct ls_slice){name.at, name.len - strlen(endings[i])};
    return name;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Letters stay, in lower case; whatever stands between them becomes one dash, or stays one dot. */
static void name_clean(struct ls_buf *out, struct ls_slice text)
{
    char between = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        c = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
        if (!is_letter(c)) {
            between = c == '.' && between != '-' ? '.' : '-';
            continue;
        }
        if (between && out->len > 0)
            ls_buf_add_char(out, between);
        between = 0;
        ls_buf_add_char(out, c);
    }
}

static enum ls_code name_take(struct ls_slice part, const char *path, struct ls_buf *out,
                              struct ls_err *err)
{
    name_clean(out, part);
    if (out->len == 0)
        return ls_fail(err, LS_E_USAGE, "'%s' gives no name for the set: name it with --set", path);
    if (ls_set_name_check(ls_buf_text(out), err)) {
        err->code = LS_E_USAGE;
        return ls_context(err, "name the set with --set: '%s'", path);
    }
    return LS_OK;
}

enum ls_code ls_set_name_of_paths(const char *const *paths, size_t path_count, struct ls_buf *out,
                                  struct ls_err *err)
{
    LS_ASSERT(path_count > 0);
    struct stat info = {0};
    if (path_count != 1)
        return ls_fail(err, LS_E_USAGE, "several -f need a name for the set: --set NAME");
    if (strcmp(paths[0], "-") == 0)
        return ls_fail(err, LS_E_USAGE, "standard input needs a name for the set: --set NAME");
    /* Whoever reads a path that does not exist reports it. */
    bool is_there = stat(paths[0], &info) == 0;
    if (is_there && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return ls_fail(err, LS_E_USAGE,
                       "%s is no file with a name to take: name the set with --set", paths[0]);
    struct ls_slice part = last_part(paths[0]);
    if (!is_dots(part))
        return name_take(is_there && S_ISDIR(info.st_mode) ? part : without_ending(part), paths[0],
                         out, err);
    char *whole = realpath(paths[0], NULL);
    enum ls_code code = name_take(last_part(whole ? whole : ""), paths[0], out, err);
    free(whole);
    return code;
}
