#pragma once
/*
 * The quality of service of a pod, from what its containers ask for and may use at most.
 */
#include "value/node.h"

const char *ls_pod_qos(struct ls_node spec); /* "Guaranteed", "Burstable", "BestEffort" */
