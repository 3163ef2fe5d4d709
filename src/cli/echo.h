#pragma once
/*
 * The echo of a terminal, off while the tree is drawn on it: an echoed Enter would move the tree by
 * a line. What is typed meanwhile is kept for the next reader.
 *
 * Only this one bit is changed, and only from the foreground.
 */
#include <stdbool.h>

struct ls_echo { /* {0} is as it was */
    int fd;
    bool is_off;
};

void ls_echo_off(struct ls_echo *echo, int fd); /* nothing where fd is no terminal with an echo */
void ls_echo_restore(struct ls_echo *echo);
