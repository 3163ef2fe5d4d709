#pragma once
/*
 * Limits of the rules of the kinds beyond kube-apiserver's own.
 */
enum {
    /* Items of one list that are compared with each other or with those of another. The real server
     * has no such limit and takes quadratic time. */
    LS_COMPARED_MAX = 1000,

    /* Validation rules in CEL: kube-apiserver's own limits, in its units of cost. Estimated cost of
     * one rule and of all rules of a definition; cost of one evaluation and of all evaluations of
     * one object; bytes of the answer of a message expression. */
    LS_RULE_COST_ESTIMATED_MAX = 10 * 1000 * 1000,
    LS_RULES_COST_ESTIMATED_MAX = 100 * 1000 * 1000,
    LS_RULE_COST_MAX = 1000 * 1000,
    LS_RULES_COST_MAX = 10 * 1000 * 1000,
    LS_RULE_MESSAGE_BYTES_MAX = 5 * 1024,
};
