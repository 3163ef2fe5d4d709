#pragma once
/*
 * A list, object by object: all pages of a selection, read as the bytes arrive. Memory is bounded
 * by the largest object, not by the page or the list.
 *
 * Objects come with apiVersion and kind, which the server leaves out inside lists of built-in
 * kinds.
 *
 * The pages are one consistent state of the server. When its token expires in the middle, or a page
 * breaks after some of its objects were delivered, the list restarts and calls `begin` again; after
 * an expired token it then requests everything at once, which cannot expire.
 */
#include "kube/client.h"
#include "kube/split.h"

/* Which objects. */
struct ls_selection {
    const struct ls_resource *resource;
    const char *namespace_name; /* NULL: all */
    const char *labels;         /* selectors; NULL: any */
    const char *fields;
    enum ls_form form; /* of a table each row is an object */
};

struct ls_list_options {
    const char *resource_version; /* not older than this; NULL: the most recent */
    int64_t page_objects;         /* 0: LS_PAGE_OBJECTS; -1: all in one page */
    /* For each complete page, all its tries together. 0: the client's timeout limits the start of
     * the page and the longest pause in it. */
    int64_t timeout_ms;
    bool is_single_try; /* never retried here: the owner has its own backoff */
};

/* All valid during the call of done. */
struct ls_list_end {
    enum ls_code code;
    const struct ls_err *err; /* never NULL */
    struct ls_node status;    /* the Status of a refusal, or absent */
    int http_status;
    struct ls_slice resource_version; /* the state the list shows */
    struct ls_slice kind;             /* "PodList" */
    struct ls_slice api_version;
    uint64_t object_count;
};

struct ls_list_hooks {
    void *self;
    /* The list begins or restarts: what was delivered before does not count. */
    void (*begin)(void *self);
    /* Borrowed; ls_obj_ref() keeps it. False ends the list with LS_E_CANCELLED. */
    bool (*object)(void *self, const struct ls_obj *obj);
    /* Exactly once, the last call. The list's memory is the caller's again. */
    void (*done)(void *self, const struct ls_list_end *end);
    /* May be NULL: what comes before the objects of each page that has any, for example the columns
     * of a table. Borrowed. */
    void (*head)(void *self, const struct ls_obj *head);
};

/* In the caller's memory, zeroed before first use; all members are private. */
struct ls_list {
    struct ls_client *client;
    struct ls_list_hooks hooks;
    struct ls_list_options options;
    enum ls_form form;
    struct ls_buf what;  /* "list pods": context of errors */
    struct ls_buf type;  /* "kind":"Pod","apiVersion":"v1", for objects that leave it out */
    struct ls_buf item;  /* an object with its type put in */
    struct ls_buf path;  /* with the selectors */
    struct ls_buf since; /* resource version asked for */
    struct ls_buf token; /* of the next page */
    struct ls_buf version;
    struct ls_buf kind;
    struct ls_buf api_version;
    struct ls_split split;
    struct ls_attempt *attempt;
    struct ls_timer timer;
    struct ls_task task;
    struct ls_err err;
    unsigned repeats;
    int64_t page_deadline_ms; /* on the mono clock, for all tries of a page to begin; -1: none */
    unsigned restarts;
    unsigned pages;
    uint64_t object_count;
    uint64_t page_object_count;
    bool is_whole; /* asks for all in one page */
    bool *is_cut;  /* set when cancelled inside one of its own hooks */
};

/* Copies what it needs from selection and options. */
void ls_list_start(struct ls_client *client, struct ls_list *list,
                   const struct ls_selection *selection, const struct ls_list_options *options,
                   const struct ls_list_hooks *hooks);
/* No hook is called after this, and the memory is the caller's again; does nothing when no list is
 * open. May be called from the hooks. */
void ls_list_cancel(struct ls_list *list);

/* The path of a selection with its selectors, for list and watch. */
enum ls_code ls_selection_target(const struct ls_selection *selection, struct ls_buf *out,
                                 struct ls_err *err);
/* "list pods in namespace \"shop\"" for errors. */
void ls_selection_print(struct ls_buf *out, const char *verb, const struct ls_selection *selection);
