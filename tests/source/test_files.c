/* Files, folders and standard input, on a folder of the test's own. */
#include "source/source.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "source/limits.h"

struct stage {
    struct ls_arena arena;
    struct ls_manifests manifests;
    const char *folder;
    LS_VEC(const char *) made; /* removed from last to first */
};

static struct stage stage_make(void)
{
    struct stage stage = {0};
    char *folder = ls_arena_dup(&stage.arena, LS_SLICE("/tmp/lockstep-source-XXXXXX"));
    CHECK(mkdtemp(folder) != NULL);
    stage.folder = folder;
    return stage;
}

static void stage_release(struct stage *stage)
{
    while (stage->made.count > 0)
        (void)remove(ls_vec_pop(&stage->made));
    rmdir(stage->folder);
    ls_vec_release(&stage->made);
    ls_manifests_release(&stage->manifests);
    ls_arena_release(&stage->arena);
}

static const char *path_of(struct stage *stage, const char *name)
{
    const char *path = ls_arena_printf(&stage->arena, "%s/%s", stage->folder, name);
    ls_vec_push(&stage->made, path);
    return path;
}

static void put_text(struct stage *stage, const char *name, const char *text)
{
    FILE *file = fopen(path_of(stage, name), "wb");
    CHECK(file != NULL);
    CHECK(fputs(text, file) >= 0);
    fclose(file);
}

/* A manifest named after its file. */
static void put(struct stage *stage, const char *name)
{
    put_text(stage, name,
             ls_arena_printf(&stage->arena, "kind: Pod\nmetadata: {name: \"%s\"}\n", name));
}

static void put_folder(struct stage *stage, const char *name)
{
    CHECK_INT(mkdir(path_of(stage, name), 0700), 0);
}

static enum ls_code read_path(struct stage *stage, const char *path, bool is_recursive,
                              struct ls_err *err)
{
    struct ls_source_options options = {.is_recursive = is_recursive};
    return ls_source_read(&stage->manifests, path, &options, err);
}

static const char *names(struct stage *stage)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < stage->manifests.list.count; i++)
        ls_buf_printf(
            &out, "%s%s", i > 0 ? " " : "",
            ls_node_text(ls_node_at(stage->manifests.list.at[i].object, "metadata.name")));
    return ls_arena_dup(&stage->arena, ls_buf_slice(&out));
}

static void check_refused(struct stage *stage, const char *path, bool is_recursive,
                          enum ls_code code, const char *format)
{
    struct ls_err err;
    CHECK_CODE(read_path(stage, path, is_recursive, &err), code, err);
    CHECK_STR(err.text, ls_arena_printf(&stage->arena, "%s%s", path, format));
}

TEST(a_folder_is_read_in_the_order_of_its_names)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    put(&stage, "b.yaml");
    put(&stage, "a10.yml");
    put(&stage, "a2.json");
    put(&stage, "B.yaml");
    put(&stage, ".hidden.yaml");
    put(&stage, "notes.txt");
    put_folder(&stage, "deep");
    put(&stage, "deep/x.yaml");
    CHECK_OK(read_path(&stage, stage.folder, false, &err), err);
    CHECK_STR(names(&stage), "B.yaml a10.yml a2.json b.yaml");
    CHECK_STR(stage.manifests.list.at[0].file,
              ls_arena_printf(&stage.arena, "%s/B.yaml", stage.folder));
}

TEST(recursive_takes_folders_at_their_place)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    put(&stage, "c.yaml");
    put(&stage, "a.yaml");
    put_folder(&stage, "b");
    put(&stage, "b/z.yaml");
    put_folder(&stage, "b/deep");
    put(&stage, "b/deep/y.yaml");
    put_folder(&stage, ".git");
    put(&stage, ".git/x.yaml");
    CHECK_OK(read_path(&stage, ls_arena_printf(&stage.arena, "%s/", stage.folder), true, &err),
             err);
    CHECK_STR(names(&stage), "a.yaml b/deep/y.yaml b/z.yaml c.yaml");
    CHECK_STR(stage.manifests.list.at[0].file,
              ls_arena_printf(&stage.arena, "%s/a.yaml", stage.folder));
}

TEST(a_file_that_is_named_may_have_any_name)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    put(&stage, "manifest.txt");
    put(&stage, "b.yaml");
    CHECK_OK(read_path(&stage, stage.made.at[0], false, &err), err);
    CHECK_OK(read_path(&stage, stage.made.at[1], false, &err), err);
    CHECK_STR(names(&stage), "manifest.txt b.yaml");
}

TEST(an_error_names_the_file_in_its_folder)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    put(&stage, "a.yaml");
    put_text(&stage, "b.yaml", "kind: [\n");
    CHECK_CODE(read_path(&stage, stage.folder, false, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, ls_arena_printf(&stage.arena, "%s/b.yaml:2:1: ", stage.folder));
}

