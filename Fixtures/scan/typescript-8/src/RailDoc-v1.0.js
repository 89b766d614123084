/** What the classes look like. */
function DelayMessage() {
  this.content = "";
  this.userInfo = "";
}
var MessageParams = { DelayMessage: { objectName: "rail:Delay", msgTag: new MessageTag(true, true) } };
