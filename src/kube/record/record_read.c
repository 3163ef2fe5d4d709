#include "kube/record/record_read.h"

#include <string.h>

#include "kube/record/limits.h"
#include "value/json.h"

/* ---- what an entry must have ---- */

struct member_rule {
    enum ls_record_type entry;
    const char *key;
    enum ls_type type;
    bool is_optional;
};

/* clang-format off */
static const struct member_rule member_rules[] = {
    {LS_RECORD_HEADER,   "program",   LS_TYPE_STRING, false},
    {LS_RECORD_HEADER,   "time",      LS_TYPE_STRING, false},
    {LS_RECORD_HEADER,   "verb",      LS_TYPE_STRING, false},
    {LS_RECORD_HEADER,   "goal",      LS_TYPE_STRING, false},
    {LS_RECORD_HEADER,   "set",       LS_TYPE_STRING, false},
    {LS_RECORD_HEADER,   "namespace", LS_TYPE_STRING, false},
    {LS_RECORD_HEADER,   "flags",     LS_TYPE_LIST,   false},
    {LS_RECORD_MANIFEST, "object",    LS_TYPE_MAP,    false},
    {LS_RECORD_SERVER,   "version",   LS_TYPE_STRING, false},
    {LS_RECORD_REQUEST,  "request",   LS_TYPE_INT,    false},
    {LS_RECORD_REQUEST,  "method",    LS_TYPE_STRING, false},
    {LS_RECORD_REQUEST,  "target",    LS_TYPE_STRING, false},
    {LS_RECORD_REPLY,    "request",   LS_TYPE_INT,    false},
    {LS_RECORD_REPLY,    "status",    LS_TYPE_INT,    false},
    {LS_RECORD_ITEM,     "request",   LS_TYPE_INT,    false},
    {LS_RECORD_ITEM,     "object",    LS_TYPE_MAP,    true},
    {LS_RECORD_EVENT,    "request",   LS_TYPE_INT,    false},
    {LS_RECORD_EVENT,    "event",     LS_TYPE_STRING, true},
    {LS_RECORD_EVENT,    "object",    LS_TYPE_MAP,    true},
    {LS_RECORD_CLOSED,   "request",   LS_TYPE_INT,    false},
    {LS_RECORD_CLOSED,   "delivery",  LS_TYPE_STRING, false},
    {LS_RECORD_CLOSED,   "why",       LS_TYPE_STRING, false},
    {LS_RECORD_DECISION, "number",    LS_TYPE_INT,    false},
    {LS_RECORD_DECISION, "state",     LS_TYPE_STRING, false},
    {LS_RECORD_DECISION, "step",      LS_TYPE_INT,    true},
    {LS_RECORD_DECISION, "intents",   LS_TYPE_LIST,   true},
    {LS_RECORD_DECISION, "waitsFor",  LS_TYPE_MAP,    true},
    {LS_RECORD_DECISION, "end",       LS_TYPE_STRING, true},
    {LS_RECORD_OBJECT,   "kind",      LS_TYPE_STRING, false},
    {LS_RECORD_OBJECT,   "name",      LS_TYPE_STRING, false},
    {LS_RECORD_OBJECT,   "state",     LS_TYPE_STRING, false},
    {LS_RECORD_OBJECT,   "action",    LS_TYPE_STRING, false},
    {LS_RECORD_OBJECT,   "reason",    LS_TYPE_STRING, true},
    {LS_RECORD_PHASE,    "phase",     LS_TYPE_INT,    false},
    {LS_RECORD_PHASE,    "done",      LS_TYPE_BOOL,   false},
    {LS_RECORD_NOTE,     "text",      LS_TYPE_STRING, false},
    {LS_RECORD_LIMIT,    "text",      LS_TYPE_STRING, false},
    {LS_RECORD_RESULT,   "result",    LS_TYPE_STRING, false},
    {LS_RECORD_RESULT,   "exitCode",  LS_TYPE_INT,    false},
    {LS_RECORD_RESULT,   "leftOut",   LS_TYPE_MAP,    false},
};
/* clang-format on */

static enum ls_code members_check(const struct ls_record_entry *entry, struct ls_err *err)
{
    for (size_t i = 0; i < LS_COUNT(member_rules); i++) {
        const struct member_rule *rule = &member_rules[i];
        if (rule->entry != entry->type)
            continue;
        struct ls_node value = ls_node_get(entry->root, ls_slice_of(rule->key));
        if (rule->is_optional && ls_node_is_absent(value))
            continue;
        if (ls_node_type(value) != rule->type)
            return ls_fail(err, LS_E_INVALID, "`%s` of the %s should be a %s, it is %s%s",
                           rule->key, ls_record_type_name(rule->entry), ls_type_name(rule->type),
                           ls_node_is_absent(value) ? "" : "a ",
                           ls_node_is_absent(value) ? "missing"
                                                    : ls_type_name(ls_node_type(value)));
    }
    return LS_OK;
}

