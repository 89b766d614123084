package io.example.poke;

public class WaveMessage extends TxtMessage {
  @JSONField(name = "hand")
  private String whichHand;
  private int times;
  static int instances;

  @Override public String getType() { return Wire.WAVE; }
  @Override public String toString() { return JSON.toJSONString(this); }
}
