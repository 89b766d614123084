// SPDX-License-Identifier: Apache-2.0

package org.example.parcel;

public enum MentionedType {
    ALL(1),
    PART(2);

    private final int value;

    MentionedType(int value) {
        this.value = value;
    }
}
