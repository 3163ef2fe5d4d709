/* wait-for-properties: every row of KOTS's behaviour, and what its mistakes are told here. */
#include "phase/read/property.h"

#include <string.h>

#include "check.h"
#include "phase/read/limits.h"
#include "value/json.h"
#include "value/yaml.h"

static const char sample[] =
    "{\"status\":{\"ready\":true,\"n\":3,\"s\":\"a,b\",\"nul\":null,\"m\":{\"a\":1},\"l\":[1,2],"
    "\"empty\":\"\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"},"
    "{\"type\":\"X\",\"status\":\"False\"}],\"f\":1.5,\"whole\":2.0,\"big\":1e6,\"huge\":"
    "12345678901,"
    "\"past\":18446744073709551615,"
    "\"z\":{\"b\":{\"d\":1,\"c\":[\"<&>\",null,1e6]},\"a\":\"x\"},\"deep\":[{\"v\":[1,2]},{\"v\":["
    "3]}],"
    "\"dots.in/it\":\"y\",\"none\":[],\"eq\":\"a,b=c\",\"said\":\"it's "
    "\\\"so\\\"\",\"path\":\"c:\\\\d\","
    "\"lines\":\"a\\nb\",\"a=b\":\"in a "
    "name\",\"both\":{\"y\":2,\"x\":\"},{\"},\"open\":\"[1\",\"tis\":\"it's\"}}";

/* clang-format off */
/* The table of KOTS's answers in its own order; then what only we can say, or say otherwise. */
static const struct { const char *text; bool holds; } rows[] = {
    {".status.ready=true", true},
    {".status.ready=True", false},
    {".status.ready= true", false},
    {" .status.ready=true", true},
    {".status.ready =true", true},
    {"$.status.ready=true", true},
    {"..ready=true", true},
    {".status.missing=x", false},
    {".status.missing=", true},
    {".status.empty=", true},
    {".status.nul=null", true},
    {".status.m={\"a\":1}", true},
    /* KOTS cuts at every comma, and never sees these two hold. */
    {".status.l=[1,2]", true},
    {".status.s=\"a,b\"", true},
    {".status.conditions[0].status=True", true},
    {".status.conditions[*].type=Ready X", true},
    /* KOTS takes the filter's = for the one before the value, and the deploy fails. */
    {".status.conditions[?(@.type==\"Ready\")].status=True", true},
    {".status.conditions[9].status=True", false},
    {".status.conditions[9].status=", true},
    {".status.ready=true,", true},

    {",.status.ready=true", true},
    {".status.ready=true,,.status.n=3", true},
    {".status.ready=true, .status.n=3", true},
    {".status.ready=true,.status.n=4", false},
    {".status.n=3", true},
    {".status.f=1.5", true},
    {".status.whole=2", true},
    {".status.big=1e+06", true},
    {".status.huge=12345678901", true},
    {".status.past=1.8446744073709552e+19", true},
    {".status.open=[1", true},
    {".status.l=[1", false},
    {".status.z={\"a\":\"x\"", false},
    {".status.n=3=3", false},
    {".status.z.b.c[0]=<&>", true},
    {".status.deep[*].v[0]=1 3", true},
    {".status.deep[*].v[1]=2", false},
    {".status.deep[*].v[1]=", true},
    {".status.none[*].x=", true},
    {".status.conditions[-1].type=X", true},
    {".status['ready']=true", true},
    {".status.dots\\.in/it=y", true},
    {"['status'].n=3", true},
    {"@.status.n=3", true},
    {".status.ready.deeper=x", false},
    {".status.nul.deeper=", true},

    {".status.conditions[?(@.type=='Ready')].status=True,.status.n=3", true},
    {".status.conditions[?(@.type!=\"Ready\")].status=False", true},
    {".status.conditions[?(@.type==\"Ready\")].status=False", false},
    {".status.conditions[?(@.type==\"a,b=c]\")].status=", true},
    {".status.conditions[?(@.type)].status=True False", true},
    {".status.deep[?(@.v[0]>=2)].v=[3]", true},
    {".status.l[0:1]=1", true},
    {".status.l[0,1]=1 2", true},
    {".status['n','f']=3 1.5", true},
    {".status['n', 'f']=3 1.5,.status.ready=true", true},
    {".status..type..x=", true},
    {".status.eq=\"a,b=c\"", true},
    {".status.eq='a,b=c'", true},
    {".status.eq=\"a,b=c\" ,.status.n=3", true},
    {".status.eq=\"a,b=c\",.status.n=4", false},
    {".status.ready=\"true\"", true},
    {".status.empty=\"\"", true},
    {".status.said=\"it's \\\"so\\\"\"", true},
    {".status.said='it\\'s \"so\"'", true},
    {".status.path=\"c:\\\\d\"", true},
    {".status.path=c:\\d", true},
    {".status.lines='a\\nb'", true},
    {".status.tis=it's,.status.n=3", true},
    {".status.a\\=b=in a name", true},
    {".status.both={\"x\":\"},{\",\"y\":2},.status.n=3", true},
};
static const struct { const char *text, *error; } refused[] = {
    {"status.ready=true", "a path begins with a dot: .status.ready=true"},
    {"{.status.ready}=true", "leave the braces away: .status.ready=true"},
    {"{.status.ready=true}", "leave the braces away: write only the path, as in .status.ready=true"},
    {".status.s=a,b", "\"b\" has no =: write PATH=VALUE, with commas between; a value with a comma "
     "stands in quotes"},
    {"=true", "there is no path before the =: write one, as in .status.ready=true"},
    {" =true", "there is no path before the =: write one, as in .status.ready=true"},
    {"true", "\"true\" has no =: write PATH=VALUE, with commas between; a value with a comma stands "
     "in quotes"},
    {",", "there is no property: write PATH=VALUE, as in .status.ready=true"},
    {" ", "there is no property: write PATH=VALUE, as in .status.ready=true"},
    {".status.ready=true\n", "the text has a line break or another control character: write it on "
     "one line, in quotes"},
    {"invalid][path=1", "at byte 9: the bracket, or a quote in it, is not closed"},
    {"invalid]path=1", "a path begins with a dot: .invalid]path=1"},
    {".n=1, .a]b=1", "at byte 9: unrecognized character in action: U+005D ']'"},
    {".status.l[=1", "at byte 10: the bracket, or a quote in it, is not closed"},
    {".n=1,.l[?(@.a==\"x)]=1", "at byte 8: the bracket, or a quote in it, is not closed"},
    {".l[?(@.a]=1", "at byte 3: unterminated filter"},
    {".l[x]=1", "at byte 4: invalid array index x"},
    {".a..[0]....b=1", "at byte 10: invalid multiple recursive descent"},
    {".l[?(@.a=1", "at byte 3: the bracket, or a quote in it, is not closed"},
    {".a b=1", "at byte 4: only a path can stand here, as in .status.ready=true: no braces, words, "
     "numbers or texts outside of brackets"},
    {".a \"x\"=1", "at byte 4: only a path can stand here, as in .status.ready=true: no braces, "
     "words, numbers or texts outside of brackets"},
    {".a}{.b=1", "at byte 1: only a path can stand here, as in .status.ready=true: no braces, words, "
     "numbers or texts outside of brackets"},
    {".s=\"a,b", "at byte 4: the quote is not closed"},
    {".s='a\\'", "at byte 4: the quote is not closed"},
    {".n=3,.s=\"a\"b", "at byte 12: behind the quoted value comes a comma or nothing"},
    {".s=\"a\\d\"", "at byte 6: in quotes a backslash stands before a quote, a backslash, n, r or t"},
};
/* clang-format on */

