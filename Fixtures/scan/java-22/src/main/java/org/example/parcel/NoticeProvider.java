// SPDX-License-Identifier: Apache-2.0

package org.example.parcel;

import com.google.gson.Gson;

public class NoticeProvider {
    /** The depot of a notice, as a line of a list. */
    public String summary(NoticeMessage notice) {
        NoticeData data = new Gson().fromJson(notice.getData(), NoticeData.class);
        return data == null ? "" : data.depot;
    }

    /** A text of the device, which is no member of a message. */
    public NoticeData stored(Settings settings) {
        return new Gson().fromJson(settings.getData(), NoticeData.class);
    }
}
