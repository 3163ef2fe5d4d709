#include "kube/record/record.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "check.h"
#include "kube/record/limits.h"
#include "kube/record/record_read.h"
#include "support_folder.h"
#include "value/json.h"

/* A record in a folder of its own, on a virtual clock. */
struct desk {
    struct folder folder;
    struct ls_world *world;
    struct ls_record *record;
    const char *path;
    struct ls_buf text; /* of the file, when it was read */
};

static void desk_release(struct desk *desk)
{
    ls_record_close(desk->record);
    ls_world_free(desk->world);
    ls_buf_release(&desk->text);
    folder_release(&desk->folder);
}

static void header_write(struct ls_record *record)
{
    static const char *const members[] = {"program", "time", "verb", "goal", "set", "namespace"};
    ls_record_begin(record, LS_RECORD_HEADER);
    ls_record_add_text(record, "lockstep", LS_SLICE("record"));
    ls_record_add_int(record, "version", LS_RECORD_VERSION);
    for (size_t i = 0; i < LS_COUNT(members); i++)
        ls_record_add_text(record, members[i], LS_SLICE("x"));
    ls_record_open_list(record, "flags");
    ls_record_shut(record);
    ls_record_end(record);
}

static struct desk desk_make(const struct ls_record_options *options)
{
    struct ls_err err = {0};
    struct desk desk = {.folder = folder_make(), .world = ls_world_new_virtual(1, 0)};
    desk.path = folder_file(&desk.folder, "x.rec");
    CHECK_OK(ls_record_open(desk.world, desk.path, options, &desk.record, &err), err);
    header_write(desk.record);
    return desk;
}

static const char *desk_read(struct desk *desk)
{
    struct ls_err err = {0};
    ls_buf_clear(&desk->text);
    CHECK_OK(ls_file_read(desk->path, LS_RECORD_FILE_BYTES_MAX, &desk->text, &err), err);
    return ls_buf_text(&desk->text);
}

/* Reads all entries; counts those of each type. */
static void desk_count(struct desk *desk, size_t counts[LS_RECORD_TYPE_COUNT])
{
    struct ls_record_reader reader LS_AUTO(ls_record_reader_release);
    struct ls_record_entry entry;
    struct ls_err err = {0};
    bool has_entry = true;
    desk_read(desk);
    memset(counts, 0, LS_RECORD_TYPE_COUNT * sizeof *counts);
    ls_record_reader_init(&reader, "x", ls_buf_slice(&desk->text));
    while (has_entry) {
        CHECK_OK(ls_record_read(&reader, &entry, &has_entry, &err), err);
        counts[entry.type] += has_entry;
    }
}

static void note_write(struct ls_record *record, const char *text)
{
    ls_record_begin(record, LS_RECORD_NOTE);
    ls_record_add_sentence(record, "text", text);
    ls_record_end(record);
}

static void item_write(struct ls_record *record, const char *text)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &obj, &err), err);
    ls_record_begin(record, LS_RECORD_ITEM);
    ls_record_add_int(record, "request", 1);
    ls_record_add_object(record, "object", ls_obj_root(obj), LS_MASK_ANY);
    ls_record_end(record);
}

static void result_write(struct ls_record *record)
{
    ls_record_begin(record, LS_RECORD_RESULT);
    ls_record_add_text(record, "result", LS_SLICE("done"));
    ls_record_add_int(record, "exitCode", 0);
    ls_record_end(record);
}

TEST(every_entry_is_in_the_file_as_soon_as_it_is_written)
{
    struct desk desk LS_AUTO(desk_release) = desk_make(NULL);
    struct stat status;
    CHECK(stat(desk.path, &status) == 0);
    CHECK_INT(status.st_mode & 07777, 0600);
    ls_virtual_clock_advance_ms(&desk.world->virtual_clock, 1500);
    note_write(desk.record, "a \"b\" \xff \n");
    CHECK_HAS(desk_read(&desk), "{\"at\":1500,\"type\":\"note\",\"text\":\"a \\\"b\\\" ? \\n\"}\n");
}

