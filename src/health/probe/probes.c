#include "health/probe/probes.h"

#include "base/buf.h"
#include "base/vec.h"
#include "health/limits.h"
#include "health/probe/kinds.h"
#include "health/word/condition.h"
#include "value/selector.h"

/* Where an entry has several, the first of these wins. */
static const struct ls_probe_kind *const kinds[] = {&ls_probe_fields_equal, &ls_probe_condition,
                                                    &ls_probe_cel};

struct probe {
    const struct ls_probe_kind *kind;
    const void *self;
};

/* One ObjectSetProbe. */
struct probes_entry {
    struct ls_slice group;
    struct ls_slice kind;
    bool has_kind;
    bool has_labels;
    struct ls_selector labels;
    struct probe *probes;
    size_t probe_count;
};

struct ls_probes {
    struct ls_arena arena;
    struct probes_entry *entries;
    size_t entry_count;
    size_t probe_count; /* of all entries */
};

const char *ls_probe_status_name(enum ls_probe_status status)
{
    static const char *const names[LS_PROBE_STATUS_COUNT] = {
        [LS_PROBE_TRUE] = "True",
        [LS_PROBE_FALSE] = "False",
        [LS_PROBE_UNKNOWN] = "Unknown",
    };
    LS_ASSERT(status < LS_PROBE_STATUS_COUNT);
    return names[status];
}

/* ---- shared by the kinds ---- */

enum ls_code ls_probe_text(const struct ls_probe_make *make, const char *member,
                           struct ls_slice *out, struct ls_err *err)
{
    struct ls_node value = ls_node_at(make->spec, member);
    if (!ls_node_is_string(value))
        return ls_fail(err, LS_E_INVALID, "%s.%s: %s", make->place, member,
                       ls_node_is_absent(value) ? "is missing" : "must be a text");
    *out = ls_node_string(value);
    return LS_OK;
}

struct ls_probe_answer ls_probe_says(enum ls_probe_status status, struct ls_arena *arena,
                                     const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct ls_probe_answer answer = {status, ls_arena_vprintf(arena, format, args)};
    va_end(args);
    return answer;
}

/* metadata.generation, 0 for none. */
static int64_t generation_of(struct ls_node object)
{
    return ls_node_int(ls_node_at(object, "metadata.generation"), 0);
}

bool ls_probe_is_outdated(struct ls_node observed, struct ls_node object)
{
    return ls_node_type(observed) == LS_TYPE_INT &&
           ls_node_int(observed, 0) != generation_of(object);
}

/* ---- compiling ---- */

static bool is_given(struct ls_node node)
{
    return !ls_node_is_absent(node) && !ls_node_is_null(node);
}

static const struct ls_probe_kind *kind_of(struct ls_node spec)
{
    for (size_t i = 0; i < LS_COUNT(kinds); i++)
        if (is_given(ls_node_at(spec, kinds[i]->member)))
            return kinds[i];
    return NULL;
}

static enum ls_code must_be(const char *place, const char *what, struct ls_err *err)
{
    return ls_fail(err, LS_E_INVALID, "%s: must be a %s", place, what);
}

