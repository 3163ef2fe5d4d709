#pragma once
/*
 * Findings: what a rehearsal says would go wrong, each with its kind, its place in the manifests
 * and a sentence. Kinds are rows of a table; a finding never changes what is rehearsed.
 */
#include "source/source.h"

enum ls_rehearse_finding_kind {
    LS_REHEARSE_FINDING_TOO_EARLY,
    LS_REHEARSE_FINDING_TWICE,
    LS_REHEARSE_FINDING_REFUSED,
    LS_REHEARSE_FINDING_GATE,
    LS_REHEARSE_FINDING_FAILS,
    LS_REHEARSE_FINDING_RIGHT,
    LS_REHEARSE_FINDING_JOB_AGAIN,
    LS_REHEARSE_FINDING_WRITTEN_AGAIN,
    LS_REHEARSE_FINDING_TEARDOWN_HANGS,
    LS_REHEARSE_FINDING_TEARDOWN_ORDER,
    LS_REHEARSE_FINDING_FAULT,
    LS_REHEARSE_FINDING_KIND_ASSUMED,
    LS_REHEARSE_FINDING_NAMESPACE_ASSUMED,
    LS_REHEARSE_FINDING_COUNT
};

enum ls_severity {
    LS_SEVERITY_NOTE,    /* worth knowing; no mistake */
    LS_SEVERITY_WARNING, /* the rollout comes through all the same */
    LS_SEVERITY_ERROR,   /* the rollout or the teardown does not come through */
    LS_SEVERITY_COUNT
};
const char *ls_severity_name(enum ls_severity severity); /* "warning" */

struct ls_rehearse_finding_row {
    const char *name;  /* for programs: "gate-never-opens" */
    const char *title; /* for people: "a gate that can never open" */
    enum ls_severity severity;
};
const struct ls_rehearse_finding_row *ls_rehearse_finding_row(enum ls_rehearse_finding_kind kind);

struct ls_rehearse_finding {
    enum ls_rehearse_finding_kind kind;
    const char *file; /* NULL: it belongs to no manifest */
    uint32_t line;
    const char
        *object;      /* "Deployment shop/web"; "" when the text names it, or when there is none */
    const char *text; /* a sentence, without its place */
    size_t number;    /* in the order of adding */
};

struct ls_rehearse_findings { /* {0} is empty */
    struct ls_arena arena;
    LS_VEC(struct ls_rehearse_finding) list;
    size_t count; /* found; the list has the first LS_REHEARSE_FINDINGS_MAX */
    size_t by_severity[LS_SEVERITY_COUNT];
};
void ls_rehearse_findings_release(struct ls_rehearse_findings *findings);

/* One about a manifest: its place is that of the value, or of the manifest when that is absent.
 * manifest may be NULL. One that is there already, of the same kind and place, is not added. */
struct ls_rehearse_finding_spec {
    enum ls_rehearse_finding_kind kind;
    const struct ls_manifest *manifest;
    struct ls_node value;
    uint32_t line; /* in place of value; 0: not known */
    const char *object;
};
void ls_rehearse_findings_add(struct ls_rehearse_findings *findings,
                              const struct ls_rehearse_finding_spec *spec, const char *format, ...)
    LS_FORMAT(3, 4);
/* Errors first, then by place; those without a place last. */
void ls_rehearse_findings_sort(struct ls_rehearse_findings *findings);
enum ls_severity ls_rehearse_findings_worst(
    const struct ls_rehearse_findings *findings); /* NOTE when there is none */
/* "shop/web.yaml:12"; nothing without a place. */
void ls_rehearse_finding_print_place(const struct ls_rehearse_finding *finding, struct ls_buf *out);
