/* Functions on lists and maps of a tape, which are not copied. */
#include "support_rows.h"

#include "check.h"

static const char object[] =
    "{\"names\":[\"b\",\"a\",\"c\",\"a\"],\"numbers\":[3,1,2],\"mixed\":[1,2.5,\"x\",null,true],"
    "\"nested\":[[1],[2,[3]]],\"empty\":[],\"labels\":{\"app\":\"web\",\"tier\":\"db\"},"
    "\"cpu\":\"1500m\",\"version\":\"v1.2\",\"image\":\"reg.io/a/b:1.2@sha256:0f\","
    "\"at\":\"2024-02-29T23:31:30Z\",\"hosts\":[\"10.0.0.1\",\"::1\",\"x\"]}";

TEST(lists_of_a_tape)
{
    static const struct answer_row rows[] = {
        {"self.names.sort()", "[\"a\", \"a\", \"b\", \"c\"]"},
        {"self.names.distinct()", "[\"b\", \"a\", \"c\"]"},
        {"self.names.reverse()", "[\"a\", \"c\", \"a\", \"b\"]"},
        {"self.names.slice(1, 3)", "[\"a\", \"c\"]"},
        {"self.empty.slice(0, 0)", "[]"},
        {"self.names.join('-')", "\"b-a-c-a\""},
        {"self.mixed.join()", "error: no such overload: join(list)"},
        {"self.nested.flatten(2)", "[1, 2, 3]"},
        {"self.numbers.sum()", "6"},
        {"self.empty.sum()", "0"},
        {"self.numbers.max()", "3"},
        {"self.names.min()", "\"a\""},
        {"self.numbers.isSorted()", "false"},
        {"self.names.indexOf('c')", "2"},
        {"self.names.lastIndexOf('a')", "3"},
        {"self.names.first()", "optional.of(\"b\")"},
        {"self.names.last()", "optional.of(\"a\")"},
        {"self.empty.last()", "optional.none()"},
        {"sets.contains(self.names, ['a', 'b'])", "true"},
        {"sets.equivalent(self.numbers, [1, 2.0, 3u])", "true"},
        {"self.numbers + self.empty + [9]", "[3, 1, 2, 9]"},
        {"2 in self.numbers", "true"},
        {"self.numbers[?5].orValue(7)", "7"},
        {"self.names.sortBy(n, -self.names.indexOf(n))", "[\"c\", \"a\", \"a\", \"b\"]"},
        {"math.greatest(self.numbers)", "3"},
        {"self.mixed.sort()", "error: list elements must have the same type"},
    };
    answers_check_on(object, rows, LS_COUNT(rows));
}

TEST(maps_and_text_of_a_tape)
{
    static const struct answer_row rows[] = {
        {"'%s'.format([self.labels])", "\"{app: web, tier: db}\""},
        {"'%s'.format([self.mixed])", "\"[1, 2.5, x, null, true]\""},
        {"self.labels.size()", "2"},
        {"'app' in self.labels", "true"},
        {"self.labels.transformMap(k, v, v + '!')", "{\"app\": \"web!\", \"tier\": \"db!\"}"},
        {"optional.ofNonZeroValue(self.empty)", "optional.none()"},
        {"quantity(self.cpu).isGreaterThan(quantity('1'))", "true"},
        {"semver(self.version, true).minor()", "2"},
        {"self.image.find('@sha256:[0-9a-f]+')", "\"@sha256:0f\""},
        {"regex.extract(self.image, ':([^@]+)@')", "optional.of(\"1.2\")"},
        {"timestamp(self.at).getDate('+01:00')", "1"},
        {"self.hosts.filter(h, isIP(h)).map(h, ip(h).family())", "[4, 6]"},
        {"type(self.labels)", "map"},
        {"type(self.numbers)", "list"},
    };
    answers_check_on(object, rows, LS_COUNT(rows));
}

TEST(text_of_an_object_is_what_its_schema_names)
{
    static const struct ls_cel_field fields[] = {
        {"a", {"a", 1}, &ls_cel_int},
        {"b", {"b", 1}, &ls_cel_string},
    };
    static const struct ls_cel_type lens = {
        .kind = LS_CEL_OBJECT, .name = "Thing", .fields = fields, .field_count = 2};
    static const struct answer_row rows[] = {
        {"'%s'.format([self])", "\"{a: 1}\""},
        {"'%s'.format([[self, 2]])", "\"[{a: 1}, 2]\""},
    };
    answers_check_through("{\"z\":9,\"a\":1,\"b\":null}", &lens, rows, LS_COUNT(rows));
}

/* Each of these reads once per item: walking the tape each time would take minutes. */
TEST(large_lists_and_maps_may_be_asked_often)
{
    enum { ITEMS = 50 * 1000 };
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    static const struct answer_row rows[] = {
        {"self.list.all(x, self.list[49999] == 49999)", "true"},
        {"self.list.all(x, self.list.last().hasValue())", "true"},
        {"self.list.all(x, size(self.list) == 50000)", "true"},
        {"self.list.all(x, has(self.map.k49999))", "true"},
        {"self.list.all(x, self.map.k49999 == 49999)", "true"},
        {"self.list.exists(x, has(self.map.none))", "false"},
        {"self.list.all(x, self.map.none == 1)", "error: no such key: none"},
    };
    ls_buf_add_text(&json, "{\"list\":[0");
    for (int i = 1; i < ITEMS; i++)
        ls_buf_printf(&json, ",%d", i);
    ls_buf_add_text(&json, "],\"map\":{\"k0\":0");
    for (int i = 1; i < ITEMS; i++)
        ls_buf_printf(&json, ",\"k%d\":%d", i, i);
    ls_buf_add_text(&json, "}}");
    answers_check_on(ls_buf_text(&json), rows, LS_COUNT(rows));
}
