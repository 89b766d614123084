package com.example.market.message;

import com.google.gson.annotations.SerializedName;
import io.rong.imlib.MessageTag;

@MessageTag(value = "market:Coupon", flag = MessageTag.ISCOUNTED)
public class CouponMessage extends JsonMessage {
    private String couponId;
    private int discount;
    @SerializedName("validUntil")
    private long expiry;
}
