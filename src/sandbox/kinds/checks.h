#pragma once
/*
 * Checks that the rules of many kinds share: labels and selectors, addresses, ports, amounts.
 */
#include "sandbox/kinds/spot.h"
#include "value/quantity.h"

/* Keys and values of a map of labels, at the place of the map. */
void ls_labels_check(const struct ls_spot *labels);
void ls_annotations_check(const struct ls_spot *annotations);
/* A LabelSelector: matchLabels and matchExpressions. */
void ls_label_selector_check(const struct ls_spot *selector);
/* The values that the operators In, NotIn, Exists and DoesNotExist need or refuse; false: it is
 * another operator. */
bool ls_set_operator_check(const struct ls_spot *term);
bool ls_label_selector_is_empty(struct ls_node selector);

bool ls_ip_is_valid(struct ls_slice text); /* IPv4 or IPv6 */
bool ls_ip_check(const struct ls_spot *ip);
/* An address that traffic may be sent to: not unspecified, loopback, link-local or multicast. */
void ls_target_ip_check(const struct ls_spot *ip);
bool ls_cidr_check(const struct ls_spot *cidr);
/* Is `inner` a smaller range inside `outer`? Both are valid. */
bool ls_cidr_is_inside(struct ls_slice inner, struct ls_slice outer);

void ls_port_check(const struct ls_spot *port);         /* 1 to 65535 */
void ls_port_or_name_check(const struct ls_spot *port); /* or a port name (IANA_SVC_NAME) */

/* A whole number that is not negative, or "25%". */
void ls_int_or_percent_check(const struct ls_spot *amount);
void ls_percent_at_most_100(const struct ls_spot *amount);
int64_t ls_int_or_percent_value(struct ls_node amount); /* of a text, its number */

/* False: absent or malformed. */
bool ls_quantity_at(const struct ls_spot *spot, struct ls_quantity *out);
void ls_quantity_not_negative(const struct ls_spot *spot);

/* Name of a CSI driver: a DNS subdomain in any case, up to 63 bytes. */
void ls_driver_name_check(const struct ls_spot *name);
/* "acme.io/foo": a DNS subdomain, a slash and a path. */
void ls_domain_path_check(const struct ls_spot *path);
/* A path inside a volume: relative, without `..`. */
void ls_local_path_check(const struct ls_spot *path);
void ls_no_backsteps_check(const struct ls_spot *path);
/* As ls_local_path_check(), and no path that begins with `..`. */
void ls_plain_path_check(const struct ls_spot *path);
void ls_file_mode_check(const struct ls_spot *mode); /* 0 to 0777; absent is fine */