/* ---- lines ---- */

void ls_record_reader_init(struct ls_record_reader *reader, const char *name, struct ls_slice text)
{
    *reader = (struct ls_record_reader){.name = name, .rest = text};
}

void ls_record_reader_release(struct ls_record_reader *reader)
{
    ls_obj_unref(reader->obj);
    *reader = (struct ls_record_reader){0};
}

/* False: there is none, or only the beginning of one. */
static bool line_next(struct ls_record_reader *reader, struct ls_slice *out)
{
    size_t len = ls_slice_find(reader->rest, '\n');
    reader->line++;
    if (len == SIZE_MAX) {
        reader->is_torn = reader->rest.len > 0;
        reader->rest = (struct ls_slice){0};
        return false;
    }
    *out = (struct ls_slice){reader->rest.at, len};
    reader->rest = ls_slice_from(reader->rest, len + 1);
    return true;
}

static enum ls_code line_parse(struct ls_record_reader *reader, struct ls_slice line,
                               struct ls_err *err)
{
    struct ls_json_options options = {.bytes_max = LS_RECORD_LINE_BYTES_MAX,
                                      .depth_max = LS_RECORD_DEPTH_MAX};
    const struct ls_obj *obj = NULL;
    if (ls_json_parse(line, &options, &obj, err))
        return err->code;
    ls_obj_unref(reader->obj);
    reader->obj = obj;
    if (!ls_node_is_map(ls_obj_root(obj)))
        return ls_fail(err, LS_E_INVALID, "is no entry: a line of a record is a JSON map");
    return LS_OK;
}

static enum ls_code header_check(const struct ls_record_entry *entry, struct ls_err *err)
{
    int64_t version = ls_node_int(ls_node_get(entry->root, LS_SLICE("version")), 0);
    if (!ls_node_string_is(ls_node_get(entry->root, LS_SLICE("lockstep")), "record") || version < 1)
        return ls_fail(
            err, LS_E_INVALID,
            "is no record of lockstep: those are made by `lockstep apply --record FILE`");
    if (version > LS_RECORD_VERSION)
        return ls_fail(err, LS_E_UNSUPPORTED,
                       "is a record of version %lld, this program reads version %d: use a newer "
                       "lockstep",
                       (long long)version, LS_RECORD_VERSION);
    return LS_OK;
}

static enum ls_code type_read(struct ls_record_entry *entry, struct ls_err *err)
{
    struct ls_slice name = ls_node_string(ls_node_get(entry->root, LS_SLICE("type")));
    for (size_t i = LS_RECORD_HEADER + 1; i < LS_RECORD_TYPE_COUNT; i++) {
        entry->type = (enum ls_record_type)i;
        if (ls_slice_is(name, ls_record_type_name(entry->type)))
            return LS_OK;
    }
    return ls_fail(err, LS_E_INVALID, "'%.*s' is no type of entry", LS_ARG(name));
}

static enum ls_code time_read(struct ls_record_reader *reader, struct ls_record_entry *entry,
                              struct ls_err *err)
{
    entry->at_ms = ls_node_int(ls_node_get(entry->root, LS_SLICE("at")), -1);
    if (entry->at_ms < reader->at_ms)
        return ls_fail(err, LS_E_INVALID, "`at` should be milliseconds that never go back");
    reader->at_ms = entry->at_ms;
    return LS_OK;
}

static enum ls_code entry_check(struct ls_record_reader *reader, struct ls_record_entry *entry,
                                struct ls_err *err)
{
    if (entry->line == 1)
        return header_check(entry, err) ? err->code : members_check(entry, err);
    if (type_read(entry, err) || time_read(reader, entry, err))
        return err->code;
    if (reader->has_end)
        return ls_fail(err, LS_E_INVALID, "comes after the result, which is the last entry");
    reader->has_end = entry->type == LS_RECORD_RESULT;
    return members_check(entry, err);
}

enum ls_code ls_record_read(struct ls_record_reader *reader, struct ls_record_entry *out,
                            bool *has_entry, struct ls_err *err)
{
    struct ls_slice line;
    *has_entry = false;
    bool has_line = line_next(reader, &line);
    if (!has_line && reader->line == 1)
        return ls_fail(err, LS_E_INVALID,
                       "%s is no record of lockstep: it has not one complete line", reader->name);
    if (!has_line)
        return LS_OK;
    enum ls_code code = line_parse(reader, line, err);
    struct ls_record_entry entry = {.line = reader->line, .root = ls_obj_root(reader->obj)};
    if (code && reader->line == 1)
        return ls_fail(err, LS_E_INVALID, "%s is no record of lockstep: its first line is no JSON",
                       reader->name);
    if (code || entry_check(reader, &entry, err))
        return ls_context(err, "%s:%u", reader->name, reader->line);
    *out = entry;
    *has_entry = true;
    return LS_OK;
}
