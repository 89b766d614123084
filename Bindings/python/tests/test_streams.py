# SPDX-License-Identifier: Apache-2.0
"""Streams, packets, sessions and threads."""

import threading

import imwire
import pytest
from hypothesis import given, strategies as st

MESSAGES = [{"messageType": "validate", "fromUserID": f"u{index}"} for index in range(5)]


def chat_stream(**options):
    writer = imwire.ChatWriter("packet", **options)
    return b"".join([writer.write(message) for message in MESSAGES]) + writer.finish()


@given(st.lists(st.integers(0, 400), max_size=6), st.booleans(), st.booleans())
def test_chat_messages_come_in_any_pieces(cuts, deflate, batch):
    stream = chat_stream(deflate=deflate, batch=batch, fragment_size=30)
    reader, found, start = imwire.ChatReader("packet"), [], 0
    for cut in sorted(min(cut, len(stream)) for cut in cuts) + [len(stream)]:
        reader.feed(stream[start:cut])
        found += [item.message for item in reader]
        start = cut
    assert found == MESSAGES
    assert reader.state.pending == 0


def test_errors_stand_in_their_places():
    reader = imwire.ChatReader("line", encoding="json")
    reader.feed(b'beatID\n{"a":}\nbeatID\n')
    kinds = [item.code if isinstance(item, imwire.Refused) else item.kind for item in reader.items()]
    assert kinds == ["heartbeat", "json.syntax", "heartbeat"]
    reader.feed(b'{"a":}\nbeatID\n')
    with pytest.raises(imwire.Refused) as caught:
        next(reader)
    assert (caught.value.scope, caught.value.offset) == ("message", 26)
    assert [item.kind for item in reader] == ["heartbeat"]
    reader.finish()
    assert list(reader) == [] and reader.state.is_closed == 1


def test_frames():
    stream = chat_stream()
    reader = imwire.FrameReader()
    frames = list(reader.feed(stream[:-1])) + list(reader.feed(stream[-1:]))
    assert b"".join(frame.encode() for frame in frames) == stream
    assert list(reader.feed(stream[:7])) == [] and reader.pending == 7
    with pytest.raises(imwire.Refused, match="frame.truncated"):
        reader.finish()


@given(st.binary(max_size=200))
def test_any_stream_is_read_or_refused(data):
    for reader in (imwire.ChatReader("packet"), imwire.ChatReader("line"), imwire.PacketReader("tcp", "up")):
        reader.feed(data)
        reader.finish()
        for item in reader.items():
            assert isinstance(item, imwire.Item) or item.code


def test_routes():
    value = {"objectName": "RC:TxtMsg", "content": {"content": "hi"}, "conversation": 1, "targetId": "u2"}
    packet = imwire.encode_envelope(value, "up", message_id=7).value
    stream = imwire.encode_packet(packet, "tcp", "up")
    scanner = imwire.Scanner("tcp", "up")
    assert scanner.next(stream[:5]) is None
    found, position = scanner.next(stream)
    route = scanner.route(stream, found)
    assert (position, found.message_id) == (len(stream), 7)
    assert (route.topic, route.target, route.object_name, route.flags) == ("ppMsgP", "u2", "RC:TxtMsg", 3)
    assert stream[slice(*route.content)] == b'{"content":"hi"}'
    reader = imwire.PacketReader("tcp", "up")
    reader.feed(stream)
    assert next(reader).packet == packet
    body = imwire.decode_body("UpStreamMessage", stream[found.data.offset :])
    assert imwire.encode_body("UpStreamMessage", body.value_json) == stream[found.data.offset :]
    assert imwire.decode_envelope(packet, "up").value["objectName"] == "RC:TxtMsg"


def test_sessions():
    session = imwire.Session("rmtp-client")
    assert [action["action"] for action in session.put({"at": 0, "event": "connect"})] == ["open"]
    with pytest.raises(imwire.Unsupported):
        session.put({"at": 1, "event": "sing"})
    with pytest.raises(imwire.Refused, match="session.config"):
        imwire.Session("likes", {"interval": -1})
    session.close()
    session.close()
    with pytest.raises(imwire.HandleError):
        session.put({"at": 2, "event": "tick"})


def test_one_object_serves_one_thread_at_a_time():
    reader, busy, wrong = imwire.ChatReader("line", encoding="json"), [], []
    line = b"[" + b'{"messageType":"validate"},' * 3000 + b"{}]\n"

    def work():
        for _ in range(30):
            try:
                reader.feed(line)
                next(reader, None)
            except imwire.BusyError as error:
                busy.append(error)
            except imwire.Refused:
                pass
            except Exception as error:  # any other exception is an error
                wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_threads_have_rooms_of_their_own():
    results = []

    def work(number):
        text = b'{"content":"%d"}' % number
        results.append(all(imwire.encode("RC:TxtMsg", text) == text for _ in range(300)))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 8
