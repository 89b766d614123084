import json

from .models import Gift, Notice

PARSERS = {"shop:Gift": Gift, "shop:Notice": Notice}
FLAGS = {"shop:Gift": 3, "shop:Notice": 1}


def handle(callback):
    model = PARSERS.get(callback["objectName"])
    if model is None:
        return None
    return model.parse_raw(callback["content"])


def send(client, target, name, content):
    client.publish(target, object_name=name, content=json.dumps(content.dict(by_alias=True)))


def dynamic(name):
    """A model whose members nobody knows before it runs."""
    return type(name, (object,), {})
