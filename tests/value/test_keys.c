/* The key table: what it learns, what it never learns, and that threads may share it. */
#include "support_value.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "value/key_words.h"
#include "value/keys.h"
#include "value/limits.h"

static int32_t find(const char *key)
{
    ls_keys_ready();
    struct ls_key_probe probe = ls_key_probe(ls_slice_of(key));
    return ls_key_find(&probe);
}

static int32_t learn(const char *key)
{
    ls_keys_ready();
    struct ls_key_probe probe = ls_key_probe(ls_slice_of(key));
    return ls_key_learn(&probe);
}

TEST(every_word_of_the_vocabulary_is_known_once)
{
    for (size_t i = 0; i < ls_key_word_count; i++) {
        const char *word = ls_key_words[i];
        CHECK(strncmp(word, "f:", 2) == 0);
        CHECK(strlen(word) - 2 <= LS_KEY_BYTES_MAX);
        if (find(word + 2) != (int32_t)i)
            CHECK_STR(word, "a word that stands once in the vocabulary");
        CHECK_INT(find(word), i); /* "f:" and the name have the name's id */
        CHECK(ls_slice_is(ls_key_text((uint32_t)i, true), word));
        CHECK(ls_slice_is(ls_key_text((uint32_t)i, false), word + 2));
    }
}

TEST(a_key_is_learnt_when_it_is_seen_twice)
{
    CHECK_INT(learn("seen-twice"), LS_KEY_NONE);
    CHECK_INT(find("seen-twice"), LS_KEY_NONE);
    int32_t id = learn("seen-twice");
    CHECK(id != LS_KEY_NONE);
    CHECK_INT(learn("seen-twice"), id);
    CHECK_INT(find("seen-twice"), id);
    CHECK(ls_slice_is(ls_key_text((uint32_t)id, false), "seen-twice"));
    CHECK(ls_slice_is(ls_key_text((uint32_t)id, true), "f:seen-twice"));
}

TEST(lookups_are_no_sightings)
{
    for (int i = 0; i < 5; i++)
        CHECK_INT(find("looked-up"), LS_KEY_NONE);
    CHECK_INT(learn("looked-up"), LS_KEY_NONE);
}

TEST(keys_that_carry_data_are_never_learnt)
{
    static const char *const keys[] = {
        "",
        "f:some-data-key",
        "k:{\"type\":\"Ready\"}",
        "k:plain",
        "v:\"finalizer\"",
        "v:plain",
        "i:0",
        "with blank",
        "quote\"",
        "back\\slash",
        "less<",
        "tab\t",
        "caf\xC3\xA9",
        "a-key-of-sixty-five-bytes-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    };
    for (size_t i = 0; i < LS_COUNT(keys); i++) {
        for (int sighting = 0; sighting < 4; sighting++)
            CHECK_INT(learn(keys[i]), LS_KEY_NONE);
    }
}

TEST(keys_of_every_length_are_distinguished)
{
    char key[LS_KEY_BYTES_MAX + 1] = "";
    int32_t ids[LS_KEY_BYTES_MAX + 1];
    for (size_t len = 1; len <= LS_KEY_BYTES_MAX; len++) {
        memset(key, 'z', len);
        learn(key);
        ids[len] = learn(key);
        CHECK(ids[len] != LS_KEY_NONE);
        CHECK_INT(ls_key_text((uint32_t)ids[len], false).len, len);
        key[len - 1] = 'y'; /* one byte apart: another key */
        CHECK_INT(find(key), LS_KEY_NONE);
    }
}

/* A key is text on a tape from before it was learnt and an id on a later one. */
TEST(both_forms_of_a_key_mean_the_same)
{
    const char *json = "{\"two-forms\":1}";
    const struct ls_obj *first LS_AUTO(ls_obj_unref_at) = obj_of(json);
    const struct ls_obj *second LS_AUTO(ls_obj_unref_at) = obj_of(json);
    CHECK(find("two-forms") != LS_KEY_NONE);
    CHECK(ls_obj_bytes(second) < ls_obj_bytes(first));
    CHECK_INT(ls_node_int(ls_node_at(ls_obj_root(first), "two-forms"), 0), 1);
    CHECK_INT(ls_node_int(ls_node_at(ls_obj_root(second), "two-forms"), 0), 1);
    CHECK(ls_node_equal(ls_obj_root(first), ls_obj_root(second)));
    CHECK_STR(json_of(ls_obj_root(first)), json_of(ls_obj_root(second)));
}

TEST(both_forms_in_one_map_are_one_key)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"learnt-midway\":1,\"x\":{\"learnt-midway\":2},\"learnt-midway\":3}");
    CHECK_STR(json_of(ls_obj_root(obj)), "{\"x\":{\"learnt-midway\":2},\"learnt-midway\":3}");
}

enum { THREADS = 4, ROUNDS = 3, SHARED_KEYS = 600 };

static void *read_all(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS * SHARED_KEYS; i++) {
        char json[64];
        snprintf(json, sizeof json, "{\"shared-%d\":%d}", i % SHARED_KEYS, i);
        const struct ls_obj *obj = obj_of(json);
        char key[32];
        snprintf(key, sizeof key, "shared-%d", i % SHARED_KEYS);
        int64_t value = ls_node_int(ls_node_get(ls_obj_root(obj), ls_slice_of(key)), -1);
        ls_obj_unref(obj);
        if (value != i)
            return "a member was not found";
    }
    return NULL;
}

TEST(threads_learn_the_same_keys)
{
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, read_all, NULL), 0);
    for (size_t i = 0; i < THREADS; i++) {
        void *problem = NULL;
        pthread_join(threads[i], &problem);
        CHECK(problem == NULL);
    }
    int learnt = 0;
    for (int i = 0; i < SHARED_KEYS; i++) {
        char key[32];
        snprintf(key, sizeof key, "shared-%d", i);
        learnt += find(key) != LS_KEY_NONE;
    }
    CHECK(learnt > SHARED_KEYS / 2);
}

/* Last, since it fills the table for good. */
TEST(the_table_has_an_end)
{
    char key[32];
    for (int i = 0; i < LS_KEYS_MAX + 1000; i++) {
        snprintf(key, sizeof key, "filler-%d", i);
        learn(key);
        learn(key);
    }
    CHECK_INT(learn(key), LS_KEY_NONE);
    CHECK(find("metadata") != LS_KEY_NONE);
    CHECK(find("filler-1") != LS_KEY_NONE);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of("{\"too-late\":{\"too-late\":1}}");
    CHECK_STR(json_of(ls_node_at(ls_obj_root(obj), "too-late.too-late")), "1");
}
