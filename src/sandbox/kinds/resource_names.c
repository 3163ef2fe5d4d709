#include "sandbox/kinds/resource_names.h"

#include <stdio.h>

#include "sandbox/kinds/checks.h"

enum { NAME_BYTES_MAX = 512 };

static const char *const container_names[] = {"cpu", "memory", "ephemeral-storage"};
static const char *const whole_names[] = {"pods",
                                          "resourcequotas",
                                          "services",
                                          "replicationcontrollers",
                                          "secrets",
                                          "persistentvolumeclaims",
                                          "configmaps",
                                          "services.nodeports",
                                          "services.loadbalancers"};
static const char *const quota_names[] = {"cpu",
                                          "memory",
                                          "ephemeral-storage",
                                          "requests.cpu",
                                          "requests.memory",
                                          "requests.storage",
                                          "requests.ephemeral-storage",
                                          "limits.cpu",
                                          "limits.memory",
                                          "limits.ephemeral-storage"};

#define IS_ONE_OF(name, table) ls_slice_is_any((name), (table), LS_COUNT(table))

static bool has_slash(struct ls_slice name)
{
    return ls_slice_find(name, '/') != SIZE_MAX;
}

bool ls_resource_is_huge_page(struct ls_slice name)
{
    return ls_slice_starts(name, "hugepages-");
}

static bool is_quota_huge_page(struct ls_slice name)
{
    return ls_resource_is_huge_page(name) || ls_slice_starts(name, "requests.hugepages-");
}

static bool is_in_kubernetes(struct ls_slice name)
{
    static const char part[] = "kubernetes.io/";
    for (size_t i = 0; i + sizeof part - 1 <= name.len; i++) {
        if (ls_slice_starts(ls_slice_from(name, i), part))
            return true;
    }
    return false;
}

/* A name of Kubernetes itself: without a slash, or in kubernetes.io/. */
static bool resource_is_native(struct ls_slice name)
{
    return !has_slash(name) || is_in_kubernetes(name);
}

/* An extended resource: example.com/gpu. */
static bool resource_is_extended(struct ls_slice name)
{
    char quota_name[NAME_BYTES_MAX];
    if (resource_is_native(name) || ls_slice_starts(name, "requests."))
        return false;
    int len = snprintf(quota_name, sizeof quota_name, "requests.%.*s", LS_ARG(name));
    struct ls_slice text = {quota_name, (size_t)len};
    return (size_t)len < sizeof quota_name && ls_text_flaws(LS_TEXT_LABEL_KEY, text).count == 0;
}

static bool resource_is_whole(struct ls_slice name)
{
    return IS_ONE_OF(name, whole_names) || resource_is_extended(name);
}

bool ls_resource_may_overcommit(struct ls_slice name)
{
    return resource_is_native(name) && !ls_resource_is_huge_page(name);
}

static bool is_standard(struct ls_slice name)
{
    return IS_ONE_OF(name, quota_names) || IS_ONE_OF(name, whole_names) ||
           ls_slice_is(name, "storage") || is_quota_huge_page(name);
}

static void name_invalid(const struct ls_spot *entry, const char *words)
{
    const char *shown = ls_arena_printf(entry->errors->arena, "\"%.*s\"", LS_ARG(entry->key));
    ls_spot_invalid_as(entry, shown, "%s", words);
}

void ls_resource_name_check(const struct ls_spot *entry)
{
    struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_LABEL_KEY, entry->key);
    for (size_t i = 0; i < flaws.count; i++)
        name_invalid(entry, flaws.at[i]);
    if (flaws.count == 0 && !has_slash(entry->key) && !is_standard(entry->key))
        name_invalid(entry, "must be a standard resource type or fully qualified");
}

void ls_container_resource_name_check(const struct ls_spot *entry)
{
    struct ls_slice name = entry->key;
    ls_resource_name_check(entry);
    if (!has_slash(name)) {
        if (!IS_ONE_OF(name, container_names) && !ls_resource_is_huge_page(name))
            name_invalid(entry, "must be a standard resource for containers");
    } else if (!resource_is_native(name) && !resource_is_extended(name)) {
        name_invalid(entry, "doesn't follow extended resource name standard");
    }
}

void ls_quota_resource_name_check(const struct ls_spot *entry)
{
    struct ls_slice name = entry->key;
    ls_resource_name_check(entry);
    if (!has_slash(name) && !IS_ONE_OF(name, quota_names) && !IS_ONE_OF(name, whole_names) &&
        !is_quota_huge_page(name))
        name_invalid(entry, "must be a standard resource for quota");
}

void ls_resource_amount_check(const struct ls_spot *entry)
{
    struct ls_quantity amount;
    int64_t thousandths = 0;
    ls_quantity_not_negative(entry);
    if (!resource_is_whole(entry->key) || !ls_quantity_at(entry, &amount))
        return;
    if (ls_quantity_scaled(&amount, -3, &thousandths) && thousandths % 1000 != 0)
        ls_spot_invalid(entry, "must be an integer");
}
