package com.example.im;

import io.rong.imlib.MessageTag;
import org.json.JSONException;
import org.json.JSONObject;

@MessageTag(value = "shop:Offer", flag = MessageTag.ISCOUNTED)
public class OfferMessage extends BaseContent {
    private String offerId;
    private long price;

    public OfferMessage(byte[] data) {
        try {
            JSONObject json = new JSONObject(new String(data));
            offerId = json.getString("offerId");
            price = json.optLong("price", 100);
            extra = json.optString("extra");
        } catch (JSONException ignored) {
        }
    }

    @Override
    public byte[] encode() {
        try {
            JSONObject json = base();
            json.put("offerId", offerId);
            json.put("price", price);
            return json.toString().getBytes();
        } catch (JSONException e) {
            return null;
        }
    }
}
