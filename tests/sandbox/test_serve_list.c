#include "sandbox/serve/list.h"

#include <stdio.h>

#include "base/buf.h"
#include "check.h"
#include "support_collection.h"

/* ca to ce in "n", and z in "m"; ca and cb have the label t. */
static void stage_fill(struct collection_stage *stage)
{
    collection_stage_init(stage);
    collection_stage_put(stage, "n", "ca", "\"labels\":{\"t\":\"1\"}");
    collection_stage_put(stage, "n", "cb", "\"labels\":{\"t\":\"1\"}");
    collection_stage_put(stage, "n", "cc", "");
    collection_stage_put(stage, "n", "cd", "");
    collection_stage_put(stage, "n", "ce", "");
    collection_stage_put(stage, "m", "z", "");
}

struct listed {
    const struct ls_failure *failure;
    struct ls_page page;
};

static struct listed list(struct collection_stage *stage, const char *namespace_name,
                          struct ls_list_query options)
{
    struct ls_api_request request = {.cluster = &stage->cluster,
                                     .arena = &stage->arena,
                                     .kind = &stage->kind,
                                     .at = {.namespace_name = ls_slice_of(namespace_name)}};
    struct listed listed = {0};
    options.timeout_s = -1;
    listed.failure = ls_list_page(&request, &options, &listed.page);
    return listed;
}

/* "ca cb @7 +3": the names, the revision, what remains; "*" for a token without a count. */
static const char *shown(struct collection_stage *stage, const struct listed *listed)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    if (listed->failure)
        return ls_arena_printf(&stage->arena, "%d %s: %s", listed->failure->code,
                               listed->failure->reason, listed->failure->message);
    for (size_t i = 0; i < listed->page.count; i++)
        ls_buf_printf(
            &out, "%s ",
            ls_node_text(ls_node_at(ls_obj_root(listed->page.objects[i]), "metadata.name")));
    ls_buf_printf(&out, "@%lld", (long long)listed->page.revision);
    if (listed->page.remaining >= 0)
        ls_buf_printf(&out, " +%lld", (long long)listed->page.remaining);
    else if (listed->page.continue_token.len > 0)
        ls_buf_add_text(&out, " *");
    return ls_arena_dup(&stage->arena, ls_buf_slice(&out));
}

#define CHECK_LIST(stage, namespace_name, expected, ...)                                           \
    do {                                                                                           \
        struct listed listed_ = list(stage, namespace_name, (struct ls_list_query){__VA_ARGS__});  \
        CHECK_STR(shown(stage, &listed_), expected);                                               \
    } while (0)

#define TEXT(literal) LS_SLICE(literal)

TEST(a_list_shows_what_is_there_in_order)
{
    struct collection_stage stage LS_AUTO(collection_stage_release);
    stage_fill(&stage);
    CHECK_LIST(&stage, "n", "ca cb cc cd ce @7", 0);
    CHECK_LIST(&stage, "", "z ca cb cc cd ce @7", 0);
    CHECK_LIST(&stage, "nowhere", "@7", 0);
    CHECK_LIST(&stage, "n", "ca cb @7", .label_selector = TEXT("t"));
    CHECK_LIST(&stage, "n", "cb @7", .field_selector = TEXT("metadata.name=cb"));
    CHECK_LIST(&stage, "", "cb @7", .field_selector = TEXT("metadata.name=cb"));
    CHECK_LIST(&stage, "n", "@7", .field_selector = TEXT("metadata.name=cx"));
    CHECK_LIST(&stage, "n", "@7", .field_selector = TEXT("metadata.name=cc"),
               .label_selector = TEXT("t"));
}

/* remainingItemCount is set only without selectors; a full page has a token while any object
 * follows, selected or not. */
TEST(a_limit_makes_pages)
{
    struct collection_stage stage LS_AUTO(collection_stage_release);
    stage_fill(&stage);
    CHECK_LIST(&stage, "n", "ca cb @7 +3", .limit = 2);
    CHECK_LIST(&stage, "n", "ca cb cc cd ce @7", .limit = 5);
    CHECK_LIST(&stage, "n", "ca cb cc cd ce @7", .limit = 6);
    CHECK_LIST(&stage, "n", "ca cb cc cd ce @7", .limit = -1);
    CHECK_LIST(&stage, "n", "ca @7 *", .limit = 1, .label_selector = TEXT("t"));
    CHECK_LIST(&stage, "n", "ca cb @7 *", .limit = 2, .label_selector = TEXT("t"));
    CHECK_LIST(&stage, "n", "ca cb @7", .limit = 3, .label_selector = TEXT("t"));
    CHECK_LIST(&stage, "n", "ca @7", .limit = 1, .field_selector = TEXT("metadata.name=ca"));
}

