#include "sandbox/types/protobuf.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sandbox/types/round_trip.h"
#include "sandbox/types/table_types.h"
#include "source_dir.h"
#include "support_json.h"
#include "value/go_text.h"

static void hex_read(struct ls_buf *out, struct ls_slice hex)
{
    ls_buf_clear(out);
    for (size_t i = 0; i + 1 < hex.len; i += 2) {
        const char digits[3] = {hex.at[i], hex.at[i + 1], '\0'};
        ls_buf_add_char(out, (char)strtol(digits, NULL, 16));
    }
}

/* The value of a message as the server would store it; else the error. */
static const char *stored(struct ls_arena *arena, const struct ls_api_type *type,
                          const struct ls_envelope *envelope)
{
    struct ls_err err = {0};
    struct ls_node value = LS_ABSENT, out = LS_ABSENT;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_protobuf_read(arena, envelope, type, &value, &err) ||
        ls_round_trip(arena, value, type, NULL, &out, &err))
        return ls_arena_dup(arena, ls_slice_of(err.text));
    ls_go_print_json(&text, out);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

/* The same of a whole body in C. */
static const char *body_stored(struct ls_arena *arena, const struct ls_api_type *type,
                               struct ls_slice body)
{
    struct ls_err err = {0};
    struct ls_envelope envelope = {0};
    if (ls_envelope_read(body, &envelope, &err))
        return ls_arena_dup(arena, ls_slice_of(err.text));
    return stored(arena, type, &envelope);
}

/* A case: lines `type NAME`, `hex BYTES` of the message, `json TEXT` as Go prints it. */
static void case_check(const char *path)
{
    static char text[64 << 10];
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    struct ls_slice rest = {text, size};
    struct ls_slice type = ls_slice_from(ls_slice_cut(rest, '\n', &rest), 5);
    struct ls_slice hex = ls_slice_from(ls_slice_cut(rest, '\n', &rest), 4);
    struct ls_slice json = ls_slice_from(ls_slice_cut(rest, '\n', &rest), 5);
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf bytes LS_AUTO(ls_buf_release) = {0};
    hex_read(&bytes, hex);
    const struct ls_envelope envelope = {.raw = ls_buf_slice(&bytes)};
    const struct ls_api_type *row = ls_api_type_find(ls_arena_dup(&arena, type));
    CHECK(row != NULL);
    CHECK_STR(stored(&arena, row, &envelope), ls_arena_dup(&arena, json));
}

TEST(messages_made_by_go_mean_what_their_json_does)
{
    const char *folder = LS_SOURCE_DIR "/tests/cases/protobuf";
    DIR *dir = opendir(folder);
    CHECK(dir != NULL);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[512];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        case_check(path);
        count++;
    }
    closedir(dir);
    CHECK(count >= 20);
}

#define BODY(literal) LS_SLICE("k8s\0" literal)
#define CONFIG_MAP    "\x0a\x0f\x0a\x02v1\x12\x09"
#define MAP_KIND      "ConfigMap"

TEST(the_envelope_gives_kind_and_version)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(body_stored(&arena, &ls_api_core_v1_ConfigMap,
                          BODY(CONFIG_MAP MAP_KIND "\x12\x05\x0a\x03\x0a\x01n")),
              "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"n\"}}");
    CHECK_STR(body_stored(&arena, &ls_api_core_v1_ConfigMap, BODY("\x12\x05\x0a\x03\x0a\x01n")),
              "{\"metadata\":{\"name\":\"n\"}}");
    /* kubectl create namespace demo */
    CHECK_STR(body_stored(&arena, &ls_api_core_v1_Namespace,
                          BODY("\x0a\x0f\x0a\x02v1\x12\x09Namespace\x12\x1a\x0a\x14\x0a\x04"
                               "demo\x12\x00\x1a\x00\"\x00*\x00"
                               "2\x00"
                               "8\x00"
                               "B\x00\x12\x00\x1a\x00\x1a\x00\"\x00")),
              "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"demo\"},"
              "\"spec\":{},\"status\":{}}");
}

TEST(zero_is_kept_of_pointers_alone)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_err err = {0};
    struct ls_node value = LS_ABSENT;
    /* spec {replicas=1: 0, minReadySeconds=5: 0} */
    const struct ls_envelope envelope = {.raw = LS_SLICE("\x12\x04\x08\x00(\x00")};
    CHECK_OK(ls_protobuf_read(&arena, &envelope, &ls_api_apps_v1_Deployment, &value, &err), err);
    CHECK_STR(json_of(value), "{\"spec\":{\"replicas\":0}}");
}

