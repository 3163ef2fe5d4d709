"""terminal.py [--resize CxR] [--type PATTERN KEYS] COLUMNS LINES FILE COMMAND...

Runs a command on a terminal of that size and keeps what it writes in FILE, and in FILE.screen what a
person sees of it at the end, with all that scrolled off above. --resize changes the size
at the first sign of life; --type types KEYS (with \\x03 for Ctrl-C) once PATTERN has been written. FILE.pictures
has every picture that a live tree drew, with a form feed behind each.
Ends with the command's exit code, 128 + N when signal N ended it."""
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

TIME_MAX_S = 60


def size_set(fd, text):
    columns, lines = (int(n) for n in text.split("x"))
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def screen_of(text, lines_max):
    """The lines a person sees: cursor up, carriage return, erase to the end of line and of screen."""
    lines, row, column = [""], 0, 0
    for piece in re.findall(r"\x1b\[([0-9;?]*)([A-Za-z])|([^\x1b])", text):
        number, command, letter = piece
        if command == "A":
            row = max(row - int(number or 1), len(lines) - lines_max, 0)
        elif command == "K":
            lines[row] = lines[row][:column]
        elif command == "J":
            lines[row] = lines[row][:column]
            del lines[row + 1 :]
        elif letter == "\r":
            column = 0
        elif letter == "\n":
            row += 1
            if row == len(lines):
                lines.append("")
        elif letter:
            line = lines[row].ljust(column)
            lines[row] = line[:column] + letter + line[column + 1 :]
            column += 1
    return lines


def pictures_of(text):
    """Each picture of a live tree: what stands between two `erase the rest of the screen`, without colours."""
    for piece in text.split("\x1b[J"):
        yield re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", piece)


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
    with open(path + ".screen", "w", encoding="utf-8") as out:
        out.write("\n".join(screen_of(written.decode("utf-8", "replace"), int(args[1]))))
    with open(path + ".pictures", "w", encoding="utf-8") as out:
        out.write("\f".join(pictures_of(written.decode("utf-8", "replace"))))
    status = os.waitpid(pid, 0)[1]
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


sys.exit(main(sys.argv[1:]))
