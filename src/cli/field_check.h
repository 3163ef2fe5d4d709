#pragma once
/*
 * The tables of the built-in kinds, which the embedded server has, lent to whoever checks manifests
 * before anything is sent: fields that a kind does not have are found on this machine.
 */
#include "phase/own/check.h"

const struct ls_field_tables *ls_field_check_tables(void); /* the same for everybody, for ever */
