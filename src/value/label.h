#pragma once
/*
 * Labels: what Kubernetes allows as key and value, and names that follow DNS (RFC 1123).
 * An error says which part is wrong and what would be right.
 */
#include "base/err.h"
#include "base/slice.h"

/* [PREFIX/]NAME: the prefix a DNS subdomain, the name up to 63 letters, digits, '-', '_', '.',
 * a letter or digit at both ends. Annotations and finalizers follow the same rule. */
enum ls_code ls_label_key_check(struct ls_slice key, struct ls_err *err);
/* As the name above, or empty. */
enum ls_code ls_label_value_check(struct ls_slice value, struct ls_err *err);

bool ls_dns_label_is_valid(struct ls_slice text);     /* "my-name", up to 63 */
bool ls_dns_subdomain_is_valid(struct ls_slice text); /* labels with dots between, up to 253 */
