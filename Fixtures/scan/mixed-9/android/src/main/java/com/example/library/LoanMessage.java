package com.example.library;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONException;
import org.json.JSONObject;

/** A reader borrows a book. */
@MessageTag(value = "lib:Loan", flag = MessageTag.ISPERSISTED | MessageTag.ISCOUNTED)
public class LoanMessage extends MessageContent {
    private String title;
    private int days;

    private LoanMessage() {}

    public LoanMessage(byte[] data) {
        try {
            JSONObject json = new JSONObject(new String(data));
            title = json.optString("title");
            days = json.optInt("days");
        } catch (JSONException e) {
            title = "";
        }
    }

    public static LoanMessage of(String title, int days) {
        LoanMessage message = new LoanMessage();
        message.title = title;
        message.days = days;
        return message;
    }

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        try {
            json.put("title", title);
            json.put("days", days);
        } catch (JSONException e) {
            return null;
        }
        return json.toString().getBytes();
    }
}
