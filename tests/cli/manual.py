"""manual.py [--update] LOCKSTEP SCRATCH PAGE...

Runs every command of the pages and compares what it prints with what the page shows; manual_page.py says how a page
is written. Each page has a folder in SCRATCH with a copy of examples/ and the program in build/release, a shell
that its commands share, and a `lockstep sandbox` of its own, unless it starts one itself. --update writes what was
printed into the page where it differs.

One line per command, `ok PAGE:LINE command` or `not ok` with the difference; then the blocks that are not run."""
import difflib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from manual_page import HOME, blocks_of, headings_of, links_of, matches

ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND_S_MAX = 60
OUTPUT_S_MAX = 20  # until a command that does not end has printed what the page shows
PAGES_AT_ONCE = 6  # they mostly wait
SIGNALS_HELD = "trap : INT\n"  # Ctrl-C is for the command, the shell goes on


class Shell:
    """One bash for a page: what a command sets, the next one finds."""

    open_ones = set()

    def __init__(self, folder, env):
        self.folder = folder
        self.count = 0
        self.code = 0
        self.process = subprocess.Popen(["bash"], cwd=folder, env=env, stdin=subprocess.PIPE, text=True,
                                        start_new_session=True)
        self.process.stdin.write(SIGNALS_HELD)
        Shell.open_ones.add(self)

    def begin(self, command):
        """Starts a command; its output grows in self.out, its code stands in self.end when it has ended."""
        self.count += 1
        self.out = Path(f"{self.folder}.{self.count}.out")
        self.end = Path(f"{self.folder}.{self.count}.end")
        self.process.stdin.write(f"(exit {self.code}); {{ {command}\n}} >'{self.out}' 2>&1 </dev/null\n"
                                 f"echo $? >'{self.end}.part'; mv '{self.end}.part' '{self.end}'\n")
        self.process.stdin.flush()

    def printed(self):
        if not self.out.exists():
            return []
        return self.out.read_text(encoding="utf-8", errors="replace").replace(str(self.folder), HOME).splitlines()

    def wait(self, is_so, seconds_max):
        deadline = time.monotonic() + seconds_max
        while time.monotonic() < deadline:
            if is_so():
                return True
            time.sleep(0.01)
        return False

    def ended(self):
        if not self.wait(self.end.exists, COMMAND_S_MAX):
            return False
        self.code = int(self.end.read_text())
        return True

    def close(self):
        """Ends the shell and all that it left in the background."""
        for number, seconds in ((signal.SIGTERM, OUTPUT_S_MAX), (signal.SIGKILL, OUTPUT_S_MAX)):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(seconds)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue
        Shell.open_ones.discard(self)


def run_plain(shell, command):
    """The lines that a command printed, or None when it does not end."""
    typed = command.shown and command.shown[-1] == "^C"
    shown = command.shown[:-1] if typed else command.shown
    shell.begin(command.text)
    if typed:
        shell.wait(lambda: matches(shown, shell.printed()), OUTPUT_S_MAX)
        before = shell.printed()
        os.killpg(shell.process.pid, signal.SIGINT)
        return before + ["^C"] if shell.ended() else None
    if command.text.split("#")[0].rstrip().endswith("&"):
        shell.wait(lambda: matches(shown, shell.printed()), OUTPUT_S_MAX)
    return shell.printed() if shell.ended() else None


def run_on_terminal(shell, command, size):
    """The picture that the page shows, or the last one."""
    pictures = Path(f"{shell.folder}.{shell.count + 1}.terminal")
    columns, lines = size.split("x")
    shell.begin(f"python3 {ROOT}/tests/cli/terminal.py {columns} {lines} '{pictures}' bash -c {shlex.quote(command.text)}")
    if not shell.ended():
        return None
    drawn = Path(f"{pictures}.pictures").read_text(encoding="utf-8").split("\f")
    drawn = [p.rstrip("\n").splitlines() for p in drawn if p.strip()]
    return next((p for p in drawn if matches(command.shown, p)), drawn[-1] if drawn else [])


def difference(shown, printed):
    lines = difflib.unified_diff(shown, printed, "the page", "the program", n=2, lineterm="")
    return "".join(f"\n    {line}" for line in lines)