struct asked {
    struct ls_arena arena;
    struct ls_wishes wishes;
    struct ls_err err;
};

static void asked_release(struct asked *asked)
{
    ls_arena_release(&asked->arena);
}

static const struct ls_obj *sample_make(void)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err;
    CHECK_OK(ls_json_parse(ls_slice_of(sample), NULL, &obj, &err), err);
    return obj;
}

TEST(every_row_behaves_as_in_kots)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = sample_make();
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct asked asked LS_AUTO(asked_release) = {0};
        if (ls_properties_parse(&asked.arena, ls_slice_of(rows[i].text), &asked.wishes, &asked.err))
            check_str(asked.err.text, "", rows[i].text, __FILE__, __LINE__);
        bool holds = ls_properties_hold(&asked.wishes, ls_obj_root(obj), NULL);
        check_int(holds, rows[i].holds, rows[i].text, __FILE__, __LINE__);
    }
}

TEST(what_can_never_hold_is_refused_with_the_mended_form)
{
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        struct asked asked LS_AUTO(asked_release) = {0};
        CHECK_CODE(ls_properties_parse(&asked.arena, ls_slice_of(refused[i].text), &asked.wishes,
                                       &asked.err),
                   LS_E_INVALID, asked.err);
        CHECK_STR(asked.err.text, refused[i].error);
        CHECK_INT(asked.wishes.property_count, 0);
    }
}

TEST(the_parts_are_those_of_kots)
{
    struct asked asked LS_AUTO(asked_release) = {0};
    CHECK_OK(ls_properties_parse(&asked.arena,
                                 LS_SLICE(".status.ready=true,.status.something-else=1"),
                                 &asked.wishes, &asked.err),
             asked.err);
    CHECK_INT(asked.wishes.property_count, 2);
    CHECK(ls_slice_is(asked.wishes.properties[0].path_text, ".status.ready"));
    CHECK(ls_slice_is(asked.wishes.properties[0].value, "true"));
    CHECK(ls_slice_is(asked.wishes.properties[1].path_text, ".status.something-else"));
    CHECK(ls_slice_is(asked.wishes.properties[1].value, "1"));
}

