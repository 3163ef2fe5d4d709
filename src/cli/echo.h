#pragma once
/*
 * The echo of a terminal, off while a picture is drawn on it: an Enter that is echoed would move
 * the picture by a line. What is typed meanwhile goes to whoever reads next, as ever.
 *
 * Changed only from the foreground, and only this one bit, so that others may change the rest.
 */
#include <stdbool.h>

struct ls_echo { /* {0} is as it was */
    int fd;
    bool is_off;
};

void ls_echo_off(struct ls_echo *echo, int fd); /* nothing where fd is no terminal with an echo */
void ls_echo_restore(struct ls_echo *echo);
