#pragma once
/* The formats that name something on a network. */
#include "base/slice.h"

bool ls_format_is_uri(struct ls_slice text); /* absolute, or an absolute path */
bool ls_format_is_email(struct ls_slice text);
bool ls_format_is_hostname(struct ls_slice text);
bool ls_format_is_ipv4(struct ls_slice text);
bool ls_format_is_ipv6(struct ls_slice text);
bool ls_format_is_cidr(struct ls_slice text);
bool ls_format_is_mac(struct ls_slice text);
