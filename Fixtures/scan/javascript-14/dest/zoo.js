function FeedMessage(content) {
  this.objectName = "zoo:Feed";
  this.getMeal = content.getMeal;
}
addon.registerMessageType("zoo:Feed", 1);
