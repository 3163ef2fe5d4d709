/*
 * The splitter of lists and event streams. The first byte chooses the mode, the rest is the reply.
 * However the bytes are cut, the same comes out; and where the JSON reader takes the whole reply,
 * the splitter's objects are the reader's.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kube/split.h"
#include "value/json.h"

struct taken {
    struct ls_buf text; /* everything handed out, with marks between */
    size_t item_count;
    struct ls_node items; /* of the whole reply, to compare with; absent: do not */
};

static void same_check(struct ls_slice item, struct ls_node expected)
{
    const struct ls_obj *obj = NULL;
    LS_ASSERT(ls_json_parse(item, NULL, &obj, NULL) == LS_OK);
    LS_ASSERT(ls_node_equal(ls_obj_root(obj), expected));
    ls_obj_unref(obj);
}

static enum ls_code take(void *self, struct ls_slice envelope, struct ls_slice item,
                         struct ls_err *err)
{
    (void)err;
    struct taken *taken = self;
    ls_buf_add_slice(&taken->text, envelope);
    ls_buf_add_char(&taken->text, '\1');
    ls_buf_add_slice(&taken->text, item);
    ls_buf_add_char(&taken->text, '\2');
    if (item.at && !ls_node_is_absent(taken->items))
        same_check(item, ls_node_item(taken->items, taken->item_count));
    taken->item_count += item.at != NULL;
    return LS_OK;
}

/* Chunks of `step` bytes; 0: of many sizes in turn. */
static enum ls_code split_by(enum ls_split_mode mode, struct ls_slice text, size_t step,
                             struct taken *taken, struct ls_err *err)
{
    struct ls_split split;
    ls_split_init(&split, mode, take, taken);
    enum ls_code code = LS_OK;
    size_t turn = 1;
    for (size_t at = 0; at < text.len && !code;) {
        turn = turn * 5 % 23 + 1;
        size_t want = step ? step : turn;
        size_t len = LS_MIN(want, text.len - at);
        char *chunk = malloc(len); /* an exact copy, freed with the chunk */
        memcpy(chunk, text.at + at, len);
        code = ls_split_feed(&split, (struct ls_slice){chunk, len}, err);
        free(chunk);
        at += len;
    }
    if (!code)
        code = ls_split_end(&split, err);
    ls_split_release(&split);
    return code;
}

static bool is_list_of_maps(struct ls_node node)
{
    LS_EACH (item, node) {
        if (!ls_node_is_map(item.value))
            return false;
    }
    return ls_node_is_list(node);
}

/* Compared with the JSON reader where both have the same input: no escapes, no key twice. */
static void compare(struct ls_slice text)
{
    struct ls_json_options options = {.is_strict = true};
    const struct ls_obj *whole = NULL;
    if (memchr(text.at, '\\', text.len) || ls_json_parse(text, &options, &whole, NULL))
        return;
    struct ls_node items = ls_node_get(ls_obj_root(whole), LS_SLICE("items"));
    if (is_list_of_maps(items)) {
        struct taken taken = {.items = items};
        LS_ASSERT(split_by(LS_SPLIT_LIST, text, 0, &taken, NULL) == LS_OK);
        LS_ASSERT(taken.item_count == ls_node_count(items));
        ls_buf_release(&taken.text);
    }
    ls_obj_unref(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t steps[] = {1, 2, 3, 0, SIZE_MAX};
    if (size < 2)
        return 0;
    enum ls_split_mode mode = data[0] == 'L' ? LS_SPLIT_LIST : LS_SPLIT_EVENTS;
    struct ls_slice text = {(const char *)data + 1, size - 1};
    struct taken first = {0};
    struct ls_err first_err = {0};
    enum ls_code code = split_by(mode, text, SIZE_MAX, &first, &first_err);
    for (size_t i = 0; i < LS_COUNT(steps); i++) {
        struct taken taken = {0};
        struct ls_err err = {0};
        LS_ASSERT(split_by(mode, text, steps[i], &taken, &err) == code);
        LS_ASSERT(ls_slice_equal(ls_buf_slice(&taken.text), ls_buf_slice(&first.text)));
        LS_ASSERT(strcmp(err.text, first_err.text) == 0);
        ls_buf_release(&taken.text);
    }
    ls_buf_release(&first.text);
    struct ls_buf name = {0};
    ls_split_name(&name, text);
    ls_buf_release(&name);
    if (mode == LS_SPLIT_LIST)
        compare(text);
    return 0;
}
