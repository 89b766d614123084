package com.example.chat;

@MessageTag(value = "Test:Fake", flag = MessageTag.NONE)
class FakeMessage extends MessageContent {
    public byte[] encode() {
        JSONObject json = new JSONObject();
        json.put("fakeKey", 1);
        return json.toString().getBytes();
    }
}
