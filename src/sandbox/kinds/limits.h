#pragma once
/*
 * What the rules of the kinds accept beyond what kube-apiserver limits by itself.
 */
enum {
    /* Items of one list that are compared with each other or with those of another. The real server
     * has no such limit: it takes the time that the square of the length needs. */
    LS_COMPARED_MAX = 1000,

    /* Validation rules in CEL: kube-apiserver's own limits, in its units of cost. What one rule may
     * cost by estimate, and all rules of a definition; what one evaluation may cost, and all of one
     * object; and what a message expression may come to. */
    LS_RULE_COST_ESTIMATED_MAX = 10 * 1000 * 1000,
    LS_RULES_COST_ESTIMATED_MAX = 100 * 1000 * 1000,
    LS_RULE_COST_MAX = 1000 * 1000,
    LS_RULES_COST_MAX = 10 * 1000 * 1000,
    LS_RULE_MESSAGE_BYTES_MAX = 5 * 1024,
};
