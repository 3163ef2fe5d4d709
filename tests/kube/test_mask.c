#include "kube/record/mask.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "kube/record/limits.h"
#include "value/json.h"

static void masked(struct ls_mask *mask, const char *text, enum ls_mask_subject subject,
                   struct ls_buf *out)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *again LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &obj, &err), err);
    ls_buf_clear(out);
    ls_mask_print(mask, out, ls_obj_root(obj), subject);
    CHECK_OK(ls_json_parse(ls_buf_slice(out), NULL, &again, &err), err);
}

static const struct {
    const char *label;
    enum ls_mask_subject subject;
    const char *text;
    const char *want;
} rows[] = {
    {"plain values stay", LS_MASK_ANY, "{\"a\":[1,true,null,\"x\",1.50],\"b\":{}}",
     "{\"a\":[1,true,null,\"x\",1.50],\"b\":{}}"},
    {"data and stringData of a Secret", LS_MASK_ANY,
     "{\"kind\":\"Secret\",\"data\":{\"a\":\"aHVudGVyMg==\"},\"stringData\":{\"b\":\"hunter2\"}}",
     "{\"kind\":\"Secret\",\"data\":{\"a\":\"***1\"},\"stringData\":{\"b\":\"***1\"}}"},
    {"other values have other numbers", LS_MASK_ANY,
     "{\"kind\":\"Secret\",\"stringData\":{\"a\":\"x\",\"b\":\"y\",\"c\":\"x\",\"d\":\"\"}}",
     "{\"kind\":\"Secret\",\"stringData\":{\"a\":\"***1\",\"b\":\"***2\",\"c\":\"***1\",\"d\":\"\"}"
     "}"},
    {"data that is no base64", LS_MASK_ANY, "{\"kind\":\"Secret\",\"data\":{\"a\":\"%%%\"}}",
     "{\"kind\":\"Secret\",\"data\":{\"a\":\"***1\"}}"},
    {"data that is no map, and members nobody knows", LS_MASK_SECRET,
     "{\"data\":[\"a\",{\"b\":7}],\"other\":{\"x\":\"y\"},\"immutable\":true}",
     "{\"data\":[\"***1\",{\"b\":\"***\"}],\"other\":{\"x\":\"***2\"},\"immutable\":true}"},
    {"annotations of a Secret", LS_MASK_ANY,
     "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\",\"annotations\":{\"kots.io/"
     "creation-phase\":"
     "\"1\",\"kubectl.kubernetes.io/last-applied-configuration\":\"{}\"}}}",
     "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\",\"annotations\":{\"kots.io/"
     "creation-phase\":"
     "\"1\",\"kubectl.kubernetes.io/last-applied-configuration\":\"***\"}}}"},
    {"the hash of its content", LS_MASK_ANY,
     "{\"kind\":\"Secret\",\"metadata\":{\"annotations\":{\"lockstep.dev/applied\":\"v1:12\"}}}",
     "{\"kind\":\"Secret\",\"metadata\":{\"annotations\":{\"lockstep.dev/applied\":\"***1\"}}}"},
    {"metadata alone, known by its path", LS_MASK_SECRET,
     "{\"kind\":\"PartialObjectMetadata\",\"metadata\":{\"annotations\":{\"a\":\"x\"}}}",
     "{\"kind\":\"PartialObjectMetadata\",\"metadata\":{\"annotations\":{\"a\":\"***\"}}}"},
    {"managedFields of a Secret", LS_MASK_ANY,
     "{\"kind\":\"Secret\",\"metadata\":{\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{"
     "\"f:data\":{\"f:a\":{},\"v:\\\"x\\\"\":{}}}}]}}",
     "{\"kind\":\"Secret\",\"metadata\":{\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{"
     "\"f:data\":{\"f:a\":{},\"v:***\":{}}}}]}}"},
    {"a JSON patch of a Secret", LS_MASK_SECRET,
     "[{\"op\":\"add\",\"path\":\"/data/a\",\"value\":\"x\"}]",
     "[{\"op\":\"add\",\"path\":\"/data/a\",\"value\":\"***1\"}]"},
    {"a Secret inside another object", LS_MASK_ANY,
     "{\"kind\":\"List\",\"items\":[{\"kind\":\"Secret\",\"data\":{\"a\":\"eA==\"}}]}",
     "{\"kind\":\"List\",\"items\":[{\"kind\":\"Secret\",\"data\":{\"a\":\"***1\"}}]}"},
    {"a reference to a Secret stays", LS_MASK_ANY,
     "{\"involvedObject\":{\"kind\":\"Secret\",\"name\":\"db\"}}",
     "{\"involvedObject\":{\"kind\":\"Secret\",\"name\":\"db\"}}"},
    {"members by name", LS_MASK_ANY,
     "{\"password\":\"x\",\"DB_PASSWORD\":\"x\",\"api-key\":\"x\",\"tokens\":\"x\",\"token\":{}}",
     "{\"password\":\"***\",\"DB_PASSWORD\":\"***\",\"api-key\":\"***\",\"tokens\":\"x\","
     "\"token\":{}}"},
    {"environment variables by name", LS_MASK_ANY,
     "[{\"name\":\"A_TOKEN\",\"value\":\"x\"},{\"name\":\"PASSWORD_FILE\",\"value\":\"/x\"},"
     "{\"name\":\"AWS_SECRET_ACCESS_KEY\",\"value\":\"\"}]",
     "[{\"name\":\"A_TOKEN\",\"value\":\"***\"},{\"name\":\"PASSWORD_FILE\",\"value\":\"/x\"},"
     "{\"name\":\"AWS_SECRET_ACCESS_KEY\",\"value\":\"\"}]"},
    {"private keys, web tokens, manifests, kubeconfigs, addresses", LS_MASK_ANY,
     "[\"-----BEGIN PRIVATE KEY-----\",\"eyJhbGciOiJub25lIn0.e30.\",\"a: 1\\nkind: Secret\\n\","
     "\"users: [client-key-data: x]\",\"postgres://u:p@host/db\",\"http://host:80/a@b\"]",
     "[\"***\",\"***\",\"***\",\"***\",\"***\",\"http://host:80/a@b\"]"},
    {"where the manifests are", LS_MASK_ANY, "{\"lockstep.dev/origin\":\"/home/me/x\"}",
     "{\"lockstep.dev/origin\":\"***\"}"},
};

