#include "harness.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void *jansson_parse(const char *text, size_t len)
{
    return json_loadb(text, len, 0, NULL);
}

static void jansson_release(void *value)
{
    json_decref(value);
}

static size_t jansson_print(void *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    size_t len = strlen(text);
    free(text);
    return len;
}

static bool jansson_has(void *value, const char *const *keys, size_t count)
{
    json_t *at = value;
    for (size_t i = 0; i < count && at; i++)
        at = json_object_get(at, keys[i]);
    return at != NULL;
}

static void *jansson_edited(void *value)
{
    json_t *copy = json_deep_copy(value);
    json_t *labels = json_object_get(json_object_get(copy, "metadata"), "labels");
    json_object_set_new(labels, "team", json_string("bench"));
    return copy;
}

static bool jansson_equal(void *a, void *b)
{
    return json_equal(a, b);
}

const struct bench_adapter bench_adapter = {"jansson",     jansson_parse, jansson_release,
                                            jansson_print, jansson_has,   jansson_edited,
                                            jansson_equal};
