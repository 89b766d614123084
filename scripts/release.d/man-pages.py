#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a manual page for each command from the description that the executable prints of itself.

man-pages.py EXECUTABLE FOLDER      writes FOLDER/imwire.1, FOLDER/imwire-validate.1, FOLDER/imwire-types-show.1, …
"""

import json
import subprocess
import sys
from pathlib import Path


def roff(text: str) -> str:
    """Returns text that troff prints as it is."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in lines)


def paragraphs(text: str) -> str:
    """Returns the discussion of a command: prose, and sections in capitals such as EXAMPLES, which keep their lines."""
    out = []
    for block in text.strip("\n").split("\n\n"):
        head, _, rest = block.partition("\n")
        if head.isupper() and rest:
            out.append(f".SH {roff(head)}\n.nf\n{roff(rest)}\n.fi")
        elif "\n " in "\n" + block:
            out.append(f".nf\n{roff(block)}\n.fi")
        else:
            out.append(f".PP\n{roff(block)}")
    return "\n".join(out)


def names(argument: dict) -> list[str]:
    """Returns the spellings of an option or a flag: -h, --help."""
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    return [dashes[name["kind"]] + name["name"] for name in argument.get("names", [])]


def shown(command: dict, kind: str) -> list[dict]:
    """Returns the arguments or subcommands that the help shows."""
    return [item for item in command.get(kind, [])
            if item.get("shouldDisplay", True) and item.get("commandName") != "help"]


def synopsis(words: list[str], command: dict) -> str:
    """Returns the usage line of a command."""
    positional = [a for a in shown(command, "arguments") if a["kind"] == "positional"]
    parts = [f"\\fB{roff(' '.join(words))}\\fR", "[\\fIoptions\\fR]"]
    for argument in positional:
        name = f"\\fI{roff(argument['valueName'])}\\fR" + ("..." if argument["isRepeating"] else "")
        parts.append(f"[{name}]" if argument["isOptional"] else name)
    if shown(command, "subcommands"):
        parts.append("[\\fIsubcommand\\fR]" if command.get("defaultSubcommand") or positional else "\\fIsubcommand\\fR")
    return " ".join(parts)


def option(argument: dict) -> str:
    """Returns the paragraph of an argument."""
    spellings = ", ".join(f"\\fB{roff(name)}\\fR" for name in names(argument))
    value = f"\\fI{roff(argument['valueName'])}\\fR"
    head = {"positional": value, "flag": spellings}.get(argument["kind"], f"{spellings} {value}")
    text = [roff(argument.get("abstract", "")), roff(argument.get("discussion", ""))]
    if argument.get("defaultValue") and argument["kind"] != "flag":
        text.append(f"Default: {roff(argument['defaultValue'])}.")
    return f".TP\n{head}\n" + ("\n".join(part for part in text if part) or "\\&")


def page(words: list[str], command: dict, version: str) -> str:
    """Returns the manual page of a command."""
    name = "-".join(words)
    out = [f'.\\" SPDX-License-Identifier: Apache-2.0\n.TH "{roff(name.upper())}" 1 "" "imwire {roff(version)}"',
           f".SH NAME\n{roff(name)} \\- {roff(command.get('abstract', '').rstrip('.'))}",
           f".SH SYNOPSIS\n{synopsis(words, command)}"]
    arguments = shown(command, "arguments")
    listed = [("ARGUMENTS", [a for a in arguments if a["kind"] == "positional"]),
              ("OPTIONS", [a for a in arguments if a["kind"] != "positional"])]
    discussion = command.get("discussion", "").strip("\n")
    first = discussion.split("\n", 1)[0]
    if discussion and not first.isupper():
        out.append(".SH DESCRIPTION")
    if discussion:
        out.append(paragraphs(discussion))
    for title, items in listed:
        if items:
            out.append(f".SH {title}\n" + "\n".join(option(item) for item in items))
    others = shown(command, "subcommands")
    if others:
        out.append(".SH SUBCOMMANDS\n" + "\n".join(
            f".TP\n\\fB{roff(other['commandName'])}\\fR\n{roff(other.get('abstract', ''))}" for other in others))
    related = ["-".join(words[:-1])] if len(words) > 1 else []
    related += [f"{name}-{other['commandName']}" for other in others]
    if related:
        out.append(".SH SEE ALSO\n" + ",\n".join(f".BR {roff(other)} (1)" for other in related))
    return "\n".join(out) + "\n"


def write(words: list[str], command: dict, version: str, folder: Path) -> None:
    """Writes the page of a command and those of its subcommands."""
    (folder / f"{'-'.join(words)}.1").write_text(page(words, command, version))
    for other in shown(command, "subcommands"):
        write(words + [other["commandName"]], other, version, folder)


def main(executable: str, folder: str) -> None:
    """Writes all pages."""
    run = lambda *words: subprocess.run([executable, *words], check=True, capture_output=True, text=True).stdout
    Path(folder).mkdir(parents=True, exist_ok=True)
    command = json.loads(run("--experimental-dump-help"))["command"]
    write(["imwire"], command, run("--version").strip(), Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
