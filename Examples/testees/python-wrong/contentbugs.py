# SPDX-License-Identifier: Apache-2.0
"""Bugs in message contents."""
import json
import re

import contents
import reading
import schemas
import strictjson
from catalogue import around, bug, rename, rename_common
from reading import ABSENT, UNREADABLE, Reading
from schemas import TYPES
from strictjson import Fault, Parser


@bug("DEV-01", "server-go")
def command_name_as_operation():
    """The name of a command notification is read and written as `operation`."""
    rename("RC:CmdNtf", "name", "operation")


@bug("DEV-02", "server-go")
def chatroom_key_as_string():
    """The key of a chatroom's entry is read and written as `string`."""
    rename("RC:chrmKVNotiMsg", "key", "string")


@bug("DEV-03", "server-dotnet")
def link_as_conturlent():
    """The link of a rich content message is `conturlent`, the result of a faulty search and replace."""
    rename("RC:ImgTextMsg", "url", "conturlent")


@bug("DEV-04", "server-dotnet")
def notice_as_content():
    """The text of an information notification is read and written as `content`."""
    rename("RC:InfoNtf", "message", "content")


@bug("DEV-05", "flutter")
def operation_for_operator():
    """The operation of a group notification is also written as its operator."""
    @around(Reading, "write")
    def write(original, self, path, known, others):
        names = dict(known)
        if path == "" and {"operatorUserId", "operation"} <= set(names):
            wrong = b'"operatorUserId":' + names["operation"].partition(b":")[2]
            known = [(name, wrong if name == "operatorUserId" else text) for name, text in known]
        return original(self, path, known, others)


@bug("DEV-06", "flutter")
def recall_with_m_names():
    """A recall notification is written with the class's field names, such as `mRecallTime`, which it cannot read."""
    for old, new in (("operatorId", "mOperatorId"), ("recallTime", "mRecallTime"),
                     ("originalObjectName", "mOriginalObjectName"), ("admin", "mAdmin"), ("delete", "mDelete")):
        rename("RC:RcNtf", old, new)


@bug("DEV-07", "web-v2, server-go")
def operator_as_operation():
    """The operator of a discussion notification is read only from `operation`."""
    rename("RC:DizNtf", "operator", "operation")


@bug("DEV-08", "server-python, seed 000")
def portrait_as_icon():
    """The avatar of a sender is read and written as `icon`."""
    rename_common("user", "portrait", "icon")


@bug("DEV-10", "server-nodejs, server-php")
def mention_under_input_names():
    """The text of a mention is kept under `pushContent`, its name in the API."""
    rename_common("mentionedInfo", "mentionedContent", "pushContent")


@bug("DEV-13", "the documents' table of RC:RcCmd")
def recall_id_as_printed():
    """The id of a recalled message is read and written as `MessageUId`, its name in a table of the documents."""
    rename("RC:RcCmd", "messageUId", "MessageUId")


@bug("DEV-21", "web-v2")
def combine_without_kind():
    """Combined messages lose their conversation type, which the class does not declare."""
    drop("RC:CombineMsg", "conversationType")


@bug("DEV-66", "web-v2")
def mention_never_assigned():
    """A rich content message loses its mention: the member is declared and never assigned."""
    drop("RC:ImgTextMsg", "mentionedInfo")


def drop(object_name, member):
    """Omits the member from the written content."""
    @around(Reading, "write")
    def write(original, self, path, known, others):
        if path == "" and self.shape is TYPES[object_name].shape:
            known = [each for each in known if each[0] != member]
        return original(self, path, known, others)


@bug("DEV-39", "server-go")
def size_as_string():
    """The size of a file is written as a string."""
    @around(Reading, "read_integer")
    def read(original, self, member, value, path):
        text = original(self, member, value, path)
        return b'"%s"' % text if path == "/size" and isinstance(text, bytes) else text


@bug("DEV-47", "web-v2")
def data_parsed():
    """The JSON text in the `data` of a command is parsed and written as an object."""
    @around(Reading, "read_any")
    def read(original, self, member, value, path):
        text = original(self, member, value, path)
        if path != "/data" or value.kind != "string" or value.lone:
            return text
        inner = value.text.encode()
        return text if Parser(inner, 20).fault else inner


@bug("DEV-51", "clients whose `extra` is declared as a string")
def extra_as_text():
    """An `extra` that is an object is written as a string."""
    @around(Reading, "read_any")
    def read(original, self, member, value, path):
        text = original(self, member, value, path)
        if path == "/extra" and value.kind == "object":
            return json.dumps(text.decode(errors="replace")).encode()
        return text


@bug("DEV-52", "clients that check only the presence of `user`")
def empty_user():
    """An empty list in place of a user is read as a user without a name."""
    @around(Reading, "read_nested")
    def read(original, self, member, value, path):
        text = original(self, member, value, path)
        return b'{"name":""}' if text is ABSENT and path == "/user" and value.kind == "array" else text


@bug("DEV-60", "web-v2")
def falsy_vanishes():
    """Empty strings and zeros are treated as absent: `message.x && …`."""
    def without(original, self, member, value, path):
        text = original(self, member, value, path)
        return ABSENT if text in (b'""', b"0") and "/" not in path[1:] else text

    around(Reading, "read_string")(without)
    around(Reading, "read_integer")(without)


