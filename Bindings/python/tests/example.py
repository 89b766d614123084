# SPDX-License-Identifier: Apache-2.0
"""An example for the type checkers, which scripts/test-bindings also runs."""

from __future__ import annotations

import imwire


def chat(data: bytes) -> list[str]:
    """Returns the kinds of the messages of a stream."""
    reader = imwire.ChatReader("line", encoding="json", mode="lenient", limits={"lineBytes": 65536})
    reader.feed(memoryview(data), time=1000)
    return [item.kind for item in reader.items() if isinstance(item, imwire.Item)]


def send(text: str, types: imwire.Types) -> bytes:
    """Returns a content whose value was checked."""
    written: imwire.Written = imwire.write("app:Greeting", {"text": text}, mode="strict", types=types)
    departures: list[imwire.Departure] = written.departures
    assert not departures and written.suggestion is None
    return written.content


def connect(app_key: str, secret: str) -> list[str]:
    """Returns the actions of a client that connects, and checks a signed request."""
    signed: imwire.Signed = imwire.check_headers(imwire.sign_headers(app_key, secret, "1", "1700000000000"), secret)
    assert signed["isSigned"]
    session = imwire.Session("likes", {"interval": 1000})
    session.put({"at": 0, "event": "like"})
    return [str(action["action"]) for action in session.put({"at": 2000, "event": "tick"})]


def main() -> None:
    """Runs the parts of the example."""
    schema = '{"x-objectName":"app:Greeting","type":"object","properties":{"text":{"type":"string"}}}'
    with_types = imwire.Types({"greeting.schema.json": schema})
    print(chat(b"beatID\n"), send("hi", with_types), connect("key", "secret"))
    decoded: imwire.Decoded = imwire.decode("app:Greeting", '{"text":"hi"}', types=with_types)
    deviations: list[str] = decoded.deviations
    description: imwire.Description = imwire.describe("RC:TxtMsg")
    print(decoded.value, deviations, description["category"])
    try:
        imwire.encode("RC:TxtMsg", {"content": 7}, mode="strict")
    except imwire.Refused as error:
        offset: int | None = error.offset
        print(error.code, offset, error.path)


if __name__ == "__main__":
    main()
