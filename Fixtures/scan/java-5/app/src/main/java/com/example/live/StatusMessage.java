package com.example.live;

import com.google.gson.GsonBuilder;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

@MessageTag(value = "live:Status", flag = MessageTag.NONE)
public class StatusMessage extends MessageContent {
    private String status;
    private long changedAt;
    private java.util.List<String> hosts;

    @Override
    public byte[] encode() {
        try {
            return new GsonBuilder().create().toJson(this).getBytes("UTF-8");
        } catch (java.io.UnsupportedEncodingException e) {
            return null;
        }
    }
}
