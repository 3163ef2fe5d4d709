#include "harness.h"

#include <json-c/json.h>
#include <string.h>

static void *jsonc_parse(const char *text, size_t len)
{
    struct json_tokener *tokener = json_tokener_new_ex(512);
    struct json_object *value = json_tokener_parse_ex(tokener, text, (int)len);
    json_tokener_free(tokener);
    return value;
}

static void jsonc_release(void *value)
{
    json_object_put(value);
}

static size_t jsonc_print(void *value)
{
    return strlen(json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN |
                                                            JSON_C_TO_STRING_NOSLASHESCAPE));
}

static bool jsonc_has(void *value, const char *const *keys, size_t count)
{
    struct json_object *at = value;
    for (size_t i = 0; i < count && at; i++)
        json_object_object_get_ex(at, keys[i], &at);
    return at != NULL;
}

static void *jsonc_edited(void *value)
{
    struct json_object *copy = NULL;
    json_object_deep_copy(value, &copy, NULL);
    struct json_object *metadata = json_object_object_get(copy, "metadata");
    struct json_object *labels = json_object_object_get(metadata, "labels");
    json_object_object_add(labels, "team", json_object_new_string("bench"));
    return copy;
}

static bool jsonc_equal(void *a, void *b)
{
    return json_object_equal(a, b);
}

const struct bench_adapter bench_adapter = {"json-c",  jsonc_parse,  jsonc_release, jsonc_print,
                                            jsonc_has, jsonc_edited, jsonc_equal};
