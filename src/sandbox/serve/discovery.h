#pragma once
/*
 * Discovery: the groups, versions and resources, as the older lists and as the aggregated document
 * of kubectl and client-go. Documents are made at the first request and kept until the registry
 * changes.
 */
#include "sandbox/serve/request.h"

struct ls_discovery_pages;

struct ls_discovery_pages *ls_discovery_pages_new(struct ls_cluster *cluster);
void ls_discovery_pages_free(struct ls_discovery_pages *discovery);

/* Each of these answers the request. */
void ls_discovery_core(struct ls_discovery_pages *discovery,
                       struct ls_api_request *request); /* /api */
void ls_discovery_groups(struct ls_discovery_pages *discovery,
                         struct ls_api_request *request);    /*/apis*/
void ls_discovery_group(struct ls_api_request *request);     /* /apis/GROUP */
void ls_discovery_resources(struct ls_api_request *request); /* /api/v1, /apis/GROUP/VERSION */
