class FakeMessage(MessageContent):
    OBJECT_NAME = "Test:Fake"

    def encode(self):
        return json.dumps({"fake": 1})
