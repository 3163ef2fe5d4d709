/* `lockstep version`: this program and the libraries in it. */
#include <stdio.h>
#include <nghttp2/nghttp2.h>
#include <openssl/crypto.h>
#include <yaml.h>

#include "cli/verbs.h"

enum ls_exit ls_cli_verb_version(const struct ls_args *args)
{
    if (args->word_count > 0)
        return ls_cli_usage("version", "takes no arguments, not '%s'", args->words[0]);
    const char *ssl = OpenSSL_version(OPENSSL_VERSION_STRING);
    const char *http2 = nghttp2_version(0)->version_str;
    const char *yaml = yaml_get_version_string();
    if (ls_args_is(args, "output", "json"))
        printf("{\"version\":\"" LS_VERSION "\",\"openssl\":\"%s\",\"nghttp2\":\"%s\","
               "\"libyaml\":\"%s\"}\n",
               ssl, http2, yaml);
    else
        printf("lockstep " LS_VERSION " (OpenSSL %s, nghttp2 %s, libyaml %s)\n", ssl, http2, yaml);
    return LS_EXIT_DONE;
}
