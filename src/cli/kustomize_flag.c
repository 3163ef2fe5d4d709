#include "cli/kustomize_flag.h"

#include "base/world.h"
#include "source/kustomize.h"

/* A kustomization while it is rendered. */
struct rendering {
    const char *folder;
    struct ls_manifests *manifests;
    bool is_done;
    enum ls_code code;
    struct ls_err *err;
};

static void on_rendered(void *self, struct ls_slice text, const struct ls_err *err)
{
    struct rendering *rendering = self;
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    rendering->is_done = true;
    if (err) {
        *rendering->err = *err;
        rendering->code = err->code;
        return;
    }
    ls_buf_printf(&name, "%s (kustomize)", rendering->folder);
    rendering->code =
        ls_source_read_text(rendering->manifests, ls_buf_text(&name), text, rendering->err);
}

enum ls_code ls_kustomize_flag_read(struct ls_connection *connection, const char *folder,
                                    struct ls_manifests *manifests, struct ls_err *err)
{
    struct rendering rendering = {.folder = folder, .manifests = manifests, .err = err};
    struct ls_kustomize *kustomize = NULL;
    if (ls_kustomize_start(connection->world->loop, folder, on_rendered, &rendering, &kustomize,
                           err))
        return err->code;
    enum ls_code code = ls_connection_wait(connection, &rendering.is_done, err);
    ls_kustomize_free(kustomize);
    return code ? code : rendering.code;
}
