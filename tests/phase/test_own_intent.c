/* Intents: what is applied for a manifest, its hash, what is refused. */
#include "support_member.h"

#include <stdlib.h>
#include <string.h>

#include "phase/own/limits.h"
#include "value/edit.h"

#define OURS                                                                                       \
    "\"labels\":{\"applyset.kubernetes.io/part-of\":\"applyset-ours-v1\"},"                        \
    "\"annotations\":{\"lockstep.dev/order\":\"3/-3/1000001\"}"
#define HEAD "\"metadata\":{\"name\":\"a\",\"namespace\":\"shop\"," OURS "}"

static const struct {
    const char *what;
    const char *yaml;
    const char *intent;
} rows[] = {
    {"namespace, label and order are put in",
     "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n",
     "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"," HEAD ",\"data\":{\"a\":\"b\"}}"},
    {"what has no namespace gets none",
     "apiVersion: v1\nkind: Namespace\nmetadata: {name: a, namespace: x}\n",
     "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"a\"," OURS "}}"},
    {"status and what only the server writes are left out",
     "apiVersion: v1\nkind: Service\nmetadata: {name: a, uid: u, resourceVersion: \"4\", "
     "generation: 2, creationTimestamp: x, selfLink: s, deletionTimestamp: d, "
     "deletionGracePeriodSeconds: 3, managedFields: [{manager: m}], finalizers: [f]}\n"
     "status: {loadBalancer: {}}\n",
     "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"a\","
     "\"finalizers\":[\"f\"],\"namespace\":\"shop\"," OURS "}}"},
    {"nulls go from maps and stay in lists; a map that loses all of its own stays",
     "apiVersion: v1\nkind: Pod\nmetadata: {name: a, creationTimestamp: null, labels: {x: null}, "
     "annotations: null}\nspec: {a: null, b: {c: null}, d: [null, {e: null, f: [null]}], g: {}, "
     "h: []}\n",
     "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"," HEAD
     ",\"spec\":{\"b\":{},\"d\":[null,{\"f\":[null]}],\"g\":{},\"h\":[]}}"},
    {"stringData is folded into data and wins there",
     "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {a: new, k: null}\n"
     "data: {a: b2xk, c: \"\", k: bg==, x: null}\ntype: Opaque\n",
     "{\"apiVersion\":\"v1\",\"kind\":\"Secret\"," HEAD ",\"type\":\"Opaque\","
     "\"data\":{\"c\":\"\",\"k\":\"bg==\",\"a\":\"bmV3\"}}"},
    {"a Secret without data stays without",
     "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: null\n",
     "{\"apiVersion\":\"v1\",\"kind\":\"Secret\"," HEAD "}"},
    {"another group's Secret is nobody's business",
     "apiVersion: x.dev/v1\nkind: Secret\nmetadata: {name: a}\nstringData: {a: b}\n",
     "{\"apiVersion\":\"x.dev/v1\",\"kind\":\"Secret\"," HEAD ",\"stringData\":{\"a\":\"b\"}}"},
    {"our own marks in a manifest do not count, those of the user do",
     "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: "
     "{applyset.kubernetes.io/part-of: other, app: web}, annotations: {lockstep.dev/order: x, "
     "lockstep.dev/applied: v1:0, lockstep.dev/adopted: \"true\", kots.io/creation-phase: "
     "\"3\"}}\n",
     "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"namespace\":"
     "\"shop\",\"labels\":{\"app\":\"web\",\"applyset.kubernetes.io/part-of\":"
     "\"applyset-ours-v1\"},\"annotations\":{\"kots.io/creation-phase\":\"3\","
     "\"lockstep.dev/order\":\"3/-3/1000001\"}}}"},
};

TEST(an_intent_is_the_manifest_made_plain)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct member_stage stage LS_AUTO(member_stage_release) = {0};
        struct ls_err err = {0};
        const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_OK(
            ls_intent_make(member_of(&stage, rows[i].yaml), &member_stamp, false, &intent, &err),
            err);
        CHECK_STR(json_of(ls_obj_root(intent)), rows[i].intent);
    }
}

