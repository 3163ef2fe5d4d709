/* The certificates that the tests of net make. */
#include "../net/support_certs.c"
