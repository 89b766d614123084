package com.example.party.message;

import io.rong.imlib.MessageTag;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "party:Follow", flag = MessageTag.ISPERSISTED)
public class PartyFollow extends PartyContent {
    private String anchorId;

    public PartyFollow(byte[] data) {
        try {
            JSONObject json = new JSONObject(new String(data));
            readCommonMembers(json);
            anchorId = json.optString("anchorId");
        } catch (JSONException ignored) {
        }
    }

    @Override
    public byte[] encode() {
        try {
            JSONObject json = commonMembers();
            json.put("anchorId", anchorId);
            return json.toString().getBytes();
        } catch (JSONException e) {
            return null;
        }
    }
}
