# SPDX-License-Identifier: Apache-2.0
"""Lists the places of a file where a mutant can be planted, by kind, and the edit for each.

An edit replaces a range by text in which {id} is the number of the mutant. An operator is replaced by one of its own,
which is declared with the mutant, so that the limits of its operands need not be known.
"""

import re

COMPARISON = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
BOOLEAN = {"&&": "||", "||": "&&"}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&+": "&-", "&-": "&+", "&*": "&+", "<<": ">>",
              ">>": "<<", "&": "|", "|": "&", "^": "|", "&>>": "&<<", "&<<": "&>>",
              "+=": "-=", "-=": "+=", "&+=": "&-=", "&-=": "&+="}
OPERATOR = re.compile(r"(?<=[\w\)\]\x01!?] )(" + "|".join(
    re.escape(word) for word in sorted({**COMPARISON, **BOOLEAN, **ARITHMETIC}, key=len, reverse=True)) + r")(?= \S)")
CONSTANT = re.compile(r"(?<![\w.$])(0x[0-9a-fA-F_]+|[0-9][0-9_]*)(?![\w.])")
FLAG = re.compile(r"(?<![\w.])(true|false)(?!\w)")
CONDITION = re.compile(r"(?<!\w)(if|guard|while) ")
CODE = re.compile(r"(?:\b(?:DecodeError|EncodeError|StreamFault|SessionError|SchemaError)|\bclose|\bfault)\(\.(\w+)")
EXIT = re.compile(r"\s*(?:return|throw|break|continue)\b")
STATEMENT = re.compile(
    r"(?!(?:return|let|var|if|guard|case|default|throw|for|while|switch|break|continue|func|init|deinit|do|defer|else|"
    r"import|struct|enum|extension|public|package|private|static|mutating|subscript|typealias|where|repeat|yield|get|"
    r"set|some|protocol|final|indirect|precedencegroup|infix|operator|fallthrough)\b)"
    r"(?:try |unsafe |_ = )*[\w.\[\]?()&+*: ,$-]+?(?:\(.*\)| (?:=|\+=|-=|&\+=|&-=|\|=|&=) \S.*)$")
KINDS = ("comparison", "boolean", "arithmetic", "constant", "condition", "exit", "statement", "code")


class Candidate:
    """A possible mutant: the edits that plant it and the text that shows it."""

    def __init__(self, source, kind, edits, before, after, operator=None):
        self.source, self.kind, self.edits, self.before, self.after = source, kind, edits, before, after
        self.operator = operator
        self.start, self.end = edits[0][0], edits[-1][1]
        self.line = source.line(self.start)
        self.text = source.line_text(self.start)

    @property
    def key(self):
        """What identifies a mutant while lines move."""
        return f"{self.source.path}: {self.text}: {self.kind}: {self.before} -> {self.after}"


def in_pattern(source, place):
    """Whether a place is in the pattern of a case, or in a declaration of cases."""
    start = source.starts[source.line(place) - 1]
    head = source.code[start:place]
    return re.match(r"\s*case ", head) is not None and ":" not in head.split("(")[0]


def operators(source):
    for found in OPERATOR.finditer(source.code):
        word = found.group(1)
        kind = "comparison" if word in COMPARISON else "boolean" if word in BOOLEAN else "arithmetic"
        after = {**COMPARISON, **BOOLEAN, **ARITHMETIC}[word]
        rest = source.code[found.end():]
        if rest.startswith(" nil") or in_pattern(source, found.start()) or re.search(
                r"\b(?:where|extension|func|protocol|typealias|struct|enum|associatedtype)\b",
                source.line_text(found.start())):
            continue
        # Texts and arrays are joined with the same operator as numbers are added.
        sides = rest[1] + source.code[found.start() - 2]
        if kind == "arithmetic" and ("\x01" in sides or word[0] == "+" and re.search(r"[\[\]]", sides)):
            continue
        yield Candidate(source, kind, [(found.start(), found.end(), "{operator}")], word, after, operator=(word, after))


