/* A rehearsal as one page for a browser. */
#include "cli/rehearse_print.h"

void ls_rehearse_print_html(const struct ls_rehearse_page *page, struct ls_buf *out)
{
    (void)page;
    (void)out;
}
