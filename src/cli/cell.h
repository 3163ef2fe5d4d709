#pragma once
/*
 * One cell of a server's table as text for a terminal, as kubectl shows it: strings up to their
 * first line break (then "..."), numbers in their shortest form, lists and maps as [a b] and
 * map[k:v], null as nothing.
 *
 * Control characters are made visible: ESC as ^[, other control characters as ^X
 * or \u009b. Tabs stay, they separate cells.
 */
#include "base/buf.h"
#include "value/node.h"

void ls_cell_print(struct ls_buf *out, struct ls_node cell);
/* Text that is no cell of a table (labels, names) by the same rules for control characters. */
void ls_cell_print_text(struct ls_buf *out, struct ls_slice text);
