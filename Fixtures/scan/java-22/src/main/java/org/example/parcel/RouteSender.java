// SPDX-License-Identifier: Apache-2.0

package org.example.parcel;

import java.util.HashMap;
import java.util.Map;

public class RouteSender {
    /** Sends where a parcel was left. */
    public void left(DropMessage drop, String door) {
        Map<String, Object> place = new HashMap<>();
        place.put("door", door);
        place.put("floor", 2);
        drop.setPlace(place);
    }
}
