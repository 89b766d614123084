# SPDX-License-Identifier: Apache-2.0
"""The server API: forms, answers, callbacks, signatures and URLs."""

import imwire
import pytest

PUBLISH = "/message/private/publish.json"


def test_forms():
    form = {"fromUserId": "a", "toUserId": ["b", "c"], "objectName": "RC:TxtMsg", "content": '{"content":"hi"}'}
    written = imwire.encode_form(PUBLISH, form)
    assert written.startswith(b"fromUserId=a&toUserId=b&toUserId=c&objectName=RC%3ATxtMsg")
    assert imwire.encode_form(PUBLISH, imwire.decode_form(PUBLISH, written)) == written
    with pytest.raises(imwire.Refused) as caught:
        imwire.encode_form("/user/getToken.json", {})
    assert caught.value.path
    with pytest.raises(imwire.Unsupported):
        imwire.decode_form("/no/service.json", b"")


def test_tokens():
    answer = imwire.encode_answer("/user/getToken.json", {"code": 200, "userId": "u", "token": "secret"})
    assert imwire.decode_answer("/user/getToken.json", answer) == {"code": 200, "userId": "u", "token": "secret"}
    with pytest.raises(imwire.Refused) as caught:
        imwire.decode_answer("/user/getToken.json", b'{"code":200,"token":')
    assert caught.value.code == "json.syntax"


def test_signatures():
    fields = imwire.sign_headers("key", "secret", "1", "1408710653000")
    assert imwire.check_headers(fields, "secret")["isSigned"]
    assert imwire.check_headers(list(fields.items()), "secret")["appKey"] == "key"
    assert not imwire.check_headers(fields, "other")["isSigned"]
    signature = imwire.sign("secret", "1", "1408710653000")
    query = f"appKey=key&nonce=1&signTimestamp=1408710653000&signature={signature}"
    assert imwire.check_query(query, "secret")["isSigned"]
    assert not imwire.check_query(query, "other")["isSigned"]


def test_callbacks():
    statuses = [{"userid": "u1", "status": "0", "os": "iOS", "time": 1437982698182}]
    written = imwire.encode_callback("status", statuses)
    assert imwire.decode_callback("status", written)[0]["userid"] == "u1"
    with pytest.raises(imwire.Unsupported):
        imwire.decode_callback("video", b"[]")


def test_urls():
    url = imwire.encode_url({"isSecure": True, "host": "example.com", "appId": "a", "token": "t/+"})
    assert imwire.decode_url(url)["token"] == "t/+"
