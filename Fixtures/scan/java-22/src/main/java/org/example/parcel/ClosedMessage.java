// SPDX-License-Identifier: Apache-2.0

package org.example.parcel;

import android.os.Parcel;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

@MessageTag(value = "parcel:Closed", flag = MessageTag.NONE)
public class ClosedMessage extends MessageContent {
    private String depot;

    public ClosedMessage(byte[] data) {}

    @Override
    public byte[] encode() {
        return new byte[0];
    }

    @Override
    public void writeToParcel(Parcel target, int flags) {
        target.writeString(depot);
    }
}
