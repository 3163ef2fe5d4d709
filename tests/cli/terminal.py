"""terminal.py [--resize CxR] [--type PATTERN KEYS] COLUMNS LINES FILE COMMAND...

Runs a command on a terminal of that size and keeps what it writes in FILE. --resize changes the size
at the first sign of life; --type types KEYS (with \\x03 for Ctrl-C) once PATTERN has been written.
Ends with the command's exit code, 128 + N when signal N ended it."""
import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

TIME_MAX_S = 60


def size_set(fd, text):
    columns, lines = (int(n) for n in text.split("x"))
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def main(args):
    resize = pattern = keys = None
    while args[0].startswith("--"):
        if args[0] == "--resize":
            resize, args = args[1], args[2:]
        else:
            pattern, keys, args = args[1].encode(), args[2].encode().decode("unicode_escape").encode(), args[3:]
    size, path, command = f"{args[0]}x{args[1]}", args[2], args[3:]
    ready, go = os.pipe()
    pid, terminal = pty.fork()
    if pid == 0:
        os.close(go)
        os.read(ready, 1)  # not before the terminal has its size
        os.execvp(command[0], command)
    size_set(terminal, size)
    os.close(ready)
    os.close(go)
    written = b""
    deadline = time.monotonic() + TIME_MAX_S
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        written += piece
        if resize:
            size_set(terminal, resize)
            resize = None
        if pattern and pattern in written:
            os.write(terminal, keys)
            pattern = None
    else:
        os.kill(pid, 9)
    with open(path, "wb") as out:
        out.write(written)
    status = os.waitpid(pid, 0)[1]
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


sys.exit(main(sys.argv[1:]))
