#!/usr/bin/env python3
"""bad_server MODE [CERTIFICATE KEY]: a server that misbehaves, on 127.0.0.1 and a free port.

Prints the port, then serves until it is killed. With a certificate it speaks TLS first.
"""
import json
import socket
import ssl
import struct
import sys
import threading
import time

PODS = {'name': 'pods', 'singularName': 'pod', 'namespaced': True, 'kind': 'Pod', 'verbs': ['get', 'list', 'watch']}


def head(status, kind, length=None):
    lines = [f'HTTP/1.1 {status}', f'Content-Type: {kind}', 'Connection: close']
    if length is not None:
        lines.append(f'Content-Length: {length}')
    return ('\r\n'.join(lines) + '\r\n\r\n').encode()


def read_request(connection):
    data = b''
    while b'\r\n\r\n' not in data:
        part = connection.recv(65536)
        if not part:
            return None
        data += part
    return data.split(b' ')[1].decode()


def answer(connection, status, body, kind='application/json'):
    connection.sendall(head(status, kind, len(body)) + body)


def discovery(connection, target):
    """Enough of an API server to know the kind pods; True when it answered."""
    path = target.split('?')[0]
    known = {
        '/api': {'kind': 'APIVersions', 'versions': ['v1']},
        '/apis': {'kind': 'APIGroupList', 'apiVersion': 'v1', 'groups': []},
        '/api/v1': {'kind': 'APIResourceList', 'groupVersion': 'v1', 'resources': [PODS]},
    }
    if path not in known:
        return False
    answer(connection, '200 OK', json.dumps(known[path]).encode())
    return True


def drip(connection, first, endless, pause):
    connection.sendall(head('200 OK', 'application/json') + first)
    while True:
        connection.sendall(endless)
        time.sleep(pause)


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))


def silent(_):
    time.sleep(3600)


def garbage(connection):
    connection.sendall(b'SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n' * 3)
    time.sleep(1)


def html(connection):
    read_request(connection)
    answer(connection, '200 OK', b'<html><body>Welcome to nginx!</body></html>', 'text/html')


def bad_json(connection):
    read_request(connection)
    answer(connection, '200 OK', b'{"kind": "APIGroupList", "groups": [}')


def cut(connection):
    read_request(connection)
    connection.sendall(head('200 OK', 'application/json', 1000) + b'{"kind":')


def endless_head(connection):
    read_request(connection)
    connection.sendall(b'HTTP/1.1 200 OK\r\n')
    while True:
        connection.sendall(b'X-More: ' + b'a' * 1000 + b'\r\n')


def endless_body(connection):
    read_request(connection)
    drip(connection, b'{"kind":"APIGroupList","x":"', b'a' * 65536, 0)


def slow_body(connection):
    read_request(connection)
    drip(connection, b'{"kind":"APIGroupList","x":"', b'a', 0.2)


def endless_object(connection):
    if not discovery(connection, read_request(connection)):
        drip(connection, b'{"kind":"PodList","items":[{"metadata":{"name":"big","x":"', b'a' * 65536, 0)


def slow_list(connection):
    if not discovery(connection, read_request(connection)):
        drip(connection, b'{"kind":"PodList","items":[{"metadata":{"name":"slow","x":"', b'a', 0.2)


def deep(connection):
    if not discovery(connection, read_request(connection)):
        answer(connection, '200 OK', b'{"kind":"PodList","items":[{"a":' + b'[' * 5000 + b']' * 5000 + b'}]}')


def unauthorized(connection):
    read_request(connection)
    answer(connection, '401 Unauthorized', json.dumps(
        {'kind': 'Status', 'status': 'Failure', 'message': 'Unauthorized', 'reason': 'Unauthorized',
         'code': 401}).encode())


def expiring(connection):
    """Two pages, of which the second has expired; then everything at once, which has moved on."""
    target = read_request(connection)
    if discovery(connection, target):
        return
    names, token = (['a', 'b'], 'next') if 'limit=' in target else (['b', 'c'], '')
    if 'continue=' in target:
        answer(connection, '410 Gone', json.dumps(
            {'kind': 'Status', 'status': 'Failure', 'reason': 'Expired', 'message': 'too old', 'code': 410}).encode())
        return
    metas = [{'name': name, 'namespace': 'shop', 'uid': name, 'resourceVersion': '1'} for name in names]
    page = {'kind': 'PodList', 'apiVersion': 'v1', 'metadata': {'resourceVersion': '9', 'continue': token},
            'items': [{'metadata': meta} for meta in metas]}
    answer(connection, '200 OK', json.dumps(page).encode())


def steering(connection):
    """A table whose cells and warnings try to steer the terminal."""
    target = read_request(connection)
    if discovery(connection, target):
        return
    table = {'kind': 'Table', 'apiVersion': 'meta.k8s.io/v1',
             'columnDefinitions': [{'name': 'Name', 'type': 'string', 'format': 'name', 'priority': 0}],
             'rows': [{'cells': ['evil\x1b]0;title\x07\u009b31m'], 'object': {'metadata': {'name': 'x'}}}]}
    body = json.dumps(table).encode()
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n'
                       b'Warning: 299 - "careful, "\r\n' + f'Content-Length: {len(body)}\r\n\r\n'.encode() + body)


MODES = {f.__name__.replace('_', '-'): f for f in (
    reset, silent, garbage, html, bad_json, cut, endless_head, endless_body, slow_body, endless_object,
    slow_list, deep, unauthorized, expiring, steering)}


def serve(connection, mode, context):
    try:
        if context:
            connection = context.wrap_socket(connection, server_side=True)
        mode(connection)
    except OSError:
        pass
    finally:
        connection.close()


def main():
    mode = MODES[sys.argv[1]]
    context = None
    if len(sys.argv) > 2:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2], sys.argv[3])
    listener = socket.create_server(('127.0.0.1', 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection, mode, context), daemon=True).start()


main()
