#pragma once
/*
 * From manifests to entries: which resource of the server each one is, and in which namespace.
 *
 * Kinds come from the server's catalog, then from the CRDs of the same set (plural, scope, served
 * versions), so that a set may bring its own kinds. Everything people get wrong here is found
 * before anything is sent: a kind that nobody has (with the nearest spelling), an apiVersion the
 * server does not serve for it (with those it does), a missing apiVersion, generateName, the
 * set's own parent among the members.
 */
#include "kube/catalog.h"
#include "phase/read/revision.h"

struct ls_resolve_options {
    const struct ls_catalog *catalog;
    const char *namespace_name;   /* for objects that name none */
    bool is_namespace_enforced;   /* -n was given: an object that names another is refused */
    const char *parent_namespace; /* of the set: must not be a member */
    const char *parent_name;
};

struct ls_entries {
    const struct ls_entry *at; /* of the manifests that have no problem, in their order */
    size_t count;
    size_t new_kind_count; /* kinds that the set brings and the server does not have yet */
    /* Sentences worth a line, in the arena; NULL: nothing to say. */
    const char *excluded_note; /* objects that kots.io/exclude or kots.io/when leaves out */
    const char *idle_note;     /* annotations of KOTS that have no effect here */
};
/* Everything that is wrong with a manifest becomes a problem; the others become entries. */
void ls_resolve(struct ls_arena *arena, const struct ls_manifests *manifests,
                const struct ls_resolve_options *options, struct ls_entries *out,
                struct ls_problems *problems);
