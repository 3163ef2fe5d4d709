/* The program: everything is in cli. */
#include "cli/verb.h"

int main(int argc, char **argv)
{
    return ls_cli_main(argc, (const char *const *)argv);
}
