package com.example.party.message;

import io.rong.imlib.MessageTag;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "party:Gift", flag = MessageTag.ISCOUNTED)
public class PartyGift extends PartyContent {
    private String giftId;
    private String giftName;
    private String number;
    private double price;

    public PartyGift(byte[] data) {
        try {
            JSONObject json = new JSONObject(new String(data));
            readCommonMembers(json);
            giftId = json.optString("giftId");
            giftName = json.optString("giftName");
            number = json.optString("number");
            price = json.optDouble("price");
        } catch (JSONException ignored) {
        }
    }

    @Override
    public byte[] encode() {
        try {
            JSONObject json = commonMembers();
            json.put("giftId", giftId);
            json.put("giftName", giftName);
            json.put("number", number);
            json.put("price", price);
            return json.toString().getBytes();
        } catch (JSONException e) {
            return null;
        }
    }
}
