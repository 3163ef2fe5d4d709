/* The text form of faults: what was read prints to a text that reads back to the same print. */
#include "base/buf.h"
#include "sim/fault.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_buf first LS_AUTO(ls_buf_release) = {0}, second LS_AUTO(ls_buf_release) = {0};
    struct ls_sim_fault fault, again;
    struct ls_err err;
    if (ls_sim_fault_parse((struct ls_slice){(const char *)data, size}, &fault, &err))
        return 0;
    LS_ASSERT(fault.nth > 0);
    LS_ASSERT(ls_sim_fault_fits(fault.kind, fault.place));
    ls_sim_fault_print(&first, &fault);
    LS_ASSERT(ls_sim_fault_parse(ls_buf_slice(&first), &again, &err) == LS_OK);
    ls_sim_fault_print(&second, &again);
    LS_ASSERT(ls_slice_equal(ls_buf_slice(&first), ls_buf_slice(&second)));
    return 0;
}
