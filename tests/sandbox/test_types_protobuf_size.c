/* tests/cases/types/protobuf_sizes.json: objects and their sizes as kube-apiserver 1.36.3 encodes
 * them. LOCKSTEP_PROTOBUF_SIZES=FILE reads another file of that kind. */
#include "sandbox/types/protobuf_size.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "check.h"
#include "source_dir.h"
#include "value/json.h"
#include "value/obj.h"

TEST(an_object_is_as_large_as_kube_apiserver_makes_it)
{
    const char *asked = getenv("LOCKSTEP_PROTOBUF_SIZES");
    const char *path = asked ? asked : LS_SOURCE_DIR "/tests/cases/types/protobuf_sizes.json";
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *cases LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_file_read(path, 64 << 20, &text, &err), err);
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &cases, &err), err);
    CHECK(ls_node_count(ls_obj_root(cases)) >= 20);
    LS_EACH (it, ls_obj_root(cases)) {
        const char *name = ls_node_text(ls_node_at(it.value, "type"));
        const struct ls_api_type *type = ls_api_type_find(name);
        CHECK(type != NULL);
        int64_t wanted = ls_node_int(ls_node_at(it.value, "bytes"), 0);
        size_t size = ls_protobuf_size(ls_node_at(it.value, "object"), type);
        if ((int64_t)size != wanted)
            fprintf(stderr, "%s %s\n", name,
                    ls_node_text(ls_node_at(it.value, "object.metadata.name")));
        CHECK_INT(size, wanted);
    }
}

TEST(numbers_grow_with_their_value)
{
    CHECK_INT(ls_varint_size(0), 1);
    CHECK_INT(ls_varint_size(127), 1);
    CHECK_INT(ls_varint_size(128), 2);
    CHECK_INT(ls_varint_size((1 << 21) - 1), 3);
    CHECK_INT(ls_varint_size(1 << 21), 4);
    CHECK_INT(ls_varint_size(UINT64_MAX), 10);
}
