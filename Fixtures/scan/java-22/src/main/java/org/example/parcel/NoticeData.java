// SPDX-License-Identifier: Apache-2.0

package org.example.parcel;

public class NoticeData {
    String depot;
    int weight;
}
