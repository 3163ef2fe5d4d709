#include "sandbox/serve/watch_line.h"

#include <stdio.h>

#include "base/mem.h"
#include "sandbox/store/text.h"
#include "value/build.h"
#include "value/edit.h"
#include "value/json.h"

void ls_watch_forms_release(struct ls_watch_forms *forms)
{
    LS_ASSERT(!forms->first);
    ls_buf_release(&forms->line);
    ls_arena_release(&forms->arena);
}

static bool form_equals(const struct ls_response_form *a, const struct ls_response_form *b)
{
    return a->as == b->as && a->text == b->text && a->include == b->include &&
           a->is_beta == b->is_beta;
}

struct ls_watch_form *ls_watch_form_get(struct ls_watch_forms *forms, const struct ls_kind *kind,
                                        const struct ls_response_form *form)
{
    LS_ASSERT(kind);
    for (struct ls_watch_form *known = forms->first; known; known = known->next) {
        if (known->kind == kind && form_equals(&known->form, form)) {
            known->refs++;
            return known;
        }
    }
    struct ls_watch_form *made = LS_NEW(struct ls_watch_form);
    made->next = forms->first;
    made->kind = ls_kind_ref(kind);
    made->form = *form;
    made->number = ++forms->last_number;
    made->refs = 1;
    forms->first = made;
    return made;
}

void ls_watch_form_put(struct ls_watch_forms *forms, struct ls_watch_form *form)
{
    LS_ASSERT(form->refs > 0);
    if (--form->refs > 0)
        return;
    struct ls_watch_form **at = &forms->first;
    while (*at != form)
        at = &(*at)->next;
    *at = form->next;
    ls_kind_unref(form->kind);
    ls_free(form);
}

static struct ls_slice line_of(struct ls_watch_forms *forms, const struct ls_watch_form *form,
                               const char *type, struct ls_node stored, bool has_columns)
{
    struct ls_showing showing = {.kind = form->kind,
                                 .form = form->form,
                                 .now_ms = ls_clock_wall_ms(forms->clock),
                                 .has_columns = has_columns};
    ls_buf_clear(&forms->line);
    ls_buf_printf(&forms->line, "{\"type\":\"%s\",\"object\":", type);
    ls_show(&forms->line, &forms->arena, &showing, stored);
    ls_buf_add_text(&forms->line, "}\n");
    ls_arena_reset(&forms->arena);
    forms->printed_count++;
    return ls_buf_slice(&forms->line);
}

static struct ls_slice line_left(struct ls_watch_forms *forms, const struct ls_watch_form *form,
                                 const struct ls_collection_event *event, bool has_columns)
{
    const struct ls_obj *shown LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    char revision[24];
    snprintf(revision, sizeof revision, "%lld", (long long)event->revision);
    enum ls_code code = ls_edit_set_text(ls_obj_root(event->previous), "metadata.resourceVersion",
                                         revision, &shown, &err);
    LS_ASSERT(code == LS_OK);
    return line_of(forms, form, "DELETED", ls_obj_root(shown), has_columns);
}

static struct ls_slice line_make(struct ls_watch_forms *forms, const struct ls_watch_form *form,
                                 const struct ls_collection_event *event,
                                 enum ls_watch_effect effect, bool has_columns)
{
    static const char *const names[] = {[LS_CHANGE_ADDED] = "ADDED",
                                        [LS_CHANGE_MODIFIED] = "MODIFIED",
                                        [LS_CHANGE_DELETED] = "DELETED"};
    if (effect == LS_WATCH_EFFECT_LEFT)
        return line_left(forms, form, event, has_columns);
    enum ls_change change = effect == LS_WATCH_EFFECT_ENTERED ? LS_CHANGE_ADDED : event->change;
    return line_of(forms, form, names[change], ls_obj_root(event->object), has_columns);
}

struct ls_slice ls_watch_line_event(struct ls_watch_forms *forms, struct ls_watch_form *form,
                                    struct ls_collection_reader *reader,
                                    struct ls_collection_event *event, enum ls_watch_effect effect,
                                    bool has_columns)
{
    LS_ASSERT(effect < LS_WATCH_EFFECT_COUNT);
    LS_ASSERT(effect != LS_WATCH_EFFECT_NONE);
    if (has_columns)
        return line_make(forms, form, event, effect, true);
    uint64_t number = form->number * LS_WATCH_EFFECT_COUNT + effect;
    struct ls_slice line = ls_event_text(event, number);
    if (line.at)
        return line;
    line = line_make(forms, form, event, effect, false);
    return ls_event_text_keep(reader, number, line);
}

struct ls_slice ls_watch_line_added(struct ls_watch_forms *forms, struct ls_watch_form *form,
                                    struct ls_node stored, bool has_columns)
{
    LS_ASSERT(form->refs > 0);
    return line_of(forms, form, "ADDED", stored, has_columns);
}

struct ls_slice ls_watch_line_bookmark(struct ls_watch_forms *forms, struct ls_watch_form *form,
                                       int64_t revision, bool ends_initial, bool has_columns)
{
    LS_ASSERT(form->refs > 0);
    LS_ASSERT(revision >= 0);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)revision);
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", form->kind->resource.kind);
    ls_build_member_text(&build, "apiVersion", form->kind->api_version);
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "resourceVersion", text);
    if (ends_initial) {
        ls_build_key(&build, LS_SLICE("annotations"));
        ls_build_map(&build);
        ls_build_member_text(&build, "k8s.io/initial-events-end", "true");
        ls_build_end(&build);
    }
    ls_build_end(&build);
    ls_build_end(&build);
    struct ls_node object = ls_build_arena(&build, &forms->arena);
    return line_of(forms, form, "BOOKMARK", object, has_columns);
}

struct ls_slice ls_watch_line_error(struct ls_watch_forms *forms, const struct ls_failure *failure)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_failure_build(&build, failure);
    ls_buf_clear(&forms->line);
    ls_buf_add_text(&forms->line, "{\"type\":\"ERROR\",\"object\":");
    ls_json_print(&forms->line, ls_build_arena(&build, &forms->arena), LS_JSON_COMPACT);
    ls_buf_add_text(&forms->line, "}\n");
    ls_arena_reset(&forms->arena);
    return ls_buf_slice(&forms->line);
}
