#pragma once
/*
 * What the simulated world accepts from outside.
 */
enum {
    LS_SIM_CALLS_MAX = 1000000,          /* callbacks of one command; more is work without an end */
    LS_PLAY_RUN_MS = 2 * 60 * 60 * 1000, /* of virtual time for one command */
    LS_PLAY_AGAIN_MS = 1000,             /* until what others change is there */
    LS_PLAY_SETTLE_MS = 60 * 1000,       /* after the last one */
    LS_SCENARIO_BYTES_MAX = 1 << 20,
    LS_SCENARIO_STEPS_MAX = 16,
    LS_SCENARIO_ACTS_MAX = 64, /* of one step */
    LS_SCENARIO_MANIFESTS_MAX = 16,
    LS_SIM_BREACHES_MAX = 100,   /* kept by a check; the others are counted */
    LS_SIM_SECRET_BYTES_MIN = 6, /* shorter values are in any text by chance */
};
