/* Lists and list-watches whose objects are the rows of a table. */
#include "kube/list_watch.h"

#include "base/vec.h"
#include "check.h"
#include "kube/wait.h"
#include "support_fake.h"

#define PODS "GET /api/v1/pods"
#define STREAM                                                                                     \
    PODS "?watch=true&allowWatchBookmarks=true&sendInitialEvents=true"                             \
         "&resourceVersionMatch=NotOlderThan"
#define WATCH PODS "?watch=true&allowWatchBookmarks=true&resourceVersion="

#define COLUMNS "[{\"name\":\"Name\"}]"
#define ROW(name, version, rest)                                                                   \
    "{\"cells\":[\"" name "\"],\"object\":{\"kind\":\"PartialObjectMetadata\",\"metadata\":{"      \
    "\"name\":\"" name "\",\"uid\":\"" name "\",\"resourceVersion\":\"" version "\"" rest "}}}"
#define TABLE(columns, rows)                                                                       \
    "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/"                                            \
    "v1\",\"metadata\":{\"resourceVersion\":\"9\","                                                \
    "\"continue\":\"%s\"},\"columnDefinitions\":" columns ",\"rows\":[" rows "]}"
#define EVENT(type, columns, row)                                                                  \
    "{\"type\":\"" type "\",\"object\":{\"kind\":\"Table\",\"columnDefinitions\":" columns         \
    ",\"rows\":[" row "]}}\n"
#define MARK ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}"

static const struct ls_selection table_of_pods = {.resource = &fake_pods, .form = LS_FORM_TABLE};

/* ---- lists ---- */

static void log_begin(void *self)
{
    ls_buf_add_char(self, '(');
}

static bool log_object(void *self, const struct ls_obj *obj)
{
    struct ls_node cells = ls_node_at(ls_obj_root(obj), "cells");
    ls_buf_printf(self, " %s", ls_node_text(ls_node_item(cells, 0)));
    return true;
}

static void log_done(void *self, const struct ls_list_end *end)
{
    ls_buf_printf(self, " )%.*s", LS_ARG(end->resource_version));
}

static void log_head(void *self, const struct ls_obj *head)
{
    struct ls_node columns = ls_node_at(ls_obj_root(head), "columnDefinitions");
    ls_buf_printf(self, " [%s]", ls_node_text(ls_node_at(ls_node_item(columns, 0), "name")));
}

static const char *page(struct ls_buf *out, const char *format, const char *token)
{
    struct ls_slice rest;
    struct ls_slice front = ls_slice_cut(ls_slice_of(format), '%', &rest);
    ls_buf_clear(out);
    ls_buf_add_slice(out, front);
    ls_buf_add_text(out, token);
    ls_buf_add_slice(out, ls_slice_from(rest, 1));
    return ls_buf_text(out);
}

TEST(the_columns_of_each_page_come_before_its_rows)
{
    for (size_t chunk_bytes = 0; chunk_bytes < 60; chunk_bytes += 7) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        struct ls_buf log LS_AUTO(ls_buf_release) = {0};
        struct ls_buf first LS_AUTO(ls_buf_release) = {0};
        struct ls_buf second LS_AUTO(ls_buf_release) = {0};
        ON(fake, PODS "?limit=500", .chunk_bytes = chunk_bytes,
           .body = page(&first, TABLE(COLUMNS, ROW("a", "1", "") "," ROW("b", "2", "")), "t"));
        ON(fake, PODS "?limit=500&continue=t", .chunk_bytes = chunk_bytes,
           .body = page(&second, TABLE(COLUMNS, ROW("c", "3", "")), ""));
        struct ls_list_hooks hooks = {&log, log_begin, log_object, log_done, log_head};
        struct ls_err err = {0};
        CHECK_OK(ls_list_wait(fake->client, &table_of_pods, NULL, &hooks, &err), err);
        CHECK_STR(ls_buf_text(&log), "( [Name] a b [Name] c )9");
        CHECK_STR(fake->requests.at[0].accept,
                  "application/json;as=Table;g=meta.k8s.io;v=v1,application/json");
    }
}

TEST(a_table_without_rows_tells_nothing)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_buf log LS_AUTO(ls_buf_release) = {0};
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ON(fake, PODS "*", .body = page(&body, TABLE(COLUMNS, ""), ""));
    struct ls_list_hooks hooks = {&log, log_begin, log_object, log_done, log_head};
    struct ls_err err = {0};
    CHECK_OK(ls_list_wait(fake->client, &table_of_pods, NULL, &hooks, &err), err);
    CHECK_STR(ls_buf_text(&log), "( )9");
}

/* ---- watches ---- */

/* News by the first cell: rows stand alone or in a table of one. */
static void row_print(struct ls_buf *out, const struct ls_news *news)
{
    struct ls_node root = ls_obj_root(news->obj);
    struct ls_node row = ls_node_item(ls_node_at(root, "rows"), 0);
    struct ls_node cells = ls_node_at(ls_node_is_absent(row) ? root : row, "cells");
    ls_buf_printf(out, " %s", ls_node_text(ls_node_item(cells, 0)));
}

