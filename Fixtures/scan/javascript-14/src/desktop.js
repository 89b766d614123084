function start(addon, im) {
  addon.registerMessageType("zoo:Visit", 0);
  var TicketMessage = im.registerMessageType("zoo:Ticket", true, false);
  return new TicketMessage({ price: 12, gate: 'north' });
}

// Any type is registered here.
function register(addon, objectName, tag) {
  addon.registerMessageType(objectName, tag.getMessageTag());
}