TEST(the_first_unmet_property_is_named)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = sample_make();
    struct asked asked LS_AUTO(asked_release) = {0};
    const struct ls_property *unmet = NULL;
    CHECK_OK(ls_properties_parse(&asked.arena, LS_SLICE(".status.ready=true,.status.n=4,.x=1"),
                                 &asked.wishes, &asked.err),
             asked.err);
    CHECK(!ls_properties_hold(&asked.wishes, ls_obj_root(obj), &unmet));
    CHECK(unmet == &asked.wishes.properties[1]);
    CHECK(!ls_properties_hold(&asked.wishes, LS_ABSENT, &unmet));
    CHECK(unmet == &asked.wishes.properties[0]);
}

static const struct {
    const char *path;
    const char *printed; /* NULL: something on the way is missing */
} prints[] = {
    {".status.z", "{\"a\":\"x\",\"b\":{\"c\":[\"\\u003c\\u0026\\u003e\",null,1000000],\"d\":1}}"},
    {".status.l", "[1,2]"},
    {".status.l[*]", "1 2"},
    {".status.empty", ""},
    {".status.missing", NULL},
    {".status.deep[*].v[1]", NULL},
    {".status.n[0]", NULL},
};

TEST(values_print_as_client_go_prints_them)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = sample_make();
    for (size_t i = 0; i < LS_COUNT(prints); i++) {
        struct asked asked LS_AUTO(asked_release) = {0};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&out, "%s=", prints[i].path);
        CHECK_OK(ls_properties_parse(&asked.arena, ls_buf_slice(&out), &asked.wishes, &asked.err),
                 asked.err);
        ls_buf_clear(&out);
        ls_buf_add_text(&out, ">");
        enum ls_code code =
            ls_property_print(&asked.wishes.properties[0], ls_obj_root(obj), &out, &asked.err);
        CHECK_INT(code == LS_OK, prints[i].printed != NULL);
        CHECK_STR(ls_buf_text(&out) + 1, prints[i].printed ? prints[i].printed : "");
    }
}

/* KOTS's own unit cases of one property: what the path prints against the value. */
TEST(the_cases_of_kots_give_its_answers)
{
    static const struct {
        const char *object, *text;
        bool holds;
    } cases[] = {
        {"{\"status\":{}}", ".status.ready=1", false},
        {"{\"status\":{\"ready\":0}}", ".status.ready=1", false},
        {"{\"status\":{\"ready\":1}}", ".status.ready=1", true},
    };
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct asked asked LS_AUTO(asked_release) = {0};
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_OK(ls_json_parse(ls_slice_of(cases[i].object), NULL, &obj, &asked.err), asked.err);
        CHECK_OK(ls_properties_parse(&asked.arena, ls_slice_of(cases[i].text), &asked.wishes,
                                     &asked.err),
                 asked.err);
        CHECK_INT(ls_properties_hold(&asked.wishes, ls_obj_root(obj), NULL), cases[i].holds);
    }
}

/* 3 to the 14th values: stopped on the way, and never taken for equal to the empty text. */
TEST(a_property_that_takes_too_long_says_so)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = sample_make();
    struct asked asked LS_AUTO(asked_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < 14; i++)
        ls_buf_add_text(&text, "['*','*','*']");
    ls_buf_add_text(&text, "=");
    struct ls_slice source = LS_SLICE("[[[[[[[[[[[[[[1]]]]]]]]]]]]]]");
    const struct ls_obj *deep LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(source, NULL, &deep, &asked.err), asked.err);
    CHECK_OK(ls_properties_parse(&asked.arena, ls_buf_slice(&text), &asked.wishes, &asked.err),
             asked.err);
    CHECK(!ls_properties_hold(&asked.wishes, ls_obj_root(deep), NULL));
    CHECK(ls_properties_hold(&asked.wishes, ls_obj_root(obj), NULL));
    ls_buf_clear(&text);
    CHECK_CODE(ls_property_print(&asked.wishes.properties[0], ls_obj_root(deep), &text, &asked.err),
               LS_E_TOO_BIG, asked.err);
    CHECK_HAS(asked.err.text, "JSONPath takes more than 1000000 steps on this object");
}

TEST(there_is_an_end_to_properties)
{
    struct asked asked LS_AUTO(asked_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < LS_PROPERTIES_MAX; i++)
        ls_buf_add_text(&text, ".a=1,");
    CHECK_OK(ls_properties_parse(&asked.arena, ls_buf_slice(&text), &asked.wishes, &asked.err),
             asked.err);
    CHECK_INT(asked.wishes.property_count, LS_PROPERTIES_MAX);
    ls_buf_add_text(&text, ".a=1");
    CHECK_CODE(ls_properties_parse(&asked.arena, ls_buf_slice(&text), &asked.wishes, &asked.err),
               LS_E_TOO_BIG, asked.err);
    CHECK_STR(asked.err.text, "there are more than 64 properties");
    memset(ls_buf_reserve(&text, LS_PROPERTIES_BYTES_MAX), ' ', LS_PROPERTIES_BYTES_MAX);
    ls_buf_commit(&text, LS_PROPERTIES_BYTES_MAX);
    CHECK_CODE(ls_properties_parse(&asked.arena, ls_buf_slice(&text), &asked.wishes, &asked.err),
               LS_E_TOO_BIG, asked.err);
    CHECK_HAS(asked.err.text, "bytes, the limit is 16384");
}
