// SPDX-License-Identifier: Apache-2.0

package org.example.parcel;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "parcel:Notice", flag = MessageTag.ISPERSISTED)
public class NoticeMessage extends MessageContent {
    private String operation;
    private String data;

    public NoticeMessage(byte[] bytes) {
        try {
            JSONObject json = new JSONObject(new String(bytes));
            operation = json.optString("operation");
            data = json.optString("data");
        } catch (JSONException failure) {
            operation = null;
        }
    }

    public String getData() {
        return data;
    }

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        try {
            json.put("operation", operation);
            json.put("data", data);
        } catch (JSONException failure) {
            return null;
        }
        return json.toString().getBytes();
    }
}
