package com.example.party.message;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "RC:PartyWelcome", flag = MessageTag.ISPERSISTED)
public class PartyWelcome extends MessageContent {
    private String text;

    public PartyWelcome(byte[] data) {
        try {
            text = new JSONObject(new String(data)).optString("text");
        } catch (JSONException ignored) {
        }
    }

    @Override
    public byte[] encode() {
        try {
            return new JSONObject().put("text", text).toString().getBytes();
        } catch (JSONException e) {
            return null;
        }
    }
}
