#include "check.h"

#include <glob.h>
#include <string.h>

#include "base/file.h"
#include "cli/field_check.h"
#include "source_dir.h"
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
     LS_CHECK_STRAYS, "spec.strategy; did you mean spec.updateStrategy?\n"},
    {"{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"nmae\":\"a\"},"
     "\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"imag\":\"b\"}]}}}}",
     LS_CHECK_STRAYS,
     "metadata.nmae; did you mean metadata.name?\nspec.template.spec.containers[0].imag; did you "
     "mean spec.template.spec.containers[0].image?\n"},
    {"{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"a\"},"
     "\"spec\":{\"replicas\":\"two\"}}",
     LS_CHECK_STRAYS, "spec.replicas: expected integer, got string\n"},
    {"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":{\"PORT\":80,\"a.b\":true},"
     "\"binaryData\":[]}",
     LS_CHECK_STRAYS,
     "data.PORT: expected string, got integer: put it in quotes\ndata[\"a.b\"]: expected string, "
     "got boolean: put it in quotes\n"
     "binaryData: expected map, got list\n"},
    {"{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"spec\":{\"ports\":[{\"port\":\"80\","
     "\"targetPort\":true},{\"port\":80,\"targetPort\":\"http\"}],\"selector\":[\"a\"]}}",
     LS_CHECK_STRAYS,
     "spec.ports[0].port: expected integer, got string: write it without quotes\n"
     "spec.ports[0].targetPort: expected integer or string, got boolean\n"
     "spec.selector: expected map, got list\n"},
    {"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"spec\":{\"containers\":[{\"name\":\"a\","
     "\"resources\":{\"limits\":{\"cpu\":0.5,\"memory\":\"1Gi\"}},\"imagePullPolicy\":\"\","
     "\"command\":null}],\"bogus\":null},\"status\":{\"made\":\"up\"}}",
     LS_CHECK_CLEAN, ""},
    {"{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"stringData\":{\"password\":12345}}",
     LS_CHECK_STRAYS, "stringData.password: expected string, got integer: put it in quotes\n"},
    {"{\"apiVersion\":\"apps/v1\",\"kind\":\"DeploymentSpec\",\"replicas\":1}", LS_CHECK_UNKNOWN,
     ""},
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

enum { SHEET_BYTES_MAX = 16 << 20 };

/* The answers of a sheet that are objects: whatever a real server gave out has only known fields.
 */
static size_t sheet_check(const char *path)
{
    const struct ls_field_tables *tables = ls_field_check_tables();
    const struct ls_obj *sheet LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0}, out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    size_t count = 0;
    CHECK_OK(ls_file_read(path, SHEET_BYTES_MAX, &text, &err), err);
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &sheet, &err), err);
    LS_EACH (row, ls_node_at(ls_obj_root(sheet), "cases")) {
        struct ls_node answer = ls_node_at(row.value, "answer");
        enum ls_check_word word = tables->check(tables->self, answer, &out);
        CHECK_STR(ls_buf_text(&out), "");
        count += word == LS_CHECK_CLEAN;
    }
    return count;
}

TEST(what_a_real_server_gave_out_is_clean)
{
    glob_t files;
    size_t count = 0;
    CHECK_INT(glob(LS_SOURCE_DIR "/tests/cases/kinds/*.json", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        /* That of services has words in place of the addresses and ports that were given out. */
        if (!strstr(files.gl_pathv[i], "/services.json"))
            count += sheet_check(files.gl_pathv[i]);
    }
    globfree(&files);
    CHECK(count > 150);
}
