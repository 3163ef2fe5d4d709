#include "base/file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* A folder of its own for each test, removed at its end. */
struct place {
    char folder[64];
    char path[128];
};

static struct place place_make(void)
{
    struct place place = {.folder = "/tmp/lockstep-file-XXXXXX"};
    CHECK(mkdtemp(place.folder) != NULL);
    snprintf(place.path, sizeof place.path, "%s/it", place.folder);
    return place;
}

static void place_release(struct place *place)
{
    unlink(place->path);
    rmdir(place->folder);
}

static void place_write(const struct place *place, const char *bytes, size_t len)
{
    FILE *file = fopen(place->path, "wb");
    CHECK(file != NULL);
    CHECK_INT(fwrite(bytes, 1, len, file), len);
    fclose(file);
}

TEST(a_file_is_appended_whole)
{
    struct place place LS_AUTO(place_release) = place_make();
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    place_write(&place, "two\0three", 9);
    ls_buf_add_text(&out, "one");
    CHECK_OK(ls_file_read(place.path, 9, &out, &err), err);
    CHECK_INT(out.len, 12);
    CHECK(memcmp(out.at, "onetwo\0three", 12) == 0);
}

TEST(a_file_past_the_limit_is_refused_and_leaves_nothing)
{
    struct place place LS_AUTO(place_release) = place_make();
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    place_write(&place, "0123456789", 10);
    CHECK_CODE(ls_file_read(place.path, 9, &out, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "/it is larger than 9 bytes");
    CHECK_INT(out.len, 0);
}

TEST(what_is_no_file_is_refused)
{
    struct place place LS_AUTO(place_release) = place_make();
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    CHECK_CODE(ls_file_read(place.path, 9, &out, &err), LS_E_NOT_FOUND, err);
    CHECK_HAS(err.text, "/it does not exist");
    CHECK_CODE(ls_file_read(place.folder, 9, &out, &err), LS_E_IO, err);
    CHECK_HAS(err.text, "is a folder, not a file");
    CHECK_CODE(ls_file_read("/dev/zero", 9, &out, &err), LS_E_IO, err);
    CHECK_HAS(err.text, "is a device, not a file");
}

TEST(a_pipe_without_a_writer_does_not_hang)
{
    struct place place LS_AUTO(place_release) = place_make();
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    CHECK_INT(mkfifo(place.path, 0600), 0);
    CHECK_OK(ls_file_read(place.path, 9, &out, &err), err);
    CHECK_INT(out.len, 0);
}

TEST(a_pipe_of_the_shell_is_read)
{
    int ends[2];
    char path[64];
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    CHECK_INT(pipe(ends), 0);
    CHECK_INT(write(ends[1], "piped", 5), 5);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    CHECK_OK(ls_file_read(path, 9, &out, &err), err);
    close(ends[0]);
    CHECK_STR(ls_buf_text(&out), "piped");
}

TEST(a_wiped_buffer_is_empty)
{
    struct ls_buf buf = {0};
    ls_buf_wipe(&buf);
    ls_buf_add_text(&buf, "secret");
    ls_buf_wipe(&buf);
    CHECK_INT(buf.len, 0);
    CHECK(buf.at == NULL);
}

TEST(a_private_file_is_replaced_whole_and_readable_by_its_owner_alone)
{
    char path[] = "/tmp/lockstep-file-XXXXXX";
    int fd = mkstemp(path);
    CHECK(fd >= 0);
    CHECK_INT(fchmod(fd, 0644), 0);
    close(fd);
    struct ls_err err;
    CHECK_OK(ls_file_write_private(path, LS_SLICE("first and long"), &err), err);
    CHECK_OK(ls_file_write_private(path, LS_SLICE("second"), &err), err);
    struct stat info;
    CHECK_INT(stat(path, &info), 0);
    CHECK_INT(info.st_mode & 0777, 0600);
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    CHECK_OK(ls_file_read(path, 64, &out, &err), err);
    CHECK_STR(ls_buf_text(&out), "second");
    unlink(path);
}

TEST(a_private_file_in_no_folder_is_refused)
{
    struct ls_err err;
    CHECK_CODE(ls_file_write_private("/nowhere/at/all", LS_SLICE("x"), &err), LS_E_IO, err);
    CHECK_HAS(err.text, "cannot write /nowhere/at/all");
}

TEST(a_descriptor_is_read_to_its_end_and_stays_open)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    CHECK_INT(write(ends[1], "0123456789", 10), 10);
    close(ends[1]);
    CHECK_CODE(ls_file_read_fd(ends[0], "pipe", 9, &out, &err), LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "pipe is larger than 9 bytes");
    CHECK_INT(out.len, 0);
    CHECK_OK(ls_file_read_fd(ends[0], "pipe", 9, &out, &err), err);
    CHECK_INT(close(ends[0]), 0);
    CHECK_CODE(ls_file_read_fd(-1, "nothing", 9, &out, &err), LS_E_IO, err);
    CHECK_STR(err.text, "cannot read nothing: Bad file descriptor");
}
