/* Where manifests come from: git remotes without credentials, repositories, worktrees, plain paths.
 */
#include "cli/origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/macros.h"
#include "check.h"

#define ORIGIN(url)                                                                                \
    "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = " url "\n\tfetch = +refs\n"

TEST(a_remote_is_printed_without_user_and_token)
{
    static const struct {
        const char *config;
        const char *remote;
    } rows[] = {
        {"", ""},
        {"[core]\n\turl = https://x\n", ""},
        {ORIGIN("https://git.example/shop.git"), "https://git.example/shop.git"},
        {ORIGIN("https://me:secret@git.example/shop.git"), "https://git.example/shop.git"},
        {ORIGIN("https://secret@git.example:8443/a/b"), "https://git.example:8443/a/b"},
        {ORIGIN("https://me:p@ss@git.example/shop"), "https://git.example/shop"},
        {ORIGIN("https://git.example/shop?token=secret"), "https://git.example/shop"},
        {ORIGIN("ssh://git@git.example:22/shop.git"), "ssh://git.example:22/shop.git"},
        {ORIGIN("git@git.example:team/shop.git"), "git.example:team/shop.git"},
        {ORIGIN("\"https://git.example/with space\""), "https://git.example/with space"},
        {ORIGIN("/srv/git/a@b/shop.git"), "/srv/git/a@b/shop.git"},
        {ORIGIN("../shop.git"), "../shop.git"},
        {ORIGIN("ext::ssh -i key me:secret@host"), ""},
        {"[remote \"a\"]\nurl=https://a/\n[remote \"b\"]\nurl=https://b/\n", "https://a/"},
        {"[remote \"a\"]\nurl=https://a/\n" ORIGIN("https://o/"), "https://o/"},
        {"[REMOTE \"origin\"]\r\n  URL = https://o/\r\n", "https://o/"},
        {"[remote \"origin\"]\n\turl =\n\tpushurl = https://p/\n", ""},
        {"[remote \"origin\"]\n\turl", ""},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        ls_origin_remote_print(&out, ls_slice_of(rows[i].config));
        CHECK_STR(ls_buf_text(&out), rows[i].remote);
    }
}

/* ---- folders ---- */

static char place[] = "/tmp/lockstep-origin-XXXXXX";

static const char *at(const char *path)
{
    static char text[256];
    (void)snprintf(text, sizeof text, "%s/%s", place, path);
    return text;
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(at(path), "w");
    CHECK(file != NULL);
    fputs(text, file);
    fclose(file);
}

static void check_origin(const char *path, const char *expected)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_origin_print(&out, at(path));
    CHECK_STR(ls_buf_text(&out), expected);
}

TEST(a_folder_is_known_by_its_repository_else_by_its_path)
{
    static const char *const folders[] = {"plain",
                                          "plain/k8s",
                                          "repo",
                                          "repo/.git",
                                          "repo/k8s",
                                          "tree",
                                          "tree/k8s",
                                          "repo/.git/worktrees",
                                          "repo/.git/worktrees/tree",
                                          "bare",
                                          "bare/.git",
                                          "repo/caf\xe9"};
    CHECK(mkdtemp(place) != NULL);
    for (size_t i = 0; i < LS_COUNT(folders); i++)
        CHECK_INT(mkdir(at(folders[i]), 0700), 0);
    write_text("repo/.git/config", ORIGIN("https://git.example/shop.git"));
    write_text("repo/k8s/web.yaml", "");
    write_text("tree/.git", "gitdir: ../repo/.git/worktrees/tree\n");
    write_text("repo/.git/worktrees/tree/commondir", "../..\n");
    write_text("bare/.git/config", "[core]\n");
    check_origin("repo", "https://git.example/shop.git");
    check_origin("repo/k8s/", "https://git.example/shop.git//k8s");
    check_origin("repo/k8s/web.yaml", "https://git.example/shop.git//k8s/web.yaml");
    check_origin("plain/../repo/./k8s", "https://git.example/shop.git//k8s");
    check_origin("tree/k8s", "https://git.example/shop.git//k8s");
    check_origin("repo/caf\xe9", "https://git.example/shop.git//caf?");
    check_origin("missing", "");
    char expected[300];
    (void)snprintf(expected, sizeof expected, "%s", at("plain/k8s"));
    check_origin("plain/k8s", expected);
    (void)snprintf(expected, sizeof expected, "%s", at("bare"));
    check_origin("bare", expected);
    static const char *const files[] = {"repo/.git/config", "repo/k8s/web.yaml", "tree/.git",
                                        "repo/.git/worktrees/tree/commondir", "bare/.git/config"};
    for (size_t i = 0; i < LS_COUNT(files); i++)
        CHECK_INT(unlink(at(files[i])), 0);
    static const char *const way_back[] = {"repo/caf\xe9",
                                           "bare/.git",
                                           "bare",
                                           "repo/.git/worktrees/tree",
                                           "repo/.git/worktrees",
                                           "tree/k8s",
                                           "tree",
                                           "repo/k8s",
                                           "repo/.git",
                                           "repo",
                                           "plain/k8s",
                                           "plain",
                                           ""};
    for (size_t i = 0; i < LS_COUNT(way_back); i++)
        CHECK_INT(rmdir(at(way_back[i])), 0);
}

TEST(standard_input_comes_from_nowhere)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_origin_print(&out, "-");
    CHECK_INT(out.len, 0);
}
