#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/set_name.h"

static const char *name_of(struct ls_buf *out, const char *path)
{
    struct ls_err err = {0};
    ls_buf_clear(out);
    CHECK_OK(ls_set_name_of_paths(&path, 1, out, &err), err);
    return ls_buf_text(out);
}

/* Paths that are not there are named as files: whoever reads them tells. */
TEST(a_file_gives_its_name)
{
    static const struct {
        const char *path;
        const char *name;
    } rows[] = {
        {"shop.yaml", "shop"},       {"a/b/shop.yml", "shop"},   {"/x/Shop_Main.json", "shop-main"},
        {"shop.v2.yaml", "shop.v2"}, {"_shop_.yaml", "shop"},    {"My Shop!.yaml", "my-shop"},
        {"a..b.yaml", "a.b"},        {"a.-b.yaml", "a-b"},       {"shop", "shop"},
        {"2048.yaml", "2048"},       {"\u5e97-web.yaml", "web"},
    };
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(name_of(&out, rows[i].path), rows[i].name);
}

TEST(a_folder_gives_its_name)
{
    char folder[] = "/tmp/lockstep-name-XXXXXX";
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    CHECK(mkdtemp(folder) != NULL);
    ls_buf_printf(&path, "%s/shop.yaml.d", folder);
    CHECK_INT(mkdir(path.at, 0700), 0);
    CHECK_STR(name_of(&out, path.at), "shop.yaml.d");
    ls_buf_add_text(&path, "//");
    CHECK_STR(name_of(&out, path.at), "shop.yaml.d");
    ls_buf_add_text(&path, ".");
    CHECK_STR(name_of(&out, path.at), "shop.yaml.d");
    path.len -= 3;
    path.at[path.len] = '\0';
    rmdir(path.at);
    rmdir(folder);
}

TEST(where_there_is_no_name_one_is_asked_for)
{
    static const struct {
        const char *paths[2];
        size_t count;
        const char *sentence;
    } rows[] = {
        {{"-"}, 1, "standard input needs a name for the set: --set NAME"},
        {{"a.yaml", "b.yaml"}, 2, "several -f need a name for the set: --set NAME"},
        {{"/"}, 1, "'/' gives no name for the set: name it with --set"},
        {{"___.yaml"}, 1, "'___.yaml' gives no name for the set: name it with --set"},
        {{"/dev/null"}, 1, "is no file with a name to take: name the set with --set"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_err err = {0};
        CHECK_CODE(ls_set_name_of_paths(rows[i].paths, rows[i].count, &out, &err), LS_E_USAGE, err);
        CHECK_HAS(err.text, rows[i].sentence);
    }
}

TEST(a_name_that_is_too_long_is_refused)
{
    char path[400] = {0};
    memset(path, 'a', sizeof path - 1);
    const char *paths[] = {path};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_CODE(ls_set_name_of_paths(paths, 1, &out, &err), LS_E_USAGE, err);
    CHECK_HAS(err.text, "--set");
}
