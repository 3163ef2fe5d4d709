#pragma once
/*
 * Evictions: a deletion of a pod that its disruption budget has to allow.
 */
#include "sandbox/serve/request.h"

void ls_handle_eviction(struct ls_api_request *request);
