#include "sandbox/workload/put.h"

#include "value/time.h"

static void put_key(struct ls_build *build, const char *key)
{
    if (key)
        ls_build_key(build, ls_slice_of(key));
}

void ls_put_text(struct ls_build *build, const char *key, const char *value)
{
    put_key(build, key);
    ls_build_text(build, value);
}

void ls_put_slice(struct ls_build *build, const char *key, struct ls_slice value)
{
    put_key(build, key);
    ls_build_string(build, value);
}

void ls_put_int(struct ls_build *build, const char *key, int64_t value)
{
    put_key(build, key);
    ls_build_int(build, value);
}

void ls_put_bool(struct ls_build *build, const char *key, bool value)
{
    put_key(build, key);
    ls_build_bool(build, value);
}

void ls_put_null(struct ls_build *build, const char *key)
{
    put_key(build, key);
    ls_build_null(build);
}

void ls_put_node(struct ls_build *build, const char *key, struct ls_node value)
{
    if (ls_node_is_absent(value))
        return;
    put_key(build, key);
    ls_build_node(build, value);
}

static void put_time_text(struct ls_build *build, const char *key, int64_t wall_ms,
                          void (*print)(struct ls_buf *out, struct ls_time time))
{
    LS_ASSERT(wall_ms >= 0);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    print(&text, ls_time_of_ms(wall_ms));
    ls_put_slice(build, key, ls_buf_slice(&text));
}

void ls_put_time(struct ls_build *build, const char *key, int64_t wall_ms)
{
    put_time_text(build, key, wall_ms, ls_time_print);
}

void ls_put_micro_time(struct ls_build *build, const char *key, int64_t wall_ms)
{
    put_time_text(build, key, wall_ms, ls_time_print_micro);
}

void ls_put_map(struct ls_build *build, const char *key)
{
    put_key(build, key);
    ls_build_map(build);
}

void ls_put_list(struct ls_build *build, const char *key)
{
    put_key(build, key);
    ls_build_list(build);
}

void ls_put_members(struct ls_build *build, struct ls_node map, const char *key_left_out)
{
    if (!ls_node_is_map(map))
        return;
    LS_EACH (member, map) {
        if (key_left_out && ls_slice_is(member.key, key_left_out))
            continue;
        ls_build_key(build, member.key);
        ls_build_node(build, member.value);
    }
}

void ls_put_count(struct ls_build *build, const char *key, int64_t count)
{
    LS_ASSERT(count >= 0);
    if (count)
        ls_put_int(build, key, count);
}
