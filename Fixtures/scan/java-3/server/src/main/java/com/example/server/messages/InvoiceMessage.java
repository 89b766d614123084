package com.example.server.messages;

import com.example.server.util.GsonUtil;
import com.google.gson.annotations.SerializedName;

/**
 * An invoice.
 */
public class InvoiceMessage extends BaseMessage {
    private String number = "";
    private long amount = 0L;
    @SerializedName("currency_code")
    private String currency;
    private transient boolean dirty;
    private transient static final String TYPE = "Srv:Invoice";

    public InvoiceMessage(String number, long amount) {
        this.number = number;
        this.amount = amount;
    }

    @Override
    public String getType() {
        return TYPE;
    }

    public String getNumber() { return number; }

    @Override
    public String toString() {
        return GsonUtil.toJson(this, InvoiceMessage.class);
    }
}