TEST(what_cannot_be_read_is_reported)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    put_folder(&stage, "empty");
    check_refused(&stage, "/nonexistent/shop.yaml", false, LS_E_IO,
                  " does not exist: check the path that -f names");
    check_refused(&stage, "https://example.com/a.yaml", false, LS_E_UNSUPPORTED,
                  " is an address, and manifests are read from files and standard input only: "
                  "fetch it first, as with `curl -fsSL`, and name the file");
    check_refused(&stage, "/dev/zero", false, LS_E_IO, " is a device, not a file");
    CHECK_CODE(read_path(&stage, "", false, &err), LS_E_USAGE, err);
    CHECK_STR(err.text, "-f names nothing: give a file, a folder or -");
    CHECK_CODE(read_path(&stage, stage.made.at[0], false, &err), LS_E_INVALID, err);
    CHECK_STR(err.text,
              ls_arena_printf(&stage.arena,
                              "the folder %s holds no .yaml, .yml or .json file; with -R the "
                              "folders inside it are read as well",
                              stage.made.at[0]));
    CHECK_CODE(read_path(&stage, stage.made.at[0], true, &err), LS_E_INVALID, err);
    CHECK_STR(err.text,
              ls_arena_printf(&stage.arena, "the folder %s holds no .yaml, .yml or .json file",
                              stage.made.at[0]));
}

TEST(a_file_without_permission_is_reported)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    if (geteuid() == 0)
        return; /* root reads everything */
    put(&stage, "a.yaml");
    CHECK_INT(chmod(stage.made.at[0], 0), 0);
    struct ls_err err;
    CHECK_CODE(read_path(&stage, stage.made.at[0], false, &err), LS_E_IO, err);
    CHECK_HAS(err.text, "Permission denied");
}

TEST(a_pipe_in_a_folder_holds_nobody_up)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    const char *path = path_of(&stage, "pipe.yaml");
    CHECK_INT(mkfifo(path, 0600), 0);
    CHECK_CODE(read_path(&stage, stage.folder, false, &err), LS_E_IO, err);
    CHECK_STR(err.text, ls_arena_printf(&stage.arena,
                                        "%s is a pipe, not a file: take it out of the folder, or "
                                        "name it with -f",
                                        path));
    CHECK_OK(read_path(&stage, path, false, &err), err); /* nobody writes: it is empty */
    CHECK_STR(names(&stage), "");
}

TEST(links_are_followed_and_never_in_circles)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    put(&stage, "a.yaml");
    CHECK_INT(symlink("a.yaml", path_of(&stage, "b.yaml")), 0);
    CHECK_OK(read_path(&stage, stage.folder, true, &err), err);
    CHECK_STR(names(&stage), "a.yaml a.yaml");
    put_folder(&stage, "c");
    const char *link = path_of(&stage, "c/up");
    CHECK_INT(symlink("..", link), 0);
    CHECK_CODE(read_path(&stage, stage.folder, true, &err), LS_E_INVALID, err);
    CHECK_STR(err.text, ls_arena_printf(&stage.arena,
                                        "%s is a link back to %s, which never ends: remove the "
                                        "link",
                                        link, stage.folder));
}

TEST(broken_links_to_manifests_are_reported)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    put(&stage, "a.yaml");
    CHECK_INT(symlink("nothing", path_of(&stage, "notes.txt")), 0);
    CHECK_OK(read_path(&stage, stage.folder, true, &err), err);
    CHECK_INT(symlink("loop.yaml", path_of(&stage, "loop.yaml")), 0);
    CHECK_CODE(read_path(&stage, stage.folder, true, &err), LS_E_IO, err);
    CHECK_HAS(err.text, "/loop.yaml: Too many levels of symbolic links");
}

TEST(folders_inside_folders_have_an_end)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    for (int i = 0; i < LS_SOURCE_FOLDERS_DEEP_MAX; i++) {
        ls_buf_printf(&name, "%sd", i > 0 ? "/" : "");
        put_folder(&stage, ls_arena_dup(&stage.arena, ls_buf_slice(&name)));
    }
    CHECK_CODE(read_path(&stage, stage.folder, true, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "folders are nested more than 64 deep");
}

TEST(a_file_over_the_limit_is_refused)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    put_text(&stage, "big.yaml", "# big\n");
    CHECK_INT(truncate(stage.made.at[0], (off_t)LS_SOURCE_FILE_BYTES_MAX + 1), 0);
    CHECK_CODE(read_path(&stage, stage.folder, false, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "/big.yaml is larger than 67108864 bytes");
}

TEST(standard_input_is_read_once)
{
    struct stage stage LS_AUTO(stage_release) = stage_make();
    struct ls_err err;
    static const char text[] = "kind: Pod\nmetadata: {name: piped}\n---\nkind: Pod\nmetadata: 1\n";
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    CHECK_INT(write(ends[1], text, sizeof text - 1), sizeof text - 1);
    close(ends[1]);
    struct ls_source_options options = {.stdin_fd = ends[0]};
    CHECK_CODE(ls_source_read(&stage.manifests, "-", &options, &err), LS_E_INVALID, err);
    CHECK_STR(err.text,
              "standard input:5: Pod: metadata is an integer and must be a map with a name");
    close(ends[0]);
    CHECK_STR(names(&stage), "piped");
    CHECK_STR(stage.manifests.list.at[0].file, "-");
    CHECK_CODE(ls_source_read(&stage.manifests, "-", &options, &err), LS_E_USAGE, err);
    CHECK_STR(err.text, "standard input can be read only once: give -f - once");
}
