#include "kube/record/record_read.h"

#include <string.h>

#include "check.h"

#define HEADER                                                                                     \
    "{\"lockstep\":\"record\",\"version\":1,\"program\":\"1\",\"time\":\"t\",\"verb\":\"apply\","  \
    "\"goal\":\"rollout\",\"set\":\"s\",\"namespace\":\"n\",\"flags\":[]}\n"
#define NOTE(at) "{\"at\":" at ",\"type\":\"note\",\"text\":\"x\"}\n"
#define RESULT   "{\"at\":9,\"type\":\"result\",\"result\":\"done\",\"exitCode\":0,\"leftOut\":{}}\n"

static const struct {
    const char *label;
    const char *text;
    size_t entries;
    bool is_torn;
    bool has_end;
    const char *sentence; /* of the error; NULL: there is none */
} rows[] = {
    {"a whole record", HEADER NOTE("1") NOTE("1") RESULT, 4, false, true, NULL},
    {"a header alone", HEADER, 1, false, false, NULL},
    {"a torn last line", HEADER NOTE("1") "{\"at\":2,\"ty", 2, true, false, NULL},
    {"a last line without its end", HEADER "{\"at\":2,\"type\":\"note\",\"text\":\"x\"}", 1, true,
     false, NULL},
    {"nothing", "", 0, false, false, "f is no record of lockstep: it has not one complete line"},
    {"a torn header", "{\"lockstep\":", 0, true, false, "it has not one complete line"},
    {"YAML", "kind: List\n", 0, false, false, "its first line is no JSON"},
    {"a list", "[]\n", 0, false, false, "f is no record of lockstep"},
    {"other JSON", "{}\n", 0, false, false, "f:1: is no record of lockstep: those are made by"},
    {"a version of the future", "{\"lockstep\":\"record\",\"version\":2}\n", 0, false, false,
     "f:1: is a record of version 2, this program reads version 1: use a newer lockstep"},
    {"no version", "{\"lockstep\":\"record\"}\n", 0, false, false, "f:1: is no record"},
    {"a header with little in it", "{\"lockstep\":\"record\",\"version\":1}\n", 0, false, false,
     "f:1: `program` of the header should be a string, it is missing"},
    {"a line that is no JSON", HEADER NOTE("1") "x\n" NOTE("2"), 2, false, false, "f:3: "},
    {"a line that is no map", HEADER "[1]\n", 1, false, false, "f:2: is no entry"},
    {"an empty line", HEADER "\n", 1, false, false, "f:2: "},
    {"no type", HEADER "{\"at\":1}\n", 1, false, false, "f:2: '' is no type of entry"},
    {"a second header", HEADER "{\"at\":1,\"type\":\"header\"}\n", 1, false, false,
     "f:2: 'header' is no type of entry"},
    {"no time", HEADER "{\"type\":\"note\",\"text\":\"x\"}\n", 1, false, false,
     "f:2: `at` should be milliseconds that never go back"},
    {"time that goes back", HEADER NOTE("5") NOTE("4"), 2, false, false, "f:3: `at`"},
    {"a member of the wrong form", HEADER "{\"at\":1,\"type\":\"note\",\"text\":7}\n", 1, false,
     false, "f:2: `text` of the note should be a string, it is a "},
    {"an optional member of the wrong form",
     HEADER "{\"at\":1,\"type\":\"event\",\"request\":1,\"object\":[]}\n", 1, false, false,
     "f:2: `object` of the event should be a "},
    {"an entry after the end", HEADER RESULT NOTE("10"), 2, false, true,
     "f:3: comes after the result"},
};

TEST(records_are_read_or_refused_with_the_line)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_record_reader reader LS_AUTO(ls_record_reader_release);
        struct ls_record_entry entry;
        struct ls_err err = {0};
        enum ls_code code = LS_OK;
        size_t count = 0;
        ls_record_reader_init(&reader, "f", ls_slice_of(rows[i].text));
        for (bool has_entry = true; has_entry;) {
            code = ls_record_read(&reader, &entry, &has_entry, &err);
            count += has_entry;
        }
        CHECK_INT(count, rows[i].entries);
        CHECK_INT(reader.is_torn, rows[i].is_torn);
        CHECK_INT(reader.has_end, rows[i].has_end);
        CHECK_INT(code != LS_OK, rows[i].sentence != NULL);
        if (rows[i].sentence)
            CHECK_HAS(err.text, rows[i].sentence);
    }
}

TEST(every_type_has_a_name_of_its_own)
{
    for (int i = 0; i < LS_RECORD_TYPE_COUNT; i++)
        for (int k = 0; k < i; k++)
            CHECK(strcmp(ls_record_type_name((enum ls_record_type)i),
                         ls_record_type_name((enum ls_record_type)k)) != 0);
}
