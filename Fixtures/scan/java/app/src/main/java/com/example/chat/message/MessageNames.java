package com.example.chat.message;

/** Names of our own message types, shared by all classes. Do not start one with "RC:". */
public final class MessageNames {
    private static final String PREFIX = "App:";
    public static final String GIFT = PREFIX + "Gift";
    public static final String VOTE = "App:" + "Vo"
            + "te";
    // public static final String OLD_GIFT = "App:OldGift";
    public static final String KEY_GIFT_ID = "giftId";

    private MessageNames() {}
}
