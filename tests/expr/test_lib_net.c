/* Addresses, networks and URLs, each mistake in the words of Go's packages. */
#include "support_rows.h"

#include "check.h"

TEST(addresses_are_read)
{
    static const struct answer_row rows[] = {
        {"string(ip('192.168.0.1'))", "\"192.168.0.1\""},
        {"string(ip('2001:DB8:0:0:0:0:0:68'))", "\"2001:db8::68\""},
        {"string(ip('1:0:0:2:0:0:0:3'))", "\"1:0:0:2::3\""},
        {"string(ip('::1.2.3.4'))", "\"::102:304\""},
        {"ip('1.2.3')", "error: IP Address \"1.2.3\" parse error during conversion from string: "
                        "ParseAddr(\"1.2.3\"): IPv4 address too short"},
        {"ip('1.2.3.4.5')", "error: IP Address \"1.2.3.4.5\" parse error during conversion from "
                            "string: ParseAddr(\"1.2.3.4.5\"): IPv4 address too long"},
        {"ip('256.1.1.1')", "error: IP Address \"256.1.1.1\" parse error during conversion from "
                            "string: ParseAddr(\"256.1.1.1\"): IPv4 field has value >255"},
        {"ip('01.2.3.4')",
         "error: IP Address \"01.2.3.4\" parse error during conversion from string: "
         "ParseAddr(\"01.2.3.4\"): IPv4 field has octet with leading zero"},
        {"ip('1.2.3.')",
         "error: IP Address \"1.2.3.\" parse error during conversion from string: "
         "ParseAddr(\"1.2.3.\"): IPv4 field must have at least one digit (at \".\")"},
        {"ip('1.2.3.x')", "error: IP Address \"1.2.3.x\" parse error during conversion from "
                          "string: ParseAddr(\"1.2.3.x\"): unexpected character (at \"x\")"},
        {"ip('x')", "error: IP Address \"x\" parse error during conversion from string: "
                    "ParseAddr(\"x\"): unable to parse IP"},
        {"ip('1::2::3')", "error: IP Address \"1::2::3\" parse error during conversion from "
                          "string: ParseAddr(\"1::2::3\"): multiple :: in address (at \":3\")"},
        {"ip('12345::1')",
         "error: IP Address \"12345::1\" parse error during conversion from string: "
         "ParseAddr(\"12345::1\"): each group must have 4 or less digits (at \"12345::1\")"},
        {"ip('1:2:3')", "error: IP Address \"1:2:3\" parse error during conversion from string: "
                        "ParseAddr(\"1:2:3\"): address string too short"},
        {"ip('1:2:3:4:5:6:7:8:9')",
         "error: IP Address \"1:2:3:4:5:6:7:8:9\" parse error during conversion from string: "
         "ParseAddr(\"1:2:3:4:5:6:7:8:9\"): trailing garbage after address (at \"9\")"},
        {"ip('::1%eth0')", "error: IP address \"::1%eth0\" with zone value is not allowed"},
        {"ip('::ffff:1.2.3.4')",
         "error: IPv4-mapped IPv6 address \"::ffff:1.2.3.4\" is not allowed"},
        {"isIP('127.0.0.1')", "true"},
        {"isIP('127.0.0.1.0')", "false"},
        {"ip.isCanonical('127.0.0.1')", "true"},
        {"ip.isCanonical('2001:DB8::68')", "false"},
        {"ip('::1') == ip('0:0:0:0:0:0:0:1')", "true"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(addresses_have_a_kind)
{
    static const struct answer_row rows[] = {
        {"ip('127.0.0.1').family()", "4"},
        {"ip('::1').family()", "6"},
        {"ip('0.0.0.0').isUnspecified()", "true"},
        {"ip('::').isUnspecified()", "true"},
        {"ip('127.1.2.3').isLoopback()", "true"},
        {"ip('::2').isLoopback()", "false"},
        {"ip('224.0.0.1').isLinkLocalMulticast()", "true"},
        {"ip('ff02::1').isLinkLocalMulticast()", "true"},
        {"ip('224.0.1.1').isLinkLocalMulticast()", "false"},
        {"ip('169.254.169.254').isLinkLocalUnicast()", "true"},
        {"ip('fe80::1').isLinkLocalUnicast()", "true"},
        {"ip('10.0.0.1').isGlobalUnicast()", "true"},
        {"ip('255.255.255.255').isGlobalUnicast()", "false"},
        {"ip('ff00::1').isGlobalUnicast()", "false"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(networks_contain)
{
    static const struct answer_row rows[] = {
        {"string(cidr('192.168.0.1/24').masked())", "\"192.168.0.0/24\""},
        {"string(cidr('2001:db8:ffff::/33').masked())", "\"2001:db8:8000::/33\""},
        {"cidr('192.168.0.0/24').prefixLength()", "24"},
        {"string(cidr('192.168.0.1/24').ip())", "\"192.168.0.1\""},
        {"cidr('192.168.0.0/24').containsIP('192.168.0.1')", "true"},
        {"cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))", "false"},
        {"cidr('192.168.0.0/24').containsIP('x')", "error: no such overload"},
        {"cidr('0.0.0.0/0').containsIP('::1')", "false"},
        {"cidr('192.168.0.0/24').containsCIDR('192.168.0.0/25')", "true"},
        {"cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/23'))", "false"},
        {"cidr('192.168.0.0/24').containsCIDR('192.168.0.0')",
         "error: network address parse error during conversion from string: network address parse "
         "error during conversion from string: netip.ParsePrefix(\"192.168.0.0\"): no '/'"},
        {"cidr('10.0.0.0/8') == cidr('10.0.0.1/8')", "false"},
        {"isCIDR('10.0.0.0/33')", "false"},
        {"cidr('10.0.0.0')",
         "error: network address parse error during conversion from string: network address parse "
         "error during conversion from string: netip.ParsePrefix(\"10.0.0.0\"): no '/'"},
        {"cidr('10.0.0.0/')", "error: network address parse error during conversion from string: "
                              "network address parse error during conversion from string: "
                              "netip.ParsePrefix(\"10.0.0.0/\"): bad bits after slash: \"\""},
        {"cidr('10.0.0.0/08')", "error: network address parse error during conversion from string: "
                                "network address parse error during conversion from string: "
                                "netip.ParsePrefix(\"10.0.0.0/08\"): bad bits after slash: \"08\""},
        {"cidr('10.0.0.0/33')", "error: network address parse error during conversion from string: "
                                "network address parse error during conversion from string: "
                                "netip.ParsePrefix(\"10.0.0.0/33\"): prefix length out of range"},
        {"cidr('::ffff:1.2.3.4/8')",
         "error: network address parse error during conversion from string: IPv4-mapped IPv6 "
         "address \"::ffff:1.2.3.4/8\" is not allowed"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(urls_are_taken_apart)
{
    static const struct answer_row rows[] = {
        {"url('https://user:pw@example.com:80/p/a?q=1#f').getScheme()", "\"https\""},
        {"url('https://user:pw@example.com:80/p/a?q=1#f').getHost()", "\"example.com:80\""},
        {"url('https://user:pw@example.com:80/p/a?q=1#f').getHostname()", "\"example.com\""},
        {"url('https://user:pw@example.com:80/p/a?q=1#f').getPort()", "\"80\""},
        {"url('https://user:pw@example.com:80/p/a?q=1#f').getEscapedPath()", "\"/p/a\""},
        {"url('https://[::1]:80/').getHost()", "\"[::1]:80\""},
        {"url('https://[::1]:80/').getHostname()", "\"::1\""},
        {"url('/path with spaces/é').getEscapedPath()", "\"/path%20with%20spaces/%C3%A9\""},
        {"url('/a%2Fb').getEscapedPath()", "\"/a%2Fb\""},
        {"url('https://h/?a=1&a=2&b&c=x+y%21&&d;e=1&f=%zz').getQuery()",
         "{\"a\": [\"1\", \"2\"], \"b\": [\"\"], \"c\": [\"x y!\"]}"},
        {"url('mailto:x@y').getHost()", "\"\""},
        {"url('HTTP://h/') == url('http://h/')", "true"},
        {"isURL('/abs')", "true"},
        {"isURL('../rel')", "false"},
        {"url('//host/path').getHost()", "\"host\""},
        {"isURL('//}/path')", "true"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(urls_that_are_none)
{
    static const struct answer_row rows[] = {
        {"url('../rel')", "error: URL parse error during conversion from string: parse \"../rel\": "
                          "invalid URI for request"},
        {"url('')", "error: URL parse error during conversion from string: parse \"\": empty url"},
        {"url('://h')", "error: URL parse error during conversion from string: parse \"://h\": "
                        "missing protocol scheme"},
        {"url('http://h:x/')", "error: URL parse error during conversion from string: parse "
                               "\"http://h:x/\": invalid port \":x\" after host"},
        {"url('http://a:80:90/')", "error: URL parse error during conversion from string: parse "
                                   "\"http://a:80:90/\": invalid port \":80:90\" after host"},
        {"url('http://h/%zz')", "error: URL parse error during conversion from string: parse "
                                "\"http://h/%zz\": invalid URL escape \"%zz\""},
        {"url('http://h%20/')", "error: URL parse error during conversion from string: parse "
                                "\"http://h%20/\": invalid URL escape \"%20\""},
        {"url('http://a b/')", "error: URL parse error during conversion from string: parse "
                               "\"http://a b/\": invalid character \" \" in host name"},
        {"url('http://[::1/')", "error: URL parse error during conversion from string: parse "
                                "\"http://[::1/\": missing ']' in host"},
        {"url('http://[::1]x/')", "error: URL parse error during conversion from string: parse "
                                  "\"http://[::1]x/\": invalid port \"x\" after host"},
        {"url('http://[1.2.3.4]/')", "error: URL parse error during conversion from string: parse "
                                     "\"http://[1.2.3.4]/\": invalid IP-literal"},
        {"url('http://u|@h/')", "error: URL parse error during conversion from string: parse "
                                "\"http://u|@h/\": net/url: invalid userinfo"},
        {"url('//}/path')", "error: URL parse error during conversion from string: parse "
                            "\"//}/path\": invalid character \"}\" in host name"},
    };
    answers_check(rows, LS_COUNT(rows));
}