static const struct {
    const char *yaml;
    const char *sentence;
} refused[] = {
    {"apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    k: 1.5\n",
     "a.yaml:6: Pod a: annotation k must be a text, got number: put it in quotes, k: \"1.5\""},
    {"apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels:\n    it: true\n",
     "a.yaml:6: Pod a: label it must be a text, got boolean: put it in quotes, it: \"true\""},
    {"apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels:\n    x: [1]\n",
     "a.yaml:6: Pod a: label x must be a text, got list"},
    {"apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations: no\n",
     "a.yaml:5: Pod a: annotations must be a map, got boolean"},
    {"apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\nstringData:\n  pin: 1234\n",
     "a.yaml:6: Secret a: stringData.pin must be a text, got integer: put it in quotes"},
    {"apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata: [geheim]\n",
     "a.yaml:5: Secret a: data must be a map, got list"},
    {"apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\nstringData: geheim\n",
     "a.yaml:5: Secret a: stringData must be a map, got string"},
    {"apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  pin: ge-heim\n",
     "a.yaml:6: Secret a: data.pin must be base64: character 3 is not base64; plain text goes "
     "under stringData instead"},
    {"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nbinaryData:\n  logo: aGVsbG8\n",
     "a.yaml:6: ConfigMap a: binaryData.logo must be base64: base64 is cut off or wrongly padded "
     "at its end; plain text goes under data instead"},
};

TEST(what_the_api_cannot_hold_is_refused_with_its_place)
{
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        struct member_stage stage LS_AUTO(member_stage_release) = {0};
        struct ls_err err = {0};
        const struct ls_obj *intent = NULL;
        CHECK_CODE(
            ls_intent_make(member_of(&stage, refused[i].yaml), &member_stamp, false, &intent, &err),
            LS_E_INVALID, err);
        CHECK_STR(err.text, refused[i].sentence);
        CHECK(!intent);
    }
}

/* A manifest whose one text has so many bytes. */
static enum ls_code make_of_size(const char *head, size_t bytes, char fill, struct ls_err *err)
{
    struct member_stage stage LS_AUTO(member_stage_release) = {0};
    struct ls_buf yaml LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) = NULL;
    ls_buf_add_text(&yaml, head);
    memset(ls_buf_reserve(&yaml, bytes), fill, bytes);
    ls_buf_commit(&yaml, bytes);
    ls_buf_add_text(&yaml, "\n");
    return ls_intent_make(member_of(&stage, ls_buf_text(&yaml)), &member_stamp, false, &intent,
                          err);
}

TEST(sizes_that_no_server_takes_are_refused)
{
    const char *map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  k: ";
    const char *secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata:\n  k: ";
    const char *plain = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  k: ";
    const char *note = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    k: ";
    struct ls_err err = {0};
    CHECK_OK(make_of_size(map, LS_PAYLOAD_BYTES_MAX, 'x', &err), err);
    CHECK_CODE(make_of_size(map, LS_PAYLOAD_BYTES_MAX + 1, 'x', &err), LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "a.yaml:1: ConfigMap a: its data has 1048577 bytes, the API server takes "
                        "1048576");
    /* 1398101 digits of base64 are 1048575 bytes and a half. */
    CHECK_OK(make_of_size(secret, 1398100, 'A', &err), err);
    CHECK_CODE(make_of_size(secret, 1398104, 'A', &err), LS_E_TOO_BIG, err);
    CHECK_OK(make_of_size(plain, LS_PAYLOAD_BYTES_MAX, 'x', &err), err);
    CHECK_CODE(make_of_size(plain, LS_PAYLOAD_BYTES_MAX + 1, 'x', &err), LS_E_TOO_BIG, err);
    CHECK_CODE(make_of_size(note, LS_ANNOTATIONS_BYTES_MAX, 'x', &err), LS_E_TOO_BIG, err);
    CHECK_OK(make_of_size(note, LS_ANNOTATIONS_BYTES_MAX - 100, 'x', &err), err);
}

static const char *applied_of(const char *yaml, bool is_adopted, const struct ls_stamp *stamp)
{
    static char applied[LS_APPLIED_BYTES];
    struct member_stage stage LS_AUTO(member_stage_release) = {0};
    struct ls_err err = {0};
    const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_intent_make(member_of(&stage, yaml), stamp, is_adopted, &intent, &err), err);
    ls_intent_applied(ls_obj_root(intent), stamp, applied);
    return applied;
}

