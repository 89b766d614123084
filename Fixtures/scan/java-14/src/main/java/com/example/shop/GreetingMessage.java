package com.example.shop;

import io.rong.imlib.MessageTag;
import io.rong.message.TextMessage;
import org.json.JSONException;
import org.json.JSONObject;

/** A text with a colour. */
@MessageTag(value = "shop:Greeting", flag = MessageTag.ISPERSISTED)
public class GreetingMessage extends TextMessage {
    private String colour;

    public GreetingMessage(byte[] data) {
        super(data);
        try {
            JSONObject json = new JSONObject(new String(data));
            colour = json.optString("colour");
        } catch (JSONException e) {
            colour = "";
        }
    }

    @Override
    public byte[] encode() {
        try {
            JSONObject json = new JSONObject(new String(super.encode()));
            json.put("colour", colour);
            return json.toString().getBytes();
        } catch (JSONException e) {
            return super.encode();
        }
    }
}