TEST(values_are_masked_by_where_they_stand)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_mask *mask = ls_mask_new(i);
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        masked(mask, rows[i].text, rows[i].subject, &out);
        CHECK_STR(ls_buf_text(&out), rows[i].want);
        ls_mask_free(mask);
    }
}

TEST(a_value_of_a_secret_is_masked_wherever_it_turns_up_later)
{
    struct ls_mask *mask = ls_mask_new(7);
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    masked(mask, "{\"kind\":\"Secret\",\"stringData\":{\"a\":\"correct-horse\",\"b\":\"hunter2\"}}",
           LS_MASK_ANY, &out);
    masked(mask, "{\"x\":\"-correct-horse-correct-horse\",\"y\":\"hunter2\"}", LS_MASK_ANY, &out);
    CHECK_STR(ls_buf_text(&out), "{\"x\":\"-***1-***1\",\"y\":\"hunter2\"}");
    masked(mask, "{\"kind\":\"Status\",\"message\":\"hunter2 is too short\",\"code\":422}",
           LS_MASK_ANY, &out);
    CHECK_STR(ls_buf_text(&out),
              "{\"kind\":\"Status\",\"message\":\"***2 is too short\",\"code\":422}");
    ls_buf_clear(&out);
    ls_mask_print_text(mask, &out, LS_SLICE("no correct-horse but hunter2"));
    CHECK_STR(ls_buf_text(&out), "no ***1 but ***2");
    ls_mask_free(mask);
}

TEST(the_longest_of_two_secrets_is_masked)
{
    struct ls_mask *mask = ls_mask_new(7);
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_mask_learn(mask, LS_SLICE("abcdefgh"));
    ls_mask_learn(mask, LS_SLICE("abcdefghijkl"));
    ls_mask_print_text(mask, &out, LS_SLICE("<abcdefghijkl> <abcdefghi>"));
    CHECK_STR(ls_buf_text(&out), "<***2> <***1i>");
    ls_mask_free(mask);
}

TEST(secrets_of_manifests_are_known_before_they_are_sent)
{
    struct ls_mask *mask = ls_mask_new(7);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(
        ls_json_parse(LS_SLICE("{\"kind\":\"Secret\",\"data\":{\"a\":\"Y29ycmVjdC1ob3JzZQ==\"}}"),
                      NULL, &obj, &err),
        err);
    ls_mask_learn_object(mask, ls_obj_root(obj));
    ls_mask_print_text(mask, &out, LS_SLICE("correct-horse Y29ycmVjdC1ob3JzZQ=="));
    CHECK_STR(ls_buf_text(&out), "***1 ***1");
    ls_mask_free(mask);
}

/* Past the limit values are masked all the same, without a number. */
TEST(what_does_not_fit_is_masked_without_a_number)
{
    struct ls_mask *mask = ls_mask_new(7);
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    char text[32];
    for (int i = 0; i < LS_MASK_SECRETS_MAX; i++) {
        snprintf(text, sizeof text, "secret-%d", i);
        ls_mask_learn(mask, ls_slice_of(text));
    }
    masked(mask, "{\"kind\":\"Secret\",\"stringData\":{\"a\":\"one-more\",\"b\":\"secret-0\"}}",
           LS_MASK_ANY, &out);
    CHECK_STR(ls_buf_text(&out),
              "{\"kind\":\"Secret\",\"stringData\":{\"a\":\"***\",\"b\":\"***1\"}}");
    ls_mask_free(mask);
}