static void news_print(void *self, const struct ls_news *news)
{
    static const char signs[LS_NEWS_COUNT] = {
        [LS_NEWS_SYNC_BEGIN] = '(', [LS_NEWS_HEAD] = '=',   [LS_NEWS_OBJECT] = '+',
        [LS_NEWS_GONE] = '-',       [LS_NEWS_SYNCED] = ')', [LS_NEWS_TROUBLE] = '!'};
    ls_buf_printf(self, "%s%c", ((struct ls_buf *)self)->len ? " " : "", signs[news->kind]);
    if (news->kind == LS_NEWS_OBJECT || (news->kind == LS_NEWS_GONE && news->obj))
        row_print(self, news);
    else if (news->kind == LS_NEWS_GONE)
        ls_buf_printf(self, " key %.*s", LS_ARG(news->key));
}

static struct ls_list_watch *watch_start(struct fake *fake, struct ls_buf *log)
{
    struct ls_list_watch_options options = {.keeps_names = true};
    struct ls_list_watch *watch = NULL;
    struct ls_err err = {0};
    CHECK_OK(
        ls_list_watch_start(fake->client, &table_of_pods, &options, news_print, log, &watch, &err),
        err);
    fake_run_ms(fake, 1);
    return watch;
}

TEST(rows_of_a_stream_are_reported_once_by_the_objects_behind_them)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_buf log LS_AUTO(ls_buf_release) = {0};
    ON(fake, STREAM, .end = FAKE_ABORTS,
       .body = EVENT("ADDED", COLUMNS, ROW("a", "3", "")) EVENT("ADDED", "null", ROW("b", "4", ""))
           EVENT("BOOKMARK", "null", ROW("", "9", MARK))
               EVENT("MODIFIED", "null", ROW("a", "10", ""))
                   EVENT("DELETED", "null", ROW("b", "11", "")));
    ON(fake, WATCH "11", .end = FAKE_OPEN,
       .body = EVENT("MODIFIED", COLUMNS, ROW("a", "10", ""))
           EVENT("ADDED", "null", ROW("c", "12", "")));
    struct ls_list_watch *watch = watch_start(fake, &log);
    fake_run_ms(fake, 5000);
    CHECK_STR(ls_buf_text(&log), "( = + a + b ) + a - b ! = + c");
    ls_list_watch_free(watch);
}

TEST(columns_come_even_with_the_mark_of_an_empty_list)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_buf log LS_AUTO(ls_buf_release) = {0};
    ON(fake, STREAM, .end = FAKE_OPEN,
       .body = EVENT("BOOKMARK", COLUMNS, ROW("", "9", MARK))
           EVENT("ADDED", "null", ROW("a", "10", "")));
    struct ls_list_watch *watch = watch_start(fake, &log);
    CHECK_STR(ls_buf_text(&log), "( = ) + a");
    ls_list_watch_free(watch);
}

TEST(rows_in_pages_are_swept_by_the_objects_behind_them)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_buf log LS_AUTO(ls_buf_release) = {0};
    struct ls_buf first LS_AUTO(ls_buf_release) = {0};
    struct ls_buf second LS_AUTO(ls_buf_release) = {0};
    static const char refusal[] = "{\"kind\":\"Status\",\"reason\":\"Invalid\",\"code\":422}";
    static const char expired[] = "{\"kind\":\"Status\",\"reason\":\"Expired\",\"code\":410}";
    ON(fake, STREAM, .status = 422, .body = refusal);
    ON(fake, PODS "?limit=500",
       .body = page(&first, TABLE(COLUMNS, ROW("a", "1", "") "," ROW("b", "2", "")), ""));
    ON(fake, WATCH "9", .status = 410, .body = expired);
    ON(fake, PODS "?limit=500&resourceVersion=9*",
       .body = page(&second, TABLE(COLUMNS, ROW("a", "1", "") "," ROW("c", "8", "")), ""));
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    struct ls_list_watch *watch = watch_start(fake, &log);
    fake_run_ms(fake, 5000);
    CHECK_STR(ls_buf_text(&log), "( ( = + a + b ) ( = + c - key b )");
    CHECK(fake_is_exhausted(fake));
    ls_list_watch_free(watch);
}

TEST(a_server_without_tables_is_followed_all_the_same)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_buf log LS_AUTO(ls_buf_release) = {0};
    struct ls_buf events LS_AUTO(ls_buf_release) = {0};
    fake_event(&events, "ADDED", "a", "3");
    fake_bookmark(&events, "9", true);
    fake_event(&events, "DELETED", "a", "10");
    ON(fake, STREAM, .end = FAKE_OPEN, .body = ls_buf_text(&events));
    struct ls_list_watch *watch = watch_start(fake, &log);
    CHECK_STR(ls_buf_text(&log), "( +  ) - ");
    ls_list_watch_free(watch);
}
