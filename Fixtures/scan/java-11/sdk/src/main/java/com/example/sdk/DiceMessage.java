package com.example.sdk;

import org.json.JSONObject;

@MessageTag(value = "game:Dice", flag = MessageTag.NONE)
public class DiceMessage extends ReflectiveContent {
    private int eyes;

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        json.put("eyes", eyes);
        return json.toString().getBytes();
    }
}
