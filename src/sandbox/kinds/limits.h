#pragma once
/*
 * What the rules of the kinds accept beyond what kube-apiserver limits by itself.
 */
enum {
    /* Items of one list that are compared with each other or with those of another. The real server
     * has no such limit: it takes the time that the square of the length needs. */
    LS_COMPARED_MAX = 1000,
};
