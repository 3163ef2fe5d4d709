"""A page of the manual: its fenced blocks, the commands in them, and whether what a command printed is what the
page shows. Nothing is run here; manual.py runs it.

Blocks, by the word after the three backticks:

    console         commands and what they print. A line that begins with `$ ` is a command, with further lines while
                    it ends in a backslash; the lines up to the next command are its output, both streams. It must end
                    with 0, unless `$ echo $?` follows. `^C` as the last line: Ctrl-C is typed once the rest is there.
                    A command that ends in `&` goes on in the background, and its output is awaited.
    console 100x12  the same on a terminal of that size: the page shows one of the pictures that were drawn.
    yaml, json, sh  `# some/name.yaml` as the first line: the file that later commands of the page use. Without it, a
                    piece of YAML or JSON, which has to be readable.
    text            cannot be run here (a real cluster, an installation, a grammar). The test counts these.

No other word is allowed, and no block by indentation. A line `...` stands for any number of lines, `…` at the end of
a line for the rest of it. VARIABLE below lists all that may differ from run to run.
"""
import re
from dataclasses import dataclass, field

HOME = "/home/me"  # how a page calls the folder in which its commands run
LANGUAGES = ("console", "yaml", "json", "sh", "text")

# What differs from run to run, and what it is compared as.
VARIABLE = [
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIMESTAMP"),  # 2026-11-16T02:31:08.992Z
    (r"  \d+(\.\d+)?(ms|s|m|h)(\d+(ms|s|m))?(?=  |$)", ""),  # a time in a column: short runs show none
    (r"\b\d+(\.\d+)?(ms|s|m|h)(\d+(ms|s|m))?\b", "TIME"),  # 3.2s, 250ms, 2m10s; ages too
    (r'"(tookMs|reads)":\d+', r'"\1":N'),  # how many reads a wait takes depends on how often pods change
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID"),
    (r'"resourceVersion": ?"\d+"', '"resourceVersion":"N"'),
    (r"127\.0\.0\.1:\d+", "127.0.0.1:PORT"),
    (r"\bprocess \d+", "process N"),
    (r"\bhost [\w.-]+", "host NAME"),
    (r"/[\w./-]*/lockstep[\w-]*/sandbox-\w+", "SANDBOX"),  # the folder of its kubeconfig
    (r"\b([a-z][a-z0-9-]*?)-[0-9a-f]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b", r"\1-POD"),  # of a Deployment
    (r"\bpod ([a-z][a-z0-9-]*)-[bcdfghjklmnpqrstvwxz2456789]{5}\b", r"pod \1-POD"),  # of a Job
    (r"\b(lockstep|OpenSSL|nghttp2|libyaml) \d+\.\d+\.\d+\w*", r"\1 VERSION"),
]


@dataclass
class Command:
    text: str
    line: int  # of the page, from 1
    shown: list = field(default_factory=list)  # lines of output


@dataclass
class Block:
    language: str
    argument: str  # "100x12", "" or None
    line: int
    lines: list

    def file_name(self):
        """The file that the block is; None for a piece of one."""
        found = re.fullmatch(r"# ([\w-]+(?:/[\w.-]+)*\.[a-z]+)", self.lines[0]) if self.lines else None
        return found.group(1) if found and self.language in ("yaml", "json", "sh") else None

    def commands(self):
        found = []
        for number, line in enumerate(self.lines, self.line + 1):
            if found and found[-1].text.endswith("\\") and not found[-1].shown:
                found[-1].text += "\n" + line
            elif line.startswith("$ "):
                found.append(Command(line[2:], number))
            elif found:
                found[-1].shown.append(line)
            else:
                raise ValueError(f"{number}: a console block begins with `$ ` and a command")
        return found


def blocks_of(text):
    """The blocks of a page in order. ValueError, `LINE: what`, for what the rules above do not allow."""
    found, block, was_blank, in_list = [], None, True, False
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"( *)```(.*)$", line)
        if block is None and fence:
            language, _, argument = fence.group(2).strip().partition(" ")
            if language not in LANGUAGES:
                raise ValueError(f"{number}: a block of '{language}': it is one of {', '.join(LANGUAGES)}")
            if argument and not (language == "console" and re.fullmatch(r"\d+x\d+", argument)):
                raise ValueError(f"{number}: '{argument}' is no size of a terminal such as 100x12")
            block = Block(language, argument, number, [])
        elif block and fence:
            found.append(block)
            block = None
        elif block:
            block.lines.append(line)
        else:
            in_list = bool(re.match(r"\s*([-*]|\d+\.) ", line)) or in_list and (not line or line.startswith(" "))
            if was_blank and line.startswith("    ") and not in_list:
                raise ValueError(f"{number}: a block by indentation: write ```console or ```text")
        was_blank = not line.strip()
    if block:
        raise ValueError(f"{block.line}: the block never ends")
    return found


def links_of(text):
    """(line, file, heading) of each link inside the tree; no file: this page."""
    for number, line in enumerate(text.splitlines(), 1):
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            if "://" not in target:
                file, _, heading = target.partition("#")
                yield number, file, heading


def headings_of(text):
    """How links name the headings of a page."""
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def plain(line):
    """The line without what may differ; columns beside it may be wider or narrower, so their gaps do not count."""
    line = line.rstrip()
    for pattern, name in VARIABLE:
        line = re.sub(pattern, name, line)
    return re.sub(r"(\S)  +", r"\1  ", line)


def line_matches(shown, printed):
    if shown.endswith("…"):
        return plain(printed).startswith(plain(shown[:-1]).rstrip())
    return plain(shown) == plain(printed)


def matches(shown, printed):
    """Whether the printed lines are the shown ones; `...` is any number of lines."""
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and line_matches(shown[0], printed[0]) and matches(shown[1:], printed[1:])
