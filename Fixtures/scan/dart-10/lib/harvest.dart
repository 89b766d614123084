// SPDX-License-Identifier: Apache-2.0

import 'dart:convert';

class HarvestMessage {
  String? pickerId;
  String? crop;
  String? remark;
  int baskets = 0;

  String getObjectName() => 'farm:Harvest';

  String encode() {
    Map map = {'pickerId': this.crop, 'crop': this.crop, 'baskets': baskets};
    if (remark != null) {
      map['remark'] = remark;
    }
    return json.encode(map);
  }

  void decode(String text) {
    Map map = json.decode(text);
    this.pickerId = map['pickerId'];
    this.crop = map['crop'];
    this.baskets = map['baskets'];
    this.remark = map['remark'];
  }
}

/// The same field under two keys is no mistake if both are read into it.
class FieldMessage {
  String? area;
  String? photo;

  String getObjectName() => 'farm:Field';

  String encode() => json.encode({'area': area, 'plot': area, 'photo': photo});

  void decode(String text) {
    Map map = json.decode(text);
    area = map['area'] ?? map['plot'];
    photo = map['photo'];
  }
}
