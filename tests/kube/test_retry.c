#include "kube/retry.h"

#include "check.h"
#include "kube/limits.h"

#define ANSWERED LS_DELIVERY_ANSWERED
#define UNKNOWN  LS_DELIVERY_UNKNOWN
#define NOT_SENT LS_DELIVERY_NOT_SENT
#define REFUSED  LS_DELIVERY_REFUSED

/* clang-format off */
static const struct {
    struct ls_retry_facts facts;
    int64_t delay_ms;
} rows[] = {
    /* read   delivery  whole  unreadable status wish    before left */
    {{true,   ANSWERED, true,  false,     200,   -1,     0,     -1}, -1},
    {{false,  ANSWERED, true,  false,     201,   -1,     0,     -1}, -1},
    {{true,   ANSWERED, true,  false,     429,   1000,   0,     -1}, 1000},
    {{false,  ANSWERED, true,  false,     429,   1000,   0,     -1}, 1000},
    {{false,  ANSWERED, true,  false,     429,   0,      0,     -1}, 0},
    {{false,  ANSWERED, true,  false,     429,   -1,     0,     -1}, -1},
    {{false,  ANSWERED, true,  false,     500,   2000,   0,     -1}, 2000},
    {{false,  ANSWERED, true,  false,     503,   2000,   9,     -1}, 2000},
    {{false,  ANSWERED, true,  false,     503,   2000,   10,    -1}, -1},
    {{true,   ANSWERED, true,  false,     503,   -1,     0,     -1}, -1},
    {{true,   ANSWERED, true,  false,     404,   1000,   0,     -1}, -1},
    {{true,   ANSWERED, true,  false,     409,   1000,   0,     -1}, -1},
    {{false,  ANSWERED, true,  false,     429,   60000,  0,     -1}, 60000},
    {{false,  ANSWERED, true,  false,     429,   60001,  0,     -1}, -1},
    {{false,  ANSWERED, true,  false,     429,   1000,   0,     1001}, 1000},
    {{false,  ANSWERED, true,  false,     429,   1000,   0,     1000}, -1},
    {{true,   UNKNOWN,  false, false,     0,     -1,     0,     -1}, LS_RETRY_TRANSPORT_MS},
    {{true,   UNKNOWN,  false, false,     0,     -1,     10,    -1}, -1},
    {{true,   UNKNOWN,  false, false,     0,     -1,     0,     500}, -1},
    {{true,   ANSWERED, false, false,     200,   -1,     0,     -1}, LS_RETRY_TRANSPORT_MS},
    {{false,  UNKNOWN,  false, false,     0,     -1,     0,     -1}, -1},
    {{false,  ANSWERED, false, false,     201,   -1,     0,     -1}, -1},
    {{true,   NOT_SENT, false, false,     0,     -1,     0,     -1}, -1},
    {{false,  NOT_SENT, false, false,     0,     -1,     0,     -1}, -1},
    {{true,   REFUSED,  false, false,     0,     -1,     0,     -1}, -1},
    {{true,   ANSWERED, false, false,     404,   -1,     0,     -1}, LS_RETRY_TRANSPORT_MS},
    {{true,   ANSWERED, false, false,     503,   2000,   0,     -1}, 2000},
    {{false,  ANSWERED, false, false,     404,   -1,     0,     -1}, -1},
    {{true,   ANSWERED, true,  true,      200,   -1,     0,     -1}, LS_RETRY_TRANSPORT_MS},
    {{true,   ANSWERED, true,  true,      200,   -1,     1,     -1}, -1},
    {{true,   ANSWERED, true,  true,      404,   -1,     0,     -1}, LS_RETRY_TRANSPORT_MS},
    {{false,  ANSWERED, true,  true,      200,   -1,     0,     -1}, -1},
};
/* clang-format on */

TEST(every_row_of_the_rule_holds)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_INT(ls_retry_delay_ms(&rows[i].facts), rows[i].delay_ms);
}

TEST(no_write_is_repeated_unless_the_server_asks)
{
    for (int delivery = NOT_SENT; delivery <= UNKNOWN; delivery++) {
        for (int status = 0; status < 600; status += 1) {
            struct ls_retry_facts facts = {.delivery = (enum ls_delivery)delivery,
                                           .http_status = status,
                                           .retry_after_ms = -1,
                                           .left_ms = -1};
            CHECK_INT(ls_retry_delay_ms(&facts), -1);
            facts.is_complete = true;
            CHECK_INT(ls_retry_delay_ms(&facts), -1);
        }
    }
}

static int64_t header_ms(const char *value)
{
    struct ls_header headers[] = {{LS_SLICE("content-type"), LS_SLICE("application/json")},
                                  {LS_SLICE("retry-after"), ls_slice_of(value)}};
    return ls_retry_after_ms(headers, 2);
}

TEST(retry_after_is_read_in_seconds)
{
    CHECK_INT(header_ms("1"), 1000);
    CHECK_INT(header_ms(" 12 "), 12000);
    CHECK_INT(header_ms("0"), 0);
    CHECK_INT(header_ms("-1"), -1);
    CHECK_INT(header_ms("soon"), -1);
    CHECK_INT(header_ms("Fri, 31 Dec 1999 23:59:59 GMT"), -1);
    CHECK_INT(header_ms("99999999999999999999"), -1);
    CHECK_INT(ls_retry_after_ms(NULL, 0), -1);
}
