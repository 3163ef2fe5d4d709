/* Scenario files: whatever is in them, they are read or refused. */
#include "sim/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_scenario scenario = {0};
    struct ls_err err;
    if (ls_scenario_parse(&scenario, "fuzz", (struct ls_slice){(const char *)data, size}, &err)) {
        LS_ASSERT(err.text[0] != '\0');
        return 0;
    }
    LS_ASSERT(scenario.step_count > 0);
    ls_scenario_release(&scenario);
    return 0;
}
