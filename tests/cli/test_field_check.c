#include "check.h"

#include "cli/field_check.h"
#include "value/json.h"
#include "value/obj.h"

static const struct {
    const char *object;
    enum ls_check_word word;
    const char *paths;
} rows[] = {
    {"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{\"x\":"
     "\"y\"}}",
     LS_CHECK_CLEAN, ""},
    {"{\"apiVersion\":\"apps/v1\",\"kind\":\"StatefulSet\",\"metadata\":{\"name\":\"a\"},"
     "\"spec\":{\"strategy\":{}}}",
     LS_CHECK_STRAYS, "spec.strategy\n"},
    {"{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"nmae\":\"a\"},"
     "\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"imag\":\"b\"}]}}}}",
     LS_CHECK_STRAYS, "metadata.nmae\nspec.template.spec.containers[0].imag\n"},
    {"{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"a\"},"
     "\"spec\":{\"replicas\":\"two\"}}",
     LS_CHECK_STRAYS, "spec.replicas: expected integer, got string\n"},
    {"{\"apiVersion\":\"shop.example.com/v1\",\"kind\":\"Shop\",\"metadata\":{\"name\":\"a\"}}",
     LS_CHECK_UNKNOWN, ""},
    {"{\"apiVersion\":\"apps/v1beta1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"a\"}}",
     LS_CHECK_UNKNOWN, ""},
    {"{\"kind\":\"Deployment\"}", LS_CHECK_UNKNOWN, ""},
};

TEST(fields_that_a_kind_does_not_have_are_named)
{
    const struct ls_field_tables *tables = ls_field_check_tables();
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct ls_obj *obj = NULL;
        struct ls_err err = {0};
        struct ls_json_options options = {0};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        CHECK_OK(ls_json_parse(ls_slice_of(rows[i].object), &options, &obj, &err), err);
        CHECK_INT(tables->check(tables->self, ls_obj_root(obj), &out), rows[i].word);
        CHECK_STR(ls_buf_text(&out), rows[i].paths);
        ls_obj_unref(obj);
    }
}
