#include "harness.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static void *cjson_parse(const char *text, size_t len)
{
    return cJSON_ParseWithLength(text, len);
}

static void cjson_release(void *value)
{
    cJSON_Delete(value);
}

static size_t cjson_print(void *value)
{
    char *text = cJSON_PrintUnformatted(value);
    size_t len = strlen(text);
    free(text);
    return len;
}

static bool cjson_has(void *value, const char *const *keys, size_t count)
{
    cJSON *at = value;
    for (size_t i = 0; i < count && at; i++)
        at = cJSON_GetObjectItemCaseSensitive(at, keys[i]);
    return at != NULL;
}

static void *cjson_edited(void *value)
{
    cJSON *copy = cJSON_Duplicate(value, 1);
    cJSON *metadata = cJSON_GetObjectItemCaseSensitive(copy, "metadata");
    cJSON *labels = cJSON_GetObjectItemCaseSensitive(metadata, "labels");
    cJSON_ReplaceItemInObjectCaseSensitive(labels, "team", cJSON_CreateString("bench"));
    return copy;
}

static bool cjson_equal(void *a, void *b)
{
    return cJSON_Compare(a, b, 1);
}

const struct bench_adapter bench_adapter = {"cJSON",   cjson_parse,  cjson_release, cjson_print,
                                            cjson_has, cjson_edited, cjson_equal};
