package com.example.chat.message;

@MessageTag(flag = MessageTag.STATUS, value = "App:Typing")
public class TypingHint extends MessageContent {
    private String what;

    @Override public byte[] encode() {
        com.alibaba.fastjson.JSONObject json = new com.alibaba.fastjson.JSONObject();
        json.put("what", what);
        return json.toJSONString().getBytes();
    }

    public static boolean isTyping(String objectName) {
        return "App:Typing".equals(objectName) || objectName.equals("RC:TypSts");
    }
}
