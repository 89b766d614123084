package com.example.farm;

import android.net.Uri;
import android.text.TextUtils;
import org.json.JSONException;
import org.json.JSONObject;

/** A picture of a barn, as its bytes or as the address of a file. */
@MessageTag(value = "farm:Barn", flag = MessageTag.ISPERSISTED | MessageTag.ISCOUNTED)
public class BarnMessage extends MessageContent {
    private String picture;
    private Uri file;
    private int animals;

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        try {
            if (!TextUtils.isEmpty(picture)) {
                json.put("picture", picture);
            } else {
                if (file != null) {
                    json.put("picture", file);
                }
            }
            json.put("animals", animals);
        } catch (JSONException e) {
            return null;
        }
        return json.toString().getBytes();
    }

    public BarnMessage(byte[] data) {
        try {
            JSONObject json = new JSONObject(new String(data));
            picture = json.optString("picture");
            animals = json.optInt("animals");
        } catch (JSONException e) {
            animals = 0;
        }
    }
}
