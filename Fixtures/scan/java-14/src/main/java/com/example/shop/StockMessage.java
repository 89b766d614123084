package com.example.shop;

import io.rong.imlib.MessageTag;
import io.rong.message.CommandMessage;
import org.json.JSONObject;

/** A level of stock, which has nothing of the command in its content. */
@MessageTag("shop:Stock")
public class StockMessage extends CommandMessage {
    private long level;

    public StockMessage(byte[] data) {
        JSONObject json = Json.of(data);
        level = json.optLong("level");
    }

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        Json.put(json, "level", level);
        json.put("level", level);
        return json.toString().getBytes();
    }

    public int getMessageType() {
        return 7;
    }
}
