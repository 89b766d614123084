package com.example.chat.message;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * A gift. Formerly "App:OldGift", with jsonObj.put("oldKey", value).
 */
@MessageTag(
        flag = MessageTag.ISPERSISTED | MessageTag.ISCOUNTED,
        value = MessageNames.GIFT)
public class GiftMessage extends MessageContent {
    private static final String TAG = "GiftMessage";
    private String giftId;
    private int count;
    private String senderName;
    private transient boolean shown;

    @Override
    public byte[] encode() {
        JSONObject jsonObj = super.getBaseJsonObject();
        try {
            jsonObj.put(MessageNames.KEY_GIFT_ID, giftId);
            jsonObj.put("count", count);
            // jsonObj.put("price", price);
            /* jsonObj.put("currency", currency); */
            jsonObj.putOpt(
                    "senderName",
                    senderName);
            JSONObject effect = new JSONObject();
            effect.put("animation", "stars");
            effect.put("seconds", 3);
            jsonObj.put("effect", effect);
            Log.d(TAG, "encoded \"App:Logged\" with put(\"fake\", 1)");
        } catch (JSONException e) {
            Log.e(TAG, "RC:NotAType could not be encoded", e);
        }
        return jsonObj.toString().getBytes();
    }

    public GiftMessage(byte[] data) {
        String text = new String(data);
        try {
            JSONObject jsonObj = new JSONObject(text);
            super.parseBaseJsonObject(jsonObj);
            giftId = jsonObj.optString(MessageNames.KEY_GIFT_ID);
            count = jsonObj.getInt("count");
            if (jsonObj.has("senderName")) {
                senderName = jsonObj.optString("senderName");
            }
            JSONObject effect = jsonObj.optJSONObject("effect");
            String animation = effect.optString("animation");
            JSONArray badges = jsonObj.optJSONArray("badges");
            for (int i = 0; badges != null && i < badges.length(); i++) {
                JSONObject badge = badges.getJSONObject(i);
                String icon = badge.optString("iconUrl");
            }
        } catch (JSONException e) {
            Log.e(TAG, "bad json");
        }
    }

    public void report(Analytics analytics) {
        analytics.put("screen", "gift");
        Bundle arguments = new Bundle();
        arguments.putString("argument", giftId);
    }
}
