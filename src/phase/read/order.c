#include "phase/read/order.h"

#include "phase/read/rank.h"
#include "phase/read/wishes.h"

enum { ORDER_BYTES_MAX = 32 };

static bool part_take(struct ls_slice *rest, int64_t min, int64_t max, int64_t *out)
{
    return ls_slice_to_i64(ls_slice_cut(*rest, '/', rest), out) && *out >= min && *out <= max;
}

bool ls_order_parse(struct ls_slice text, struct ls_order *out)
{
    int64_t creation, deletion, position;
    int64_t position_max = (int64_t)LS_RANK_UNKNOWN * LS_ORDER_CUTS + LS_ORDER_CUTS - 1;
    struct ls_slice rest = text;
    if (text.len > ORDER_BYTES_MAX || !part_take(&rest, LS_PHASE_MIN, LS_PHASE_MAX, &creation) ||
        !part_take(&rest, LS_PHASE_MIN, LS_PHASE_MAX, &deletion) ||
        !part_take(&rest, 0, position_max, &position) || rest.at != NULL)
        return false;
    *out = (struct ls_order){(int32_t)creation, (int32_t)deletion, (uint32_t)position};
    return true;
}

void ls_order_print(const struct ls_order *order, struct ls_buf *out)
{
    ls_buf_printf(out, "%d/%d/%u", order->creation, order->deletion, order->position);
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

int ls_order_compare_creation(const struct ls_order *a, const struct ls_order *b)
{
    int order = compare(a->creation, b->creation);
    return order != 0 ? order : compare(a->position, b->position);
}

/* The parts of a deletion phase. */
enum layer { LAYER_UNRANKED, LAYER_RANKED, LAYER_CRD, LAYER_NAMESPACE };

static enum layer layer_of(const struct ls_order *order, const struct ls_ref *ref)
{
    if (ls_rank_is_ground(ref->resource))
        return ls_resource_is_crd(ref->resource) ? LAYER_CRD : LAYER_NAMESPACE;
    return order->position / LS_ORDER_CUTS == LS_RANK_UNKNOWN ? LAYER_UNRANKED : LAYER_RANKED;
}

int ls_order_compare_deletion(const struct ls_order *a, const struct ls_ref *a_ref,
                              const struct ls_order *b, const struct ls_ref *b_ref)
{
    int order = compare(a->deletion, b->deletion);
    if (order == 0)
        order = compare(layer_of(a, a_ref), layer_of(b, b_ref));
    return order != 0 ? order : ls_order_compare_creation(b, a);
}