/* A spec without a probe is skipped, as Package Operator does. */
static enum ls_code probe_compile(struct ls_probes *probes, struct probes_entry *entry,
                                  struct ls_node spec, const char *place, struct ls_err *err)
{
    const struct ls_probe_kind *kind = kind_of(spec);
    struct probe *probe = &entry->probes[entry->probe_count];
    if (!ls_node_is_map(spec))
        return must_be(place, "map", err);
    if (!kind)
        return LS_OK;
    if (probes->probe_count == LS_PROBES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%s: more than %d probes", place, LS_PROBES_MAX);
    const struct ls_probe_make make = {
        .arena = &probes->arena,
        .place = ls_arena_printf(&probes->arena, "%s.%s", place, kind->member),
        .spec = ls_node_at(spec, kind->member),
    };
    if (!ls_node_is_map(make.spec))
        return must_be(make.place, "map", err);
    if (kind->compile(&make, &probe->self, err))
        return err->code;
    probe->kind = kind;
    entry->probe_count++;
    probes->probe_count++;
    return LS_OK;
}

static enum ls_code selector_compile(struct ls_probes *probes, struct probes_entry *entry,
                                     struct ls_node selector, const char *place, struct ls_err *err)
{
    struct ls_node labels = ls_node_at(selector, "selector");
    const struct ls_probe_make make = {
        .arena = &probes->arena,
        .place = ls_arena_printf(&probes->arena, "%s.kind", place),
        .spec = ls_node_at(selector, "kind"),
    };
    if (is_given(selector) && !ls_node_is_map(selector))
        return must_be(place, "map", err);
    entry->has_kind = is_given(make.spec);
    if (entry->has_kind && (ls_probe_text(&make, "group", &entry->group, err) ||
                            ls_probe_text(&make, "kind", &entry->kind, err)))
        return err->code;
    entry->has_labels = is_given(labels);
    if (entry->has_labels && ls_selector_from_node(&probes->arena, labels, &entry->labels, err))
        return ls_context(err, "%s.selector", place);
    return LS_OK;
}

static enum ls_code entry_compile(struct ls_probes *probes, struct ls_node spec, const char *place,
                                  struct ls_err *err)
{
    LS_ASSERT(probes->entry_count < LS_PROBES_MAX);
    struct probes_entry *entry = &probes->entries[probes->entry_count++];
    struct ls_arena *arena = &probes->arena;
    struct ls_node list = ls_node_at(spec, "probes");
    size_t i = 0;
    if (!ls_node_is_map(spec))
        return must_be(place, "map", err);
    if (!ls_node_is_list(list))
        return must_be(ls_arena_printf(arena, "%s.probes", place), "list", err);
    if (selector_compile(probes, entry, ls_node_at(spec, "selector"),
                         ls_arena_printf(arena, "%s.selector", place), err))
        return err->code;
    entry->probes = LS_ARENA_ARRAY(arena, struct probe, ls_node_count(list));
    LS_EACH (it, list) {
        const char *inner = ls_arena_printf(arena, "%s.probes[%zu]", place, i++);
        if (probe_compile(probes, entry, it.value, inner, err))
            return err->code;
    }
    return LS_OK;
}

static enum ls_code entries_compile(struct ls_probes *probes, struct ls_node list,
                                    struct ls_err *err)
{
    if (is_given(list) && !ls_node_is_list(list))
        return must_be("availabilityProbes", "list", err);
    if (ls_node_count(list) > LS_PROBES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "availabilityProbes: more than %d entries",
                       LS_PROBES_MAX);
    probes->entries = LS_ARENA_ARRAY(&probes->arena, struct probes_entry, ls_node_count(list));
    LS_EACH (it, list) {
        const char *place =
            ls_arena_printf(&probes->arena, "availabilityProbes[%zu]", probes->entry_count);
        if (entry_compile(probes, it.value, place, err))
            return err->code;
    }
    return LS_OK;
}

enum ls_code ls_probes_new(struct ls_node list, struct ls_probes **out, struct ls_err *err)
{
    struct ls_probes *probes = LS_NEW(struct ls_probes);
    if (entries_compile(probes, list, err)) {
        ls_probes_free(probes);
        return err->code;
    }
    *out = probes;
    return LS_OK;
}

static void entry_release(struct probes_entry *entry)
{
    for (size_t i = 0; i < entry->probe_count; i++)
        if (entry->probes[i].kind->release)
            entry->probes[i].kind->release(entry->probes[i].self);
}

void ls_probes_free(struct ls_probes *probes)
{
    if (!probes)
        return;
    for (size_t i = 0; i < probes->entry_count; i++)
        entry_release(&probes->entries[i]);
    ls_arena_release(&probes->arena);
    ls_free(probes);
}

/* ---- asking ---- */

/* Messages by answer; those of the worst answer are reported. */
struct probes_tally {
    struct ls_arena *arena;
    size_t room;
    const char **messages[LS_PROBE_STATUS_COUNT];
    size_t counts[LS_PROBE_STATUS_COUNT];
    bool has[LS_PROBE_STATUS_COUNT];
};

static void tally_add(struct probes_tally *tally, struct ls_probe_answer answer)
{
    LS_ASSERT(answer.status < LS_PROBE_STATUS_COUNT);
    const char ***list = &tally->messages[answer.status];
    tally->has[answer.status] = true;
    if (!answer.message)
        return;
    if (!*list)
        *list = LS_ARENA_ARRAY(tally->arena, const char *, tally->room);
    LS_ASSERT(tally->counts[answer.status] < tally->room);
    (*list)[tally->counts[answer.status]++] = answer.message;
}

static bool entry_selects(const struct probes_entry *entry, struct ls_node object)
{
    if (entry->has_labels &&
        !ls_selector_match(&entry->labels, ls_node_at(object, "metadata.labels")))
        return false;
    return !entry->has_kind ||
           (ls_slice_equal(ls_health_group(object), entry->group) &&
            ls_slice_equal(ls_node_string(ls_node_at(object, "kind")), entry->kind));
}

static void entry_ask(const struct probes_entry *entry, struct ls_node object,
                      struct probes_tally *tally)
{
    if (ls_probe_is_outdated(ls_node_at(object, "status.observedGeneration"), object)) {
        tally_add(tally, (struct ls_probe_answer){LS_PROBE_UNKNOWN, ".status outdated"});
        return;
    }
    for (size_t i = 0; i < entry->probe_count; i++) {
        const struct probe *probe = &entry->probes[i];
        tally_add(tally, probe->kind->ask(probe->self, tally->arena, object));
    }
}

struct ls_probe_result ls_probes_ask(const struct ls_probes *probes, struct ls_arena *arena,
                                     struct ls_node object)
{
    struct probes_tally tally = {.arena = arena, .room = probes->probe_count + probes->entry_count};
    bool is_selected = false;
    for (size_t i = 0; i < probes->entry_count; i++) {
        if (!entry_selects(&probes->entries[i], object))
            continue;
        is_selected = true;
        entry_ask(&probes->entries[i], object, &tally);
    }
    enum ls_probe_status status = tally.has[LS_PROBE_UNKNOWN] ? LS_PROBE_UNKNOWN
                                  : tally.has[LS_PROBE_FALSE] ? LS_PROBE_FALSE
                                                              : LS_PROBE_TRUE;
    return (struct ls_probe_result){status, (const char *const *)tally.messages[status],
                                    tally.counts[status], is_selected};
}

const char *ls_probe_result_text(struct ls_arena *arena, const struct ls_probe_result *result)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < result->message_count; i++)
        ls_buf_printf(&text, "%s%s", i ? ", " : "", result->messages[i]);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}
