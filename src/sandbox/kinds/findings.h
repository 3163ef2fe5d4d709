#pragma once
/*
 * What a schema finds (value/schema.h) as complaints. Findings about a part name fields below it:
 * `parent` goes in front, "" for the whole object.
 */
#include "sandbox/status/complaints.h"
#include "value/schema.h"

void ls_findings_complain(const struct ls_findings *findings, const char *parent,
                          struct ls_complaints *complaints);
