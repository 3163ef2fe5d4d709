#pragma once
/*
 * The quality of service class of a pod, from the requests and limits of its containers.
 */
#include "value/node.h"

const char *ls_pod_qos(struct ls_node spec); /* "Guaranteed", "Burstable", "BestEffort" */
