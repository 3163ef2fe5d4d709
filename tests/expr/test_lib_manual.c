/* docs/manual/cel-functions.md names every form of every function, and none that there is not. */
#include "expr/lib/library.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "check.h"
#include "source_dir.h"

static void page_read(struct ls_buf *out)
{
    struct ls_err err = {0};
    CHECK_OK(ls_file_read(LS_SOURCE_DIR "/docs/manual/cel-functions.md", 1 << 20, out, &err), err);
}

/* Operators and what only macros call are not written by their names. */
static bool is_named(const struct ls_cel_overload *row)
{
    return !strpbrk(row->name, "@?[") && row->name[0] != '_' && row->name[0] != '!' &&
           row->name[0] != '-';
}

/* "string.charAt(int) string" of "string.(int) string". */
static void form_print(struct ls_buf *out, const struct ls_cel_overload *row)
{
    const char *dot = row->signature[0] == '(' ? NULL : strstr(row->signature, ".(");
    ls_buf_add_char(out, '`');
    if (dot)
        ls_buf_add(out, row->signature, (size_t)(dot + 1 - row->signature));
    ls_buf_printf(out, "%s%s`", row->name, dot ? dot + 1 : row->signature);
}

/* The manual's section of a library; versions of one library share it. */
static const char *section_of(enum ls_cel_library library)
{
    static const char *const names[LS_CEL_LIB_COUNT] = {
        [LS_CEL_LIB_STANDARD] = "standard",
        [LS_CEL_LIB_OPTIONAL] = "optional",
        [LS_CEL_LIB_STRINGS_0] = "strings",
        [LS_CEL_LIB_STRINGS_1] = "strings",
        [LS_CEL_LIB_STRINGS_3] = "strings",
        [LS_CEL_LIB_STRINGS_4] = "strings",
        [LS_CEL_LIB_MATH_0] = "math",
        [LS_CEL_LIB_MATH_1] = "math",
        [LS_CEL_LIB_MATH_2] = "math",
        [LS_CEL_LIB_LISTS] = "lists",
        [LS_CEL_LIB_SETS] = "sets",
        [LS_CEL_LIB_ENCODERS] = "encoders",
        [LS_CEL_LIB_BINDINGS] = "bindings",
        [LS_CEL_LIB_TWO_VAR] = "two-variable comprehensions",
        [LS_CEL_LIB_REGEX_EXT] = "regex",
        [LS_CEL_LIB_KUBE_LISTS] = "Kubernetes lists",
        [LS_CEL_LIB_KUBE_REGEX] = "Kubernetes regex",
        [LS_CEL_LIB_KUBE_URLS] = "Kubernetes URLs",
        [LS_CEL_LIB_KUBE_QUANTITY] = "Kubernetes quantities",
        [LS_CEL_LIB_KUBE_IP] = "Kubernetes IP addresses",
        [LS_CEL_LIB_KUBE_CIDR] = "Kubernetes CIDRs",
        [LS_CEL_LIB_KUBE_FORMAT] = "Kubernetes formats",
        [LS_CEL_LIB_KUBE_SEMVER] = "Kubernetes versions",
        [LS_CEL_LIB_NETWORK_EXT] = "network",
        [LS_CEL_LIB_BLOCK] = "blocks",
    };
    return names[library];
}

/* Is there such a line in the library's section: | `name` | ... `form` ...? */
static bool page_has(const char *page, const struct ls_cel_overload *row, const char *form)
{
    char heading[100];
    char start[100];
    snprintf(heading, sizeof heading, "\n## %s\n", section_of(row->library));
    heading[4] = (char)(heading[4] >= 'a' && heading[4] <= 'z' ? heading[4] - 32 : heading[4]);
    snprintf(start, sizeof start, "\n| `%s` | ", row->name);
    const char *section = strstr(page, heading);
    const char *line = section ? strstr(section + 1, start) : NULL;
    const char *end = line ? strchr(line + 1, '\n') : NULL;
    const char *next = section ? strstr(section + 1, "\n## ") : NULL;
    const char *at = line ? strstr(line, form) : NULL;
    return at && end && at < end && (!next || line < next);
}

TEST(the_manual_names_every_form)
{
    struct ls_buf page LS_AUTO(ls_buf_release) = {0};
    page_read(&page);
    size_t count = 0;
    for (size_t i = 0; ls_cel_tables[i]; i++) {
        for (const struct ls_cel_overload *row = ls_cel_tables[i]; row->name; row++) {
            struct ls_buf form LS_AUTO(ls_buf_release) = {0};
            if (!is_named(row))
                continue;
            form_print(&form, row);
            count++;
            if (!page_has(ls_buf_text(&page), row, ls_buf_text(&form)))
                CHECK_STR(ls_buf_text(&form), "a form in its line of docs/manual/cel-functions.md");
        }
    }
    CHECK(count > 200);
}

/* Forms stand in the second column, each with a parenthesis. */
TEST(the_manual_names_no_other_form)
{
    struct ls_buf page LS_AUTO(ls_buf_release) = {0};
    page_read(&page);
    size_t count = 0;
    for (size_t i = 0; ls_cel_tables[i]; i++) {
        for (const struct ls_cel_overload *row = ls_cel_tables[i]; row->name; row++)
            count += is_named(row);
    }
    size_t form_count = 0;
    for (const char *line = strstr(ls_buf_text(&page), "\n| `"); line;
         line = strstr(line + 1, "\n| `")) {
        const char *end = strchr(line + 1, '\n');
        const char *forms = strstr(line, "` | `");
        const char *last = forms ? strstr(forms + 5, "` | ") : NULL;
        if (!forms || !last || forms > end || last > end)
            continue;
        form_count++;
        for (const char *at = strstr(forms, "`, `"); at && at < last; at = strstr(at + 1, "`, `"))
            form_count++;
    }
    CHECK_INT(form_count, count);
}
