package com.example.kit;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "app:Card", flag = MessageTag.ISCOUNTED)
public class CardMessage extends MessageContent {
    private String cardId;
    private String name;

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        try {
            json.put("cardId", cardId);
            json.put("name", name);
        } catch (JSONException e) {
            return null;
        }
        return json.toString().getBytes();
    }
}
