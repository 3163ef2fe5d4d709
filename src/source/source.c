#include "source/source.h"

#include "base/file.h"
#include "source/documents.h"
#include "source/limits.h"
#include "value/build.h"
#include "value/yaml.h"

#include <string.h>
#include <sys/stat.h>

void ls_manifests_release(struct ls_manifests *manifests)
{
    for (size_t i = 0; i < manifests->list.count; i++)
        ls_obj_unref(manifests->list.at[i].document);
    ls_vec_release(&manifests->list);
    ls_arena_release(&manifests->arena);
    *manifests = (struct ls_manifests){0};
}

static enum ls_code add_object(struct ls_manifests *manifests, const struct ls_manifest *manifest,
                               struct ls_err *err)
{
    if (ls_manifest_check(manifest, err))
        return err->code;
    if (manifests->list.count == LS_SOURCE_MANIFESTS_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%s:%u: there are more than %d objects", manifest->file,
                       manifest->line, LS_SOURCE_MANIFESTS_MAX);
    ls_vec_push(&manifests->list, *manifest);
    (void)ls_obj_ref(manifest->document);
    return LS_OK;
}

static struct ls_manifest item_of(const struct ls_manifest *list, struct ls_node object)
{
    struct ls_manifest item = *list;
    struct ls_position position;
    item.object = object;
    if (ls_obj_position(list->document, object, &position))
        item.line = position.line;
    return item;
}

/* The server leaves kind and apiVersion out of the items of a PodList: they are in its own. NULL
 * when the item says what it is, or nobody does. The copy has no positions but its first line. */
static const struct ls_obj *item_complete(const struct ls_manifest *list, struct ls_node item)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_slice kind = ls_node_string(ls_node_at(list->object, "kind"));
    struct ls_node version = ls_node_at(list->object, "apiVersion");
    bool is_named = !ls_node_is_absent(ls_node_at(item, "kind")) ||
                    !ls_node_is_absent(ls_node_at(item, "apiVersion"));
    if (!ls_node_is_map(item) || is_named || ls_slice_is(kind, "List"))
        return NULL;
    ls_build_map(&build);
    if (!ls_node_is_absent(version))
        ls_build_member(&build, "apiVersion", version);
    kind.len -= strlen("List");
    ls_build_member_string(&build, "kind", kind);
    LS_EACH (it, item) {
        ls_build_key(&build, it.key);
        ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    return ls_build_obj(&build);
}

static enum ls_code add_unfolded(struct ls_manifests *manifests, const struct ls_manifest *manifest,
                                 unsigned depth, struct ls_err *err)
{
    if (!ls_manifest_is_list(manifest->object))
        return add_object(manifests, manifest, err);
    if (depth == LS_LISTS_DEEP_MAX) {
        (void)ls_fail(err, LS_E_TOO_BIG, "more than %d Lists stand inside one another",
                      LS_LISTS_DEEP_MAX);
        return ls_manifest_context(manifest, LS_ABSENT, err);
    }
    LS_EACH (it, ls_node_at(manifest->object, "items")) {
        const struct ls_obj *complete LS_AUTO(ls_obj_unref_at) = item_complete(manifest, it.value);
        struct ls_manifest item = item_of(manifest, it.value);
        if (complete) {
            item.document = complete;
            item.object = ls_obj_root(complete);
        }
        if (add_unfolded(manifests, &item, depth + 1, err))
            return err->code;
    }
    return LS_OK;
}

static enum ls_code add_documents(struct ls_manifests *manifests, struct ls_yaml *yaml,
                                  const char *file, struct ls_err *err)
{
    for (;;) {
        const struct ls_obj *document LS_AUTO(ls_obj_unref_at) = NULL;
        if (ls_yaml_next(yaml, &document, err))
            return err->code;
        if (!document)
            break;
        struct ls_manifest manifest = {document, ls_obj_root(document), file, ls_yaml_line(yaml)};
        if (ls_node_is_null(manifest.object))
            manifests->empty_count++;
        else if (add_unfolded(manifests, &manifest, 0, err))
            return err->code;
    }
    manifests->empty_count += ls_yaml_empty_count(yaml);
    return LS_OK;
}

