/*
 * Against others: our client on nginx and nghttpd, curl and h2load on our server. A program that is
 * not installed is passed over, and said so.
 */
#include <arpa/inet.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/child.h"
#include "base/mem.h"
#include "check.h"
#include "support_stage.h"

enum { REQUESTS = 10000, PATH_BYTES = 256 };

/* ---- programs ---- */

static bool is_installed(const char *program)
{
    static const char *const folders[] = {"/usr/sbin", "/usr/bin", "/usr/local/bin", "/sbin"};
    for (size_t i = 0; i < LS_COUNT(folders); i++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s", folders[i], program);
        if (access(path, X_OK) == 0)
            return true;
    }
    print_message("    passed over: %s is not installed\n", program);
    return false;
}

/* nginx and nghttpd live in /usr/sbin, which is not on everybody's path. */
static const char *sbin(const char *program, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "/usr/sbin/%s", program);
    return access(path, X_OK) == 0 ? path : program;
}

struct run {
    struct ls_child *child;
    size_t is_over;
    int exit_status;
    struct ls_buf output;
};

static void run_ended(void *self, const struct ls_child_result *result)
{
    struct run *run = self;
    run->is_over = 1;
    run->exit_status = result->code ? -1 : result->exit_status;
    ls_buf_add_slice(&run->output, result->output);
}

/* A check that fails leaves the test without releasing anything; setpriv sees to it that a server
 * does not outlive the test program even so. */
static void run_start(struct run *run, struct ls_world *world, const char *const *argv)
{
    const char *mortal[16] = {"setpriv", "--pdeathsig", "KILL"};
    size_t count = access("/usr/bin/setpriv", X_OK) == 0 ? 3 : 0;
    for (; *argv; argv++) {
        CHECK(count < LS_COUNT(mortal) - 1);
        mortal[count++] = *argv;
    }
    mortal[count] = NULL;
    *run = (struct run){0};
    struct ls_child_spec spec = {
        .argv = mortal, .stdout_bytes_max = 8 << 20, .deadline_ms = 120 * 1000};
    struct ls_err err;
    CHECK_OK(ls_child_start(world->loop, &spec, run_ended, run, &run->child, &err), err);
}

static void run_release(struct run *run)
{
    ls_child_free(run->child);
    ls_buf_release(&run->output);
}

static uint16_t free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t len = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(bind(fd, (struct sockaddr *)&address, len) == 0);
    CHECK(getsockname(fd, (struct sockaddr *)&address, &len) == 0);
    close(fd);
    return ntohs(address.sin_port);
}

/* ---- A folder for one test, with certificates in it ---- */

struct folder {
    char path[PATH_BYTES];
    struct cert ca;
    struct cert server;
};

static void folder_write(const struct folder *folder, const char *name, struct ls_slice text)
{
    char path[PATH_BYTES * 2];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    CHECK_INT(fwrite(text.at, 1, text.len, file), text.len);
    fclose(file);
}

static void folder_init(struct folder *folder)
{
    snprintf(folder->path, sizeof folder->path, "/tmp/ls-peers-XXXXXX");
    CHECK(mkdtemp(folder->path) != NULL);
    CHECK(chmod(folder->path, 0755) == 0); /* nginx's worker is somebody else */
    cert_make(&folder->ca, &(struct cert_spec){.name = "test CA", .is_ca = true});
    cert_make(&folder->server,
              &(struct cert_spec){.name = "s", .alt_names = "IP:127.0.0.1", .issuer = &folder->ca});
    folder_write(folder, "ca.pem", ls_buf_slice(&folder->ca.pem));
    folder_write(folder, "server.pem", ls_buf_slice(&folder->server.pem));
    folder_write(folder, "server.key", ls_buf_slice(&folder->server.key));
}

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *place)
{
    (void)about;
    (void)type;
    (void)place;
    return remove(path);
}

