/* Feeds every seed of a fuzz target to it: an input that ever failed stays a test. The program
 * replay_NAME reads fuzz/seeds/NAME. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "source_dir.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SEED_BYTES_MAX = 4 << 20 };

static void replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    uint8_t *data = malloc(SEED_BYTES_MAX);
    CHECK(data != NULL);
    size_t size = fread(data, 1, SEED_BYTES_MAX, file);
    fclose(file);
    /* An exact copy, so that the address sanitizer sees a read past the end. */
    uint8_t *exact = malloc(size ? size : 1);
    CHECK(exact != NULL);
    for (size_t i = 0; i < size; i++)
        exact[i] = data[i];
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    free(data);
}

TEST(every_seed_is_survived)
{
    const char *name = strchr(program_invocation_short_name, '_');
    CHECK(name != NULL);
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/fuzz/seeds/%s", LS_SOURCE_DIR, name + 1);
    DIR *seeds = opendir(folder);
    CHECK(seeds != NULL);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(seeds));) {
        if (entry->d_name[0] == '.')
            continue;
        char path[2048];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        replay_file(path);
        count++;
    }
    closedir(seeds);
    CHECK(count > 0);
}
