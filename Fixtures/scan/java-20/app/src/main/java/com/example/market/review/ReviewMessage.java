package com.example.market.review;

import com.example.market.message.JsonMessage;
import io.rong.imlib.MessageTag;

@MessageTag(value = "market:Review", flag = MessageTag.ISCOUNTED)
public class ReviewMessage extends JsonMessage {
    private String reviewId;
    private int stars;
}