TEST(a_file_that_is_there_is_left_alone)
{
    struct folder folder LS_AUTO(folder_release) = folder_make();
    struct ls_world *world = ls_world_new_virtual(1, 0);
    struct ls_record *record = NULL;
    struct ls_err err = {0};
    const char *path = folder_write(&folder, "x", "mine");
    CHECK_CODE(ls_record_open(world, path, NULL, &record, &err), LS_E_EXISTS, err);
    CHECK_HAS(err.text, "exists: a record is never written over another file");
    CHECK(!record);
    ls_world_free(world);
}

TEST(sentences_are_masked_and_cut)
{
    struct desk desk LS_AUTO(desk_release) = desk_make(NULL);
    char *text LS_AUTO(ls_free_at) = ls_alloc(2 * LS_RECORD_TEXT_BYTES_MAX);
    memset(text, 'x', 2 * LS_RECORD_TEXT_BYTES_MAX - 1);
    ls_mask_learn(ls_record_mask(desk.record), LS_SLICE("correct-horse"));
    note_write(desk.record, "it says correct-horse");
    CHECK_HAS(desk_read(&desk), "\"text\":\"it says ***1\"");
    note_write(desk.record, text);
    CHECK(strlen(desk_read(&desk)) < 2 * LS_RECORD_TEXT_BYTES_MAX);
}

TEST(an_object_that_is_too_large_is_named_only)
{
    struct desk desk LS_AUTO(desk_release) = desk_make(NULL);
    struct ls_buf object LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&object, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
                             "\"a\",\"uid\":\"u\"},\"data\":{\"x\":\"");
    for (size_t i = 0; i < LS_RECORD_OBJECT_BYTES_MAX; i++)
        ls_buf_add_char(&object, 'y');
    ls_buf_add_text(&object, "\"}}");
    item_write(desk.record, ls_buf_text(&object));
    CHECK_HAS(desk_read(&desk), "\"object\":{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                                "\"metadata\":{\"name\":\"a\",\"uid\":\"u\"},\"bytesLeftOut\":");
    result_write(desk.record);
    CHECK_HAS(desk_read(&desk), "\"leftOut\":{\"objectsNamedOnly\":1}");
}

TEST(past_its_entries_a_record_has_only_its_end)
{
    struct ls_record_options options = {.entries_max = 10};
    struct desk desk LS_AUTO(desk_release) = desk_make(&options);
    size_t counts[LS_RECORD_TYPE_COUNT];
    for (int i = 0; i < 100; i++)
        note_write(desk.record, "again");
    result_write(desk.record);
    desk_count(&desk, counts);
    CHECK_INT(counts[LS_RECORD_NOTE], 7);
    CHECK_INT(counts[LS_RECORD_LIMIT], 1);
    CHECK_INT(counts[LS_RECORD_RESULT], 1);
    CHECK_HAS(desk_read(&desk), "\"leftOut\":{\"note\":93}");
}

TEST(a_record_names_objects_first_and_then_ends)
{
    struct ls_record_options options = {.bytes_max = 200 << 10};
    struct desk desk LS_AUTO(desk_release) = desk_make(&options);
    size_t counts[LS_RECORD_TYPE_COUNT];
    struct ls_buf object LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&object, "{\"kind\":\"A\",\"x\":\"%01000d\"}", 7);
    for (int i = 0; i < 1000; i++)
        item_write(desk.record, ls_buf_text(&object));
    result_write(desk.record);
    desk_count(&desk, counts);
    CHECK(desk.text.len <= options.bytes_max);
    CHECK(desk.text.len > options.bytes_max / 10 * 9);
    CHECK_INT(counts[LS_RECORD_LIMIT], 2);
    CHECK_INT(counts[LS_RECORD_RESULT], 1);
    /* Named ones are short: more of them fit into the last quarter than whole ones before. */
    CHECK(counts[LS_RECORD_ITEM] > 150 * 2);
    CHECK_HAS(ls_buf_text(&desk.text), "three quarters of the bytes are used");
    CHECK_HAS(ls_buf_text(&desk.text), "the record is full");
    CHECK_HAS(ls_buf_text(&desk.text), "\"objectsNamedOnly\":");
}

TEST(nothing_comes_after_the_result)
{
    struct desk desk LS_AUTO(desk_release) = desk_make(NULL);
    result_write(desk.record);
    note_write(desk.record, "late");
    CHECK(!strstr(desk_read(&desk), "late"));
}
