#pragma once
/*
 * Turns the findings of a schema (value/schema.h) into complaints. A finding names a field below
 * `parent`; "" for the whole object.
 */
#include "sandbox/status/complaints.h"
#include "value/schema.h"

void ls_findings_complain(const struct ls_findings *findings, const char *parent,
                          struct ls_complaints *complaints);
