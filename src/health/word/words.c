#include "health/word/words.h"

#include <string.h>

enum {
    WORD_BYTES_MAX = 24,     /* no word of the tables is longer */
    MESSAGE_BYTES_MAX = 200, /* the beginning of a message says what it is about */
    STATE_BYTES_MAX = 120,
};

/* ---- tables ---- */

/* clang-format off */
/* Single words, lower case. A word that ends in -ing and is not listed is work in progress. */
static const char *const ready_words[] = {
    "accepted", "active", "admitted", "allocated", "applied", "approved", "assigned",
    "attached", "available", "bootstrapped", "bound", "complete", "completed", "compliant",
    "configured", "connected", "converged", "created", "deployed", "done", "enabled", "ended",
    "established", "exists", "finished", "fulfilled", "good", "granted", "green", "healthy",
    "imported", "initialised", "initialized", "installed", "insync", "issued", "joined", "live",
    "loaded", "mounted", "normal", "ok", "online", "operational", "passed", "processed",
    "programmed", "promoted", "protected", "provisioned", "published", "ready", "reconciled",
    "registered", "released", "rendered", "resolved", "running", "satisfied", "scheduled",
    "serving", "skipped", "stable", "started", "subscribed", "succeed", "succeeded", "success",
    "successful", "successfully", "synced", "synchronized", "unsealed", "uptodate", "valid",
    "validated", "verified",
};
static const char *const progress_words[] = {
    "absent", "draft", "incomplete", "init", "initialization", "inprogress", "notready",
    "outdated", "outofsync", "partial", "partially", "pending", "progress", "progressing",
    "queued", "requested", "requeued", "resync", "retry", "stale", "submitted", "unassigned",
    "unattached", "unavailable", "unbound", "undeployed", "uninitialized", "unprotected",
    "unprovisioned", "unready", "unset", "unsynced", "wait", "yellow",
};
static const char *const failed_words[] = {
    "abandoned", "abnormal", "aborted", "backoff", "blocked", "broken", "canceled", "cancelled",
    "cannot", "conflict", "conflicted", "conflicting", "conflicts", "corrupt", "corrupted",
    "crash", "crashed", "crashing", "crashloopbackoff", "crashlooping", "critical", "dead",
    "degraded", "denied", "disconnected", "duplicate", "err", "error", "errored", "erroring",
    "errors", "evicted", "exceeded", "exception", "expired", "fail", "failed",
    "fails", "failure", "failures", "fatal", "fault", "faulted", "faulty", "forbidden",
    "illegal", "inaccessible", "incompatible", "inconsistent", "incorrect", "insufficient",
    "interrupted", "invalid", "killed", "lost", "malformed", "misconfiguration",
    "misconfigured", "mismatch", "missing", "noncompliant", "offline", "oomkilled", "orphan",
    "orphaned", "panic", "panicked", "refused", "rejected", "revoked", "rollback", "rolledback",
    "stalled", "stuck", "suspicious", "terminated", "throwable", "timedout", "timeout",
    "unable", "unauthorized", "undefined", "unexpectedly", "unhealthy", "unreachable",
    "unrecoverable", "unresolved", "unschedulable", "unsuccessful", "unsupported", "violated",
    "violation", "warning", "wrong",
};
static const char *const suspended_words[] = {
    "cordoned", "disabled", "halted", "held", "hibernated", "hibernating", "idle", "ignored",
    "inactive", "pause", "paused", "poweredoff", "shutdown", "sleeping", "stopped", "suspend",
    "suspended",
};
static const char *const unknown_words[] = {
    "unknown", "inconclusive",
};

/* Pairs of words that mean something else than each of them. */
static const char *const ready_pairs[] = {
    "in sync", "no errors", "no error", "all good", "to date",
};
static const char *const progress_pairs[] = {
    "not exist", "in progress", "with retry", "of sync", "of date",
};
static const char *const failed_pairs[] = {
    "not found", "not allowed", "not supported", "not permitted", "not authorized", "not valid",
    "not controlled", "not set", "not schedulable", "not accepted", "not healthy", "no such",
    "no match", "no matching", "not match", "not matching", "non compliant", "already exists",
    "timed out", "time out", "rolled back", "could not", "limit reached", "back off",
    "crash loop", "of memory", "of range", "of space", "of disk", "of capacity", "of bounds",
    "of stock", "of host", "storage full", "disk full",
};

