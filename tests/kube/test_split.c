#include "kube/split.h"

#include <string.h>

#include "check.h"
#include "kube/limits.h"

/* Everything that comes out, one line each: ENVELOPE<TAB>ITEM. */
static enum ls_code line_add(void *self, struct ls_slice envelope, struct ls_slice item,
                             struct ls_err *err)
{
    (void)err;
    struct ls_buf *out = self;
    ls_buf_printf(out, "%.*s\t%.*s\n", LS_ARG(envelope), LS_ARG(item));
    return LS_OK;
}

static enum ls_code split_all(enum ls_split_mode mode, const char *text, size_t chunk_bytes,
                              size_t item_bytes_max, struct ls_buf *out, struct ls_err *err)
{
    struct ls_split split LS_AUTO(ls_split_release);
    ls_split_init(&split, mode, line_add, out);
    if (item_bytes_max)
        split.item_bytes_max = item_bytes_max;
    size_t len = strlen(text);
    for (size_t at = 0; at < len; at += chunk_bytes) {
        /* A copy that dies with the chunk shows whoever kept a pointer into it. */
        struct ls_buf chunk LS_AUTO(ls_buf_release) = {0};
        ls_buf_add(&chunk, text + at, LS_MIN(chunk_bytes, len - at));
        enum ls_code code = ls_split_feed(&split, ls_buf_slice(&chunk), err);
        if (code)
            return code;
    }
    return ls_split_end(&split, err);
}

