// SPDX-License-Identifier: Apache-2.0

package org.example.parcel;

import com.google.gson.Gson;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import java.util.Map;

@MessageTag(value = "parcel:Drop", flag = MessageTag.NONE)
public class DropMessage extends MessageContent {
    private String number;
    private Map<String, Object> place;

    public void setPlace(Map<String, Object> place) {
        this.place = place;
    }

    @Override
    public byte[] encode() {
        return new Gson().toJson(this).getBytes();
    }
}
