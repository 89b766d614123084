package com.example.party.message;

import android.text.TextUtils;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "party:Song", flag = MessageTag.NONE)
public class PartySong extends MessageContent {
    private String songId;
    private String singer;
    private int seconds;

    public PartySong(byte[] data) {
        try {
            JSONObject json = new JSONObject(new String(data));
            songId = json.optString("songId");
            singer = json.optString("singer");
            seconds = json.optInt("seconds");
        } catch (JSONException ignored) {
        }
    }

    @Override
    public byte[] encode() {
        try {
            JSONObject json = new JSONObject();
            json.put("songId", songId);
            if (!TextUtils.isEmpty(singer)) {
                json.put("singer", singer);
            }
            json.put("seconds", seconds);
            return json.toString().getBytes();
        } catch (JSONException e) {
            return null;
        }
    }
}
