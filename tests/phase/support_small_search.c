/* The search: breadth first over all states, each expanded once. Of a state its hash is kept, which
 * state led to it by which step, and where it goes on without faults; the whole of it only until it
 * was expanded. */
#include "support_small_impl.h"

#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

#define NO_STATE UINT32_MAX

enum { TABLE_CAP_START = 1 << 16, TRACE_STEPS_MAX = 1000 };

struct visited {
    uint64_t hash;
    uint32_t from;
    uint32_t next; /* without faults; NO_STATE: it ends here */
    small_step by;
};

struct level { /* states that are to be expanded */
    struct ls_buf bytes;
    LS_VEC(uint32_t) numbers;
};

struct search {
    struct small_model model;
    struct small_result *result;
    LS_VEC(struct visited) states;
    uint32_t *table; /* of numbers, by hash */
    size_t table_cap;
    struct level levels[2];
    size_t packed_bytes;
    small_step steps[SMALL_STEPS_MAX];
    size_t step_count;
};

/* ---- states that were visited ---- */

static void table_put(struct search *search, uint32_t number)
{
    size_t mask = search->table_cap - 1;
    size_t at = search->states.at[number].hash & mask;
    while (search->table[at] != NO_STATE)
        at = (at + 1) & mask;
    search->table[at] = number;
}

static void table_grow(struct search *search)
{
    ls_free(search->table);
    search->table_cap = search->table_cap ? search->table_cap * 2 : TABLE_CAP_START;
    search->table = LS_NEW_ARRAY(uint32_t, search->table_cap);
    memset(search->table, 0xff, search->table_cap * sizeof *search->table);
    for (size_t i = 0; i < search->states.count; i++)
        table_put(search, (uint32_t)i);
}

static uint32_t table_find(const struct search *search, uint64_t hash)
{
    size_t mask = search->table_cap - 1;
    for (size_t at = hash & mask; search->table[at] != NO_STATE; at = (at + 1) & mask) {
        if (search->states.at[search->table[at]].hash == hash)
            return search->table[at];
    }
    return NO_STATE;
}

/* The number of a state; a new one joins the next level. */
static uint32_t state_visit(struct search *search, struct small_state *state, uint32_t from,
                            small_step by, struct level *next)
{
    uint8_t packed[SMALL_PACKED_MAX];
    small_canon(&search->model, state, NULL);
    search->packed_bytes = small_pack(&search->model, state, packed);
    uint64_t hash = ls_hash_bytes(0, packed, search->packed_bytes);
    uint32_t known = table_find(search, hash);
    if (known != NO_STATE)
        return known;
    if (2 * search->states.count >= search->table_cap)
        table_grow(search);
    uint32_t number = (uint32_t)search->states.count;
    ls_vec_push(&search->states,
                ((struct visited){.hash = hash, .from = from, .next = NO_STATE, .by = by}));
    table_put(search, number);
    ls_vec_push(&next->numbers, number);
    ls_buf_add(&next->bytes, packed, search->packed_bytes);
    return number;
}

/* ---- the beginning ---- */

static void state_begin(const struct small_model *model, struct small_state *out)
{
    memset(out, 0, sizeof *out);
    out->goal = model->bounds.goal & 3;
    out->left = model->bounds.faults;
    for (unsigned i = 0; i < model->object_count; i++) {
        struct small_object *object = &out->objects[i];
        object->written = SMALL_OTHER;
        if (!model->bounds.is_installed)
            continue;
        object->now = (struct small_snap){
            .presence = SMALL_THERE, .uid = 1, .version = 1, .status = SMALL_READY};
        object->written = SMALL_FIRST;
        object->was_ready = 1;
    }
    if (model->bounds.is_installed)
        out->parent = (struct small_parent){.exists = 1, .uid = 1, .version = 1, .lists_all = 1};
}

/* ---- the trace of a violation ---- */

/* Objects of a phase change places when a state is made canonical: people read one name for each.
 */
static void names_follow(const struct small_model *model, uint8_t names[SMALL_OBJECTS_MAX],
                         const uint8_t moved[SMALL_OBJECTS_MAX])
{
    uint8_t before[SMALL_OBJECTS_MAX];
    memcpy(before, names, sizeof before);
    for (unsigned i = 0; i < model->object_count; i++)
        names[i] = before[moved[i]];
}

struct trace {
    struct small_state state;
    uint8_t names[SMALL_OBJECTS_MAX];
    unsigned count;
};

