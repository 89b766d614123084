# SPDX-License-Identifier: Apache-2.0
"""What the attacks share: connections, their ends, and many of them at once."""

import asyncio
import os

from .wire import HOST


def share(count):
    """Returns a number of connections scaled by --share."""
    return max(1, int(count * float(os.environ.get("SHARE", "1"))))


async def connect(port):
    return await asyncio.wait_for(asyncio.open_connection(HOST, port), 30)


async def ends(reader, patience):
    """Returns whether the server ends the connection in time."""
    try:
        async with asyncio.timeout(patience):
            while await reader.read(65_536):
                pass
        return True
    except (ConnectionError, asyncio.IncompleteReadError):
        return True
    except TimeoutError:
        return False


async def hurl(port, data, patience=5, repeat=1):
    """Sends bytes, and returns whether the server ends the connection."""
    reader, writer = await connect(port)
    try:
        for _ in range(repeat):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    result = await ends(reader, patience)
    writer.close()
    return result


async def many(count, attack, at_once=100):
    gate = asyncio.Semaphore(at_once)

    async def one(number):
        async with gate:
            try:
                return await attack(number)
            except (OSError, TimeoutError):
                return False

    return await asyncio.gather(*(one(number) for number in range(count)))
