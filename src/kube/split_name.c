/* The name of an object that is too big to be read: a walk over its first bytes that knows just
 * enough JSON to find metadata.name and metadata.namespace. */
#include "kube/split.h"

struct split_name_walk {
    struct ls_slice text;
    size_t at;
    unsigned depth;
    bool in_metadata; /* the map at depth 2 is the object's metadata */
    struct ls_slice key;
    struct ls_slice name;
    struct ls_slice space;
};

/* The inside of the string that opens at walk->at; false when the text ends first. */
static bool string_read(struct split_name_walk *walk, struct ls_slice *out)
{
    size_t start = ++walk->at;
    for (; walk->at < walk->text.len; walk->at++) {
        if (walk->text.at[walk->at] == '\\') {
            walk->at++;
        } else if (walk->text.at[walk->at] == '"') {
            *out = (struct ls_slice){walk->text.at + start, walk->at - start};
            walk->at++;
            return true;
        }
    }
    return false;
}

static void string_note(struct split_name_walk *walk, struct ls_slice text)
{
    bool is_key = walk->key.at == NULL;
    if (is_key) {
        walk->key = text;
        return;
    }
    if (walk->depth != 2 || !walk->in_metadata)
        return;
    if (ls_slice_is(walk->key, "name"))
        walk->name = text;
    if (ls_slice_is(walk->key, "namespace"))
        walk->space = text;
}

static void byte_note(struct split_name_walk *walk, char c)
{
    walk->at++;
    if (c == '{' || c == '[') {
        walk->depth++;
        if (walk->depth == 2)
            walk->in_metadata = c == '{' && ls_slice_is(walk->key, "metadata");
        walk->key = (struct ls_slice){0};
    } else if (c == '}' || c == ']') {
        walk->depth--;
    } else if (c == ',') {
        walk->key = (struct ls_slice){0};
    }
}

void ls_split_name(struct ls_buf *out, struct ls_slice text)
{
    struct split_name_walk walk = {.text = text};
    while (walk.at < text.len) {
        struct ls_slice string;
        if (text.at[walk.at] != '"')
            byte_note(&walk, text.at[walk.at]);
        else if (string_read(&walk, &string))
            string_note(&walk, string);
        else
            break;
    }
    if (walk.name.len > 0 && walk.space.len > 0)
        ls_buf_printf(out, "%.*s/", LS_ARG(walk.space));
    ls_buf_add_slice(out, walk.name);
}
