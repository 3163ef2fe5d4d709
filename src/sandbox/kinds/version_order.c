#include "sandbox/kinds/version_order.h"

#include <ctype.h>

enum version_order_stage { STAGE_ODD, STAGE_ALPHA, STAGE_BETA, STAGE_STABLE };

struct version {
    enum version_order_stage stage;
    int64_t major;
    int64_t minor;
};

/* Takes digits without a leading zero from the start of *text. */
static bool number_take(struct ls_slice *text, int64_t *out)
{
    size_t len = 0;
    while (len < text->len && isdigit((unsigned char)text->at[len]))
        len++;
    if (len == 0 || text->at[0] == '0' || !ls_slice_to_i64((struct ls_slice){text->at, len}, out))
        return false;
    *text = ls_slice_from(*text, len);
    return true;
}

static struct version version_read(struct ls_slice text)
{
    static const struct version odd = {STAGE_ODD, 0, 0};
    struct version found = {STAGE_STABLE, 0, 0};
    if (!ls_slice_starts(text, "v"))
        return odd;
    text = ls_slice_from(text, 1);
    if (!number_take(&text, &found.major))
        return odd;
    if (text.len == 0)
        return found;
    found.stage = ls_slice_starts(text, "alpha")  ? STAGE_ALPHA
                  : ls_slice_starts(text, "beta") ? STAGE_BETA
                                                  : STAGE_ODD;
    if (found.stage == STAGE_ODD)
        return odd;
    text = ls_slice_from(text, found.stage == STAGE_ALPHA ? 5 : 4);
    return number_take(&text, &found.minor) && text.len == 0 ? found : odd;
}

static int descending(int64_t a, int64_t b)
{
    return (a < b) - (a > b);
}

int ls_version_compare(struct ls_slice a, struct ls_slice b)
{
    struct version left = version_read(a);
    struct version right = version_read(b);
    int order = descending((int64_t)left.stage, (int64_t)right.stage);
    if (order == 0)
        order = descending(left.major, right.major);
    if (order == 0)
        order = descending(left.minor, right.minor);
    return order != 0 ? order : ls_slice_compare(a, b);
}