static const struct {
    const char *label;
    enum ls_split_mode mode;
    const char *text;
    const char *lines;
    const char *sentence; /* part of the error, or NULL */
} rows[] = {
    {"two events", LS_SPLIT_EVENTS,
     "{\"type\":\"ADDED\",\"object\":{\"a\":1}}\n{\"type\":\"DELETED\",\"object\":{\"b\":[2,{}]}}"
     "\n",
     "{\"type\":\"ADDED\",\"object\":null}\t{\"a\":1}\n"
     "{\"type\":\"DELETED\",\"object\":null}\t{\"b\":[2,{}]}\n",
     NULL},
    {"object before type, white space, strings with braces", LS_SPLIT_EVENTS,
     " \r\n{ \"object\" : {\"x\":\"}]\\\"{\"} , \"type\" : \"ADDED\" } ",
     "{ \"object\" : null , \"type\" : \"ADDED\" }\t{\"x\":\"}]\\\"{\"}\n", NULL},
    {"an escaped backslash ends a string", LS_SPLIT_EVENTS,
     "{\"type\":\"A\\\\\",\"object\":{\"x\":\"\\\\\"}}",
     "{\"type\":\"A\\\\\",\"object\":null}\t{\"x\":\"\\\\\"}\n", NULL},
    {"object as a value of another member is none", LS_SPLIT_EVENTS,
     "{\"type\":\"object\",\"other\":{\"object\":{\"n\":1}},\"object\":{}}",
     "{\"type\":\"object\",\"other\":{\"object\":{\"n\":1}},\"object\":null}\t{}\n", NULL},
    {"nothing", LS_SPLIT_EVENTS, "", "", NULL},
    {"an event without object", LS_SPLIT_EVENTS, "{\"type\":\"ADDED\"}", "",
     "an event without an object"},
    {"an object that is none", LS_SPLIT_EVENTS, "{\"type\":\"ADDED\",\"object\":3}", "",
     "an event without an object"},
    {"object twice", LS_SPLIT_EVENTS, "{\"object\":{},\"object\":{}}", "", "the same member twice"},
    {"no JSON", LS_SPLIT_EVENTS, "<html>", "", "at byte 1: it is no JSON object"},
    {"a list of events", LS_SPLIT_EVENTS, "[{}]", "", "it is no JSON object"},
    {"cut in the object", LS_SPLIT_EVENTS, "{\"type\":\"ADDED\",\"object\":{\"a\":", "",
     "it ends in the middle"},
    {"cut after the object", LS_SPLIT_EVENTS, "{\"type\":\"ADDED\",\"object\":{\"a\":1}", "",
     "it ends in the middle"},
    {"a list", LS_SPLIT_LIST,
     "{\"kind\":\"PodList\",\"items\":[{\"a\":1},{\"b\":{}} , {}],\"metadata\":{\"x\":[1]}}\n",
     "\t{\"a\":1}\n\t{\"b\":{}}\n\t{}\n"
     "{\"kind\":\"PodList\",\"items\":[],\"metadata\":{\"x\":[1]}}\t\n",
     NULL},
    {"a table", LS_SPLIT_LIST, "{\"columnDefinitions\":[{\"a\":1}],\"rows\":[{\"cells\":[1]},{}]}",
     "\t{\"cells\":[1]}\n\t{}\n{\"columnDefinitions\":[{\"a\":1}],\"rows\":[]}\t\n", NULL},
    {"no items", LS_SPLIT_LIST, "{\"items\":[ ]}", "{\"items\":[]}\t\n", NULL},
    {"items null", LS_SPLIT_LIST, "{\"items\":null}", "{\"items\":null}\t\n", NULL},
    {"items deeper are not ours", LS_SPLIT_LIST, "{\"metadata\":{\"items\":[1,2]},\"items\":[{}]}",
     "\t{}\n{\"metadata\":{\"items\":[1,2]},\"items\":[]}\t\n", NULL},
    {"items as a string", LS_SPLIT_LIST, "{\"kind\":\"items\",\"x\":[1]}",
     "{\"kind\":\"items\",\"x\":[1]}\t\n", NULL},
    {"items twice", LS_SPLIT_LIST, "{\"items\":[{}],\"items\":[{}]}", "\t{}\n",
     "the same member twice"},
    {"an item that is a number", LS_SPLIT_LIST, "{\"items\":[7]}", "", "an item that is no object"},
    {"no comma", LS_SPLIT_LIST, "{\"items\":[{}{}]}", "\t{}\n", "an item that is no object"},
    {"two commas", LS_SPLIT_LIST, "{\"items\":[{},,{}]}", "\t{}\n", "an item that is no object"},
    {"trailing comma", LS_SPLIT_LIST, "{\"items\":[{},]}", "\t{}\n", "an item that is no object"},
    {"leading comma", LS_SPLIT_LIST, "{\"items\":[,{}]}", "", "an item that is no object"},
    {"text after the list", LS_SPLIT_LIST, "{\"items\":[]} x", "{\"items\":[]}\t\n",
     "text after its end"},
    {"an empty reply", LS_SPLIT_LIST, "", "", "it ends in the middle"},
    {"cut between items", LS_SPLIT_LIST, "{\"items\":[{}", "\t{}\n", "it ends in the middle"},
};

TEST(every_way_to_cut_the_bytes_gives_the_same)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        char first_error[LS_ERR_TEXT_BYTES] = "";
        for (size_t chunk_bytes = 1; chunk_bytes <= strlen(rows[i].text) + 1; chunk_bytes++) {
            struct ls_buf out LS_AUTO(ls_buf_release) = {0};
            struct ls_err err = {0};
            enum ls_code code = split_all(rows[i].mode, rows[i].text, chunk_bytes, 0, &out, &err);
            CHECK_STR(ls_buf_text(&out), rows[i].lines);
            CHECK_CODE(code, rows[i].sentence ? LS_E_PROTOCOL : LS_OK, err);
            if (rows[i].sentence)
                CHECK_HAS(err.text, rows[i].sentence);
            if (chunk_bytes == 1)
                memcpy(first_error, err.text, sizeof first_error);
            CHECK_STR(err.text, first_error);
        }
    }
}

