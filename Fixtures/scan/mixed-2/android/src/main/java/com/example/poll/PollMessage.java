package com.example.poll;

@MessageTag(value = "app:Poll", flag = MessageTag.ISCOUNTED)
public class PollMessage extends MessageContent {
    private String question;
    private java.util.List<String> options;

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        json.put("q", question);
        json.put("opts", new JSONArray(options));
        return json.toString().getBytes();
    }
}
