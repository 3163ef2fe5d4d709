#include "net/der.h"

#include <string.h>

void ls_der_put(struct ls_der *der, const void *bytes, size_t len)
{
    if (len > sizeof der->bytes - der->used) {
        der->is_full = true;
        return;
    }
    der->used += len;
    if (len > 0)
        memcpy(der->bytes + sizeof der->bytes - der->used, bytes, len);
}

void ls_der_wrap(struct ls_der *der, unsigned tag, size_t mark)
{
    size_t len = der->used - mark;
    unsigned char header[4] = {(unsigned char)tag};
    size_t header_len = 1;
    if (len > 0xff)
        header[header_len++] = 0x82;
    else if (len > 0x7f)
        header[header_len++] = 0x81;
    if (len > 0xff)
        header[header_len++] = (unsigned char)(len >> 8);
    header[header_len++] = (unsigned char)len;
    ls_der_put(der, header, header_len);
}

struct ls_slice ls_der_slice(const struct ls_der *der)
{
    return (struct ls_slice){(const char *)der->bytes + sizeof der->bytes - der->used, der->used};
}
