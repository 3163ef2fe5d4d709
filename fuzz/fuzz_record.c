/*
 * Records: any text gives entries or an error, and each entry can be shown. What is masked is JSON
 * again, and no value of a Secret is in it.
 */
#include <stdint.h>
#include <string.h>

#include "cli/replay_print.h"
#include "sim/from_record.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void entry_show(struct ls_replay_requests *requests, const struct ls_record_entry *entry)
{
    struct ls_replay_object object = {.kind = LS_SLICE("Policy"), .name = LS_SLICE("a")};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_replay_requests_take(requests, entry);
    (void)ls_replay_is_about(entry, requests, &object);
    if (entry->type == LS_RECORD_HEADER)
        ls_replay_print_header(&out, entry);
    else if (entry->type == LS_RECORD_DECISION)
        ls_replay_print_decision(&out, entry);
    else if (entry->type == LS_RECORD_RESULT)
        ls_replay_print_result(&out, entry);
    else
        ls_replay_print_seen(&out, requests, entry);
    LS_ASSERT(out.len > 0);
    LS_ASSERT(!memchr(out.at, '\x1b', out.len));
}

/* No value of stringData is among what is shown; only where nothing else could hold the same. */
static void secret_check(struct ls_node object, struct ls_slice masked)
{
    bool is_secret = ls_node_string_is(ls_node_get(object, LS_SLICE("kind")), "Secret");
    bool has_more = ls_node_count(ls_node_get(object, LS_SLICE("metadata"))) > 0;
    LS_EACH (it, ls_node_get(object, LS_SLICE("stringData"))) {
        struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
        struct ls_slice value = ls_node_string(it.value);
        if (!is_secret || has_more || value.len < 24)
            continue;
        ls_json_print_string(&quoted, value);
        LS_ASSERT(!memmem(masked.at, masked.len, quoted.at, quoted.len));
    }
}

static void mask_check(struct ls_node object, enum ls_mask_subject subject)
{
    struct ls_mask *mask = ls_mask_new(1);
    const struct ls_obj *again = NULL;
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_mask_print(mask, &out, object, subject);
    LS_ASSERT(ls_json_parse(ls_buf_slice(&out), NULL, &again, NULL) == LS_OK);
    secret_check(object, ls_buf_slice(&out));
    ls_obj_unref(again);
    ls_mask_free(mask);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_record_reader reader LS_AUTO(ls_record_reader_release);
    struct ls_replay_requests requests LS_AUTO(ls_replay_requests_release) = {0};
    struct ls_record_entry entry;
    struct ls_err err = {0};
    ls_record_reader_init(&reader, "f", (struct ls_slice){(const char *)data, size});
    for (bool has_entry = true; has_entry;) {
        if (ls_record_read(&reader, &entry, &has_entry, &err))
            LS_ASSERT(err.text[0] != 0 && !has_entry);
        if (!has_entry)
            continue;
        entry_show(&requests, &entry);
        mask_check(ls_node_get(entry.root, LS_SLICE("object")), LS_MASK_ANY);
        mask_check(ls_node_get(entry.root, LS_SLICE("object")), LS_MASK_SECRET);
    }
    struct ls_buf scenario LS_AUTO(ls_buf_release) = {0};
    struct ls_slice text = {(const char *)data, size};
    if (ls_scenario_from_record(&scenario, "f", text, &err))
        LS_ASSERT(err.text[0] != 0 && scenario.len == 0);
    return 0;
}