/* Words that count only when they stand alone: ScalingDown is no trouble. */
static const char *const ready_alone[] = {"up", "open"};
static const char *const progress_alone[] = {"new"};
static const char *const suspended_alone[] = {"off"};
static const char *const failed_alone[] = {"down", "red", "bad", "failing"};
static const char *const missing_alone[] = {"notfound"};

struct sense_row {
    enum ls_sense sense;
    const char *const *words;
    size_t count;
};
#define ROW(sense, words) {LS_SENSE_##sense, words, LS_COUNT(words)}
static const struct sense_row word_rows[] = {
    ROW(READY, ready_words),         ROW(PROGRESS, progress_words), ROW(FAILED, failed_words),
    ROW(SUSPENDED, suspended_words), ROW(UNKNOWN, unknown_words),
};
static const struct sense_row pair_rows[] = {
    ROW(READY, ready_pairs), ROW(PROGRESS, progress_pairs), ROW(FAILED, failed_pairs),
};
static const struct sense_row alone_rows[] = {
    ROW(READY, ready_alone), ROW(PROGRESS, progress_alone), ROW(FAILED, failed_alone),
    ROW(MISSING, missing_alone), ROW(SUSPENDED, suspended_alone),
};

/* Words in -ing that do not mean work. */
static const char *const no_work[] = {
    "string", "ing", "nothing", "existing", "during", "being", "everything", "missing", "ping",
    "ring", "king", "thing", "binding", "setting", "ingress",
};

/* A condition whose type is one of these words is about the whole object. */
static const char *const summary_words[] = {
    "ready", "available", "healthy", "synced", "synchronized", "established", "succeeded",
    "successful", "complete", "completed", "programmed", "accepted", "reconciled",
};
/* A type that ends in one of these, or in one of the above, is about a part of it. */
static const char *const fine_words[] = {
    "deployed", "applied", "provisioned", "online", "valid", "configured", "issued",
    "installed", "bound", "active", "bootstrapped", "initialized", "resolved", "registered",
    "admitted", "created", "promoted", "compliant", "joined", "connected", "finished", "live",
    "verified", "operational", "success", "exported", "generated", "validated", "enforced",
    "serving",
};
static const char *const trouble_words[] = {
    "failed", "failure", "failing", "error", "errors", "errored", "degraded", "stalled",
    "invalid", "unhealthy", "conflicted", "conflict", "conflicts", "unavailable", "orphan",
    "orphaned", "misconfigured", "unreachable", "rejected", "lost", "violated", "exceeded",
    "exhausted", "mismatch", "warning", "expired", "dead", "corrupted", "unschedulable",
};
static const char *const work_words[] = {
    "reconciling", "progressing", "pending", "updating", "upgrading", "creating", "deleting",
    "terminating", "provisioning", "scaling", "issuing", "installing", "progress",
    "initializing", "migrating", "restarting", "restoring", "deploying", "bootstrapping",
    "syncing", "starting", "stopping", "waiting", "importing", "processing", "applying",
    "rebooting", "resizing", "disrupting", "draining", "drifted",
    "synchronizing", "recovering", "rebalancing", "rolling", "configuring", "preparing",
    "building", "replacing", "resuming", "hibernating", "joining", "registering",
};
/* For these types False is an answer, not something to wait for. */
static const char *const verdict_words[] = {
    "accepted", "admitted", "valid", "compliant",
};
/* Types that are written in other ways. */
static const struct {
    const char *type;
    enum ls_polarity polarity;
} odd_types[] = {
    {"ResolvedRefs", LS_POLARITY_PART},      {"ResourcesUpToDate", LS_POLARITY_PART},
    {"RollingUpdate", LS_POLARITY_WORK},     {"InProgress", LS_POLARITY_WORK},
    {"ReplicaFailure", LS_POLARITY_TROUBLE}, {"ScalingLimited", LS_POLARITY_NONE},
    {"AbleToScale", LS_POLARITY_PART},       {"ScalingActive", LS_POLARITY_PART},
};
static const char *const held_words[] = {
    "paused", "suspended", "hibernated", "ignored",
};

