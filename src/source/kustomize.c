#include "source/kustomize.h"

#include <sys/stat.h>

#include "base/child.h"
#include "base/mem.h"
#include "source/limits.h"

struct ls_kustomize {
    struct ls_child *child;
    const char *program; /* with its first argument */
    char *folder;
    ls_kustomize_fn done;
    void *self;
};

static const struct {
    const char *program;
    const char *argument;
    const char *both;
} renderers[] = {
    {"kustomize", "build", "kustomize build"},
    {"kubectl", "kustomize", "kubectl kustomize"},
};

static enum ls_code result_check(const struct ls_child_result *result, struct ls_err *err)
{
    if (result->code)
        return ls_fail(err, result->code, "%s", result->problem);
    if (result->exit_status)
        return ls_fail(err, LS_E_INVALID,
                       "it failed with exit code %d; its own message is printed above",
                       result->exit_status);
    return LS_OK;
}

static void on_program_exit(void *self, const struct ls_child_result *result)
{
    struct ls_kustomize *kustomize = self;
    struct ls_err err;
    bool has_failed = result_check(result, &err) != LS_OK;
    if (has_failed)
        (void)ls_context(&err, "%s %s", kustomize->program, kustomize->folder);
    kustomize->done(kustomize->self, result->output, has_failed ? &err : NULL);
}

static enum ls_code folder_check(const char *folder, struct ls_err *err)
{
    struct stat info;
    if (stat(folder, &info) == 0 && S_ISDIR(info.st_mode))
        return LS_OK;
    return ls_fail(err, LS_E_IO,
                   "%s is not a folder: -k names a folder that holds a kustomization.yaml", folder);
}

/* Starts the first of the programs that is installed. */
static enum ls_code program_start(struct ls_kustomize *kustomize, struct ls_loop *loop,
                                  struct ls_err *err)
{
    for (size_t i = 0; i < LS_COUNT(renderers); i++) {
        const char *const argv[] = {renderers[i].program, renderers[i].argument, "--",
                                    kustomize->folder, NULL};
        struct ls_child_spec spec = {.argv = argv,
                                     .stdout_bytes_max = LS_KUSTOMIZE_OUTPUT_BYTES_MAX,
                                     .deadline_ms = LS_KUSTOMIZE_DEADLINE_MS};
        kustomize->program = renderers[i].both;
        if (ls_child_start(loop, &spec, on_program_exit, kustomize, &kustomize->child, err) !=
            LS_E_NOT_FOUND)
            return kustomize->child ? LS_OK : err->code;
    }
    return ls_fail(err, LS_E_NOT_FOUND,
                   "-k %s needs the program kustomize or kubectl, and neither is in PATH: install "
                   "one of them, or render it elsewhere and name the file with -f",
                   kustomize->folder);
}

enum ls_code ls_kustomize_start(struct ls_loop *loop, const char *folder, ls_kustomize_fn done,
                                void *self, struct ls_kustomize **out, struct ls_err *err)
{
    LS_ASSERT(done);
    if (folder_check(folder, err))
        return err->code;
    struct ls_kustomize *kustomize = LS_NEW(struct ls_kustomize);
    *kustomize = (struct ls_kustomize){.folder = ls_strdup(folder), .done = done, .self = self};
    if (program_start(kustomize, loop, err)) {
        ls_kustomize_free(kustomize);
        return err->code;
    }
    *out = kustomize;
    return LS_OK;
}

void ls_kustomize_free(struct ls_kustomize *kustomize)
{
    if (!kustomize)
        return;
    ls_child_free(kustomize->child);
    ls_free(kustomize->folder);
    ls_free(kustomize);
}