static void folder_release(struct folder *folder)
{
    nftw(folder->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    cert_release(&folder->ca);
    cert_release(&folder->server);
}

/* ---- our client and somebody's server ---- */

struct visit {
    struct ls_world *world;
    struct folder folder;
    struct run server;
    struct ls_tls *tls;
    struct ls_socket_wire *sockets;
    uint16_t port;
};

static void visit_init(struct visit *visit)
{
    visit->world = ls_world_new();
    visit->tls = NULL;
    visit->sockets = NULL;
    folder_init(&visit->folder);
    visit->port = free_port();
}

static void visit_connect(struct visit *visit, bool is_http1_only)
{
    struct ls_err err;
    ls_socket_wire_free(visit->sockets);
    ls_tls_unref(visit->tls);
    struct ls_tls_spec spec = {.ca = ls_buf_slice(&visit->folder.ca.pem),
                               .is_http1_only = is_http1_only};
    CHECK_OK(ls_tls_client(&spec, &visit->tls, &err), err);
    struct ls_endpoint endpoint = {.host = "127.0.0.1", .port = visit->port, .tls = visit->tls};
    visit->sockets = ls_socket_wire_new(visit->world, &endpoint, NULL);
}

static void visit_release(struct visit *visit)
{
    ls_socket_wire_free(visit->sockets);
    ls_tls_unref(visit->tls);
    run_release(&visit->server);
    folder_release(&visit->folder);
    ls_world_free(visit->world);
}

/* Asks until somebody answers: the program has only just been started. */
static void visit_await(struct visit *visit, const char *target)
{
    for (;;) {
        CHECK(!visit->server.is_over);
        struct catcher catcher;
        catcher_init(&catcher);
        catcher_send(&catcher, ls_socket_wire_interface(visit->sockets), target,
                     (struct ls_slice){0});
        catcher_wait(&catcher, visit->world);
        bool is_there = catcher.outcome.delivery == LS_DELIVERY_ANSWERED;
        catcher_release(&catcher);
        if (is_there)
            return;
        ls_loop_step(visit->world->loop, 10);
    }
}

/* Many requests, so many at a time. */
struct crowd {
    struct visit *visit;
    const char *target;
    struct ls_slice body;
    size_t left;
    size_t ended;
    size_t answered;
    struct ls_err err; /* of one that was not */
};

static void crowd_send(struct crowd *crowd, struct catcher *catcher);

static void crowd_next(struct catcher *catcher, void *self)
{
    struct crowd *crowd = self;
    crowd->ended++;
    if (catcher->outcome.code == LS_OK && catcher->status == 200)
        crowd->answered++;
    else
        crowd->err = catcher->err;
    if (crowd->left > 0)
        crowd_send(crowd, catcher);
}

static void crowd_send(struct crowd *crowd, struct catcher *catcher)
{
    crowd->left--;
    catcher_release(catcher);
    catcher_init(catcher);
    catcher->on_done = crowd_next;
    catcher->on_done_self = crowd;
    catcher_send(catcher, ls_socket_wire_interface(crowd->visit->sockets), crowd->target,
                 crowd->body);
}

static void crowd_run(struct crowd *crowd, size_t requests, size_t at_once)
{
    struct catcher *catchers = ls_alloc(at_once * sizeof *catchers);
    crowd->left = requests;
    crowd->ended = crowd->answered = 0;
    for (size_t i = 0; i < at_once; i++) {
        catcher_init(&catchers[i]);
        crowd_send(crowd, &catchers[i]);
    }
    world_run_until(crowd->visit->world, &crowd->ended, requests);
    if (crowd->answered != requests)
        print_message("    %s\n", crowd->err.text);
    CHECK_INT(crowd->answered, requests);
    for (size_t i = 0; i < at_once; i++)
        catcher_release(&catchers[i]);
    ls_free(catchers);
}

/* nginx: a new connection every hundred requests, with GOAWAY in the middle of the crowd. */

static void nginx_start(struct visit *visit)
{
    struct ls_buf config LS_AUTO(ls_buf_release) = {0};
    const char *at = visit->folder.path;
    ls_buf_printf(&config,
                  "daemon off; master_process off; pid %s/pid; error_log %s/error.log crit;\n"
                  "events { worker_connections 512; }\n"
                  "http { access_log %s/access.log; client_body_temp_path %s; proxy_temp_path %s;\n"
                  "fastcgi_temp_path %s; uwsgi_temp_path %s; scgi_temp_path %s;\n"
                  "keepalive_requests 100; client_max_body_size 10m;\n"
                  "server { listen 127.0.0.1:%u ssl http2; ssl_certificate %s/server.pem;\n"
                  "ssl_certificate_key %s/server.key;\n"
                  "location = /ok { return 200 \"fine\\n\"; }\n"
                  "location = /wait { access_log off; return 200 \"fine\\n\"; }\n"
                  "location / { access_log off; root %s; } } }\n",
                  at, at, at, at, at, at, at, at, visit->port, at, at, at);
    folder_write(&visit->folder, "nginx.conf", ls_buf_slice(&config));
    char path[PATH_BYTES * 2];
    snprintf(path, sizeof path, "%s/nginx.conf", at);
    char program[PATH_BYTES];
    const char *argv[] = {sbin("nginx", program), "-p", at, "-e", "/dev/null", "-c", path, NULL};
    run_start(&visit->server, visit->world, argv);
}

static size_t access_log_lines(const struct visit *visit)
{
    char path[PATH_BYTES * 2];
    snprintf(path, sizeof path, "%s/access.log", visit->folder.path);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    size_t lines = 0;
    for (int c; (c = getc(file)) != EOF;)
        lines += c == '\n';
    fclose(file);
    return lines;
}

static void nginx_crowds(bool is_http1_only, struct ls_slice body)
{
    static const size_t at_once[] = {1, 8, 32, 128};
    if (!is_installed("nginx"))
        return;
    struct visit visit LS_AUTO(visit_release);
    visit_init(&visit);
    nginx_start(&visit);
    visit_connect(&visit, is_http1_only);
    visit_await(&visit, "/wait");
    size_t total = 0;
    for (size_t i = 0; i < LS_COUNT(at_once); i++) {
        struct crowd crowd = {.visit = &visit, .target = "/ok", .body = body};
        size_t requests = at_once[i] == 1 ? REQUESTS / 10 : REQUESTS;
        crowd_run(&crowd, requests, at_once[i]);
        total += requests;
    }
    struct ls_socket_counts counts = ls_socket_wire_counts(visit.sockets);
    print_message("    %zu requests, %zu connections, %zu repeated after GOAWAY\n", total,
                  (size_t)counts.connections_made, (size_t)counts.requests_repeated);
    CHECK(counts.connections_made >= total / 100);
    /* Its log is complete once it has ended in good order: each request executed exactly once. */
    ls_socket_wire_free(visit.sockets);
    visit.sockets = NULL;
    ls_child_signal(visit.server.child, SIGQUIT);
    world_run_until(visit.world, &visit.server.is_over, 1);
    CHECK_INT(access_log_lines(&visit), total);
}

TEST(nginx_http2_reads_through_goaway)
{
    nginx_crowds(false, (struct ls_slice){0});
}

TEST(nginx_http2_writes_through_goaway)
{
    nginx_crowds(false, LS_SLICE("{\"some\":\"body\"}"));
}

TEST(nginx_http1_reads_with_keepalive)
{
    nginx_crowds(true, (struct ls_slice){0});
}

static struct ls_slice file_of_bytes(size_t bytes)
{
    char *text = ls_alloc(bytes);
    for (size_t i = 0; i < bytes; i++)
        text[i] = bench_byte(i);
    return (struct ls_slice){text, bytes};
}

static void check_file(struct visit *visit, const char *target, size_t bytes)
{
    struct catcher catcher;
    catcher_init(&catcher);
    catcher_send(&catcher, ls_socket_wire_interface(visit->sockets), target, (struct ls_slice){0});
    catcher_wait(&catcher, visit->world);
    CHECK_INT(catcher.outcome.code, LS_OK);
    CHECK_INT(catcher.status, 200);
    CHECK_INT(catcher.body.len, bytes);
    for (size_t i = 0; i < bytes; i++) {
        if (catcher.body.at[i] != bench_byte(i))
            CHECK_INT(i, -1);
    }
    catcher_release(&catcher);
}

TEST(nginx_serves_large_files)
{
    enum { BYTES = 20 << 20 };
    if (!is_installed("nginx"))
        return;
    struct visit visit LS_AUTO(visit_release);
    visit_init(&visit);
    struct ls_slice text = file_of_bytes(BYTES);
    folder_write(&visit.folder, "large", text);
    nginx_start(&visit);
    for (int is_http1_only = 0; is_http1_only < 2; is_http1_only++) {
        visit_connect(&visit, is_http1_only);
        visit_await(&visit, "/wait");
        check_file(&visit, "/large", BYTES);
    }
    ls_free((void *)(uintptr_t)text.at);
}

TEST(nginx_killed_under_load_leaves_no_request_without_an_end)
{
    if (!is_installed("nginx"))
        return;
    struct visit visit LS_AUTO(visit_release);
    visit_init(&visit);
    nginx_start(&visit);
    visit_connect(&visit, false);
    visit_await(&visit, "/wait");
    enum { AT_ONCE = 64 };
    struct crowd crowd = {.visit = &visit, .target = "/ok", .left = REQUESTS};
    struct catcher catchers[AT_ONCE];
    for (size_t i = 0; i < AT_ONCE; i++) {
        catcher_init(&catchers[i]);
        crowd_send(&crowd, &catchers[i]);
    }
    world_run_until(visit.world, &crowd.answered, 500);
    ls_child_signal(visit.server.child, SIGKILL);
    world_run_until(visit.world, &visit.server.is_over, 1);
    crowd.left = LS_MIN(crowd.left, (size_t)200);
    size_t expected = crowd.ended + crowd.left;
    for (size_t i = 0; i < AT_ONCE; i++)
        expected += catchers[i].sink.wire_state != NULL;
    world_run_until(visit.world, &crowd.ended, expected);
    CHECK(crowd.answered < expected);
    for (size_t i = 0; i < AT_ONCE; i++)
        catcher_release(&catchers[i]);
}

TEST(nghttpd_serves_us)
{
    if (!is_installed("nghttpd"))
        return;
    struct visit visit LS_AUTO(visit_release);
    visit_init(&visit);
    struct ls_slice text = file_of_bytes(1 << 20);
    folder_write(&visit.folder, "file", text);
    ls_free((void *)(uintptr_t)text.at);
    char port[16];
    char key[PATH_BYTES * 2];
    char cert[PATH_BYTES * 2];
    char root[PATH_BYTES * 2];
    char program[PATH_BYTES];
    snprintf(port, sizeof port, "%u", visit.port);
    snprintf(key, sizeof key, "%s/server.key", visit.folder.path);
    snprintf(cert, sizeof cert, "%s/server.pem", visit.folder.path);
    snprintf(root, sizeof root, "-d%s", visit.folder.path);
    /* Trailers after each answer, and padding in its frames. */
    const char *argv[] = {sbin("nghttpd", program),
                          "-a127.0.0.1",
                          "--trailer=x-end: yes",
                          "-b100",
                          root,
                          port,
                          key,
                          cert,
                          NULL};
    run_start(&visit.server, visit.world, argv);
    visit_connect(&visit, false);
    visit_await(&visit, "/file");
    check_file(&visit, "/file", 1 << 20);
    struct crowd crowd = {.visit = &visit, .target = "/ca.pem"};
    crowd_run(&crowd, 2000, 64);
}

/* ---- somebody's client and our server ---- */

static void client_runs(struct stage *stage, const char *const *argv, struct run *run)
{
    run_start(run, stage->world, argv);
    world_run_until(stage->world, &run->is_over, 1);
    CHECK_INT(run->exit_status, 0);
}

static const char *url_of(const struct stage *stage, const char *path, char out[PATH_BYTES])
{
    snprintf(out, PATH_BYTES, "%s://127.0.0.1:%u%s",
             stage_kind_is_tls(stage->kind) ? "https" : "http", ls_server_port(stage->server),
             path);
    return out;
}

TEST_EACH_KIND(curl_gets_and_posts)
{
    if (!is_installed("curl"))
        return;
    static const char *const flags[] = {
        [STAGE_H2] = "--http2",
        [STAGE_TLS_H1] = "--http1.1",
        [STAGE_PLAIN_H2] = "--http2-prior-knowledge",
        [STAGE_PLAIN_H1] = "--http1.1",
    };
    const char *flag = flags[stage->kind];
    struct folder folder LS_AUTO(folder_release);
    folder_init(&folder);
    struct ls_slice text = file_of_bytes(1000000);
    folder_write(&folder, "upload", text);
    char url[PATH_BYTES];
    char upload[PATH_BYTES * 2];
    struct run run;

    const char *get[] = {"curl", "-sSkf", "-m60", flag, url_of(stage, "/stream/1000000", url),
                         NULL};
    client_runs(stage, get, &run);
    CHECK_INT(run.output.len, text.len);
    CHECK_INT(memcmp(run.output.at, text.at, text.len), 0);
    run_release(&run);

    /* PUT with Expect: 100-continue, which curl sends by itself on HTTP/1.1. */
    snprintf(upload, sizeof upload, "-T%s/upload", folder.path);
    const char *put[] = {"curl", "-sSkf", "-m60", flag, upload, url_of(stage, "/echo", url), NULL};
    client_runs(stage, put, &run);
    CHECK_INT(run.output.len, text.len);
    CHECK_INT(memcmp(run.output.at, text.at, text.len), 0);
    run_release(&run);

    const char *chunked[] = {"curl",   "-sSkf",
                             "-m60",   flag,
                             "-XPOST", "-HTransfer-Encoding: chunked",
                             upload,   url_of(stage, "/echo", url),
                             NULL};
    if (!stage_kind_is_h2(stage->kind)) {
        client_runs(stage, chunked, &run);
        CHECK_INT(run.output.len, text.len);
        run_release(&run);
    }

    const char *head[] = {"curl", "-sSkfI", "-m60", flag, url_of(stage, "/bytes/1000", url), NULL};
    client_runs(stage, head, &run);
    CHECK_HAS(ls_buf_text(&run.output), "content-length: 1000");
    run_release(&run);
    ls_free((void *)(uintptr_t)text.at);
}

TEST_EACH_KIND(h2load_is_answered_without_a_miss)
{
    if (!is_installed("h2load"))
        return;
    char url[PATH_BYTES];
    struct run run;
    const char *argv[] = {"h2load",
                          "-n5000",
                          "-c8",
                          stage_kind_is_h2(stage->kind) ? "-m16" : "-m1",
                          stage_kind_is_h2(stage->kind) ? "-t1" : "--h1",
                          url_of(stage, "/bytes/952", url),
                          NULL};
    client_runs(stage, argv, &run);
    CHECK_HAS(ls_buf_text(&run.output), "5000 total, 5000 started, 5000 done, 5000 succeeded");
    CHECK_INT(stage->bench.executed, 5000);
    run_release(&run);
}

TEST(nghttp_posts)
{
    if (!is_installed("nghttp"))
        return;
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, &(struct stage_spec){.kind = STAGE_H2});
    struct folder folder LS_AUTO(folder_release);
    folder_init(&folder);
    folder_write(&folder, "upload", LS_SLICE("by nghttp, with trailers"));
    char upload[PATH_BYTES * 2];
    char url[PATH_BYTES];
    struct run run;
    snprintf(upload, sizeof upload, "-d%s/upload", folder.path);
    const char *argv[] = {"nghttp", "--trailer=x-end: yes", upload, url_of(&stage, "/echo", url),
                          NULL};
    client_runs(&stage, argv, &run);
    CHECK_STR(ls_buf_text(&run.output), "by nghttp, with trailers");
    run_release(&run);
}
