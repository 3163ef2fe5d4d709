/* lockstep.dev/ignore-fields: paths that are read, and what is told of the others. */
#include "phase/read/ignore.h"

#include "check.h"
#include "phase/read/limits.h"

static const struct {
    const char *text;
    const char *shown; /* the paths, as field paths are shown, with spaces between */
} good[] = {
    {"", ""},
    {" \n ,\n", ""},
    {".spec.replicas", ".spec.replicas"},
    {".spec.replicas, .data.a\n.data.b\n", ".spec.replicas .data.a .data.b"},
    {".spec.template.spec.containers[name=\"web\"].image",
     ".spec.template.spec.containers[name=\"web\"].image"},
    {".spec.ports[protocol='TCP', port=80].nodePort",
     ".spec.ports[port=80,protocol=\"TCP\"].nodePort"},
    {".spec.on[is=true].a", ".spec.on[is=true].a"},
    {".metadata.annotations[\"example.com/a,b]\"]", ".metadata.annotations.example.com/a,b]"},
    {".metadata.labels.example\\.com/a", ".metadata.labels.example.com/a"},
};

static const struct {
    const char *text;
    const char *why;
} bad[] = {
    {"spec.replicas", "begins with a dot"},
    {"$.spec", "begins with a dot"},
    {".spec..a", "a name is missing"},
    {".", "a name is missing"},
    {".spec.containers[0].image", "named by its keys"},
    {".spec.containers[*].image", "named by its keys"},
    {".spec.c[name=web].image", "a text in quotes"},
    {".spec.c[name=\"web\"", "a bracket is not closed"},
    {".spec.c[\"a", "a quote is not closed"},
    {".spec.c[\"a\"]b", "behind a bracket"},
    {".metadata.annotations.example.com/a", "in brackets and quotes"},
    {".apiVersion", "what the object is"},
    {".kind", "what the object is"},
    {".metadata", "the object's name"},
    {".metadata.name", "the object's name"},
    {".metadata.namespace", "the object's name"},
    {".metadata.labels", "one by one"},
    {".metadata.annotations", "one by one"},
    {".metadata.labels[\"applyset.kubernetes.io/part-of\"]", "by it lockstep knows"},
    {".metadata.annotations[\"lockstep.dev/keep\"]", "by it lockstep knows"},
};

TEST(paths_are_read_as_they_are_shown)
{
    for (size_t i = 0; i < LS_COUNT(good); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
        struct ls_wishes wishes = {0};
        struct ls_err err = {0};
        CHECK_OK(ls_ignore_parse(&arena, ls_slice_of(good[i].text), &wishes, &err), err);
        for (size_t j = 0; j < wishes.ignored_count; j++) {
            ls_buf_add_text(&shown, j > 0 ? " " : "");
            ls_field_path_show(&shown, wishes.ignored[j]);
        }
        CHECK_STR(ls_buf_text(&shown), good[i].shown);
    }
}

TEST(what_is_no_path_is_refused_with_the_form_to_write)
{
    for (size_t i = 0; i < LS_COUNT(bad); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_wishes wishes = {0};
        struct ls_err err = {0};
        CHECK_INT(ls_ignore_parse(&arena, ls_slice_of(bad[i].text), &wishes, &err), LS_E_INVALID);
        CHECK_HAS(err.text, bad[i].why);
        CHECK_INT(wishes.ignored_count, 0);
    }
}

TEST(there_are_limits)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_wishes wishes = {0};
    struct ls_err err = {0};
    struct ls_buf many LS_AUTO(ls_buf_release) = {0};
    struct ls_buf deep LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i <= LS_IGNORED_MAX; i++)
        ls_buf_printf(&many, ".a%zu,", i);
    for (size_t i = 0; i <= LS_IGNORE_STEPS_MAX; i++)
        ls_buf_add_text(&deep, ".a");
    CHECK_INT(ls_ignore_parse(&arena, ls_buf_slice(&many), &wishes, &err), LS_E_TOO_BIG);
    CHECK_INT(ls_ignore_parse(&arena, ls_buf_slice(&deep), &wishes, &err), LS_E_INVALID);
}
