var Zoo = require('./zoo');

// The base class holds the content; its accessors are no members.
Zoo.BaseMessage = function (content) {
    var name, held = content || {};
    this.getBody = function () {
        return held;
    };
    this.getMessageTag = function () {
        return [Zoo.MessageTag.ISPERSISTED, Zoo.MessageTag.ISCOUNTED];
    };
    this.setContent = function (value, key) {
        held[key] = value;
    };
    this.setRemark = function (value) {
        held.remark = value;
    };
    this.getRemark = function () {
        return held.remark;
    };
    this.setObjectName = function (value) {
        name = value;
    };
};
Zoo.QuietMessage = function (content) {
    Zoo.BaseMessage.call(this, content);
    this.getMessageTag = function () {
        return [Zoo.MessageTag.ISPERSISTED];
    };
};
Zoo.FeedMessage = function (content) {
    Zoo.BaseMessage.call(this, content);
    this.setObjectName("zoo:Feed");
    this.setMeal = function (value) {
        this.setContent(value, "food");
    };
    this.getMeal = function () {
        return this.getBody().food;
    };
};
Zoo.FeedMessage.obtain = function (food, grams) {
    return new Zoo.FeedMessage({ food: food, grams: grams, remark: "" });
};
Zoo.AlarmMessage = function (content) {
    Zoo.QuietMessage.call(this, content);
    this.setObjectName("zoo:Alarm");
    this.getPlace = function () {
        return this.getBody().cage;
    };
};
