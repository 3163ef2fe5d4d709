#pragma once
/*
 * Case files: examples that need no C. A file is a list of
 *
 *     === title [strict escaped]
 *     input, one line or more
 *     ==> what is expected, in the words of the test that runs the folder
 *
 * and lines that begin with # before the first case. With [escaped] the input may hold \t \r \\ and
 * \xNN, and its last line break does not count.
 */
#include "base/buf.h"

#include <stdbool.h>

struct case_row {
    const char *title; /* with the file's name in front */
    struct ls_slice input;
    const char
        *expected; /* from the first line that begins with "==" on, without space at the end */
    bool is_strict;
};

/* Runs every case of tests/cases/FOLDER/ in order; returns how many there were. */
size_t cases_run(const char *folder, void (*run)(const struct case_row *row));