/* A chart's template is no YAML yet, and what YAML says of it helps nobody. */
static void advise_template(struct ls_slice text, struct ls_err *err)
{
    static const char advice[] = "; the {{ }} of a template must be rendered first, as with `helm "
                                 "template`";
    size_t len = strlen(err->text);
    if (err->code != LS_E_INVALID || !memmem(text.at, text.len, "{{", 2))
        return;
    if (len + sizeof advice <= sizeof err->text)
        memcpy(err->text + len, advice, sizeof advice);
}

/* Programs, archives, UTF-16 without its mark. */
static bool is_binary(struct ls_slice text)
{
    bool has_mark = ls_slice_starts(text, "\xff\xfe") || ls_slice_starts(text, "\xfe\xff");
    return !has_mark && text.len > 0 && memchr(text.at, 0, text.len);
}

enum ls_code ls_source_read_text(struct ls_manifests *manifests, const char *name,
                                 struct ls_slice text, struct ls_err *err)
{
    const char *file = ls_arena_dup(&manifests->arena, ls_slice_of(name));
    struct ls_yaml_options options = {
        .bytes_max = LS_SOURCE_FILE_BYTES_MAX,
        .is_strict = true,
        .keep_positions = true,
        .name = strcmp(file, "-") == 0 ? "standard input" : file,
    };
    manifests->bytes += text.len;
    if (manifests->bytes > LS_SOURCE_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%s: all manifests together have more than %d bytes",
                       options.name, LS_SOURCE_BYTES_MAX);
    if (is_binary(text))
        return ls_fail(err, LS_E_INVALID,
                       "%s is no text, it holds NUL bytes: name manifests only, in UTF-8",
                       options.name);
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, &options);
    if (add_documents(manifests, yaml, file, err)) {
        advise_template(text, err);
        return err->code;
    }
    return LS_OK;
}

static enum ls_code read_stdin(struct ls_manifests *manifests, int fd, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    if (manifests->is_stdin_taken)
        return ls_fail(err, LS_E_USAGE, "standard input can be read only once: give -f - once");
    manifests->is_stdin_taken = true;
    if (ls_file_read_fd(fd, "standard input", LS_SOURCE_FILE_BYTES_MAX, &text, err))
        return err->code;
    return ls_source_read_text(manifests, "-", ls_buf_slice(&text), err);
}

static enum ls_code fail_missing(const char *path, struct ls_err *err)
{
    struct ls_slice text = ls_slice_of(path);
    if (ls_slice_starts(text, "http://") || ls_slice_starts(text, "https://"))
        return ls_fail(err, LS_E_UNSUPPORTED,
                       "%s is an address, and manifests are read from files only: fetch it first, "
                       "look at it, and name the file",
                       path);
    return ls_fail(err, LS_E_IO, "%s does not exist: check the path that -f names", path);
}

static enum ls_code read_file(struct ls_manifests *manifests, const char *path, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    enum ls_code code = ls_file_read(path, LS_SOURCE_FILE_BYTES_MAX, &text, err);
    if (code == LS_E_NOT_FOUND)
        return fail_missing(path, err);
    if (code)
        return code;
    return ls_source_read_text(manifests, path, ls_buf_slice(&text), err);
}

static enum ls_code read_folder(struct ls_manifests *manifests, const char *path, bool is_recursive,
                                struct ls_err *err)
{
    struct ls_paths files LS_AUTO(ls_paths_release) = {0};
    if (ls_folder_list(&manifests->arena, path, is_recursive, &files, err))
        return err->code;
    for (size_t i = 0; i < files.list.count; i++) {
        if (read_file(manifests, files.list.at[i], err))
            return err->code;
    }
    return LS_OK;
}

enum ls_code ls_source_read(struct ls_manifests *manifests, const char *path,
                            const struct ls_source_options *options, struct ls_err *err)
{
    struct ls_source_options defaults = {0};
    struct stat info;
    if (!options)
        options = &defaults;
    if (strcmp(path, "-") == 0)
        return read_stdin(manifests, options->stdin_fd, err);
    if (path[0] == '\0')
        return ls_fail(err, LS_E_USAGE, "-f names nothing: give a file, a folder or -");
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return read_folder(manifests, path, options->is_recursive, err);
    return read_file(manifests, path, err);
}