TEST(negative_and_packed_numbers_are_read)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_err err = {0};
    struct ls_node value = LS_ABSENT;
    /* spec {replicas=1: -1} */
    const struct ls_envelope negative = {
        .raw = LS_SLICE("\x12\x0b\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")};
    CHECK_OK(ls_protobuf_read(&arena, &negative, &ls_api_apps_v1_Deployment, &value, &err), err);
    CHECK_STR(json_of(value), "{\"spec\":{\"replicas\":-1}}");
    /* spec {securityContext=14 {supplementalGroups=4: packed 1, 2, then 3}} */
    const struct ls_envelope packed = {.raw = LS_SLICE("\x12\x08r\x06\"\x02\x01\x02 \x03")};
    CHECK_OK(ls_protobuf_read(&arena, &packed, &ls_api_core_v1_Pod, &value, &err), err);
    CHECK_STR(json_of(value), "{\"spec\":{\"securityContext\":{\"supplementalGroups\":[1,2,3]}}}");
}

TEST(what_is_no_utf8_is_replaced_and_unknown_fields_are_skipped)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(body_stored(&arena, &ls_api_core_v1_ConfigMap,
                          BODY("\x12\x11\x0a\x03\x0a\x01\xff\xa8\x06\x01\xab\x06\x08\x01\xac\x06"
                               "\xad\x06"
                               "1234")),
              "unexpected EOF");
    CHECK_STR(body_stored(&arena, &ls_api_core_v1_ConfigMap,
                          BODY("\x12\x14\x0a\x03\x0a\x01\xff\xa8\x06\x01\xab\x06\x08\x01\xac\x06"
                               "\xad\x06"
                               "1234")),
              "{\"metadata\":{\"name\":\"\xEF\xBF\xBD\"}}");
}

TEST(broken_bodies_are_refused_in_the_words_of_the_generated_code)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    static const char no_prefix[] =
        "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]";
    const struct {
        struct ls_slice body;
        const char *sentence;
    } rows[] = {
        {LS_SLICE(""), "empty data"},
        {LS_SLICE("k8s"), no_prefix},
        {LS_SLICE("{}  "), no_prefix},
        {BODY(""), "empty body"},
        {BODY("\xff"), "unexpected EOF"},
        {BODY("\x0a\x05"
              "a"),
         "unexpected EOF"},
        {BODY("\x12\x02\x0a\x05"), "unexpected EOF"},
        {BODY("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "proto: integer overflow"},
        {BODY("\x12\x05\x0a\x03\x08\x01"
              "a"),
         "proto: wrong wireType = 0 for field Name"},
        {BODY("\x12\x02\x08\x01"), "proto: wrong wireType = 0 for field ObjectMeta"},
        {BODY("\x12\x02\x0b\x01"), "proto: wrong wireType = 3 for field ObjectMeta"},
        {BODY("\x12\x01\x0c"), "proto: ConfigMap: wiretype end group for non-group"},
        {BODY("\x12\x01\x02"), "proto: ConfigMap: illegal tag 0 (wire type 2)"},
        {BODY("\x12\x03\xa6\x06\x01"), "proto: illegal wireType 6"},
        {BODY("\x12\x0b\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
         "proto: negative length found during unmarshaling"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(body_stored(&arena, &ls_api_core_v1_ConfigMap, rows[i].body), rows[i].sentence);
}

TEST(messages_inside_one_another_have_a_limit)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf message LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < 600; i++) { /* not=28 of a schema */
        struct ls_buf outer = {0};
        size_t len = message.len;
        ls_buf_add_text(&outer, "\xe2\x01");
        for (; len >= 0x80; len >>= 7)
            ls_buf_add_char(&outer, (char)(len | 0x80));
        ls_buf_add_char(&outer, (char)len);
        ls_buf_add_slice(&outer, ls_buf_slice(&message));
        ls_buf_release(&message);
        message = outer;
    }
    const struct ls_envelope envelope = {.raw = ls_buf_slice(&message)};
    CHECK_HAS(stored(&arena, &ls_api_apiextensions_v1_JSONSchemaProps, &envelope),
              "nested deeper than 400 levels");
}
