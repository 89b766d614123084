# SPDX-License-Identifier: Apache-2.0
"""session.run: runs machines on data (TST-086)."""
from chatstream import checked_body
from machines.chatroom import Chatroom
from machines.client import Client
from machines.likes import Likes
from machines.memory import written
from machines.machine import Event, Number, encode
from machines.rmtpclient import RmtpClient
from machines.rmtpserver import RmtpServer
from machines.server import Server
from machines.stream import Stream
from packets import is_lone
from request import BadRequest, Skip
from strictjson import Fault

MACHINES = {"client": Client, "server": Server, "stream": Stream, "chatroom": Chatroom, "likes": Likes,
            "rmtp-client": RmtpClient, "rmtp-server": RmtpServer}
MOST = 4194304     # bytes of actions (SES-145)


def has_lone(value):
    """Returns whether a text in a JSON value contains a lone surrogate."""
    if isinstance(value, str):
        return is_lone(value)
    if isinstance(value, dict):
        return any(has_lone(each) for pair in value.items() for each in pair)
    return isinstance(value, list) and any(map(has_lone, value))


def run(request):
    """Creates a machine, processes the events, and returns the actions."""
    machine, config = MACHINES.get(request.string("machine")), request.json("config") if request.has("config") else {}
    if machine is None:
        raise Skip("a machine that this testee does not have")
    if not isinstance(config, dict):
        raise BadRequest("config must be an object")
    if config.get("memory") is not None:    # in its original spelling, and with every occurrence of a member (SES-112)
        places = {name.text: node for name, node in request.nodes["config"].members}
        config["memory"] = (places["memory"], request.line)
    # A value in the place of a number is outside its range, whatever it is (SES-142).
    if any(has_lone(value) for name, value in config.items() if not isinstance(machine.CONFIG.get(name), Number)):
        raise BadRequest("a text in config has a lone surrogate")
    if isinstance(config.get("beatBody"), str):     # TST-171
        checked_body(config["beatBody"])
    events = [Event(node, request.line) for node in request.items("events", "object")]
    if request.flag("memory") and machine is not Server:
        raise Skip("only a server has a memory")
    session = machine(config)
    actions = encode(session.run(events))
    if len(actions) > MOST:
        raise Fault("session.actions")
    memory = b',"memory":' + encode(written(session.kept)) if request.flag("memory") else b""
    return b'{"actions":%s%s}' % (actions, memory)
