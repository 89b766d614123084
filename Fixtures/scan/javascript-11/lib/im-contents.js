(function (root) {
  var Contents = root.Contents = {};

  function extend(target, members) {
    for (var name in members) target[name] = members[name];
    return target;
  }

  Contents.Like = function Like(count) {
    this.count = count;
  };
  extend(Contents.Like.prototype, {
    messageType: 'live:Like',
    getContent: function () {
      return { count: this.count, from: this.from };
    }
  });

  Contents.Enter = function Enter() {};
  Object.assign(Contents.Enter.prototype, {
    objectName: 'live:Enter',
    toJson: function () {
      return { 'userId': this.userId, 'level': this.level };
    }
  });

  Contents.Leave = function Leave() {};
  Contents.Leave.prototype.messageType = 'live:Leave';
  Contents.Leave.prototype.toJson = function () {
    var out = {};
    out['userId'] = this.userId;
    out['reason'] = this.reason;
    return out;
  };
  Contents.Leave.prototype.fromJson = function (json) {
    this.userId = json.userId;
    this.reason = json.reason || '';
  };
})(this);