class Page:
    """A page, the folder in which its commands run, and what was found."""

    def __init__(self, path, lockstep, scratch):
        self.path = path
        self.name = str(path.relative_to(ROOT) if ROOT in path.parents else path.name)
        self.failed = self.passed = 0
        self.report = []
        self.not_run = []
        self.edits = []  # (first line, count, new lines)
        self.folder = scratch / self.name.replace("/", "_").removesuffix(".md")
        runtime = Path(f"{self.folder}.run")
        runtime.mkdir(mode=0o700)
        self.env = {"PATH": f"{self.folder}/build/release:{os.environ['PATH']}", "HOME": str(self.folder),
                    "XDG_RUNTIME_DIR": str(runtime), "LC_ALL": "C.UTF-8", "TERM": "xterm",
                    **{name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}}
        shutil.copytree(ROOT / "examples", self.folder / "examples")
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/lockstep").symlink_to(lockstep)

    def verdict(self, line, what, reason):
        self.failed += bool(reason)
        self.passed += not reason
        self.report.append(f"not ok {self.name}:{line} {what}: {reason}" if reason else f"ok {self.name}:{line} {what}")

    def sandbox_start(self, shell):
        shell.begin("lockstep sandbox &")
        is_up = shell.wait(lambda: any("Ctrl-C" in line for line in shell.printed()), OUTPUT_S_MAX)
        return is_up and shell.ended()

    def command_run(self, shell, block, command, is_asked_for_code):
        if block.argument:
            printed = run_on_terminal(shell, command, block.argument)
        else:
            printed = run_plain(shell, command)
        reason = None
        if printed is None:
            self.verdict(command.line, command.text.splitlines()[0], f"did not end within {COMMAND_S_MAX} s")
            raise TimeoutError
        if not matches(command.shown, printed):
            reason = "prints something else" + difference(command.shown, printed)
            self.edits.append((command.line + command.text.count("\n"), len(command.shown), printed))
        elif shell.code and not is_asked_for_code and "^C" not in command.shown:
            reason = f"ends with {shell.code}, and the page does not say so with `$ echo $?`"
        self.verdict(command.line, command.text.splitlines()[0], reason)

    def console_run(self, shell, block):
        commands = block.commands()
        for at, command in enumerate(commands):
            following = commands[at + 1].text if at + 1 < len(commands) else ""
            self.command_run(shell, block, command, following == "echo $?")

    def piece_check(self, shell, block):
        """A piece of a file: it has to be readable."""
        text = "\n".join(block.lines) + "\n"
        reason = None
        if block.language == "json":
            try:
                for line in block.lines:
                    json.loads(line)
            except ValueError as err:
                reason = str(err)
        elif block.language == "yaml":
            piece = Path(f"{self.folder}.piece.yaml")
            piece.write_text(text, encoding="utf-8")
            shell.begin(f"lockstep eval --cel 'has(self.x) || true' -f '{piece}' >/dev/null")
            reason = "\n".join(shell.printed()) if shell.ended() and shell.code else None
        self.verdict(block.line, f"a piece of {block.language}", reason)

    def block_run(self, shell, block):
        if block.language == "console":
            self.console_run(shell, block)
        elif block.language == "text":
            self.not_run.append(block)
        elif name := block.file_name():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
        else:
            self.piece_check(shell, block)

    def link_leads(self, text, file, heading):
        target = self.path.parent / file
        if not target.exists():
            return False
        return not heading or heading in headings_of(target.read_text(encoding="utf-8") if file else text)

    def links_check(self, text):
        broken = [f"{line}: {file}{'#' * bool(heading)}{heading}" for line, file, heading in links_of(text)
                  if not self.link_leads(text, file, heading)]
        self.verdict(1, "its links", "lead nowhere: " + ", ".join(broken) if broken else None)

    def run(self):
        text = self.path.read_text(encoding="utf-8")
        self.links_check(text)
        try:
            blocks = blocks_of(text)
            commands = [c for b in blocks if b.language == "console" for c in b.commands()]
        except ValueError as err:
            self.verdict(str(err).split(":")[0], "its blocks", str(err))
            return
        shell = Shell(self.folder, self.env)
        try:
            if any("--sandbox" in c.text for c in commands) and not any("lockstep sandbox &" in c.text for c in commands):
                if not self.sandbox_start(shell):
                    self.verdict(1, "lockstep sandbox", "does not start: " + " ".join(shell.printed()))
            for block in blocks:
                self.block_run(shell, block)
        except TimeoutError:
            self.report.append(f"# {self.name}: the commands after it were not run")
        finally:
            shell.close()

    def update(self):
        lines = self.path.read_text(encoding="utf-8").splitlines()
        for at, count, printed in reversed(self.edits):
            lines[at : at + count] = printed
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def on_sigterm(*_):
    for shell in list(Shell.open_ones):
        os.killpg(shell.process.pid, signal.SIGKILL)
    os._exit(128 + signal.SIGTERM)


def main(args):
    signal.signal(signal.SIGTERM, on_sigterm)
    is_update = args[0] == "--update"
    lockstep, scratch, *paths = args[is_update:]
    pages = [Page(Path(path).resolve(), Path(lockstep).resolve(), Path(scratch).resolve()) for path in paths]
    with ThreadPoolExecutor(PAGES_AT_ONCE) as pool:
        for page, _ in zip(pages, pool.map(Page.run, pages)):
            print("\n".join(page.report), flush=True)
            if is_update:
                page.update()
    not_run = [f"{page.name}:{block.line}" for page in pages for block in page.not_run]
    print(f"{len(not_run)} blocks are not run:", *not_run)
    passed, failed = sum(p.passed for p in pages), sum(p.failed for p in pages)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main(sys.argv[1:]))
