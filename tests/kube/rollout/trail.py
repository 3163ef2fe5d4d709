#!/usr/bin/env python3
"""What a real API server says a rollout did: its audit log, and watches that ran beside it.

  trail.py writes AUDIT_LOG FROM_LINE        lockstep's writes in the order in which they came, one
                                             `VERB RESOURCE/NAME` a line
  trail.py counts AUDIT_LOG FROM_LINE        how many requests of each verb, and their total but
                                             for reviews of rights
  trail.py before FOLDER NAMESPACE A:STATE B:STATE
                                             code 0 when A was in its state before B was in its own;
                                             by resourceVersion, which counts all changes of a cluster.
                                             STATE: created, ready, going, gone; A: RESOURCE/NAME;
                                             FOLDER holds watch events, one file RESOURCE a kind;
                                             objects of other namespaces do not count
"""
import collections
import json
import sys


def requests(path, from_line):
    """lockstep's requests, each once, by the time the server received them."""
    found = {}
    with open(path) as log:
        for number, line in enumerate(log):
            if number < from_line:
                continue
            event = json.loads(line)
            if event.get('userAgent', '').startswith('lockstep/'):
                found[event['auditID']] = event
    return sorted(found.values(), key=lambda event: event['requestReceivedTimestamp'])


def thing(event):
    ref = event.get('objectRef')
    return f"{ref['resource']}/{ref.get('name', '')}" if ref else event['requestURI']


def verb(event):
    if thing(event).startswith('selfsubject'):
        return 'review'
    return 'dry-run' if 'dryRun=All' in event['requestURI'] else event['verb']


def writes(path, from_line):
    for event in requests(path, int(from_line)):
        if verb(event) not in ('get', 'list', 'watch', 'dry-run', 'review'):
            print(verb(event), thing(event))


def counts(path, from_line):
    count = collections.Counter(verb(event) for event in requests(path, int(from_line)))
    print(*(f'{name}={count[name]}' for name in ('patch', 'delete', 'get', 'list', 'watch', 'dry-run', 'review')),
          f'total={sum(count.values()) - count["review"]}')


def condition(status, name):
    return any(c['type'] == name and c['status'] == 'True' for c in status.get('conditions') or [])


def is_ready(kind, item):
    status, spec = item.get('status', {}), item.get('spec', {})
    if kind in ('deployments', 'statefulsets'):
        wanted = spec.get('replicas', 1)
        return (status.get('observedGeneration') == item['metadata']['generation']
                and status.get('readyReplicas') == wanted and status.get('updatedReplicas') == wanted)
    if kind == 'jobs':
        return condition(status, 'Complete')
    if kind == 'customresourcedefinitions':
        return condition(status, 'Established')
    raise SystemExit(f'what is ready of {kind}?')


def states(kind, event):
    item = event['object']
    if event['type'] == 'DELETED':
        return {'going', 'gone'}
    found = {'created'}
    if 'deletionTimestamp' in item['metadata']:
        found.add('going')
    if kind in ('deployments', 'statefulsets', 'jobs', 'customresourcedefinitions') and is_ready(kind, item):
        found.add('ready')
    return found


def first(folder, namespace, wanted):
    """The resourceVersion at which RESOURCE/NAME was first seen in a state."""
    ref, state = wanted.rsplit(':', 1)
    kind, name = ref.split('/')
    with open(f'{folder}/{kind}') as events:
        for line in events:
            event = json.loads(line)
            metadata = event['object']['metadata']
            is_it = metadata.get('name') == name and metadata.get('namespace', namespace) == namespace
            if is_it and state in states(kind, event):
                return int(metadata['resourceVersion'])
    raise SystemExit(f'{ref} was never {state}')


def before(folder, namespace, earlier, later):
    a, b = first(folder, namespace, earlier), first(folder, namespace, later)
    if a >= b:
        raise SystemExit(f'{earlier} at {a}, {later} at {b}')


if __name__ == '__main__':
    {'writes': writes, 'counts': counts, 'before': before}[sys.argv[1]](*sys.argv[2:])
