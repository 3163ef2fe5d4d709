#pragma once
/*
 * Names of images, as container runtimes read them: [HOST[:PORT]/]PATH[:TAG][@DIGEST].
 */
#include "base/slice.h"

struct ls_image_name {
    struct ls_slice tag;    /* at NULL: none */
    struct ls_slice digest; /* at NULL: none */
};

/* False: no runtime would accept it. */
bool ls_image_name_read(struct ls_slice text, struct ls_image_name *out);
