/* The fake API server that the tests of kube talk to. */
#include "../kube/support_fake.c"
