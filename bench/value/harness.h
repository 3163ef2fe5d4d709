#pragma once
/*
 * One JSON library as the benchmark sees it. A value is whatever the library calls a document.
 */
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bench_adapter {
    const char *name;
    void *(*parse)(const char *text, size_t len); /* NULL: failed */
    void (*release)(void *value);
    size_t (*print)(void *value); /* compact; the bytes printed */
    /* Is there a member at the end of the keys? */
    bool (*has)(void *value, const char *const *keys, size_t count);
    void *(*edited)(void *value); /* a second value with metadata.labels.team set to "bench" */
    bool (*equal)(void *a, void *b);
};

extern const struct bench_adapter bench_adapter;

#ifdef __cplusplus
}
#endif
