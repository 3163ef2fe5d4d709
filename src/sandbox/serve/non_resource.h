#pragma once
/*
 * What is served besides the API itself: the version, health, metrics, OpenAPI and the list of
 * paths. A table of paths.
 */
#include "sandbox/serve/request.h"

struct ls_non_resource {
    const char *path;
    bool has_inside; /* paths below it lead here too */
    bool is_open;    /* to system:anonymous */
    void (*serve)(struct ls_api_request *request);
};

const struct ls_non_resource *ls_non_resource_find(struct ls_slice path); /* NULL: none */