/* The last word of the name of a kind that runs to an end. */
static const char *const ending_kinds[] = {
    "run", "job", "workflow", "backup", "restore", "snapshot", "task", "experiment", "test",
    "migration", "build", "import", "export", "upgrade", "operation", "scan", "analysis",
    "request", "evaluation", "clone", "copy", "command", "execution", "promotion", "release",
    "challenge", "order", "restoration", "check",
};
static const char *const plain_kinds[] = {
    "config", "configuration", "template", "class", "composition", "profile", "parameters",
    "schedule", "overrides", "defaults", "settings", "info", "metadata", "grant", "exception",
    "usage", "claimtemplate",
};
/* clang-format on */

/* ---- words of a text ---- */

struct word_walk {
    struct ls_slice rest;
    char word[WORD_BYTES_MAX + 1]; /* lower case; cut to WORD_BYTES_MAX */
    size_t len;
    bool is_shout; /* the text has no lower case letter: CREATE_FAILED */
};

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_letter(char c)
{
    return is_upper(c) || (c >= 'a' && c <= 'z');
}

static struct ls_slice front_of(struct ls_slice text, size_t bytes)
{
    return (struct ls_slice){text.at, text.len < bytes ? text.len : bytes};
}

/* At most WORD_BYTES_MAX bytes. */
static void lower(struct ls_slice text, char *out)
{
    LS_ASSERT(text.len <= WORD_BYTES_MAX);
    for (size_t i = 0; i < text.len; i++)
        out[i] = (char)(is_upper(text.at[i]) ? text.at[i] - 'A' + 'a' : text.at[i]);
    out[text.len] = '\0';
}

static struct word_walk word_walk(struct ls_slice text)
{
    struct word_walk walk = {.rest = text, .is_shout = true};
    for (size_t i = 0; i < text.len; i++)
        walk.is_shout = walk.is_shout && !(text.at[i] >= 'a' && text.at[i] <= 'z');
    return walk;
}

/* Does a new word begin at i? `ReconcileError`, `ACMEAccount`, but not inside `PENDING`. */
static bool begins_word(const struct word_walk *walk, struct ls_slice text, size_t i)
{
    if (!is_letter(text.at[i]))
        return true;
    if (i == 0 || walk->is_shout || !is_upper(text.at[i]))
        return false;
    bool follows_upper = is_upper(text.at[i - 1]);
    bool ends_acronym = i + 1 < text.len && is_letter(text.at[i + 1]) && !is_upper(text.at[i + 1]);
    return !follows_upper || ends_acronym;
}

/* The next word; false after the last. */
static bool word_next(struct word_walk *walk)
{
    while (walk->rest.len > 0 && !is_letter(walk->rest.at[0]))
        walk->rest = ls_slice_from(walk->rest, 1);
    struct ls_slice text = walk->rest;
    size_t i = 0;
    walk->len = 0;
    for (; i < text.len && (i == 0 || !begins_word(walk, text, i)); i++)
        if (walk->len < WORD_BYTES_MAX)
            walk->len++;
    lower(front_of(text, walk->len), walk->word);
    walk->rest = ls_slice_from(text, i);
    return walk->len > 0;
}

static bool is_listed(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i][0] == word[0] && strcmp(list[i], word) == 0)
            return true;
    return false;
}

/* ---- senses ---- */

static enum ls_sense row_sense(const struct sense_row *rows, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (is_listed(word, rows[i].words, rows[i].count))
            return rows[i].sense;
    return LS_SENSE_NONE;
}

static enum ls_sense word_sense(const char *word, size_t len)
{
    enum ls_sense sense = row_sense(word_rows, LS_COUNT(word_rows), word);
    bool is_work = len > 4 && strcmp(word + len - 3, "ing") == 0;
    if (sense == LS_SENSE_NONE && is_work && !is_listed(word, no_work, LS_COUNT(no_work)))
        return LS_SENSE_PROGRESS;
    return sense;
}

/* `not ready` means in progress; `not failed` means little. */
static enum ls_sense negated(enum ls_sense sense)
{
    if (sense == LS_SENSE_READY)
        return LS_SENSE_PROGRESS;
    return sense == LS_SENSE_FAILED ? LS_SENSE_NONE : sense;
}

static bool is_negation(const char *word)
{
    static const char *const negations[] = {"not", "no", "non", "without", "never", "un"};
    return is_listed(word, negations, LS_COUNT(negations));
}

struct last_word {
    char word[WORD_BYTES_MAX + 1];
    bool is_negation;
};