TEST(pages_show_the_revision_of_the_first)
{
    struct collection_stage stage LS_AUTO(collection_stage_release);
    stage_fill(&stage);
    struct listed page = list(&stage, "n", (struct ls_list_query){.limit = 2});
    struct ls_slice token = page.page.continue_token;
    collection_stage_remove(&stage, "n", "cc");
    collection_stage_put(&stage, "n", "cca", "");
    CHECK_LIST(&stage, "n", "cc cd @7 +1", .limit = 2, .continue_token = token);
    CHECK_LIST(&stage, "n", "cc cd ce @7", .continue_token = token);
    page = list(&stage, "n", (struct ls_list_query){.limit = 2, .continue_token = token});
    CHECK_LIST(&stage, "n", "ce @7", .limit = 2, .continue_token = page.page.continue_token);
    /* as kube-apiserver: any revision means from the cache, and the cache knows no limit */
    CHECK_LIST(&stage, "n", "cc cd ce @7", .limit = 1, .continue_token = token,
               .revision = TEXT("0"));
    CHECK_LIST(&stage, "n",
               "400 BadRequest: specifying resource version is not allowed when using continue",
               .continue_token = token, .revision = TEXT("7"));
}

TEST(pages_over_all_namespaces_go_on_in_the_next)
{
    struct collection_stage stage LS_AUTO(collection_stage_release);
    stage_fill(&stage);
    struct ls_slice token = {0};
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    do {
        struct listed page =
            list(&stage, "", (struct ls_list_query){.limit = 1, .continue_token = token});
        CHECK(!page.failure && page.page.count == 1);
        ls_buf_printf(&names, "%s ",
                      ls_node_text(ls_node_at(ls_obj_root(page.page.objects[0]), "metadata.name")));
        token = page.page.continue_token;
    } while (token.len > 0);
    CHECK_STR(ls_buf_text(&names), "z ca cb cc cd ce ");
}

TEST(an_expired_page_leads_to_a_fresh_token)
{
    struct collection_stage stage LS_AUTO(collection_stage_release);
    stage_fill(&stage);
    struct listed page = list(&stage, "n", (struct ls_list_query){.limit = 2});
    collection_stage_put(&stage, "n", "cx", "");
    ls_store_compact(stage.cluster.store);
    struct listed gone =
        list(&stage, "n",
             (struct ls_list_query){.limit = 1, .continue_token = page.page.continue_token});
    CHECK(gone.failure);
    CHECK_INT(gone.failure->code, 410);
    CHECK_STR(gone.failure->reason, "Expired");
    CHECK_HAS(gone.failure->message, "The provided continue parameter is too old");
    CHECK_LIST(&stage, "n", "cc @8 +3", .limit = 1,
               .continue_token = ls_slice_of(gone.failure->continue_token));
}

TEST(a_revision_is_exact_or_a_lower_bound)
{
    struct collection_stage stage LS_AUTO(collection_stage_release);
    stage_fill(&stage);
    collection_stage_put(&stage, "n", "cf", "");
    CHECK_LIST(&stage, "n", "ca cb cc cd ce cf @8", .revision = TEXT("0"));
    CHECK_LIST(&stage, "n", "ca cb cc cd ce cf @8", .revision = TEXT("0"), .limit = 2);
    CHECK_LIST(&stage, "n", "ca cb cc cd ce cf @8", .revision = TEXT("3"));
    CHECK_LIST(&stage, "n", "ca cb @3", .revision = TEXT("3"), .has_match = true, .is_exact = true);
    CHECK_LIST(&stage, "n", "ca cb cc cd ce cf @8", .revision = TEXT("3"), .has_match = true);
    /* a limit and no match mean exactly this revision */
    CHECK_LIST(&stage, "n", "ca cb cc @5 +1", .revision = TEXT("5"), .limit = 3);
    CHECK_LIST(&stage, "n", "ca cb cc @8 +3", .revision = TEXT("5"), .limit = 3, .has_match = true);
    CHECK_LIST(&stage, "n", "504 Timeout: Timeout: Too large resource version: 99, current: 8",
               .revision = TEXT("99"));
    CHECK_LIST(&stage, "n", "504 Timeout: Timeout: Too large resource version: 99, current: 8",
               .revision = TEXT("99"), .has_match = true, .is_exact = true);
    ls_store_compact(stage.cluster.store);
    CHECK_LIST(&stage, "n", "410 Expired: The resourceVersion for the provided list is too old.",
               .revision = TEXT("3"), .has_match = true, .is_exact = true);
}

TEST(a_revision_that_is_still_to_come_says_when_to_ask_again)
{
    struct collection_stage stage LS_AUTO(collection_stage_release);
    stage_fill(&stage);
    struct listed listed = list(&stage, "n", (struct ls_list_query){.revision = TEXT("99")});
    CHECK_INT(listed.failure->retry_after_s, 1);
    CHECK_INT(listed.failure->cause_count, 1);
    CHECK_STR(listed.failure->causes[0].reason, "ResourceVersionTooLarge");
}