TEST(an_object_above_the_limit_is_refused_by_name)
{
    const char *event =
        "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"labels\":{\"name\":\"no\"},"
        "\"name\":\"web\",\"namespace\":\"shop\"},\"data\":\"xxxxxxxxxx\"}}";
    size_t object_bytes = strlen(event) - strlen("{\"type\":\"ADDED\",\"object\":}");
    for (size_t chunk_bytes = 1; chunk_bytes < 200; chunk_bytes += 7) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_err err = {0};
        CHECK_OK(split_all(LS_SPLIT_EVENTS, event, chunk_bytes, object_bytes, &out, &err), err);
        CHECK_CODE(split_all(LS_SPLIT_EVENTS, event, chunk_bytes, object_bytes - 1, &out, &err),
                   LS_E_TOO_BIG, err);
        CHECK_HAS(err.text, "object 1 shop/web of the server's event stream has more than");
    }
}

TEST(an_envelope_above_the_limit_is_refused)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "{\"x\":\"");
    for (int i = 0; i < LS_ENVELOPE_BYTES_MAX; i++)
        ls_buf_add_char(&text, 'x');
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_CODE(split_all(LS_SPLIT_LIST, ls_buf_text(&text), 4096, 0, &out, &err), LS_E_PROTOCOL,
               err);
    CHECK_HAS(err.text, "too much text around the objects");
}

TEST(memory_is_bounded_by_the_largest_object_not_by_the_list)
{
    struct ls_buf item LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&item, "{\"data\":\"");
    for (int i = 0; i < 2000; i++)
        ls_buf_add_char(&item, 'x');
    ls_buf_add_text(&item, "\"},");
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_split split LS_AUTO(ls_split_release);
    ls_split_init(&split, LS_SPLIT_LIST, line_add, &out);
    struct ls_err err = {0};
    CHECK_OK(ls_split_feed(&split, LS_SLICE("{\"items\":["), &err), err);
    for (int i = 0; i < 1000; i++) {
        for (size_t at = 0; at < item.len; at += 700) {
            struct ls_slice part = {item.at + at, LS_MIN(700, item.len - at)};
            CHECK_OK(ls_split_feed(&split, part, &err), err);
        }
        ls_buf_clear(&out);
    }
    CHECK(split.kept.cap < 3 * item.len);
    CHECK(split.envelope.cap < 256);
}

static enum ls_code refuse_second(void *self, struct ls_slice envelope, struct ls_slice item,
                                  struct ls_err *err)
{
    (void)envelope;
    (void)item;
    return ++*(int *)self == 2 ? ls_fail(err, LS_E_CANCELLED, "enough") : LS_OK;
}

TEST(a_refusal_of_the_reader_ends_the_splitting_with_its_code)
{
    int calls = 0;
    struct ls_split split LS_AUTO(ls_split_release);
    ls_split_init(&split, LS_SPLIT_LIST, refuse_second, &calls);
    struct ls_err err = {0};
    CHECK_CODE(ls_split_feed(&split, LS_SLICE("{\"items\":[{},{},{}]}"), &err), LS_E_CANCELLED,
               err);
    CHECK_STR(err.text, "enough");
    CHECK_INT(calls, 2);
}

static const struct {
    const char *text;
    const char *name;
} name_rows[] = {
    {"{\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"x\":", "shop/web"},
    {"{\"metadata\":{\"name\":\"web\"", "web"},
    {"{\"metadata\":{\"annotations\":{\"name\":\"no\"},\"name\":\"yes\"}", "yes"},
    {"{\"spec\":{\"name\":\"no\",\"metadata\":{\"name\":\"no\"}},\"metadata\":{\"name\":\"yes\"}",
     "yes"},
    {"{\"metadata\":{\"ownerReferences\":[{\"name\":\"no\"}],\"name\":\"y\\\"es\"", "y\\\"es"},
    {"{\"metadata\":{\"name\":\"we", ""},
    {"", ""},
    {"}}}]]", ""},
};

TEST(the_name_is_found_in_half_an_object)
{
    for (size_t i = 0; i < LS_COUNT(name_rows); i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        ls_split_name(&out, ls_slice_of(name_rows[i].text));
        CHECK_STR(ls_buf_text(&out), name_rows[i].name);
    }
}
