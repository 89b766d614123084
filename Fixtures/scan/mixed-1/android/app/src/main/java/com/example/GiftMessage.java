package com.example;

@MessageTag(value = "app:Gift", flag = MessageTag.ISPERSISTED)
public class GiftMessage extends MessageContent {
    private String giftId;
    private String number;

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        json.put("giftId", giftId);
        json.put("number", number);
        return json.toString().getBytes();
    }
}
