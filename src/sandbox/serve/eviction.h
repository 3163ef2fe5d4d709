#pragma once
/*
 * Evictions: deletions of pods that their disruption budget must allow.
 */
#include "sandbox/serve/request.h"

void ls_handle_eviction(struct ls_api_request *request);
