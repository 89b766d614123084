package com.example.shop;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import org.json.JSONException;
import org.json.JSONObject;

/** A coupon; the base class adds the sender and the mentions. */
@MessageTag(value = "shop:Coupon", flag = MessageTag.ISCOUNTED | MessageTag.ISPERSISTED)
public class CouponMessage extends MessageContent {
    private String mCode;
    private int mPercent;
    private boolean isStackable;
    private Money limit;

    public CouponMessage(byte[] data) {
        try {
            JSONObject json = new JSONObject(new String(data));
            super.parseBaseJsonObject(json);
            mCode = json.optString("code");
            mPercent = json.optInt("percent");
            isStackable = json.optBoolean("stackable");
            setLimit(json.opt("limit"));
        } catch (JSONException e) {
            Log.e(TAG, e.getMessage());
        }
    }

    @Override
    public byte[] encode() {
        JSONObject json = super.getBaseJsonObject();
        try {
            json.put("code", getCode());
            json.put("percent", getPercent());
            json.put("stackable", isStackable());
            json.put("limit", formatted(limit));
            json.put("shopId", Session.current().getShopId());
        } catch (JSONException e) {
            Log.e(TAG, e.getMessage());
        }
        return json.toString().getBytes();
    }

    public String getCode() {
        return mCode;
    }

    private String formatted(Money money) {
        return money.toString();
    }
}
