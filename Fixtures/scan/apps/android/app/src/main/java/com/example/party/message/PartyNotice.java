package com.example.party.message;

import io.rong.imlib.MessageTag;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "party:Notice", flag = MessageTag.ISPERSISTED)
public class PartyNotice extends PartyContent {
    private String text;
    private String data;

    public PartyNotice(byte[] bytes) {
        try {
            JSONObject json = new JSONObject(new String(bytes));
            readCommonMembers(json);
            text = json.optString("text");
            data = json.optString("data");
        } catch (JSONException ignored) {
        }
    }

    @Override
    public byte[] encode() {
        try {
            JSONObject json = commonMembers();
            json.put("text", text);
            json.put("data", data);
            return json.toString().getBytes();
        } catch (JSONException e) {
            return null;
        }
    }
}