static void trace_step(struct search *search, struct trace *trace, small_step step)
{
    struct small_state to;
    struct small_model *model = &search->model;
    struct ls_buf *report = &search->result->report;
    uint8_t moved[SMALL_OBJECTS_MAX];
    ls_buf_printf(report, "%4u. ", ++trace->count);
    model->tale = report;
    model->names = trace->names;
    bool is_taken = small_step_take(model, &trace->state, step, &to);
    LS_ASSERT(is_taken);
    model->tale = NULL;
    model->names = NULL;
    ls_buf_add_char(report, '\n');
    small_canon(model, &to, moved);
    names_follow(model, trace->names, moved);
    trace->state = to;
}

static void trace_begin(struct search *search, uint32_t number, struct trace *out)
{
    LS_VEC(uint32_t) path = {0};
    for (uint32_t at = number; at != 0; at = search->states.at[at].from)
        ls_vec_push(&path, at);
    *out = (struct trace){0};
    state_begin(&search->model, &out->state);
    small_canon(&search->model, &out->state, NULL);
    for (uint8_t i = 0; i < SMALL_OBJECTS_MAX; i++)
        out->names[i] = i;
    for (size_t i = path.count; i > 0; i--)
        trace_step(search, out, search->states.at[path.at[i - 1]].by);
    ls_vec_release(&path);
}

static void violation_report(struct search *search, uint32_t number, small_step step)
{
    struct trace trace;
    const char *what = search->model.violation;
    search->result->is_violated = true;
    ls_buf_printf(&search->result->report, "%s:\n", what);
    search->model.violation = NULL;
    trace_begin(search, number, &trace);
    trace_step(search, &trace, step);
}

/* ---- expanding ---- */

static bool is_fault(const struct small_state *from, const struct small_state *to)
{
    return memcmp(&from->left, &to->left, sizeof from->left) != 0;
}

static void state_expand(struct search *search, uint32_t number, const struct small_state *state,
                         struct level *next)
{
    unsigned best = UINT32_MAX;
    struct small_state to;
    for (size_t i = 0; i < search->step_count && !search->result->is_violated; i++) {
        small_step step = search->steps[i];
        if (!small_step_take(&search->model, state, step, &to))
            continue;
        if (search->model.violation) {
            violation_report(search, number, step);
            return;
        }
        unsigned rank = small_step_rank(step);
        bool is_next = rank != 0 && rank < best && !is_fault(state, &to);
        uint32_t reached = state_visit(search, &to, number, step, next);
        search->result->step_count++;
        if (!is_next)
            continue;
        best = rank;
        search->states.at[number].next = reached;
    }
    bool is_end = search->states.at[number].next == NO_STATE;
    if (is_end && !small_is_satisfied(&search->model, state)) {
        struct trace trace;
        search->result->is_violated = true;
        ls_buf_add_text(&search->result->report, "nothing goes on, and it is not as wanted:\n");
        trace_begin(search, number, &trace);
    }
}

static void level_expand(struct search *search, const struct level *level, struct level *next)
{
    struct small_state state;
    size_t max = search->model.bounds.state_count_max;
    for (size_t i = 0; i < level->numbers.count && !search->result->is_violated; i++) {
        if (max > 0 && search->states.count >= max) {
            search->result->is_cut = true;
            return;
        }
        small_unpack(&search->model, (const uint8_t *)level->bytes.at + i * search->packed_bytes,
                     &state);
        state_expand(search, level->numbers.at[i], &state, next);
    }
}

/* ---- does every state lead to the end? ---- */

static void circle_report(struct search *search, uint32_t number)
{
    struct trace trace;
    uint32_t at = number;
    search->result->is_violated = true;
    ls_buf_add_text(&search->result->report, "without any fault it goes on for ever:\n");
    trace_begin(search, number, &trace);
    ls_buf_add_text(&search->result->report, "  from here on, in a circle:\n");
    for (unsigned i = 0; i < TRACE_STEPS_MAX; i++) {
        uint32_t next = search->states.at[at].next;
        for (size_t j = 0; j < search->step_count; j++) {
            struct small_state to;
            if (!small_step_take(&search->model, &trace.state, search->steps[j], &to))
                continue;
            bool is_free = !is_fault(&trace.state, &to) && small_step_rank(search->steps[j]) != 0;
            uint8_t packed[SMALL_PACKED_MAX];
            small_canon(&search->model, &to, NULL);
            size_t bytes = small_pack(&search->model, &to, packed);
            if (is_free && ls_hash_bytes(0, packed, bytes) == search->states.at[next].hash) {
                trace_step(search, &trace, search->steps[j]);
                break;
            }
        }
        at = next;
        if (at == number)
            return;
    }
}

