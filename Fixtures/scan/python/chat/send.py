import json

SAMPLE = """
client.send(object_name="App:Sample", content={"sample": 1})
"""
RAW = r'object_name="App:Raw"'


def send_like(client, user, kind):
    client.message.private.send(
        "system",
        [user],
        object_name="App:Like",
        content={
            "count": 1,
            "target": {"id": user},
        },
        is_persisted=1,
        is_counted=0,
    )
    client.post("/message/publish.json", {
        "fromUserId": "system",
        "objectName": "App:Seat",
        "content": json.dumps({"seat": "A", "row": 4}),
    })
    client.send(object_name="App:" + kind, content={"kind": kind})
    if message.object_name == "App:Compared":
        print("object_name='App:Printed'")