def constants(source):
    for found in CONSTANT.finditer(source.code):
        if not in_pattern(source, found.start()):
            edits = [(found.start(), found.start(), "mutantConstant({id}, "), (found.end(), found.end(), ")")]
            yield Candidate(source, "constant", edits, found.group(), found.group() + " + 1")
    for found in FLAG.finditer(source.code):
        if not in_pattern(source, found.start()):
            edits = [(found.start(), found.end(), f"mutantCondition({{id}}, {found.group()})")]
            yield Candidate(source, "constant", edits, found.group(), "false" if found.group() == "true" else "true")


def conditions(source):
    for found in CONDITION.finditer(source.code):
        word = found.group(1)
        end = source.matching(found.end(), (" else {",) if word == "guard" else (" {",))
        if end is None:
            continue
        body = source.code.index("{", end) + 1
        leaves = EXIT.match(source.code, body) is not None
        for low, high in source.parts(found.end(), end):
            text = source.text[low:high]
            if not text or re.match(r"(?:let|var|case|#)\b|#", text) or "\n" in text or "#available" in text:
                continue
            edits = [(low, low, "mutantCondition({id}, "), (high, high, ")")]
            yield Candidate(source, "condition", edits, text, f"!({text})")
            if leaves:
                force = "mutantOr" if word == "guard" else "mutantAnd"
                edits = [(low, low, force + "({id}, "), (high, high, ")")]
                yield Candidate(source, "exit", edits, text, "true" if word == "guard" else "false")


def statements(source):
    lines = source.code.split("\n")
    for number, line in enumerate(lines):
        body = line.rstrip(" \x01")
        start, text = len(line) - len(line.lstrip()), body.strip()
        if not STATEMENT.fullmatch(text) or text.count("(") != text.count(")") or text.count("[") != text.count("]"):
            continue
        # A property that an initializer does not set, does not compile.
        if re.match(r"self\.\w+ = ", text):
            continue
        if text.count("{") != text.count("}") or re.match(r"[\w.]+:(?!:)", text):
            continue
        before = lines[number - 1].rstrip(" \x01") if number else ""
        after = lines[number + 1] if number + 1 < len(lines) else ""
        if before.endswith((",", "(", "=", "[", "?", ":")) and not before.strip().startswith(("case", "default")):
            continue
        if len(after) - len(after.lstrip()) > start or after.strip()[:1] in (")", "]", ".", "&", "|", "+", "?", ":"):
            continue
        # The only expression of a body is its result.
        if before.endswith("{") and after.strip() == "}" and re.search(r"->|^\s*(?:get|var|.*\bvar) ", before):
            continue
        low = source.starts[number] + start
        high = source.starts[number] + len(body)
        edits = [(low, low, "if !mutant({id}) {{ "), (high, high, " }}")]
        yield Candidate(source, "statement", edits, source.text[low:high], "")


def codes(source):
    found = list(CODE.finditer(source.code))
    names = sorted({match.group(1) for match in found})
    for match in found:
        maker = match.group().split("(")[0]
        others = [name for name in names if name != match.group(1) and any(
            other.group(1) == name and other.group().split("(")[0] == maker for other in found)]
        if others:
            low, high, own = match.start(1) - 1, match.end(1), match.group(1)
            other = others[(names.index(own)) % len(others)]
            edits = [(low, high, f"(mutant({{id}}) ? .{other} : .{own})")]
            yield Candidate(source, "code", edits, "." + own, "." + other)


def candidates(source):
    """All candidates of a file, in the order of their places; assertions check the code and are no part of it."""
    found = [*operators(source), *constants(source), *conditions(source), *statements(source), *codes(source)]
    return sorted((one for one in found if not one.text.startswith(("assert(", "assertionFailure("))),
                  key=lambda one: (one.start, one.end, one.kind))
