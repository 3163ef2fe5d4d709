#pragma once
/*
 * DER (X.690), written from the end to the beginning: when the header of a value is written, its
 * length is known. So the last part of the text is put first:
 *
 *     size_t mark = der.used;
 *     ls_der_put(&der, point, sizeof point);
 *     ls_der_wrap(&der, LS_DER_BIT_STRING, mark);
 *
 * The space is fixed; a part that does not fit only sets is_full.
 */
#include "base/slice.h"

enum { LS_DER_BYTES_MAX = 2048 };

enum ls_der_tag {
    LS_DER_BOOL = 0x01,
    LS_DER_INTEGER = 0x02,
    LS_DER_BIT_STRING = 0x03,
    LS_DER_OCTETS = 0x04,
    LS_DER_UTF8 = 0x0c,
    LS_DER_UTC_TIME = 0x17,
    LS_DER_TIME = 0x18, /* GeneralizedTime */
    LS_DER_SEQUENCE = 0x30,
    LS_DER_SET = 0x31,
    LS_DER_CONTEXT = 0x80,       /* [0], primitive; add the number */
    LS_DER_CONTEXT_PARTS = 0xa0, /* [0], constructed */
};

struct ls_der {
    unsigned char bytes[LS_DER_BYTES_MAX];
    size_t used; /* of the end of bytes */
    bool is_full;
};

void ls_der_put(struct ls_der *der, const void *bytes, size_t len);
/* A header for everything that was put since `used` was mark. */
void ls_der_wrap(struct ls_der *der, unsigned tag, size_t mark);
struct ls_slice ls_der_slice(const struct ls_der *der);
