#include "sandbox/types/round_trip.h"

#include <string.h>

#include "sandbox/types/limits.h"
#include "sandbox/types/table_types.h"
#include "support_json.h"
#include "value/obj.h"

/* The round trip of `sent`; the error when it is refused. Compared with Go's decoder and
 * encoder. */
struct row {
    const struct ls_api_type *type;
    const char *sent;
    const char *outcome;
};

static void check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_err err = {0};
        struct ls_node out = LS_ABSENT;
        const struct ls_obj *sent LS_AUTO(ls_obj_unref_at) = obj_of(rows[i].sent);
        enum ls_code code =
            ls_round_trip(&arena, ls_obj_root(sent), rows[i].type, NULL, &out, &err);
        CHECK_STR(code ? err.text : json_of(out), rows[i].outcome);
    }
}

#define CONFIG_MAP(text)  &ls_api_core_v1_ConfigMap, text
#define DEPLOYMENT(text)  &ls_api_apps_v1_Deployment, text
#define SERVICE(text)     &ls_api_core_v1_Service, text
#define POD(text)         &ls_api_core_v1_Pod, text
#define SECRET(text)      &ls_api_core_v1_Secret, text
#define DEFINITION(text)  &ls_api_apiextensions_v1_CustomResourceDefinition, text
#define CONTAINER(member) "{\"spec\":{\"containers\":[{\"name\":\"c\"," member "}]}}"
#define UNFIT(what)       "json: cannot unmarshal " what

