#include "sandbox/serve/accept.h"

#include <stdlib.h>
#include <string.h>

#include "sandbox/serve/limits.h"

/* One entry of the list: `application/json;as=Table;v=v1;g=meta.k8s.io;q=0.8`. */
struct accept_entry {
    struct ls_slice type; /* "application/json" */
    struct ls_slice as;
    struct ls_slice group;
    struct ls_slice version;
    struct ls_slice stream;
    bool is_pretty;
    double quality;
};

struct entries {
    struct accept_entry at[LS_SERVE_ACCEPTS_MAX];
    size_t count;
};

static const struct {
    const char *type;
    enum ls_response_form_text text;
    bool is_only_whole; /* not in streams */
} types[] = {
    {"application/json", LS_TEXT_JSON, false},
    {"application/yaml", LS_TEXT_YAML, true},
    {"application/vnd.kubernetes.protobuf", LS_TEXT_JSON, false},
};

static const struct {
    const char *group;
    const char *as;
    enum ls_response_form_as form;
    bool is_discovery;
} forms[] = {
    {"meta.k8s.io", "Table", LS_AS_TABLE, false},
    {"meta.k8s.io", "PartialObjectMetadata", LS_AS_METADATA, false},
    {"meta.k8s.io", "PartialObjectMetadataList", LS_AS_METADATA_LIST, false},
    {"apidiscovery.k8s.io", "APIGroupDiscoveryList", LS_AS_DISCOVERY, true},
};

static double quality_read(struct ls_slice text)
{
    char copy[16] = {0};
    memcpy(copy, text.at, LS_MIN(text.len, sizeof copy - 1));
    char *end = copy;
    double quality = strtod(copy, &end);
    return end == copy || !(quality >= 0 && quality <= 1) ? 1 : quality;
}

static void parameter_read(struct ls_slice text, struct accept_entry *out)
{
    struct ls_slice value;
    struct ls_slice key = ls_slice_trim(ls_slice_cut(text, '=', &value));
    value = ls_slice_trim(value);
    if (ls_slice_is(key, "as"))
        out->as = value;
    else if (ls_slice_is(key, "g"))
        out->group = value;
    else if (ls_slice_is(key, "v"))
        out->version = value;
    else if (ls_slice_is(key, "stream"))
        out->stream = value;
    else if (ls_slice_is(key, "pretty"))
        out->is_pretty = ls_slice_is(value, "1");
    else if (ls_slice_is(key, "q"))
        out->quality = quality_read(value);
}

static struct accept_entry entry_read(struct ls_slice text)
{
    struct ls_slice parameters;
    struct accept_entry entry = {.quality = 1};
    entry.type = ls_slice_trim(ls_slice_cut(text, ';', &parameters));
    while (parameters.at != NULL) {
        struct ls_slice rest;
        parameter_read(ls_slice_cut(parameters, ';', &rest), &entry);
        parameters = rest;
    }
    return entry;
}

/* Best first; entries of equal quality keep the client's order. */
static void entries_read(struct ls_slice accept, struct entries *out)
{
    out->count = 0;
    while (accept.at != NULL && out->count < LS_SERVE_ACCEPTS_MAX) {
        struct ls_slice rest;
        struct ls_slice text = ls_slice_trim(ls_slice_cut(accept, ',', &rest));
        struct accept_entry entry = entry_read(text);
        accept = rest;
        if (text.len == 0)
            continue;
        size_t at = out->count++;
        for (; at > 0 && out->at[at - 1].quality < entry.quality; at--)
            out->at[at] = out->at[at - 1];
        out->at[at] = entry;
    }
}

/* Index into types, or LS_COUNT(types). */
static size_t type_of(struct ls_slice type)
{
    if (ls_slice_is(type, "*/*") || ls_slice_is(type, "application/*"))
        return 0;
    for (size_t i = 0; i < LS_COUNT(types); i++) {
        if (ls_slice_is(type, types[i].type))
            return i;
    }
    return LS_COUNT(types);
}

static bool form_choose(const struct accept_entry *entry, const struct ls_offer *offer,
                        struct ls_response_form *out)
{
    if (entry->as.len == 0) {
        out->as = LS_AS_OBJECT;
        return true;
    }
    for (size_t i = 0; i < LS_COUNT(forms); i++) {
        if (!ls_slice_is(entry->as, forms[i].as) || !ls_slice_is(entry->group, forms[i].group))
            continue;
        if (forms[i].is_discovery ? !offer->has_discovery : !offer->has_table)
            return false;
        out->as = forms[i].form;
        out->is_beta = !forms[i].is_discovery && ls_slice_is(entry->version, "v1beta1");
        return out->is_beta || ls_slice_is(entry->version, forms[i].is_discovery ? "v2" : "v1");
    }
    return false;
}

static bool entry_choose(const struct accept_entry *entry, const struct ls_offer *offer,
                         struct ls_response_form *out)
{
    size_t type = type_of(entry->type);
    if (type == LS_COUNT(types) || (offer->is_stream && types[type].is_only_whole))
        return false;
    if (entry->stream.len > 0 && !(offer->is_stream && ls_slice_is(entry->stream, "watch")))
        return false;
    struct ls_response_form form = {.text = types[type].text};
    if (entry->is_pretty && form.text == LS_TEXT_JSON)
        form.text = LS_TEXT_PRETTY;
    if (!form_choose(entry, offer, &form))
        return false;
    *out = form;
    return true;
}

/* The router in front of the real server compares whole media types only. */
static bool has_known_type(const struct entries *entries)
{
    for (size_t i = 0; i < entries->count; i++) {
        struct ls_slice type = entries->at[i].type;
        if (!ls_slice_is(type, "application/*") && type_of(type) < LS_COUNT(types))
            return true;
    }
    return entries->count == 0;
}

enum ls_accept ls_accept_choose(struct ls_slice accept, const struct ls_offer *offer,
                                struct ls_response_form *out)
{
    struct entries entries;
    *out = (struct ls_response_form){.as = LS_AS_OBJECT, .text = LS_TEXT_PRETTY};
    entries_read(accept, &entries);
    if (!has_known_type(&entries))
        return LS_ACCEPT_NO_TYPE;
    if (entries.count == 0)
        out->text = LS_TEXT_JSON;
    for (size_t i = 0; i < entries.count; i++) {
        if (entry_choose(&entries.at[i], offer, out))
            return LS_ACCEPT_GOOD;
    }
    return entries.count == 0 ? LS_ACCEPT_GOOD : LS_ACCEPT_NO_FORM;
}

#define WHOLE  "application/json, application/yaml, application/vnd.kubernetes.protobuf"
#define STREAM "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch"

const char *ls_accept_message(enum ls_accept why, bool is_list, bool is_stream)
{
    LS_ASSERT(why != LS_ACCEPT_GOOD);
    LS_ASSERT(why <= LS_ACCEPT_NO_FORM);
    if (why == LS_ACCEPT_NO_FORM)
        return is_stream ? "only the following media types are accepted: " STREAM
                         : "only the following media types are accepted: " WHOLE;
    return is_list ? "406: Not Acceptable\n\nAvailable representations: " WHOLE ", " STREAM
                   : "406: Not Acceptable\n\nAvailable representations: " WHOLE;
}
