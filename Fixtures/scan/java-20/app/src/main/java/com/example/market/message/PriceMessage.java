package com.example.market.message;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "market:Price", flag = MessageTag.ISPERSISTED)
public class PriceMessage extends MessageContent {
    private long price;

    @Override
    public byte[] encode() {
        JSONObject object = new JSONObject();
        try {
            object.put("price", price);
        } catch (JSONException ignored) {
        }
        return object.toString().getBytes();
    }
}
