/* What controllers' words mean: every row as a user meets it in an object. */
#include "health/word/words.h"

#include <stdio.h>

#include "check.h"

static const struct sense_wish {
    const char *text;
    enum ls_sense sense;
} senses[] = {
    {"", LS_SENSE_NONE},
    {"blue", LS_SENSE_NONE},
    {"Running", LS_SENSE_READY},
    {"RUNNING", LS_SENSE_READY},
    {"Cluster in healthy state", LS_SENSE_READY},
    {"UpToDate", LS_SENSE_READY},
    {"Provisioning", LS_SENSE_PROGRESS},
    {"CREATE_IN_PROGRESS", LS_SENSE_PROGRESS},
    {"In-progress", LS_SENSE_PROGRESS},
    {"NotReady", LS_SENSE_PROGRESS},
    {"StatefulSetNotReady", LS_SENSE_PROGRESS},
    {"Waiting for Pods to be ready", LS_SENSE_PROGRESS},
    {"ScalingDown", LS_SENSE_PROGRESS},
    {"OutOfSync", LS_SENSE_PROGRESS},
    {"MinimumReplicasUnavailable", LS_SENSE_PROGRESS},
    {"unready", LS_SENSE_PROGRESS},
    {"Unbound", LS_SENSE_PROGRESS},
    {"Failing over", LS_SENSE_PROGRESS},
    {"failing", LS_SENSE_FAILED},
    {"Stuck", LS_SENSE_FAILED},
    {"Faulty", LS_SENSE_FAILED},
    {"storage-full", LS_SENSE_FAILED},
    {"down", LS_SENSE_FAILED},
    {"CREATE_FAILED", LS_SENSE_FAILED},
    {"ErrRegisterACMEAccount", LS_SENSE_FAILED},
    {"DependencyNotFound", LS_SENSE_FAILED},
    {"ReconcileError", LS_SENSE_FAILED},
    {"NotAllowedByListeners", LS_SENSE_FAILED},
    {"NotFound", LS_SENSE_MISSING},
    {"ReconcilePaused", LS_SENSE_SUSPENDED},
    {"Unknown", LS_SENSE_UNKNOWN},
    {"NoErrors", LS_SENSE_READY},
    {"notready", LS_SENSE_PROGRESS},
    {"unavailable", LS_SENSE_PROGRESS},
    {"OutOfDate", LS_SENSE_PROGRESS},
    {"OutOfDiskSpace", LS_SENSE_FAILED},
    {"Unsuccessful", LS_SENSE_FAILED},
    {"CrashLooping", LS_SENSE_FAILED},
    {"Cordoned", LS_SENSE_SUSPENDED},
    {"off", LS_SENSE_SUSPENDED},
    {"turned off the old one", LS_SENSE_NONE},
    {"\xc3\xa9t\xc3\xa9", LS_SENSE_NONE},
};

TEST(words_and_sentences_have_a_sense)
{
    for (size_t i = 0; i < LS_COUNT(senses); i++) {
        if (ls_words_sense(ls_slice_of(senses[i].text)) != senses[i].sense)
            fprintf(stderr, "%s\n", senses[i].text);
        CHECK_INT(ls_words_sense(ls_slice_of(senses[i].text)), senses[i].sense);
    }
}

static const struct polarity_wish {
    const char *type;
    enum ls_polarity polarity;
} polarities[] = {
    {"Ready", LS_POLARITY_SUMMARY},           {"Synced", LS_POLARITY_SUMMARY},
    {"DatabaseReady", LS_POLARITY_PART},      {"ResolvedRefs", LS_POLARITY_PART},
    {"NotReady", LS_POLARITY_TROUBLE},        {"ReconcileError", LS_POLARITY_TROUBLE},
    {"Stalled", LS_POLARITY_TROUBLE},         {"CatalogSourcesUnhealthy", LS_POLARITY_TROUBLE},
    {"Reconciling", LS_POLARITY_WORK},        {"In-progress", LS_POLARITY_WORK},
    {"RolloutProgressing", LS_POLARITY_WORK}, {"Paused", LS_POLARITY_HELD},
    {"Upgradeable", LS_POLARITY_NONE},        {"", LS_POLARITY_NONE},
};

TEST(types_of_conditions_have_a_polarity)
{
    for (size_t i = 0; i < LS_COUNT(polarities); i++) {
        if (ls_words_polarity(ls_slice_of(polarities[i].type)) != polarities[i].polarity)
            fprintf(stderr, "%s\n", polarities[i].type);
        CHECK_INT(ls_words_polarity(ls_slice_of(polarities[i].type)), polarities[i].polarity);
    }
}

TEST(messages_tell_of_trouble)
{
    CHECK(ls_words_mean_trouble(LS_SLICE("cannot reach the database")));
    CHECK(ls_words_mean_trouble(LS_SLICE("the bucket could not be made")));
    CHECK(!ls_words_mean_trouble(LS_SLICE("waiting for more replicas")));
    CHECK(!ls_words_mean_trouble(LS_SLICE("")));
}

TEST(names_of_kinds_tell_what_they_are)
{
    CHECK(ls_words_kind_ends(LS_SLICE("PipelineRun")));
    CHECK(ls_words_kind_ends(LS_SLICE("Backup")));
    CHECK(!ls_words_kind_ends(LS_SLICE("Cluster")));
    CHECK(ls_words_kind_is_plain(LS_SLICE("ProviderConfig")));
    CHECK(ls_words_kind_is_plain(LS_SLICE("CronWorkflow")));
    CHECK(!ls_words_kind_is_plain(LS_SLICE("Certificate")));
}

TEST(a_word_longer_than_any_is_read_without_harm)
{
    char text[4096];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = 'a';
    CHECK_INT(ls_words_sense((struct ls_slice){text, sizeof text}), LS_SENSE_NONE);
    CHECK_INT(ls_words_polarity((struct ls_slice){text, sizeof text}), LS_POLARITY_NONE);
}