/* The meaning of a word together with the one before it. */
static enum ls_sense pair_sense(const struct word_walk *walk, const struct last_word *before)
{
    char pair[2 * WORD_BYTES_MAX + 2];
    size_t front = strlen(before->word);
    memcpy(pair, before->word, front);
    pair[front] = ' ';
    memcpy(pair + front + 1, walk->word, walk->len + 1);
    enum ls_sense sense = front ? row_sense(pair_rows, LS_COUNT(pair_rows), pair) : LS_SENSE_NONE;
    if (sense != LS_SENSE_NONE)
        return sense;
    sense = word_sense(walk->word, walk->len);
    return before->is_negation ? negated(sense) : sense;
}

static enum ls_sense text_sense(struct ls_slice text)
{
    struct word_walk walk = word_walk(text);
    struct last_word before = {.word = ""};
    enum ls_sense worst = LS_SENSE_NONE;
    while (word_next(&walk)) {
        enum ls_sense sense = pair_sense(&walk, &before);
        if (sense > worst)
            worst = sense;
        before.is_negation = is_negation(walk.word);
        memcpy(before.word, walk.word, walk.len + 1);
    }
    return worst;
}

enum ls_sense ls_words_sense(struct ls_slice text)
{
    char lone[WORD_BYTES_MAX + 1];
    enum ls_sense sense = LS_SENSE_NONE;
    if (text.len <= WORD_BYTES_MAX) {
        lower(text, lone);
        sense = row_sense(alone_rows, LS_COUNT(alone_rows), lone);
    }
    return sense ? sense : text_sense(front_of(text, STATE_BYTES_MAX));
}

bool ls_words_mean_trouble(struct ls_slice message)
{
    return text_sense(front_of(message, MESSAGE_BYTES_MAX)) == LS_SENSE_FAILED;
}

/* ---- condition types, kinds ---- */

/* The last word, and how many there are. */
static size_t last_word(struct ls_slice name, struct last_word *out)
{
    struct word_walk walk = word_walk(name);
    size_t count = 0;
    *out = (struct last_word){.word = ""};
    while (word_next(&walk)) {
        out->is_negation = is_negation(out->word);
        memcpy(out->word, walk.word, walk.len + 1);
        count++;
    }
    return count;
}

static bool holds_word(struct ls_slice name, const char *const *list, size_t count)
{
    struct word_walk walk = word_walk(name);
    while (word_next(&walk))
        if (is_listed(walk.word, list, count))
            return true;
    return false;
}

enum ls_polarity ls_words_polarity(struct ls_slice condition_type)
{
    struct last_word last;
    size_t count = last_word(condition_type, &last);
    for (size_t i = 0; i < LS_COUNT(odd_types); i++)
        if (condition_type.len > 0 && condition_type.at[0] == odd_types[i].type[0] &&
            ls_slice_is(condition_type, odd_types[i].type))
            return odd_types[i].polarity;
    bool is_summary = is_listed(last.word, summary_words, LS_COUNT(summary_words));
    if (is_summary || is_listed(last.word, fine_words, LS_COUNT(fine_words))) {
        if (last.is_negation)
            return LS_POLARITY_TROUBLE;
        return is_summary && count == 1 ? LS_POLARITY_SUMMARY : LS_POLARITY_PART;
    }
    if (last.is_negation)
        return LS_POLARITY_NONE;
    if (holds_word(condition_type, trouble_words, LS_COUNT(trouble_words)))
        return LS_POLARITY_TROUBLE;
    if (is_listed(last.word, held_words, LS_COUNT(held_words)))
        return LS_POLARITY_HELD;
    return is_listed(last.word, work_words, LS_COUNT(work_words)) ? LS_POLARITY_WORK
                                                                  : LS_POLARITY_NONE;
}

bool ls_words_type_is_verdict(struct ls_slice condition_type)
{
    struct last_word last;
    last_word(condition_type, &last);
    return is_listed(last.word, verdict_words, LS_COUNT(verdict_words));
}

bool ls_words_kind_ends(struct ls_slice kind)
{
    struct last_word last;
    last_word(kind, &last);
    return is_listed(last.word, ending_kinds, LS_COUNT(ending_kinds));
}

bool ls_words_kind_is_plain(struct ls_slice kind)
{
    struct last_word last;
    last_word(kind, &last);
    return ls_slice_starts(kind, "Cron") ||
           is_listed(last.word, plain_kinds, LS_COUNT(plain_kinds));
}
