/* Kubernetes's own types: quantities, versions, named formats. */
#include "support_rows.h"

#include "check.h"

TEST(quantities_are_read)
{
    static const struct answer_row rows[] = {
        {"quantity('1.5Gi').asApproximateFloat()", "1610612736.0"},
        {"quantity('1k').asInteger()", "1000"},
        {"quantity('1000m').isInteger()", "false"},
        {"quantity('1.0').isInteger()", "false"},
        {"quantity('9223372036854775807').isInteger()", "false"},
        {"quantity('9999999999999999999').asInteger()", "error: cannot convert value to integer"},
        {"quantity('500m').asApproximateFloat()", "0.5"},
        {"quantity('1234567890123456789').asApproximateFloat()", "1234567890123457000.0"},
        {"quantity('1Ei').asApproximateFloat()", "1152921504606847000.0"},
        {"isQuantity('20Mi')", "true"},
        {"isQuantity('200Three')", "false"},
        {"quantity('')", "error: quantities must match the regular expression "
                         "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"},
        {"quantity('10Mo')", "error: quantities must match the regular expression "
                             "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"},
        {"quantity('Ei')", "error: unable to parse numeric part of quantity"},
        {"quantity('1.2.3')", "error: quantities must match the regular expression "
                              "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"},
        {"sign(quantity('-1'))", "-1"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(quantities_are_compared_and_added)
{
    static const struct answer_row rows[] = {
        {"quantity('200M').compareTo(quantity('0.2G'))", "0"},
        {"quantity('50Mi').isGreaterThan(quantity('50M'))", "true"},
        {"quantity('1').isLessThan(quantity('1'))", "false"},
        {"quantity('1k') == quantity('1000')", "true"},
        {"quantity('50k').add(20) == quantity('50020')", "true"},
        {"quantity('50k').add(quantity('20')).asInteger()", "50020"},
        {"quantity('50k').sub(quantity('20')).asInteger()", "49980"},
        {"quantity('1').sub(2).asInteger()", "-1"},
        {"quantity('100m').add(quantity('900m')).isInteger()", "false"},
        {"quantity('0.5').sub(quantity('0.6')).asApproximateFloat()", "-0.1"},
        {"quantity('9223372036854775807').add(1).isInteger()", "false"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(versions_are_read)
{
    static const struct answer_row rows[] = {
        {"semver('1.2.3').major()", "1"},
        {"semver('1.2.3-alpha.1+b').minor()", "2"},
        {"semver('v1.2', true).minor()", "2"},
        {"semver('01.02.03', true).patch()", "3"},
        {"semver('v1.2.3')", "error: Invalid character(s) found in major number \"v1\""},
        {"semver('1.2')", "error: No Major.Minor.Patch elements found"},
        {"semver('')", "error: Version string empty"},
        {"semver('1.02.3')", "error: Minor number must not contain leading zeroes \"02\""},
        {"semver('1.2.3-')", "error: Prerelease is empty"},
        {"semver('1.2.3-01')",
         "error: Numeric PreRelease version must not contain leading zeroes \"01\""},
        {"semver('1.2.3+')", "error: Build meta data is empty"},
        {"semver('1.2-alpha', true)",
         "error: short version cannot contain PreRelease/Build meta data"},
        {"isSemver('1.0.0')", "true"},
        {"isSemver('v1.0')", "false"},
        {"isSemver('v1.0', true)", "true"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(versions_are_compared)
{
    static const struct answer_row rows[] = {
        {"semver('1.2.3').compareTo(semver('1.10.0'))", "-1"},
        {"semver('1.0.0-alpha').isLessThan(semver('1.0.0'))", "true"},
        {"semver('1.0.0-alpha.9').isLessThan(semver('1.0.0-alpha.10'))", "true"},
        {"semver('1.0.0-1').isLessThan(semver('1.0.0-a'))", "true"},
        {"semver('1.0.0-a.b').isGreaterThan(semver('1.0.0-a'))", "true"},
        {"semver('1.0.0+a') == semver('1.0.0+b')", "true"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(names_are_validated)
{
    static const struct answer_row rows[] = {
        {"format.dns1123Label().validate('my-name')", "optional.none()"},
        {"format.dns1123Label().validate('a.b')", "optional.of([\"must not contain dots\"])"},
        {"format.dns1123Label().validate('A')",
         "optional.of([\"a lowercase RFC 1123 label must consist of lower case alphanumeric "
         "characters or '-', and must start and end with an alphanumeric character (e.g. "
         "'my-name',  or '123-abc', regex used for validation is "
         "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')\"])"},
        {"format.dns1123Subdomain().validate('a..b')",
         "optional.of([\"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric "
         "characters, '-' or '.', and must start and end with an alphanumeric character (e.g. "
         "'example.com', regex used for validation is "
         "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\"])"},
        {"format.dns1035Label().validate('9a')",
         "optional.of([\"a DNS-1035 label must consist of lower case alphanumeric characters or "
         "'-', start with an alphabetic character, and end with an alphanumeric character (e.g. "
         "'my-name',  or 'abc-123', regex used for validation is "
         "'[a-z]([-a-z0-9]*[a-z0-9])?')\"])"},
        {"format.dns1123LabelPrefix().validate('a-')", "optional.none()"},
        {"format.qualifiedName().validate('example.com/MyName')", "optional.none()"},
        {"format.qualifiedName().validate('/x')",
         "optional.of([\"prefix part must be non-empty\"])"},
        {"format.qualifiedName().validate('a/b/c')",
         "optional.of([\"a valid label key must consist of alphanumeric characters, '-', '_' or "
         "'.', and must start and end with an alphanumeric character (e.g. 'MyName',  or "
         "'my.name',  or '123-abc', regex used for validation is "
         "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and "
         "'/' (e.g. 'example.com/MyName')\"])"},
        {"format.labelValue().validate('')", "optional.none()"},
        {"format.labelValue().validate('-a')",
         "optional.of([\"a valid label must be an empty string or consist of alphanumeric "
         "characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. "
         "'MyValue',  or 'my_value',  or '12345', regex used for validation is "
         "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')\"])"},
        {"format.uuid().validate('123e4567-e89b-12d3-a456-426614174000')", "optional.none()"},
        {"format.uuid().validate('x')", "optional.of([\"does not match the UUID format\"])"},
        {"format.byte().validate('aGVsbG8=')", "optional.none()"},
        {"format.date().validate('2021-02-30')", "optional.of([\"invalid date\"])"},
        {"format.datetime().validate('2021-01-01T00:00:00Z')", "optional.none()"},
        {"format.uri().validate('rel')",
         "optional.of([\"parse \\\"rel\\\": invalid URI for request\"])"},
        {"format.named('uuid').hasValue()", "true"},
        {"format.named('nope').hasValue()", "false"},
    };
    answers_check(rows, LS_COUNT(rows));
}
