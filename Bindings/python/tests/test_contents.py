# SPDX-License-Identifier: Apache-2.0
"""Contents, errors, and access to parts of JSON."""

import json

import imwire
import pytest
from hypothesis import given, strategies as st

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4), max_leaves=20)


def test_values_and_deviations():
    decoded = imwire.decode("RC:TxtMsg", b'{"content":7,"mine":1.50}')
    assert decoded.value == {"content": "7", "mine": 1.5}
    assert (decoded.unknown, decoded.deviations) == (["mine"], ["DEV-106"])
    assert decoded.value_json == b'{"content":"7","mine":1.50}'


def test_exact_text_survives():
    text = b'{"content":"\\ud800","mine":1E2,"big":9007199254740993}'
    assert imwire.encode("RC:TxtMsg", imwire.decode("RC:TxtMsg", text).value_json) == text


def test_refusals_say_where():
    with pytest.raises(imwire.Refused) as caught:
        imwire.decode("RC:TxtMsg", b'{"content":7}', mode="strict")
    error = caught.value
    assert (error.code, error.offset, error.path) == ("field.type", 11, "/content")
    assert str(error) == "field.type at byte 11, in /content"
    with pytest.raises(imwire.Refused, match="limit.depth"):
        imwire.decode("RC:TxtMsg", b'{"extra":{}}', limits={"depth": 1})


def test_wrong_arguments():
    with pytest.raises(ValueError):
        imwire.decode("RC:TxtMsg", b"{}", mode="loose")
    with pytest.raises(ValueError):
        imwire.decode("RC:TxtMsg", b"{}", limits={"heat": 1})
    with pytest.raises(imwire.Unsupported):
        imwire.decode("RC:TxtMsg", b"{}", limits={"lineBytes": 1})
    with pytest.raises(imwire.Unsupported):
        imwire.decode_body("NoMessage", b"")


@given(st.binary(max_size=300), st.sampled_from(["RC:TxtMsg", "RC:ImgMsg", "RC:CmdMsg", "APP:Own", ""]))
def test_any_bytes_are_read_or_refused(data, name):
    try:
        decoded = imwire.decode(name, data)
    except imwire.Refused as error:
        assert error.code and 0 <= error.offset <= len(data)
        with pytest.raises(imwire.Refused):
            imwire.Validator().check(name, data)
        return
    again = imwire.decode(name, imwire.encode(name, decoded.value_json))
    assert again.value_json == decoded.value_json
    assert len(set(deviation.id for deviation in imwire.validate(name, data))) == len(decoded.deviations)


@given(values.filter(lambda value: value is not None))  # null is an absent member
def test_any_value_of_extra_is_kept(value):
    written = imwire.encode("RC:TxtMsg", {"content": "hi", "extra": value})
    assert json.loads(written)["extra"] == value


@given(st.dictionaries(st.text(max_size=8), values, max_size=6))
def test_members_lie_where_they_are_said_to_lie(value):
    text = json.dumps(value, ensure_ascii=True).encode()
    for name in value:
        assert json.loads(imwire.member(text, name)) == value[name]
    assert imwire.member(text, "not there at all") is None


@given(st.lists(values, max_size=6), st.text())
def test_elements_and_texts(value, text):
    assert [json.loads(element) for element in imwire.elements(json.dumps(value).encode())] == value
    assert imwire.text_of(json.dumps(text).encode()) == text


def test_types_are_described():
    assert imwire.describe("RC:TxtMsg") == {"category": "content", "persistence": 3}
    assert imwire.describe("APP:Own")["category"] == "unknown"
    assert imwire.has("content") and not imwire.has("telepathy")
