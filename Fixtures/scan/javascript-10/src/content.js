'use strict';

function Content() {
  this.sentAt = Date.now();
}

Content.prototype.encode = function () {
  return JSON.stringify(this);
};

module.exports = Content;
