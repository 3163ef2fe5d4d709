#pragma once
/*
 * Counts of requests, for /metrics, under kube-apiserver's names and labels.
 */
#include "base/buf.h"
#include "sandbox/serve/request.h"

struct ls_metrics;

struct ls_metrics *ls_metrics_new(void);
void ls_metrics_free(struct ls_metrics *metrics);
/* One request was answered with this code. */
void ls_metrics_count(struct ls_metrics *metrics, const struct ls_api_request *request, int code);
/* Prometheus text. */
void ls_metrics_print(const struct ls_metrics *metrics, struct ls_buf *out);
