#pragma once
/*
 * The field tables of the built-in kinds, from the embedded server: unknown fields and wrong types
 * in manifests are found before anything is sent.
 */
#include "phase/own/check.h"

const struct ls_field_tables *ls_field_check_tables(void); /* static */
