# SPDX-License-Identifier: Apache-2.0
"""An application's own types, checked writing, and what Python values can and cannot be."""

import array
import mmap

import imwire
import pytest

GIFT = """{"x-objectName": "app:GiftMsg", "type": "object", "x-order": ["giftID", "count"], "required": ["giftID"],
  "properties": {"giftID": {"type": "string", "x-aliases": ["giftId"]}, "count": {"type": "integer"}}}"""


def test_schemas_describe_types(tmp_path):
    (tmp_path / "gift.schema.json").write_text(GIFT)
    for types in imwire.Types(tmp_path), imwire.Types({"gift.schema.json": GIFT}):
        assert types.names == ["app:GiftMsg"]
        decoded = imwire.decode("app:GiftMsg", '{"giftId":"rose","count":"3","mine":1}', types=types)
        assert decoded.value == {"giftID": "rose", "count": 3, "mine": 1}
        assert (decoded.unknown, sorted(decoded.deviations, reverse=True)) == (["mine"], ["DEV-150", "DEV-104"])
        assert imwire.encode("app:GiftMsg", {"count": 1, "giftID": "r"}, types=types) == b'{"giftID":"r","count":1}'
        assert imwire.describe("app:GiftMsg", types=types) == {"category": "custom", "persistence": 3}
        assert imwire.validate("app:GiftMsg", "{}", types=types)[0].path == "/giftID"
    assert imwire.describe("app:GiftMsg")["category"] == "unknown"


def test_schemas_that_cannot_be_used():
    with pytest.raises(imwire.Refused) as caught:
        imwire.Types({"gift.schema.json": GIFT.replace("x-aliases", "x-alias")})
    assert caught.value.code == "schema.keyword" and caught.value.path == "/properties/giftID/x-alias"
    assert caught.value.reason.startswith("gift.schema.json#/properties/giftID")
    with pytest.raises(imwire.Refused, match="register.reserved"):
        imwire.Types({"a.schema.json": GIFT.replace("app:", "RC:")})
    assert imwire.Types({"a.schema.json": GIFT.replace("app:", "RC:")}, overrides_reserved=True).names == ["RC:GiftMsg"]
    with pytest.raises(imwire.HandleError):
        types = imwire.Types({})
        types.close()
        imwire.decode("RC:TxtMsg", b"{}", types=types)


def test_writing_checks():
    written = imwire.write("RC:TxtMsg", {"content": 7, "mine": 1})
    assert bytes(written) == b'{"content":"7","mine":1}'
    assert (written.deviations, written.unknown, written.is_known) == (["DEV-106"], ["mine"], True)
    assert written.suggestion is None and written.departures == []
    with pytest.raises(imwire.Refused) as caught:
        imwire.encode("RC:TxtMsg", {"content": 7}, mode="strict")
    assert (caught.value.code, caught.value.path) == ("field.type", "/content")


def test_misspelt_types_are_reported():
    for name in "RC:TxtMgs", "rc:txtmsg", "TxtMsg":
        written = imwire.write(name, {"content": "hi"})
        assert (written.is_known, written.suggestion) == (False, "RC:TxtMsg")
    with pytest.raises(imwire.Unsupported, match="did you mean RC:TxtMsg?"):
        imwire.encode("RC:TxtMgs", {"content": "hi"}, mode="strict")
    own = imwire.write("app:GiftMsg", {"giftID": 1}, mode="strict")
    assert (own.is_known, own.suggestion) == (False, None)


def test_profiles():
    written = imwire.write("RC:TxtMsg", {"content": "é"}, profile={"ascii": True})
    assert written.content == b'{"content":"\\u00e9"}'
    assert [(departure.deviation, departure.offset) for departure in written.departures] == [("DEV-152", 12)]
    assert imwire.encode("RC:TxtMsg", {"content": "hi"}, profile="web-sdk-2.5.3") == b'{"content":"hi"}'
    with pytest.raises(imwire.Unsupported, match="platform"):
        imwire.encode("RC:TxtMsg", {"content": "hi"}, profile="no-sdk")


def test_assigning():
    arrived = b'{"text":[1],"user":{"id":"a","name":"b"},"x":1.50}'
    value = {"content": "hi", "user": {"id": "c"}, "x": 2}
    assert imwire.assign("RC:TxtMsg", arrived, value) == b'{"content":"hi","user":{"id":"c"},"x":1.50}'
    assert imwire.assign("RC:TxtMsg", '{"text":[1]}', b'{"content":{}}') == b'{"text":[1]}'
    with pytest.raises(imwire.Refused, match="json.syntax at byte 1"):
        imwire.assign("RC:TxtMsg", b"{", b"x")
    with pytest.raises(imwire.Refused, match="limit.size"):
        imwire.assign("RC:TxtMsg", b"{}", {}, limits={"contentBytes": 1})
    with pytest.raises(imwire.Unsupported):
        imwire.assign("app:GiftMsg", b"{}", {})


@pytest.mark.parametrize("kind", [str, lambda text: text.encode(), lambda text: bytearray(text.encode()),
                                  lambda text: memoryview(text.encode()), lambda text: array.array("B", text.encode())])
def test_texts_and_any_buffer(kind):
    assert imwire.decode("RC:TxtMsg", kind('{"content":"é"}')).value == {"content": "é"}
    assert imwire.Validator().check("RC:TxtMsg", kind('{"content":7}')) == 1
    reader = imwire.ChatReader("line", encoding="json")
    reader.feed(kind("beatID\n"))
    assert next(reader).kind == "heartbeat"


def test_mapped_files(tmp_path):
    (tmp_path / "content").write_text('{"content":"hi"}')
    with open(tmp_path / "content", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        assert imwire.decode("RC:TxtMsg", data).value == {"content": "hi"}


def test_what_is_no_buffer():
    for data in 7, None, ["a"], {"content": "hi"}:
        with pytest.raises(TypeError):
            imwire.decode("RC:TxtMsg", data)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_json_does_not_have(number):
    for write in imwire.encode, imwire.write:
        with pytest.raises(ValueError):
            write("RC:TxtMsg", {"content": "hi", "extra": number})
    with pytest.raises(ValueError):
        imwire.Session("likes", {"interval": number})


def test_numbers_do_not_wrap():
    for fields in {"type": 256}, {"type": -1}, {"flags": 1 << 16}, {"sequence": 1 << 32}:
        with pytest.raises(ValueError, match="cannot be"):
            imwire.Frame(**{"type": 1, "flags": 0, "sequence": 0, "payload": b"", **fields}).encode()
    with pytest.raises(ValueError, match="index"):
        imwire.Frame(2, 2, 0, b"", (1 << 16, 1, 1, 1)).encode()
    with pytest.raises(ValueError):
        imwire.ChatReader("line").feed(b"", 1 << 64)
    with pytest.raises(ValueError):
        imwire.decode("RC:TxtMsg", b"{}", limits={"depth": (1 << 64) + 8})
    with pytest.raises(ValueError):
        imwire.ChatWriter("packet", sequence=(1 << 64) + 1)
    big = 1 << 80
    assert imwire.decode("RC:TxtMsg", imwire.encode("RC:TxtMsg", {"content": "", "n": big})).value["n"] == big
