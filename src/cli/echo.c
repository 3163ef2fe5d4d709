#include "cli/echo.h"

#include <termios.h>
#include <unistd.h>

/* From the background the terminal would stop us. */
static bool is_foreground(int fd)
{
    return tcgetpgrp(fd) == getpgrp();
}

void ls_echo_off(struct ls_echo *echo, int fd)
{
    struct termios mode;
    if (echo->is_off || !isatty(fd) || !is_foreground(fd) || tcgetattr(fd, &mode) ||
        !(mode.c_lflag & ECHO))
        return;
    mode.c_lflag &= ~(tcflag_t)ECHO;
    *echo = (struct ls_echo){.fd = fd, .is_off = tcsetattr(fd, TCSANOW, &mode) == 0};
}

void ls_echo_restore(struct ls_echo *echo)
{
    struct termios mode;
    if (!echo->is_off || !is_foreground(echo->fd) || tcgetattr(echo->fd, &mode))
        return;
    mode.c_lflag |= ECHO;
    echo->is_off = tcsetattr(echo->fd, TCSANOW, &mode) != 0;
}
