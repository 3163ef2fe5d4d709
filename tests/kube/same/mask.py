"""What may differ between two servers that behave the same: identities, times, revisions, addresses."""
import re

TEXT = [
    (re.compile(r'\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b'), '<uid>'),
    (re.compile(r'\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z'), '<time>'),
    (re.compile(r'(?i)(resource ?version[^0-9]{1,12})\d+'), r'\1<rv>'),
    (re.compile(r'(too old resource version: <rv>) \(\d+\)'), r'\1 (<rv>)'),
    (re.compile(r'(Too large resource version: <rv>, current:) \d+'), r'\1 <rv>'),
    (re.compile(r'(the UID in the precondition: ).*'), r'\1<uid>'),
    (re.compile(r'\b(kube-api-access-)[a-z0-9]{5}\b'), r'\1<suffix>'),
    (re.compile(r'\b(selfType)\d+\b'), r'\1<number>'),
]
BY_KEY = {
    'resourceVersion': '<rv>',
    'continue': '<continue>',
    'clusterIP': '<ip>',
    'nodePort': '<port>',
    'healthCheckNodePort': '<port>',
    'token': '<token>',
}
COMPLAINT = re.compile(r'299 - "\S+: (Invalid|Required|Duplicate) value|299 - "\S+: Forbidden')
NOT_ENFORCED = 'the sandbox does not enforce '  # begins the warnings that no other server has
AGE = re.compile(r'\d+(s|m|h|d)(\d+[smh])?$')
GENERATED_BASE_MAX = 58
FOCUS = 240  # characters of a differing text that are shown
KEEP = {'', 'None', '0', None}


def masked_text(text):
    for pattern, by in TEXT:
        text = pattern.sub(by, text)
    return text


def sorted_causes(status):
    """kube-apiserver tells several complaints or conflicts in the order of a Go map: by chance."""
    causes = status.get('details', {}).get('causes')
    if not causes:
        return status
    causes = sorted(causes, key=lambda cause: (cause.get('field', ''), cause.get('message', '')))
    message = status.get('message', '')
    head, is_many, tail = message.partition(' is invalid: [')
    # A complaint that is a cause twice stands once in the message.
    told = ', '.join(dict.fromkeys(f'{cause.get("field")}: {cause.get("message")}' for cause in causes))
    if is_many and len(tail) == len(told) + 1:
        message = f'{head}{is_many}{told}]'
    return {**status, 'message': message, 'details': {**status['details'], 'causes': causes}}


def settled_warnings(texts):
    """Rules warn of what did not change in the order of a Go map too; what it does not enforce is the sandbox's."""
    texts = [text for text in texts if NOT_ENFORCED not in text]
    told = [text for text in texts if COMPLAINT.match(text)]
    return [text for text in texts if text not in told] + sorted(told)


def entry_key(entry):
    return (entry.get('operation', ''), entry.get('manager', ''), entry.get('subresource', ''),
            entry.get('apiVersion', ''))


def settled(value):
    """What stands in an order of chance, or in words of its author, in one way."""
    if value.get('kind') == 'Status':
        value = sorted_causes(value)
    if value.get('kind') == 'SelfSubjectRulesReview':
        value = {**value, 'status': {key: sorted(part, key=str) if isinstance(part, list) else part
                                     for key, part in value.get('status', {}).items()}}
    if value.get('kind') == 'Table':
        value = {**value, 'columnDefinitions': [{**column, 'description': ''}
                                                for column in value.get('columnDefinitions') or []]}
    # Entries of one second stand by name, those of two by time.
    if isinstance(value.get('managedFields'), list):
        value = {**value, 'managedFields': sorted(value['managedFields'], key=entry_key)}
    return value


def masked(value, key=''):
    if isinstance(value, dict):
        value = settled(value)
        out = {k: masked(v, k) for k, v in value.items()}
        base = value.get('generateName')
        if isinstance(base, str) and str(value.get('name', '')).startswith(base[:GENERATED_BASE_MAX]):
            out['name'] = base + '<suffix>'
        return out
    if isinstance(value, list):
        if key == 'clusterIPs':
            return [BY_KEY['clusterIP'] if v not in KEEP else v for v in value]
        if key == 'cells':
            return ['<age>' if AGE.match(str(v)) else v for v in value]
        return [masked(v, key) for v in value]
    if key in BY_KEY and value not in KEEP and not isinstance(value, bool):
        return BY_KEY[key]
    return masked_text(value) if isinstance(value, str) else value


def focused(real, ours):
    """Two long texts, each from shortly before the place where they part."""
    same = next((i for i, (a, b) in enumerate(zip(real, ours)) if a != b), 0)
    begin = max(0, same - FOCUS // 4) if max(len(real), len(ours)) > FOCUS else 0
    return tuple(('...' if begin else '') + text[begin:begin + FOCUS] for text in (real, ours))


def differences(real, ours, path=''):
    """Lines of `PATH: real VALUE, here VALUE`, in order."""
    if isinstance(real, dict) and isinstance(ours, dict):
        for key in sorted(real.keys() | ours.keys()):
            if key not in ours:
                yield f'{path}.{key}: real {real[key]!r}, here absent'
            elif key not in real:
                yield f'{path}.{key}: real absent, here {ours[key]!r}'
            else:
                yield from differences(real[key], ours[key], f'{path}.{key}')
    elif isinstance(real, list) and isinstance(ours, list) and len(real) == len(ours):
        for i, (a, b) in enumerate(zip(real, ours)):
            yield from differences(a, b, f'{path}[{i}]')
    elif type(real) is not type(ours) or real != ours:
        yield '{}: real {}, here {}'.format(path or '.', *focused(repr(real), repr(ours)))