TEST(members_stand_in_the_order_of_the_type_and_keys_are_sorted)
{
    static const struct row rows[] = {
        {CONFIG_MAP("{\"data\":{\"z\":\"1\",\"a\":\"2\"},\"metadata\":{\"labels\":{\"b\":\"\"},"
                    "\"name\":\"n\"},\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}"),
         "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"n\","
         "\"labels\":{\"b\":\"\"}},\"data\":{\"a\":\"2\",\"z\":\"1\"}}"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(what_is_empty_goes_and_what_go_always_writes_comes)
{
    static const struct row rows[] = {
        {CONFIG_MAP("{}"), "{\"metadata\":{}}"},
        {CONFIG_MAP("null"), "{\"metadata\":{}}"},
        {CONFIG_MAP("{\"metadata\":null,\"data\":{},\"binaryData\":null,\"immutable\":null}"),
         "{\"metadata\":{}}"},
        {CONFIG_MAP("{\"immutable\":false,\"metadata\":{\"generation\":0,\"finalizers\":[],"
                    "\"creationTimestamp\":null,\"deletionTimestamp\":null}}"),
         "{\"metadata\":{},\"immutable\":false}"},
        {CONFIG_MAP("{\"data\":{\"a\":null}}"), "{\"metadata\":{},\"data\":{\"a\":\"\"}}"},
        {DEPLOYMENT("{}"),
         "{\"metadata\":{},\"spec\":{\"selector\":null,\"template\":{\"metadata\":"
         "{},\"spec\":{\"containers\":null}},\"strategy\":{}},\"status\":{}}"},
        {DEPLOYMENT("{\"spec\":{\"replicas\":0,\"minReadySeconds\":-0,\"selector\":{}}}"),
         "{\"metadata\":{},\"spec\":{\"replicas\":0,\"selector\":{},\"template\":{\"metadata\":{},"
         "\"spec\":{\"containers\":null}},\"strategy\":{}},\"status\":{}}"},
        {POD("{\"spec\":{\"containers\":[null]}}"),
         "{\"metadata\":{},\"spec\":{\"containers\":[{\"name\":\"\",\"resources\":{}}]},"
         "\"status\":{}}"},
        {POD("{\"spec\":{\"containers\":[]}}"),
         "{\"metadata\":{},\"spec\":{\"containers\":null},\"status\":{}}"},
        {&ls_api_rbac_v1_Role, "{\"rules\":[]}", "{\"metadata\":{},\"rules\":null}"},
        {&ls_api_core_v1_Event, "{}",
         "{\"metadata\":{},\"involvedObject\":{},\"source\":{},\"firstTimestamp\":null,"
         "\"lastTimestamp\":null,\"eventTime\":null,\"reportingComponent\":\"\","
         "\"reportingInstance\":\"\"}"},
        {SERVICE("{\"spec\":{\"ports\":[{\"port\":80}]}}"),
         "{\"metadata\":{},\"spec\":{\"ports\":[{\"port\":80,\"targetPort\":0}]},"
         "\"status\":{\"loadBalancer\":{}}}"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(texts_with_a_meaning_get_their_canonical_form)
{
    static const struct row rows[] = {
        {POD(CONTAINER("\"resources\":{\"limits\":{\"memory\":\"1024Mi\",\"cpu\":\"1000m\"},"
                       "\"requests\":{\"cpu\":0.5,\"memory\":null,\"x\":\" 2 \"}}")),
         "{\"metadata\":{},\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"limits\":{"
         "\"cpu\":\"1\",\"memory\":\"1Gi\"},\"requests\":{\"cpu\":\"500m\",\"memory\":\"0\","
         "\"x\":\"2\"}}}]},\"status\":{}}"},
        {CONFIG_MAP("{\"metadata\":{\"creationTimestamp\":\"2024-02-29T12:00:00.5+01:30\","
                    "\"deletionTimestamp\":\"2024-01-01T5:00:00,1Z\"}}"),
         "{\"metadata\":{\"creationTimestamp\":\"2024-02-29T10:30:00Z\","
         "\"deletionTimestamp\":\"2024-01-01T05:00:00Z\"}}"},
        {CONFIG_MAP("{\"metadata\":{\"creationTimestamp\":\"0001-01-01T00:00:00Z\"}}"),
         "{\"metadata\":{}}"},
        {&ls_api_coordination_v1_Lease,
         "{\"spec\":{\"renewTime\":\"2024-01-01T00:00:00.123450+01:00\"}}",
         "{\"metadata\":{},\"spec\":{\"renewTime\":\"2023-12-31T23:00:00.123450Z\"}}"},
        {SERVICE("{\"spec\":{\"ports\":[{\"port\":1,\"targetPort\":\"http\"},{\"port\":2,"
                 "\"targetPort\":8080}]}}"),
         "{\"metadata\":{},\"spec\":{\"ports\":[{\"port\":1,\"targetPort\":\"http\"},{\"port\":2,"
         "\"targetPort\":8080}]},\"status\":{\"loadBalancer\":{}}}"},
        {SECRET("{\"data\":{\"a\":\"YQ\\n==\",\"b\":\"YR==\",\"c\":[1,2],\"d\":null}}"),
         "{\"metadata\":{},\"data\":{\"a\":\"YQ==\",\"b\":\"YQ==\",\"c\":\"AQI=\",\"d\":\"\"}}"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(wrong_types_are_reported_in_gos_words)
{
    static const struct row rows[] = {
        {CONFIG_MAP("[]"), UNFIT("array into Go value of type v1.ConfigMap")},
        {CONFIG_MAP("{\"metadata\":\"a\"}"),
         UNFIT("string into Go struct field ConfigMap.metadata of type v1.ObjectMeta")},
        {CONFIG_MAP("{\"metadata\":{\"name\":5}}"),
         UNFIT("number into Go struct field ObjectMeta.metadata.name of type string")},
        {CONFIG_MAP("{\"metadata\":{\"labels\":{\"a\":5}}}"),
         UNFIT("number into Go struct field ObjectMeta.metadata.labels of type string")},
        {CONFIG_MAP("{\"metadata\":{\"labels\":[]}}"),
         UNFIT("array into Go struct field ObjectMeta.metadata.labels of type map[string]string")},
        {CONFIG_MAP("{\"metadata\":{\"generation\":\"5\"}}"),
         UNFIT("string into Go struct field ObjectMeta.metadata.generation of type int64")},
        {CONFIG_MAP("{\"metadata\":{\"generation\":5.0}}"),
         UNFIT("number 5.0 into Go struct field ObjectMeta.metadata.generation of type int64")},
        {CONFIG_MAP("{\"metadata\":{\"ownerReferences\":{}}}"),
         UNFIT("object into Go struct field ObjectMeta.metadata.ownerReferences of type "
               "[]v1.OwnerReference")},
        {CONFIG_MAP("{\"metadata\":{\"ownerReferences\":[5]}}"),
         UNFIT("number into Go struct field ObjectMeta.metadata.ownerReferences of type "
               "v1.OwnerReference")},
        {CONFIG_MAP("{\"metadata\":{\"creationTimestamp\":5}}"),
         UNFIT("number into Go struct field ObjectMeta.metadata.creationTimestamp of type "
               "string")},
        {CONFIG_MAP("{\"binaryData\":{\"x\":5}}"),
         UNFIT("number into Go struct field ConfigMap.binaryData of type []uint8")},
        {CONFIG_MAP("{\"binaryData\":{\"x\":[1,300]}}"),
         UNFIT("number 300 into Go struct field ConfigMap.binaryData of type uint8")},
        {CONFIG_MAP("{\"immutable\":\"x\"}"),
         UNFIT("string into Go struct field ConfigMap.immutable of type bool")},
        {DEPLOYMENT("{\"spec\":{\"replicas\":\"1\"}}"),
         UNFIT("string into Go struct field DeploymentSpec.spec.replicas of type int32")},
        {DEPLOYMENT("{\"spec\":{\"replicas\":3000000000}}"),
         UNFIT("number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type "
               "int32")},
        {DEPLOYMENT("{\"spec\":{\"strategy\":{\"rollingUpdate\":{\"maxSurge\":1.5}}}}"),
         UNFIT("number 1.5 into Go struct field "
               "RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32")},
        {POD("{\"spec\":{\"volumes\":[{\"emptyDir\":\"x\"}]}}"),
         UNFIT("string into Go struct field Volume.spec.volumes.VolumeSource.emptyDir of type "
               "v1.EmptyDirVolumeSource")},
        {POD("{\"status\":{\"phase\":1}}"),
         UNFIT("number into Go struct field PodStatus.status.phase of type v1.PodPhase")},
        {POD(CONTAINER("\"resources\":{\"limits\":[]}")),
         UNFIT("array into Go struct field ResourceRequirements.spec.containers.resources.limits "
               "of type v1.ResourceList")},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(malformed_texts_are_reported_in_gos_words)
{
    static const struct row rows[] = {
        {CONFIG_MAP("{\"metadata\":{\"creationTimestamp\":\"x\"}}"),
         "parsing time \"x\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"x\" as \"2006\""},
        {CONFIG_MAP("{\"metadata\":{\"creationTimestamp\":\"2024-13-01T00:00:00Z\"}}"),
         "parsing time \"2024-13-01T00:00:00Z\": month out of range"},
        {CONFIG_MAP("{\"metadata\":{\"creationTimestamp\":\"2023-02-29T00:00:00Z\"}}"),
         "parsing time \"2023-02-29T00:00:00Z\": day out of range"},
        {CONFIG_MAP("{\"metadata\":{\"creationTimestamp\":\"2023-02-28\"}}"),
         "parsing time \"2023-02-28\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as "
         "\"T\""},
        {CONFIG_MAP("{\"metadata\":{\"creationTimestamp\":\"2023-02-28T00:00:00Zx\"}}"),
         "parsing time \"2023-02-28T00:00:00Zx\": extra text: \"x\""},
        {CONFIG_MAP("{\"metadata\":{\"creationTimestamp\":\"2023-02-28T00:00:00+25:00\"}}"),
         "parsing time \"2023-02-28T00:00:00+25:00\": time zone offset hour out of range"},
        {&ls_api_coordination_v1_Lease, "{\"spec\":{\"renewTime\":\"2024-01-01T00:00:00.123Z\"}}",
         "parsing time \"2024-01-01T00:00:00.123Z\" as \"2006-01-02T15:04:05.000000Z07:00\": "
         "cannot parse \".123Z\" as \".000000\""},
        {SECRET("{\"data\":{\"x\":\"!!!\"}}"), "illegal base64 data at input byte 0"},
        {SECRET("{\"data\":{\"x\":\"YQ\"}}"), "illegal base64 data at input byte 0"},
        {SECRET("{\"data\":{\"x\":\"Y Q=\"}}"), "illegal base64 data at input byte 1"},
        {SECRET("{\"data\":{\"x\":\"YQ=\"}}"), "illegal base64 data at input byte 3"},
        {SECRET("{\"data\":{\"x\":\"YQ==YQ==\"}}"), "illegal base64 data at input byte 4"},
        {POD(CONTAINER("\"resources\":{\"limits\":{\"cpu\":\"x\"}}")),
         "quantities must match the regular expression "
         "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"},
        {POD(CONTAINER("\"resources\":{\"limits\":{\"cpu\":\"1Kk\"}}")),
         "unable to parse quantity's suffix"},
    };
    check_rows(rows, LS_COUNT(rows));
}

TEST(the_first_error_sent_counts_but_for_one_that_ends_decoding)
{
    static const struct row rows[] = {
        {CONFIG_MAP("{\"data\":5,\"metadata\":5}"),
         UNFIT("number into Go struct field ConfigMap.data of type map[string]string")},
        {CONFIG_MAP("{\"metadata\":5,\"data\":5}"),
         UNFIT("number into Go struct field ConfigMap.metadata of type v1.ObjectMeta")},
        {CONFIG_MAP("{\"data\":5,\"metadata\":{\"creationTimestamp\":\"x\"}}"),
         "parsing time \"x\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"x\" as \"2006\""},
    };
    check_rows(rows, LS_COUNT(rows));
}

#define SCHEMA(text)                                                                               \
    "{\"spec\":{\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":"       \
    "{\"openAPIV3Schema\":" text "}}]}}"
#define SCHEMA_OUT(text)                                                                           \
    "{\"metadata\":{},\"spec\":{\"group\":\"\",\"names\":{\"plural\":\"\",\"kind\":\"\"},"         \
    "\"scope\":\"\",\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"  \
    "\"openAPIV3Schema\":" text "}}]},\"status\":{\"conditions\":null,\"acceptedNames\":{"         \
    "\"plural\":\"\",\"kind\":\"\"},\"storedVersions\":null}}"

TEST(schemas_of_definitions_hold_what_is_simpler_than_a_schema)
{
    static const struct row rows[] = {
        {DEFINITION(SCHEMA("{\"additionalProperties\":false,\"items\":{\"type\":\"string\"}}")),
         SCHEMA_OUT("{\"items\":{\"type\":\"string\"},\"additionalProperties\":false}")},
        {DEFINITION(SCHEMA("{\"items\":[{\"type\":\"string\"},null]}")),
         SCHEMA_OUT("{\"items\":[{\"type\":\"string\"},{}]}")},
        {DEFINITION(SCHEMA("{\"dependencies\":{\"a\":[\"b\"],\"c\":{\"type\":\"object\"}}}")),
         SCHEMA_OUT("{\"dependencies\":{\"a\":[\"b\"],\"c\":{\"type\":\"object\"}}}")},
        {DEFINITION(SCHEMA("{\"default\":{\"z\":1.0,\"a\":null},\"enum\":[1.50,\"x\",null],"
                           "\"maximum\":5.0,\"example\":null}")),
         SCHEMA_OUT("{\"default\":{\"a\":null,\"z\":1},\"maximum\":5,\"enum\":[1.5,\"x\",null]}")},
        {DEFINITION(SCHEMA("{\"additionalProperties\":5}")), "boolean or JSON schema expected"},
        {DEFINITION("{\"status\":{\"conditions\":[],\"storedVersions\":[\"v1\"]}}"),
         "{\"metadata\":{},\"spec\":{\"group\":\"\",\"names\":{\"plural\":\"\",\"kind\":\"\"},"
         "\"scope\":\"\",\"versions\":null},\"status\":{\"conditions\":[],\"acceptedNames\":{"
         "\"plural\":\"\",\"kind\":\"\"},\"storedVersions\":[\"v1\"]}}"},
    };
    check_rows(rows, LS_COUNT(rows));
}

/* The strict errors of a value, one per line. */
static const char *strict_errors_of(struct ls_arena *arena, const struct ls_api_type *type,
                                    const char *json)
{
    struct ls_err err = {0};
    struct ls_node out = LS_ABSENT;
    struct ls_strict_errors strict = {.arena = arena};
    const struct ls_obj *sent LS_AUTO(ls_obj_unref_at) = obj_of(json);
    CHECK_OK(ls_round_trip(arena, ls_obj_root(sent), type, &strict, &out, &err), err);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < strict.count; i++)
        ls_buf_printf(&text, "%s\n", strict.at[i]);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

TEST(unknown_members_are_reported_in_the_order_in_which_they_were_sent)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(
        strict_errors_of(&arena, &ls_api_core_v1_ConfigMap,
                         "{\"x\":1,\"metadata\":{\"Name\":\"b\",\"ownerReferences\":[{},{\"y\":{"
                         "\"z\":1}}]},\"DATA\":{},\"data\":{\"free\":\"\"}}"),
        "unknown field \"x\"\n"
        "unknown field \"metadata.Name\"\n"
        "unknown field \"metadata.ownerReferences[1].y\"\n"
        "unknown field \"DATA\"\n");
    CHECK_STR(strict_errors_of(&arena, &ls_api_core_v1_ConfigMap,
                               "{\"metadata\":{\"managedFields\":[{\"fieldsV1\":{\"any\":1}}]}}"),
              "");
}

TEST(unknown_members_are_not_reported_in_values_decoded_alone)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(
        strict_errors_of(&arena, &ls_api_apiextensions_v1_CustomResourceDefinition,
                         SCHEMA("{\"x\":1,\"properties\":{\"a\":{\"y\":1}},\"items\":{\"z\":1}}")),
        "unknown field \"spec.versions[0].schema.openAPIV3Schema.x\"\n"
        "unknown field \"spec.versions[0].schema.openAPIV3Schema.properties.a.y\"\n");
}

TEST(strict_errors_are_kept_once_up_to_a_limit)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_strict_errors strict = {.arena = &arena};
    for (int i = 0; i < 2 * LS_STRICT_ERRORS_MAX; i++)
        ls_strict_errors_add(&strict, "unknown field \"%d\"", i / 2);
    CHECK_INT(strict.count, LS_STRICT_ERRORS_MAX);
    ls_strict_errors_add(&strict, "one more");
    CHECK_INT(strict.count, LS_STRICT_ERRORS_MAX);
}

TEST(the_sentence_of_strict_errors_groups_those_of_yaml)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_strict_errors strict = {.arena = &arena};
    ls_strict_errors_add(&strict, "line 1: key \"a\" already set in map");
    ls_strict_errors_add(&strict, "line 3: key \"b\" already set in map");
    ls_strict_errors_add(&strict, "unknown field \"x\"");
    ls_strict_errors_add(&strict, "unknown field \"y\"");
    CHECK_STR(ls_strict_errors_sentence(&strict),
              "strict decoding error: yaml: unmarshal errors:\n"
              "  line 1: key \"a\" already set in map\n"
              "  line 3: key \"b\" already set in map, unknown field \"x\", unknown field \"y\"");
}

TEST(no_type_has_more_fields_than_the_walk_has_room_for)
{
    for (size_t i = 0; i < ls_api_type_count; i++)
        CHECK(ls_api_types[i]->field_count <= LS_API_FIELDS_MAX);
}

TEST(every_type_survives_its_own_emptiness_and_says_the_same_twice)
{
    for (size_t i = 0; i < ls_api_type_count; i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_err err = {0};
        struct ls_node once = LS_ABSENT, twice = LS_ABSENT;
        const struct ls_obj *sent LS_AUTO(ls_obj_unref_at) = obj_of("{}");
        CHECK_OK(ls_round_trip(&arena, ls_obj_root(sent), ls_api_types[i], NULL, &once, &err), err);
        CHECK_OK(ls_round_trip(&arena, once, ls_api_types[i], NULL, &twice, &err), err);
        CHECK_STR(json_of(twice), json_of(once));
    }
}
