#include "kube/retry.h"

#include "kube/limits.h"

static int64_t wish_ms(const struct ls_retry_facts *facts)
{
    bool is_passing = facts->http_status == 429 || facts->http_status >= 500;
    bool is_bearable = facts->retry_after_ms >= 0 && facts->retry_after_ms <= LS_RETRY_AFTER_MAX_MS;
    return is_passing && is_bearable ? facts->retry_after_ms : -1;
}

/* A reply that cannot be read may have been damaged on the way; if it is not, the next one is the
 * same. */
static bool is_broken(const struct ls_retry_facts *facts)
{
    bool was_sent =
        facts->delivery == LS_DELIVERY_UNKNOWN || facts->delivery == LS_DELIVERY_ANSWERED;
    return was_sent && (!facts->is_complete || (facts->is_unreadable && facts->repeated == 0));
}

int64_t ls_retry_delay_ms(const struct ls_retry_facts *facts)
{
    if (facts->repeated >= LS_RETRIES_MAX)
        return -1;
    bool is_refusal = facts->delivery == LS_DELIVERY_ANSWERED && facts->http_status >= 300;
    int64_t delay_ms = is_refusal ? wish_ms(facts) : -1;
    if (delay_ms < 0 && facts->is_read && is_broken(facts))
        delay_ms = LS_RETRY_TRANSPORT_MS;
    if (facts->left_ms >= 0 && delay_ms >= facts->left_ms)
        return -1;
    return delay_ms;
}

int64_t ls_retry_after_ms(const struct ls_header *headers, size_t header_count)
{
    int64_t seconds;
    struct ls_slice value = ls_header_find(headers, header_count, "retry-after");
    if (!value.at || !ls_slice_to_i64(ls_slice_trim(value), &seconds) || seconds < 0)
        return -1;
    return LS_MIN(seconds, INT32_MAX) * 1000;
}