@bug("CNT-071, DEV-61", "server-go")
def nothing_is_absent():
    """An absent `extra` is written as an empty string, since `omitempty` is missing."""
    @around(Reading, "write")
    def write(original, self, path, known, others):
        shape = getattr(self, "shape", None)
        if path == "" and shape and "extra" in shape.members and "extra" not in dict(known):
            known = known + [("extra", b'"extra":""')]
            order = list(shape.members)
            known.sort(key=lambda member: order.index(member[0]))
        return original(self, path, known, others)


@bug("DEV-71", "senders with NSDataBase64Encoding64CharacterLineLength, seed 003")
def line_breaks_stay():
    """Line breaks in Base64 are kept."""
    @around(Reading, "read_base64")
    def read(original, self, member, value, path):
        text = original(self, member, value, path)
        wrapped = value.kind == "string" and re.search(r"[\r\n]", value.text)
        return reading.quote(value.text) if wrapped and isinstance(text, bytes) and not value.lone else text


@bug("CNT-019", "every client on JavaScript")
def numbers_are_doubles():
    """A number is converted to floating point and written as JavaScript prints it."""
    @around(Reading, "read_number")
    def read(original, self, member, value, path):
        text = original(self, member, value, path)
        if not isinstance(text, bytes) or len(text) > 300:
            return text
        number = float(text)
        if number != number or abs(number) == float("inf"):
            return text
        return b"%d" % int(number) if number == int(number) else repr(number).encode()


@bug("CNT-001", "servers whose databases fold case")
def names_are_folded():
    """The letter case of an objectName is ignored, so RC:CsLm and RC:CsLM are one type."""
    by_folded = {name.lower(): known for name, known in sorted(TYPES.items())}

    class Folded(dict):
        """Types by their names in lower case."""

        def __contains__(self, name):
            return name.lower() in by_folded

        def __getitem__(self, name):
            return by_folded[name.lower()]

        def get(self, name, default=None):
            return by_folded.get(name.lower(), default)

    contents.TYPES = Folded(TYPES)


@bug("CNT-005, DEV-34", "clients that reject unregistered types")
def unknown_types_are_refused():
    """A content with an unknown objectName is an error."""
    @around(contents, "shape_of")
    def shape_of(original, object_name):
        if object_name not in contents.TYPES:
            raise Fault("content.type", 0)
        return original(object_name)


@bug("CNT-060", "every SDK whose messages are classes")
def unknown_members_are_dropped():
    """Members outside the class are dropped."""
    @around(Reading, "write")
    def write(original, self, path, known, others):
        return original(self, path, known, [])


@bug("CNT-180", "clients with Gson or encoding/json")
def one_member_costs_all():
    """A member of the wrong type makes the whole content unreadable."""
    @around(Reading, "refuse")
    def refuse(original, self, value, path):
        if value.end is not None and not self.TOLERANT:
            self.note(value.end, value.start, "field.type", path)
        return UNREADABLE


@bug("CNT-017", "parsers that search members from the front")
def first_of_two_wins():
    """The first value of a repeated member is used."""
    @around(Parser, "keep")
    def keep(original, self, value):
        if self.open and self.open[-1][0] and self.open[-1][1] is not None and len(self.open) == 1:
            node = self.open[-1][1]
            for name, held in node.members:
                if name.text == node.pending.text:
                    node.members[node.members.index((name, held))] = (name, value)
                    value = held
                    break
        return original(self, value)


@bug("CNT-072", "clients in PHP: json_encode")
def slashes_are_escaped():
    """Slashes and all characters beyond ASCII are escaped."""
    def quote(text):
        return json.dumps(text).replace("/", "\\/").encode()

    reading.quote = quote


@bug("CNT-010", "clients in Python: json.loads")
def nan_is_a_number():
    """`NaN` and `Infinity` are read as numbers."""
    strictjson.WORDS[b"N"] = (b"NaN", "null")
    strictjson.WORDS[b"I"] = (b"Infinity", "null")


@bug("CNT-011", "clients in Go: encoding/json")
def broken_text_is_replaced():
    """Invalid UTF-8 silently becomes U+FFFD."""
    @around(Parser, "__init__")
    def make(original, self, data, *given, **named):
        original(self, data.decode(errors="replace").encode() if data[:1] == b"{" else data, *given, **named)


@bug("CNT-101, DEV-75", "web-v2")
def counted_is_two():
    """A type that is persisted and counted has the flags 2."""
    for known in TYPES.values():
        known.flags = 2 if known.flags == 3 else known.flags


@bug("DEV-77, DEV-78, DEV-79, DEV-83", "web-v2")
def flags_of_the_web():
    """The flags of notifications and call summaries are 0, and those of recalls 1."""
    for name in ("RC:InfoNtf", "RC:ContactNtf", "RC:ProfileNtf", "RC:CmdNtf", "RC:DizNtf", "RC:VCSummary", "RC:GIFMsg"):
        TYPES[name].flags = 0
    TYPES["RC:RcCmd"].flags = 1


@bug("CNT-110", "clients without the digests of newer types")
def digest_is_the_name():
    """The digest of every content is its objectName."""
    for known in schemas.TYPES.values():
        known.digest = {"text": known.name}