TEST(the_hash_knows_an_intent_again)
{
    const char *yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b, c: d}\n";
    char first[LS_APPLIED_BYTES];
    memcpy(first, applied_of(yaml, false, &member_stamp), sizeof first);
    CHECK_HAS(first, "v1:");
    CHECK_INT(strlen(first), 3 + 64);
    /* Hashes stay on objects for years: this one must never become another. */
    CHECK_STR(first, "v1:65d0ebf766998940bca0e235f5f56e538d11ebe3099f367e0f2bccac0c1f7354");

    CHECK_STR(applied_of("kind: ConfigMap\ndata: {c: d, a: b, x: null}\nmetadata: {name: a}\n"
                         "apiVersion: v1\nstatus: {a: b}\n",
                         false, &member_stamp),
              first);
    CHECK_STR(applied_of(yaml, true, &member_stamp), first);
    struct ls_stamp other_key = {member_stamp.set_id, LS_SLICE("another uid")};
    CHECK(strcmp(applied_of(yaml, false, &other_key), first) != 0);
    CHECK(strcmp(applied_of("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
                            "data: {a: b, c: e}\n",
                            false, &member_stamp),
                 first) != 0);
}

TEST(the_body_carries_hash_and_version)
{
    struct member_stage stage LS_AUTO(member_stage_release) = {0};
    struct ls_err err = {0};
    const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_intent_make(member_of(&stage, rows[0].yaml), &member_stamp, true, &intent, &err),
             err);
    const struct ls_obj *any LS_AUTO(ls_obj_unref_at) =
        ls_intent_body(ls_obj_root(intent), "v1:x", "");
    const struct ls_obj *new LS_AUTO(ls_obj_unref_at) =
        ls_intent_body(ls_obj_root(intent), "v1:x", "1");
    CHECK_STR(json_of(ls_node_at(ls_obj_root(any), "metadata")),
              "{\"name\":\"a\",\"namespace\":\"shop\",\"labels\":{\"applyset.kubernetes.io/part-of"
              "\":\"applyset-ours-v1\"},\"annotations\":{\"lockstep.dev/order\":\"3/-3/1000001\","
              "\"lockstep.dev/adopted\":\"true\",\"lockstep.dev/applied\":\"v1:x\"}}");
    CHECK_STR(ls_node_text(ls_node_at(ls_obj_root(new), "metadata.resourceVersion")), "1");
}

TEST(a_status_that_is_left_out_is_told_of)
{
    static const struct {
        const char *tail;
        bool has_status;
    } tails[] = {{"", false},
                 {"status: null\n", false},
                 {"status: {}\n", false},
                 {"status: {ready: true}\n", true},
                 {"status: 1\n", true}};
    for (size_t i = 0; i < LS_COUNT(tails); i++) {
        struct member_stage stage LS_AUTO(member_stage_release) = {0};
        struct ls_buf yaml LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&yaml, "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n%s", tails[i].tail);
        CHECK_INT(ls_manifest_has_status(member_of(&stage, ls_buf_text(&yaml))->manifest),
                  tails[i].has_status);
    }
}

TEST(a_field_manager_fits_and_stays_apart)
{
    char name[200] = {0};
    struct ls_buf a LS_AUTO(ls_buf_release) = {0}, b LS_AUTO(ls_buf_release) = {0};
    ls_field_manager_print(&a, "shop", "web");
    CHECK_STR(ls_buf_text(&a), "lockstep:shop/web");
    ls_buf_clear(&a);
    memset(name, 'n', 128 - strlen("lockstep:shop/"));
    ls_field_manager_print(&a, "shop", name);
    CHECK_INT(a.len, 128);
    CHECK(strchr(ls_buf_text(&a), '.') == NULL);
    ls_buf_clear(&a);
    memset(name, 'n', 180);
    ls_field_manager_print(&a, "shop", name);
    name[179] = 'm';
    ls_field_manager_print(&b, "shop", name);
    CHECK_INT(a.len, 128);
    CHECK_INT(b.len, 128);
    CHECK(strcmp(ls_buf_text(&a), ls_buf_text(&b)) != 0);
}
