var Mill = require('./mill');

// The base class keeps the whole content that it was made of.
Mill.BaseMessage = function (content) {
    var name, grain = content || {};
    this.getWhole = function () {
        return grain;
    };
    this.setRemark = function (value) {
        grain.remark = value;
    };
    this.getRemark = function () {
        return grain.remark;
    };
    this.setObjectName = function (value) {
        name = value;
    };
};
Mill.SackMessage = function (content) {
    Mill.BaseMessage.call(this, content);
    this.setObjectName("mill:Sack");
    this.getWeight = function () {
        return this.getWhole().weight;
    };
};