/* How many steps from each to its end; walked once each. */
static void ends_check(struct search *search)
{
    size_t count = search->states.count;
    uint16_t *steps = LS_NEW_ARRAY(uint16_t, count); /* one more than; 0: not known yet */
    LS_VEC(uint32_t) path = {0};
    for (uint32_t start = 0; start < count && !search->result->is_violated; start++) {
        uint32_t at = start;
        path.count = 0;
        while (steps[at] == 0 && search->states.at[at].next != NO_STATE &&
               path.count <= TRACE_STEPS_MAX) {
            ls_vec_push(&path, at);
            at = search->states.at[at].next;
        }
        if (path.count > TRACE_STEPS_MAX) {
            circle_report(search, at);
            break;
        }
        if (steps[at] == 0)
            steps[at] = 1;
        uint16_t far = steps[at];
        while (path.count > 0)
            steps[path.at[--path.count]] = ++far;
        search->result->settle_max = LS_MAX(search->result->settle_max, far - 1u);
    }
    ls_vec_release(&path);
    ls_free(steps);
}

/* ---- all of it ---- */

static void search_run(struct search *search)
{
    struct small_state state;
    state_begin(&search->model, &state);
    unsigned turn = 0;
    (void)state_visit(search, &state, 0, 0, &search->levels[0]);
    while (search->levels[turn].numbers.count > 0) {
        struct level *next = &search->levels[turn ^ 1];
        next->bytes.len = next->numbers.count = 0;
        level_expand(search, &search->levels[turn], next);
        if (search->result->is_violated || search->result->is_cut)
            break;
        search->result->depth += next->numbers.count > 0;
        turn ^= 1;
    }
    search->result->state_count = search->states.count;
    if (!search->result->is_violated && !search->result->is_cut)
        ends_check(search);
}

void small_search(const struct small_bounds *bounds, const struct small_rules *rules,
                  struct small_result *out)
{
    struct search *search = LS_NEW(struct search);
    *out = (struct small_result){0};
    small_model_init(&search->model, bounds, rules);
    search->result = out;
    search->step_count = small_steps_make(&search->model, search->steps);
    table_grow(search);
    search_run(search);
    for (int i = 0; i < 2; i++) {
        ls_buf_release(&search->levels[i].bytes);
        ls_vec_release(&search->levels[i].numbers);
    }
    ls_vec_release(&search->states);
    ls_free(search->table);
    small_model_release(&search->model);
    ls_free(search);
}

void small_result_release(struct small_result *result)
{
    ls_buf_release(&result->report);
}

static void bounds_print(const struct small_bounds *bounds, struct ls_buf *out)
{
    static const char *const goals[] = {"rollout", "change", "teardown"};
    const struct small_faults *faults = &bounds->faults;
    const struct {
        const char *name;
        unsigned count;
    } rows[] = {
        {"crash", faults->crashes},     {"stale", faults->stales}, {"loss", faults->losses},
        {"late", faults->lates},        {"edit", faults->edits},   {"delete", faults->deletions},
        {"unready", faults->unreadies}, {"turn", faults->turns},   {"tick", faults->ticks}};
    ls_buf_printf(out, "%u x %u, %s of %s", bounds->phases, bounds->width, goals[bounds->goal],
                  bounds->is_installed ? "what is there" : "nothing");
    if (bounds->runs > 1)
        ls_buf_printf(out, ", %u runs at once", bounds->runs);
    if (bounds->is_remote)
        ls_buf_add_text(out, ", from two hosts");
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (rows[i].count > 0)
            ls_buf_printf(out, ", %s %u", rows[i].name, rows[i].count);
    }
}

void small_result_print(const struct small_bounds *bounds, const struct small_result *result,
                        struct ls_buf *out)
{
    bounds_print(bounds, out);
    ls_buf_printf(out, ": %llu states%s, %llu steps, %u deep, at most %u steps to the end, %s",
                  (unsigned long long)result->state_count, result->is_cut ? " (not all)" : "",
                  (unsigned long long)result->step_count, result->depth, result->settle_max,
                  result->is_violated ? "1 violation: " : "0 violations");
    ls_buf_add_slice(out, ls_buf_slice(&result->report));
}
