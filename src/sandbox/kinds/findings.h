#pragma once
/*
 * Turns the findings of a schema (value/schema.h) into errors. A finding names a field below
 * `parent`; "" for the whole object.
 */
#include "sandbox/status/field_errors.h"
#include "value/schema.h"

void ls_findings_report(const struct ls_findings *findings, const char *parent,
                        struct ls_field_errors *errors);
