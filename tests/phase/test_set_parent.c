#include "phase/set/parent.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "phase/set/limits.h"
#include "phase/words.h"
#include "value/json.h"

/* As kubectl 1.36.3 wrote it for `-n set --applyset=configmap/lockstep-set-shop`. */
#define SHOP_ID "applyset-OVfPgyeQsdUjywNnNsXmaXD-x4Zjqdoxhg4SWkTpSrE-v1"

#define PARENT(notes)                                                                              \
    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"lockstep-set-shop\","  \
    "\"namespace\":\"set\",\"uid\":\"u-1\",\"resourceVersion\":\"42\",\"labels\":{"                \
    "\"applyset.kubernetes.io/id\":\"" SHOP_ID "\"},\"annotations\":{" notes "}}}"
#define NOTE(key, value) "\"" key "\":\"" value "\""
#define TOOLING          NOTE(LS_NOTE_TOOLING, "lockstep/v0.0.9")
#define KINDS            NOTE(LS_NOTE_GROUP_KINDS, "ConfigMap,Deployment.apps,Widget.example.com")

struct parent_case {
    struct ls_arena arena;
    struct ls_parent parent;
    struct ls_err err;
    enum ls_code code;
};

static void parent_case_release(struct parent_case *at)
{
    ls_arena_release(&at->arena);
}

static struct parent_case read_text(const char *text)
{
    struct parent_case out = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &obj, &out.err), out.err);
    out.code = ls_parent_read(&out.arena, ls_obj_root(obj), "shop", &out.parent, &out.err);
    return out;
}

static const char *note_at(const struct ls_obj *body, const char *key)
{
    struct ls_node notes = ls_node_at(ls_obj_root(body), "metadata.annotations");
    struct ls_node note = ls_node_get(notes, ls_slice_of(key));
    return ls_node_is_absent(note) ? "(none)" : ls_node_text(note);
}

static const struct ls_obj *body_of(const struct ls_parent *parent)
{
    struct ls_err err = {0};
    const struct ls_obj *body = NULL;
    CHECK_OK(ls_parent_body(parent, "set", "shop", &body, &err), err);
    return body;
}

TEST(the_id_is_the_one_kubectl_computes)
{
    struct ls_buf id LS_AUTO(ls_buf_release) = {0};
    ls_set_id_print(&id, "set", "shop");
    CHECK_STR(ls_buf_text(&id), SHOP_ID);
}

