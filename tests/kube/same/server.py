"""One API server, spoken to over one HTTP/1.1 connection."""
import base64
import http.client
import json
import re
import ssl
import subprocess
import time
from urllib.parse import urlsplit

UNTIL_S = 30
REPLY_S = 60


class Server:
    def __init__(self, name, kubeconfig, kubectl):
        view = json.loads(subprocess.run(
            [kubectl, '--kubeconfig', kubeconfig, 'config', 'view', '--raw', '--minify', '-o', 'json'],
            check=True, capture_output=True, text=True).stdout)
        cluster, user = view['clusters'][0]['cluster'], view['users'][0]['user']
        self.name, self.kubeconfig = name, kubeconfig
        self.address = urlsplit(cluster['server']).netloc
        self.token = user['token']
        if 'certificate-authority-data' in cluster:
            ca = base64.b64decode(cluster['certificate-authority-data']).decode()
            self.tls = ssl.create_default_context(cadata=ca)
        else:
            self.tls = ssl.create_default_context(cafile=cluster['certificate-authority'])
        self.connection = None

    def send(self, method, target, headers=None, body='', code=None):
        """(status, headers, bytes); with a code it asks again until that is the status, or time is up."""
        deadline = time.monotonic() + UNTIL_S
        while True:
            answer = self.send_once(method, target, headers, body)
            if not code or str(answer[0]) == code or time.monotonic() > deadline:
                return answer
            time.sleep(0.02)

    def send_once(self, method, target, headers, body):
        """A connection that the server closed is opened again, once."""
        headers = {'Authorization': f'Bearer {self.token}', 'Accept': 'application/json',
                   'User-Agent': 'same', **(headers or {})}
        headers = {k: v for k, v in headers.items() if v != '-'}
        for _ in range(2):
            if not self.connection:
                self.connection = http.client.HTTPSConnection(self.address, context=self.tls, timeout=REPLY_S)
            try:
                self.connection.request(method, target, body.encode() or None, headers)
                reply = self.connection.getresponse()
                return reply.status, reply.headers, reply.read()
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.connection = None
        return 0, http.client.HTTPMessage(), b'the server hung up without an answer'

    def until(self, target, path, wanted):
        """GETs until the value at `path` prints as `wanted` (or the status code does, for `code`)."""
        deadline = time.monotonic() + UNTIL_S
        while True:
            status, headers, body = self.send('GET', target)
            found = status if path == 'code' else at(parsed(body), path)
            if str(found) == wanted or time.monotonic() > deadline:
                return status, headers, body
            time.sleep(0.02)


def parsed(body):
    try:
        return json.loads(body)
    except ValueError:
        return None


def at(value, path):
    """`.status.conditions[Established].status`: members, and list items by their type or name."""
    for member, item in re.findall(r'\.([\w-]+)|\[([\w-]+)\]', path):
        if member:
            value = value.get(member) if isinstance(value, dict) else None
        else:
            items = value if isinstance(value, list) else []
            value = next((v for v in items if item in (v.get('type'), v.get('name'))), None)
    return value
