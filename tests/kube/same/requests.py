"""Case files: requests in the order in which they are sent.

    ### NAME                         a request begins; names are unique in a file
    POST /api/v1/namespaces/{ns}/configmaps?fieldManager=m
    Accept: application/yaml         headers, any number
    @until .status.phase Active      GET only: ask again until it holds (bounded), compare the last
    @code 200                        ask again until the answer has this code (bounded)
    @lines                           the answer is a stream of JSON lines (a watch)
    @skip-body                       only status and headers are compared
    {"apiVersion": "v1", ...}        the body: all that follows, until the next request

Methods besides HTTP's: APPLY, MERGE, STRATEGIC and JSONPATCH are PATCH with that content type, YAML
is POST with a YAML body. {ns} is a namespace of the file's own, {rv:NAME}, {uid:NAME} and
{continue:NAME} and {token:NAME} come from the answer that this server gave to request NAME before.
"""
import re
from dataclasses import dataclass, field

METHODS = {
    'APPLY': ('PATCH', 'application/apply-patch+yaml'),
    'MERGE': ('PATCH', 'application/merge-patch+json'),
    'STRATEGIC': ('PATCH', 'application/strategic-merge-patch+json'),
    'JSONPATCH': ('PATCH', 'application/json-patch+json'),
    'YAML': ('POST', 'application/yaml'),
}


@dataclass
class Request:
    name: str
    method: str = ''
    target: str = ''
    headers: dict = field(default_factory=dict)
    directives: dict = field(default_factory=dict)
    body: str = ''

    def filled(self, text, answers, namespace):
        def known(match):
            what, name = match.group(1), match.group(2)
            found = answers[name]
            return found.get(what, '') if isinstance(found, dict) else ''
        text = text.replace('{ns}', namespace)
        return re.sub(r'\{(rv|uid|continue|token):([\w.-]+)\}', known, text)


def header_of(line):
    return re.match(r'([A-Z][A-Za-z0-9-]+): (.*)$', line)


def parse_one(block):
    lines = block.split('\n')
    request = Request(lines[0].strip())
    method, _, request.target = lines[1].strip().partition(' ')
    request.method, content_type = METHODS.get(method, (method, ''))
    at = 2
    while at < len(lines) and (lines[at].startswith('@') or header_of(lines[at])):
        if lines[at].startswith('@'):
            name, _, value = lines[at][1:].partition(' ')
            request.directives[name] = value
        else:
            request.headers.update([header_of(lines[at]).groups()])
        at += 1
    request.body = '\n'.join(lines[at:]).strip('\n')
    if request.body and not content_type:
        content_type = 'application/json'
    if content_type:
        request.headers.setdefault('Content-Type', content_type)
    return request


def parse(path):
    text = re.sub(r'^#(?!##).*\n', '', path.read_text(), flags=re.M)
    blocks = re.split(r'^### *', text, flags=re.M)[1:]
    requests = [parse_one(block) for block in blocks]
    names = [request.name for request in requests]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise SystemExit(f'{path}: names used twice: {", ".join(sorted(twice))}')
    return requests