TEST(names_of_sets_become_names_of_configmaps)
{
    static const struct {
        const char *name;
        const char *refusal; /* NULL: fine */
    } rows[] = {
        {"shop", NULL},
        {"shop.v2-a", NULL},
        {"0", NULL},
        {"", "--set NAME"},
        {"Shop", "\"Shop\" cannot be the name of a set"},
        {"my shop", "lower-case letters"},
        {"-shop", "begins and ends with"},
        {"shop-", "begins and ends with"},
        {"shop/web", "--set NAME"},
        {"a..b", "--set NAME"},
        {"..", "--set NAME"},
        {"\xc3\xa9", "--set NAME"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_err err = {0};
        enum ls_code code = ls_set_name_check(rows[i].name, &err);
        CHECK_CODE(code, rows[i].refusal ? LS_E_USAGE : LS_OK, err);
        if (rows[i].refusal)
            CHECK_HAS(err.text, rows[i].refusal);
    }
}

TEST(a_name_as_long_as_a_configmap_allows_passes)
{
    char name[LS_SET_NAME_BYTES_MAX + 2];
    struct ls_err err = {0};
    memset(name, 'a', sizeof name);
    for (size_t i = 60; i < LS_SET_NAME_BYTES_MAX - 1; i += 60)
        name[i] = '.';
    name[LS_SET_NAME_BYTES_MAX] = '\0';
    CHECK_OK(ls_set_name_check(name, &err), err);
    CHECK_INT(strlen(LS_PARENT_PREFIX) + strlen(name), 253);
    name[LS_SET_NAME_BYTES_MAX] = 'a';
    name[LS_SET_NAME_BYTES_MAX + 1] = '\0';
    CHECK_CODE(ls_set_name_check(name, &err), LS_E_USAGE, err);
    CHECK_HAS(err.text, "has 241 bytes, the limit is 240");
}

TEST(a_parent_reads_back)
{
    struct parent_case at LS_AUTO(parent_case_release) =
        read_text(PARENT(TOOLING "," KINDS "," NOTE(LS_NOTE_MORE_NAMESPACES, "a,b") "," NOTE(
            LS_NOTE_HOLDER, "h b 1 2 3 4") "," NOTE(LS_NOTE_FINISHED,
                                                    "a/migrate=v1:aa,b/seed=v1:bb,broken,/=")));
    CHECK_OK(at.code, at.err);
    CHECK(at.parent.exists && !at.parent.is_going);
    CHECK_STR(at.parent.uid, "u-1");
    CHECK_STR(at.parent.version, "42");
    CHECK_STR(at.parent.tooling, "lockstep/v0.0.9");
    CHECK_STR(at.parent.holder, "h b 1 2 3 4");
    CHECK_INT(at.parent.kind_count, 3);
    CHECK_STR(at.parent.kinds[0].kind, "ConfigMap");
    CHECK_STR(at.parent.kinds[0].group, "");
    CHECK_STR(at.parent.kinds[2].kind, "Widget");
    CHECK_STR(at.parent.kinds[2].group, "example.com");
    CHECK_INT(at.parent.namespace_count, 2);
    CHECK_STR(at.parent.namespaces[1], "b");
    CHECK_INT(at.parent.finished_count, 2);
    CHECK_STR(ls_finished_find(&at.parent, "b", "seed"), "v1:bb");
    CHECK(ls_finished_find(&at.parent, "b", "migrate") == NULL);
}

TEST(an_empty_set_has_no_kinds_and_no_namespaces)
{
    struct parent_case at LS_AUTO(parent_case_release) = read_text(
        PARENT(TOOLING "," NOTE(LS_NOTE_GROUP_KINDS, "") "," NOTE(LS_NOTE_MORE_NAMESPACES, "")));
    CHECK_OK(at.code, at.err);
    CHECK_INT(at.parent.kind_count, 0);
    CHECK_INT(at.parent.namespace_count, 0);
    CHECK_STR(at.parent.holder, "");
}

TEST(what_others_made_or_edited_is_refused_with_a_sentence)
{
    static const struct {
        const char *text;
        enum ls_code code;
        const char *sentence;
    } rows[] = {
        {PARENT(KINDS), LS_E_EXISTS, "is not the parent of a set"},
        {PARENT(NOTE(LS_NOTE_TOOLING, "kubectl/v1.36.3") "," KINDS), LS_E_EXISTS,
         "belongs to another tool, kubectl/v1.36.3"},
        {PARENT(NOTE(LS_NOTE_TOOLING, "lockstepper/v1") "," KINDS), LS_E_EXISTS, "another tool"},
        {PARENT(TOOLING), LS_E_INVALID, LS_NOTE_GROUP_KINDS " is missing"},
        {PARENT(TOOLING "," NOTE(LS_NOTE_GROUP_KINDS, "ConfigMap,")), LS_E_INVALID,
         "holds \"\", which is not KIND or KIND.GROUP"},
        {PARENT(TOOLING "," NOTE(LS_NOTE_GROUP_KINDS, "Pod, Secret")), LS_E_INVALID, "\" Secret\""},
        {PARENT(TOOLING "," NOTE(LS_NOTE_GROUP_KINDS, "Deployment.")), LS_E_INVALID, "KIND.GROUP"},
        {PARENT(TOOLING "," KINDS "," NOTE(LS_NOTE_MORE_NAMESPACES, "a,B")), LS_E_INVALID,
         "\"B\", which is not the name of a namespace"},
        {"{\"metadata\":{\"name\":\"lockstep-set-shop\",\"namespace\":\"other\",\"labels\":{\""
         "applyset.kubernetes.io/id\":\"" SHOP_ID "\"},\"annotations\":{" TOOLING "," KINDS "}}}",
         LS_E_INVALID, "was edited or copied"},
        {"{}", LS_E_EXISTS, "is not the parent of a set"},
        {"[1]", LS_E_EXISTS, "is not the parent of a set"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct parent_case at LS_AUTO(parent_case_release) = read_text(rows[i].text);
        CHECK_CODE(at.code, rows[i].code, at.err);
        CHECK_HAS(at.err.text, rows[i].sentence);
    }
}

TEST(a_parent_that_goes_is_known_to_go)
{
    struct parent_case at LS_AUTO(parent_case_release) =
        read_text("{\"metadata\":{\"name\":\"lockstep-set-shop\",\"namespace\":\"set\",\"labels\":{"
                  "\"applyset.kubernetes.io/id\":\"" SHOP_ID
                  "\"},\"deletionTimestamp\":\"2026-01-01T00:00:00Z\",\"annotations\":{" TOOLING
                  "," KINDS "}}}");
    CHECK_OK(at.code, at.err);
    CHECK(at.parent.is_going);
}

TEST(the_body_lists_sorted_and_each_once)
{
    static const struct ls_group_kind kinds[] = {
        {"Widget", "example.com"}, {"ConfigMap", ""}, {"Deployment", "apps"}, {"ConfigMap", ""}};
    static const char *const spaces[] = {"zoo", "set", "alpha", "zoo"};
    const struct ls_parent parent = {.kinds = kinds,
                                     .kind_count = LS_COUNT(kinds),
                                     .namespaces = spaces,
                                     .namespace_count = LS_COUNT(spaces)};
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = body_of(&parent);
    CHECK_STR(note_at(body, LS_NOTE_GROUP_KINDS), "ConfigMap,Deployment.apps,Widget.example.com");
    CHECK_STR(note_at(body, LS_NOTE_MORE_NAMESPACES), "alpha,zoo");
    CHECK_STR(note_at(body, LS_NOTE_TOOLING), "lockstep/v" LS_VERSION);
    CHECK_STR(note_at(body, LS_NOTE_HOLDER), "(none)");
    CHECK_STR(note_at(body, LS_NOTE_FINISHED), "(none)");
    struct ls_node root = ls_obj_root(body);
    CHECK_STR(ls_node_text(ls_node_at(root, "metadata.name")), "lockstep-set-shop");
    CHECK_STR(ls_node_text(ls_node_at(root, "metadata.resourceVersion")), "1");
    CHECK(ls_node_is_absent(ls_node_at(root, "data")));
}

TEST(what_is_written_is_what_is_read)
{
    struct parent_case first LS_AUTO(parent_case_release) =
        read_text(PARENT(TOOLING "," KINDS "," NOTE(LS_NOTE_MORE_NAMESPACES, "a,b") "," NOTE(
            LS_NOTE_HOLDER, "h b 1 2 3 4") "," NOTE(LS_NOTE_FINISHED, "a/migrate=v1:aa")));
    CHECK_OK(first.code, first.err);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = body_of(&first.parent);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, ls_obj_root(body), LS_JSON_COMPACT);
    struct parent_case again LS_AUTO(parent_case_release) = read_text(ls_buf_text(&text));
    CHECK_OK(again.code, again.err);
    CHECK_STR(again.parent.version, "42");
    CHECK_STR(again.parent.holder, first.parent.holder);
    CHECK_INT(again.parent.kind_count, 3);
    CHECK_INT(again.parent.namespace_count, 2);
    CHECK_STR(ls_finished_find(&again.parent, "a", "migrate"), "v1:aa");
}

TEST(of_too_many_finished_jobs_the_oldest_are_dropped)
{
    enum { JOBS = 2000 };
    static struct ls_finished jobs[JOBS];
    static char names[JOBS][32];
    for (size_t i = 0; i < JOBS; i++) {
        (void)snprintf(names[i], sizeof names[i], "job-%zu", i);
        jobs[i] = (struct ls_finished){"set", names[i], "v1:0123456789abcdef0123456789abcdef"};
    }
    const struct ls_parent parent = {.finished = jobs, .finished_count = JOBS};
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = body_of(&parent);
    const char *text = note_at(body, LS_NOTE_FINISHED);
    CHECK(strlen(text) <= LS_FINISHED_BYTES_MAX);
    CHECK(strlen(text) > LS_FINISHED_BYTES_MAX - 100);
    CHECK_HAS(text, "set/job-1999=");
    CHECK(strstr(text, "set/job-0=") == NULL);
}

TEST(lists_that_no_annotation_holds_are_refused)
{
    enum { SPACES = 5000 };
    static const char *spaces[SPACES];
    static char names[SPACES][64];
    for (size_t i = 0; i < SPACES; i++) {
        (void)snprintf(names[i], sizeof names[i], "a-namespace-with-a-rather-long-name-%zu", i);
        spaces[i] = names[i];
    }
    const struct ls_parent parent = {.namespaces = spaces, .namespace_count = SPACES};
    const struct ls_obj *body = NULL;
    struct ls_err err = {0};
    CHECK_CODE(ls_parent_body(&parent, "set", "shop", &body, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "the names of the namespaces of this set have");
    CHECK_HAS(err.text, "split it into several sets");
    CHECK(body == NULL);
}

TEST(finished_jobs_are_kept_while_they_are_wanted)
{
    static const struct ls_finished old[] = {
        {"a", "gone", "v1:1"}, {"b", "stays", "v1:2"}, {"a", "changed", "v1:3"}};
    static const struct ls_finished now[] = {
        {"z", "new", "v1:9"}, {"a", "changed", "v1:4"}, {"b", "stays", "v1:2"}};
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    size_t count = 0;
    const struct ls_finished *kept = ls_finished_merge(&arena, old, 3, now, 3, &count);
    CHECK_INT(count, 3);
    CHECK_STR(kept[0].name, "stays");
    CHECK_STR(kept[1].name, "changed");
    CHECK_STR(kept[1].applied, "v1:4");
    CHECK_STR(kept[2].name, "new");
    (void)ls_finished_merge(&arena, old, 3, now, 0, &count);
    CHECK_INT(count, 0);
}

TEST(a_configmap_tells_whose_parent_it_is)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    CHECK_OK(ls_json_parse(LS_SLICE(PARENT("")), NULL, &obj, &err), err);
    CHECK_STR(ls_parent_set_name(ls_obj_root(obj)), "shop");
    CHECK(ls_parent_set_name(LS_ABSENT) == NULL);
}

TEST(where_a_set_came_from_and_what_was_not_pruned_read_back)
{
    struct parent_case at LS_AUTO(parent_case_release) =
        read_text(PARENT(TOOLING "," KINDS "," NOTE(
            LS_NOTE_ORIGIN, "https://git.example/shop.git//k8s") "," NOTE(LS_NOTE_UNPRUNED, "3")));
    CHECK_OK(at.code, at.err);
    CHECK_STR(at.parent.origin, "https://git.example/shop.git//k8s");
    CHECK_INT(at.parent.unpruned_count, 3);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = body_of(&at.parent);
    CHECK_STR(note_at(body, LS_NOTE_ORIGIN), "https://git.example/shop.git//k8s");
    CHECK_STR(note_at(body, LS_NOTE_UNPRUNED), "3");
}

/* They are for people: one that does not read keeps nobody from working. */
TEST(an_origin_that_does_not_read_is_none)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text,
                  PARENT(TOOLING "," KINDS "," NOTE(LS_NOTE_UNPRUNED, "-1") ",\"%s\":\"%0*d\""),
                  LS_NOTE_ORIGIN, LS_ORIGIN_BYTES_MAX + 1, 0);
    struct parent_case at LS_AUTO(parent_case_release) = read_text(ls_buf_text(&text));
    CHECK_OK(at.code, at.err);
    CHECK_STR(at.parent.origin, "");
    CHECK_INT(at.parent.unpruned_count, 0);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = body_of(&at.parent);
    CHECK_STR(note_at(body, LS_NOTE_ORIGIN), "(none)");
    CHECK_STR(note_at(body, LS_NOTE_UNPRUNED), "(none)");
}
