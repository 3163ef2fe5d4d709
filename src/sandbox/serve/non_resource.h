#pragma once
/*
 * Paths that name no resource: the version, health, metrics, OpenAPI and the list of paths.
 */
#include "sandbox/serve/request.h"

struct ls_non_resource {
    const char *path;
    bool has_inside; /* also serves the paths below it */
    bool is_open;    /* system:anonymous may read it */
    void (*serve)(struct ls_api_request *request);
};

const struct ls_non_resource *ls_non_resource_find(struct ls_slice path); /* NULL: none */
