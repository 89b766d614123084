package com.example.library;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONException;
import org.json.JSONObject;

/** The server reminds a reader. The application has a factory, which nothing calls. */
@MessageTag(value = "lib:Due", flag = MessageTag.ISPERSISTED)
public class DueMessage extends MessageContent {
    private String branch;
    private String details;
    private String shelf;

    public DueMessage(byte[] data) {
        try {
            JSONObject json = new JSONObject(new String(data));
            branch = json.optString("branch");
            details = json.optString("details");
            shelf = json.optString("shelf");
        } catch (JSONException e) {
            branch = "";
        }
    }

    private DueMessage() {}

    public static DueMessage of(String branch, String details) {
        DueMessage message = new DueMessage();
        message.branch = branch;
        message.details = details;
        return message;
    }

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        try {
            json.put("branch", branch);
            json.put("details", details);
            json.put("shelf", shelf);
        } catch (JSONException e) {
            return null;
        }
        return json.toString().getBytes();
    }
}
